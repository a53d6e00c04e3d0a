"""Reading a case of rules.md section 9 strictly: each field by its name, none that is not in the format.

Every refusal is a CaseError whose sentence begins with the path of the field, such as
`debts[0].costs[1].amount`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NoReturn, TypeVar

from revenue.rules.days import parse_date
from revenue.rules.errors import CaseError, DomainError
from revenue.rules.facts import (
    DECLARED,
    NATURES,
    TAXES,
    AccountFacts,
    Adjustment,
    Cost,
    Debt,
    Opening,
    Payment,
    Refund,
    Tender,
)
from revenue.rules.money import parse_cents
from revenue.rules.readings import COMPONENTS, DEFAULT_POLICIES, Policies, policies_from

T = TypeVar("T")
Fields = Mapping[str, Any]

LONGEST_ID = 200


@dataclass(frozen=True, slots=True)
class Case:
    """A case read: the facts by account, and the ids in the order in which the case gave them."""

    id: str
    as_of: date
    known_on: date | None
    policies: Policies
    accounts: dict[str, AccountFacts]
    debts: tuple[tuple[str, str], ...]
    payments: tuple[Payment, ...]


def read_case(document: object) -> Case:
    """Read a JSON object into facts. Raises CaseError for a field that is missing, unknown, malformed or
    contradictory.
    """
    reader = _Reader("", document, ("id", "as_of", "known_on", "policy", "debts", "payments"))
    case_id = reader.text("id")
    policies = _policies(reader)
    as_of, known_on = reader.day("as_of"), reader.optional_day("known_on")
    debts = reader.list("debts", _read_debt)
    payments = reader.list("payments", _read_payment)
    _unique("debts", [debt.id for debt in debts])
    _unique("payments", [payment.id for payment in payments])
    by_account: dict[str, tuple[list[Debt], list[Payment]]] = {}
    for debt in debts:
        by_account.setdefault(str(debt.account), ([], []))[0].append(debt)
    for index, payment in enumerate(payments):
        if payment.account not in by_account:
            _refuse(
                f"payments[{index}].account", "ninguna deuda es de esa cuenta. Corrija la cuenta del pago."
            )
        _check_plan(f"payments[{index}].plan", payment, by_account[str(payment.account)][0])
        by_account[str(payment.account)][1].append(payment)
    return Case(
        id=case_id,
        as_of=as_of,
        known_on=known_on,
        policies=policies,
        accounts={
            account: AccountFacts(tuple(own), tuple(paid)) for account, (own, paid) in by_account.items()
        },
        debts=tuple((str(debt.id), str(debt.account)) for debt in debts),
        payments=payments,
    )


def _policies(reader: _Reader) -> Policies:
    values = reader.value("policy", {})
    if not isinstance(values, dict):
        reader.refuse("policy", "escriba un objeto con el nombre y el valor de cada política.")
    try:
        return policies_from(values) if values else DEFAULT_POLICIES
    except DomainError as error:
        raise CaseError("policy", f"policy: {error}", field="policy") from error


def _read_debt(reader: _Reader) -> Debt:
    reader.allow(
        "id account tax nature principal due_on semester_start extended_to extension_decided_on "
        "demanded_on pay_by entered_on"
        " costs adjustments opening liable"
    )
    return Debt(
        id=reader.text("id"),
        account=reader.text("account"),
        tax=reader.choice("tax", TAXES),
        nature=reader.choice("nature", NATURES, DECLARED),
        principal_cents=reader.amount("principal"),
        due_on=reader.day("due_on"),
        semester_start_on=reader.optional_day("semester_start"),
        extended_to=reader.optional_day("extended_to"),
        extension_decided_on=reader.optional_day("extension_decided_on"),
        demanded_on=reader.optional_day("demanded_on"),
        pay_by=reader.optional_day("pay_by"),
        entered_on=reader.optional_day("entered_on"),
        costs=reader.list("costs", _read_cost),
        adjustments=reader.list("adjustments", _read_adjustment),
        opening=reader.optional("opening", _read_opening),
        liable=frozenset(reader.texts("liable")) or None,
    )


def _read_cost(reader: _Reader) -> Cost:
    reader.allow("on amount")
    return Cost(reader.day("on"), reader.amount("amount"))


def _read_adjustment(reader: _Reader) -> Adjustment:
    reader.allow("on component amount recorded_on")
    on, recorded_on = reader.day("on"), reader.optional_day("recorded_on")
    if recorded_on is not None and recorded_on < on:
        reader.refuse(
            "recorded_on", "el ajuste no puede registrarse antes del día en que actúa. Corrija la fecha."
        )
    return Adjustment(on, reader.choice("component", COMPONENTS), reader.amount("amount"), recorded_on)


def _read_opening(reader: _Reader) -> Opening:
    reader.allow("on principal interest surcharge costs")
    amounts = [reader.amount_or_zero(name) for name in ("principal", "interest", "surcharge", "costs")]
    return Opening(reader.day("on"), *amounts)


def _read_payment(reader: _Reader) -> Payment:
    reader.allow("id account on amount recorded_on returned_on tenders refunds on_behalf_of plan")
    on, amount_cents, returned_on = (
        reader.day("on"),
        reader.amount("amount"),
        reader.optional_day("returned_on"),
    )
    tenders = reader.list("tenders", _read_tender)
    if returned_on is not None:
        if tenders:
            reader.refuse("returned_on", "con medios de pago (tenders), la devolución se indica en cada uno.")
        if returned_on < on:
            reader.refuse("returned_on", "el pago no puede devolverse antes de recibirse. Corrija la fecha.")
        tenders = (Tender(amount_cents, returned_on),)
    return Payment(
        id=reader.text("id"),
        account=reader.text("account"),
        on=on,
        amount_cents=amount_cents,
        recorded_on=reader.optional_day("recorded_on"),
        tenders=tenders,
        refunds=reader.list("refunds", _read_refund),
        on_behalf_of=reader.optional_text("on_behalf_of"),
        plan=reader.texts("plan"),
    )


def _read_tender(reader: _Reader) -> Tender:
    reader.allow("amount returned_on")
    return Tender(reader.amount("amount"), reader.optional_day("returned_on"))


def _read_refund(reader: _Reader) -> Refund:
    reader.allow("on amount")
    return Refund(reader.day("on"), reader.amount("amount"))


def _check_plan(path: str, payment: Payment, debts: list[Debt]) -> None:
    for debt_id in payment.plan:
        if all(debt.id != debt_id for debt in debts):
            _refuse(path, f"«{debt_id}» no es una deuda de la cuenta del pago. Corrija el plan.")


def _unique(path: str, ids: list[Any]) -> None:
    seen = set()
    for one in ids:
        if one in seen:
            _refuse(f"{path}.id", f"«{one}» está repetido. Use un id distinto para cada uno.")
        seen.add(one)


def _refuse(path: str, sentence: str) -> NoReturn:
    raise CaseError("case_field", f"{path}: {sentence}", field=path)


class _Reader:
    """The fields of one JSON object, taken one by one; `path` is where it stands in the case."""

    def __init__(self, path: str, document: object, allowed: tuple[str, ...] = ()) -> None:
        if not isinstance(document, dict):
            _refuse(path or "case", "escriba un objeto JSON entre llaves.")
        self.path = path
        self.document: Fields = document
        if allowed:
            self.allow(" ".join(allowed))

    def allow(self, names: str) -> None:
        """Refuse a field that is not in the format: a misspelt one would be ignored in silence."""
        for name in self.document:
            if name not in names.split():
                self.refuse(
                    str(name)[:LONGEST_ID], f"no es un campo del formato. Use: {', '.join(names.split())}."
                )

    def refuse(self, name: str, sentence: str) -> NoReturn:
        _refuse(f"{self.path}.{name}" if self.path else name, sentence)

    def value(self, name: str, default: Any = None) -> Any:
        """A field as it comes; null counts as absent."""
        value = self.document.get(name)
        return default if value is None else value

    def text(self, name: str) -> str:
        value = self.optional_text(name)
        if value is None:
            self.refuse(name, "falta este campo. Añádalo.")
        return value

    def optional_text(self, name: str) -> str | None:
        value = self.value(name)
        if value is not None and not (isinstance(value, str) and 0 < len(value) <= LONGEST_ID):
            self.refuse(name, f"escriba un texto entre comillas, de 1 a {LONGEST_ID} caracteres.")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        values = self.value(name, [])
        if not isinstance(values, list) or not all(isinstance(value, str) and value for value in values):
            self.refuse(name, "escriba una lista de textos entre comillas.")
        if name in self.document and self.document[name] is not None and not values:
            self.refuse(name, "la lista está vacía. Escriba al menos uno o quite el campo.")
        return tuple(values)

    def choice(self, name: str, options: tuple[str, ...], default: str | None = None) -> str:
        value = self.value(name, default)
        if value not in options:
            self.refuse(name, f"escriba uno de: {', '.join(options)}.")
        return str(value)

    def day(self, name: str) -> date:
        value = self.optional_day(name)
        if value is None:
            self.refuse(name, "falta esta fecha. Añádala.")
        return value

    def optional_day(self, name: str) -> date | None:
        value = self.value(name)
        return None if value is None else self._parsed(name, parse_date, value)

    def amount(self, name: str) -> int:
        """Cents above zero."""
        cents = self.amount_or_zero(name, required=True)
        if cents == 0:
            self.refuse(name, "el importe debe ser mayor que cero.")
        return cents

    def amount_or_zero(self, name: str, *, required: bool = False) -> int:
        value = self.value(name)
        if value is None:
            if required:
                self.refuse(name, "falta este importe. Añádalo.")
            return 0
        return self._parsed(name, parse_cents, value)

    def list(self, name: str, read: Callable[[_Reader], T]) -> tuple[T, ...]:
        values = self.value(name, [])
        if not isinstance(values, list):
            self.refuse(name, "escriba una lista entre corchetes.")
        here = f"{self.path}.{name}" if self.path else name
        return tuple(read(_Reader(f"{here}[{index}]", value)) for index, value in enumerate(values))

    def optional(self, name: str, read: Callable[[_Reader], T]) -> T | None:
        value = self.value(name)
        return None if value is None else read(_Reader(f"{self.path}.{name}", value))

    def _parsed(self, name: str, parse: Callable[[object], T], value: object) -> T:
        try:
            return parse(value)
        except DomainError as error:
            self.refuse(name, str(error))
