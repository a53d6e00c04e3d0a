"""The cases of `assess` (rules.md section 9): one JSON object per line, read strictly, replayed, answered as JSON.

A line that cannot be read is answered with `{"id": ..., "error": sentence}` naming the field, and the
others are still answered. `python -m revenue.rules.cases` and `manage.py assess` are both thin over
`run`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, BinaryIO, Protocol

from revenue.rules.assessment import Step
from revenue.rules.case_reader import Case, read_case
from revenue.rules.errors import CaseError, DomainError
from revenue.rules.money import display_percent, format_cents
from revenue.rules.readings import COMPONENTS
from revenue.rules.replay import Allocation, Balance, Replayed, replay
from revenue.rules.wording import describe


class Writer(Protocol):
    """What answers are written to: a stream, or a command's output."""

    def write(self, text: str, /) -> object: ...


def run(lines: Iterable[bytes], out: Writer, *, explain: bool = False) -> int:
    """Answer every line. Returns the exit status: 1 when any of them could not be answered."""
    status = 0
    for number, line in enumerate(lines, start=1):
        if line.strip():
            answer = answer_line(line, number, explain=explain)
            status = status or int("error" in answer)
            text = json.dumps(answer, ensure_ascii=False).encode(
                "utf-8", "backslashreplace"
            )  # a lone surrogate stays an escape
            out.write(text.decode("utf-8") + "\n")
    return status


def answer_line(line: bytes, number: int, *, explain: bool = False) -> dict[str, Any]:
    """The answer to one line: balances, allocations and credits, or an error that names the field or the line."""
    case_id: Any = None
    try:
        document = _parse(line, number)
        case_id = document.get("id")
        return answer(read_case(document), explain=explain)
    except DomainError as error:
        return {"id": case_id, "error": str(error)}


def answer(case: Case, *, explain: bool = False) -> dict[str, Any]:
    """Replay each account of a case and put the answer together in the order of the case. Raises DomainError."""
    replayed = {
        account: replay(facts, case.as_of, case.known_on, case.policies)
        for account, facts in case.accounts.items()
    }
    debts = []
    for debt_id, account in case.debts:
        balance = replayed[account].balances[debt_id]
        row: dict[str, Any] = {"id": debt_id, **_amounts(balance), "total": format_cents(balance.total_cents)}
        if explain:
            row["steps"] = [_step(step) for step in replayed[account].explain(debt_id).steps]
        debts.append(row)
    return {
        "id": case.id,
        "debts": debts,
        "allocations": list(_allocations(replayed, case)),
        "credits": {
            account: format_cents(one.credit_cents) for account, one in replayed.items() if one.credit_cents
        },
    }


def _allocations(replayed: Mapping[str, Replayed], case: Case) -> Iterator[dict[str, Any]]:
    """The allocations of all accounts as they happened: on one day credits first, oldest payment first,
    then payments as given.
    """
    received = {payment.id: (payment.on, index) for index, payment in enumerate(case.payments)}
    every = [allocation for one in replayed.values() for allocation in one.allocations]
    every.sort(key=lambda one: (one.on, one.on == received[one.payment][0], *received[one.payment]))
    for allocation in every:
        yield {
            "payment": allocation.payment,
            "debt": allocation.debt,
            "on": allocation.on.isoformat(),
            **_amounts(allocation),
        }


def _amounts(parts: Balance | Allocation) -> dict[str, str]:
    return {name: format_cents(getattr(parts, f"{name}_cents")) for name in COMPONENTS}


def _step(step: Step) -> dict[str, Any]:
    """A step as JSON: only what it has, amounts as text, and the sentence that a person reads."""
    exact = step.exact_cents
    fields = {
        "concept": step.concept,
        "component": step.component,
        "base": None if step.base_cents is None else format_cents(step.base_cents),
        "rate": None if step.basis_points is None else display_percent(step.basis_points),
        "from": _iso(step.from_on),
        "to": _iso(step.to_on),
        "days": step.days,
        "year_basis": step.year_basis,
        "exact_cents": str(exact) if exact.denominator > 1 else None,
        "amount": format_cents(step.amount_cents),
        "rule": step.rule,
        "article": step.article,
        "reading": step.reading,
        "text": describe(step),
    }
    return {name: value for name, value in fields.items() if value is not None}


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _parse(line: bytes, number: int) -> dict[str, Any]:
    """One JSON object, without repeated fields or numbers that JSON does not have. Raises CaseError
    naming the line.
    """
    try:
        document = json.loads(line.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_not_json)
    except (ValueError, RecursionError) as error:
        raise CaseError(
            "broken_line",
            f"línea {number}: no es JSON válido. Revise las comillas, comas y llaves.",
            line=number,
        ) from error
    if not isinstance(document, dict):
        raise CaseError("not_an_object", f"línea {number}: escriba un objeto JSON entre llaves.", line=number)
    return document


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise CaseError(
            "repeated_field", f"{repeated}: el campo está repetido. Deje uno solo.", field=repeated
        )
    return document


def _not_json(name: str) -> object:
    raise ValueError(name)


def open_lines(path: str) -> BinaryIO:
    """The lines of a file, or of standard input for "-". Raises CaseError when the file cannot be opened."""
    if path == "-":
        return sys.stdin.buffer
    try:
        return open(path, "rb")
    except OSError as error:
        raise CaseError(
            "no_file", f"No se puede leer el archivo «{path}». Revise el nombre y los permisos.", path=path
        ) from error


def main(arguments: list[str] | None = None) -> int:
    """`python -m revenue.rules.cases [--explain] [FILE|-]`: the command line without Django."""
    parser = argparse.ArgumentParser(
        prog="assess", description="Contesta casos de deudas, uno por línea de JSON."
    )
    add_arguments(parser)
    options = parser.parse_args(arguments)
    try:
        with open_lines(options.file) as lines:
            return run(lines, sys.stdout, explain=options.explain)
    except CaseError as error:
        sys.stderr.write(f"{error}\n")
        return 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command line, with Django or without it."""
    parser.add_argument("--explain", action="store_true", help="añade los pasos de cada deuda")
    parser.add_argument("file", nargs="?", default="-", help="archivo de casos, o - para la entrada estándar")


if __name__ == "__main__":
    sys.exit(main())
