"""The command line: bad input is named, the other lines are answered, and the status says so."""

from __future__ import annotations

import copy
import io
import json
import subprocess
import sys
from enum import Enum
from pathlib import Path

import pytest

from revenue.rules.cases import answer_line, main, run

ROOT = Path(__file__).parent.parent.parent
CASE = {
    "id": "a",
    "as_of": "2025-09-14",
    "debts": [
        {
            "id": "D1",
            "account": "A1",
            "tax": "license_tax",
            "principal": "1000.00",
            "due_on": "2025-07-15",
            "costs": [{"on": "2025-09-01", "amount": "75.00"}],
            "adjustments": [{"on": "2025-09-05", "component": "surcharge", "amount": "10.00"}],
        }
    ],
    "payments": [
        {
            "id": "P1",
            "account": "A1",
            "on": "2025-08-24",
            "amount": "500.00",
            "tenders": [{"amount": "300.00"}, {"amount": "200.00"}],
            "refunds": [{"on": "2025-10-01", "amount": "5.00"}],
        }
    ],
}


class Absent(Enum):
    """A field left out: its name is the same in every process that collects these tests."""

    FIELD = "absent"


REMOVE = Absent.FIELD


def changed(path, value):
    case = copy.deepcopy(CASE)
    place = case
    for key in path[:-1]:
        place = place[key]
    if value is REMOVE:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return case


def ask(case):
    return answer_line(json.dumps(case).encode(), 1)


DEBT, PAYMENT = ("debts", 0), ("payments", 0)
BAD = [
    (("id",), REMOVE, "id"),
    (("id",), 7, "id"),
    (("as_of",), REMOVE, "as_of"),
    (("as_of",), "2025-02-30", "as_of"),
    (("as_of",), "9999-12-31", "as_of"),
    (("known_on",), "ayer", "known_on"),
    (("policy",), [], "policy"),
    (("policy",), {"year_basis": 1}, "year_basis"),
    (("debts",), {}, "debts"),
    (("debts",), [[]], "debts[0]"),
    (("deudas",), [], "deudas"),
    ((*DEBT, "id"), REMOVE, "debts[0].id"),
    ((*DEBT, "id"), "", "debts[0].id"),
    ((*DEBT, "id"), "x" * 201, "debts[0].id"),
    ((*DEBT, "account"), REMOVE, "debts[0].account"),
    ((*DEBT, "tax"), REMOVE, "debts[0].tax"),
    ((*DEBT, "tax"), ["license_tax"], "debts[0].tax"),
    ((*DEBT, "nature"), "guess", "debts[0].nature"),
    ((*DEBT, "principal"), REMOVE, "debts[0].principal"),
    ((*DEBT, "principal"), "0", "debts[0].principal"),
    ((*DEBT, "principal"), "1.250,00", "debts[0].principal"),
    ((*DEBT, "principal"), "１２３", "debts[0].principal"),
    ((*DEBT, "principal"), "1" + "0" * 30, "debts[0].principal"),
    ((*DEBT, "due_on"), REMOVE, "debts[0].due_on"),
    ((*DEBT, "due_on"), "2025-7-15", "debts[0].due_on"),
    ((*DEBT, "due_on"), 20250715, "debts[0].due_on"),
    ((*DEBT, "due_on"), "1900-01-01", "1 de enero de 1900"),
    ((*DEBT, "extendd_to"), "2025-10-15", "debts[0].extendd_to"),
    ((*DEBT, "extension_decided_on"), "2025-08-01", "extended_to"),
    ((*DEBT, "pay_by"), "2025-08-01", "demanded_on"),
    ((*DEBT, "liable"), [], "debts[0].liable"),
    ((*DEBT, "liable"), "T1", "debts[0].liable"),
    ((*DEBT, "costs"), "75.00", "debts[0].costs"),
    ((*DEBT, "costs", 0, "amount"), "-1", "debts[0].costs[0].amount"),
    ((*DEBT, "costs", 0, "on"), REMOVE, "debts[0].costs[0].on"),
    ((*DEBT, "adjustments", 0, "component"), "all", "debts[0].adjustments[0].component"),
    ((*DEBT, "adjustments", 0, "recorded_on"), "2025-09-04", "debts[0].adjustments[0].recorded_on"),
    ((*DEBT, "opening"), {"on": "2025-08-24", "principal": "1000.01"}, "opening.principal"),
    ((*DEBT, "opening"), {"on": "2025-08-25"}, "opening.on"),
    ((*DEBT, "opening"), {"on": "2025-09-15"}, "opening.on"),
    ((*DEBT, "opening"), {"principal": "1.00"}, "debts[0].opening.on"),
    ((*PAYMENT, "account"), "A2", "payments[0].account"),
    ((*PAYMENT, "amount"), "0.00", "payments[0].amount"),
    ((*PAYMENT, "amount"), "500.01", "tenders"),
    ((*PAYMENT, "on"), REMOVE, "payments[0].on"),
    ((*PAYMENT, "recorded_on"), "2025-08-23", "recorded_on"),
    ((*PAYMENT, "returned_on"), "2025-08-25", "returned_on"),
    ((*PAYMENT, "tenders", 0, "returned_on"), "2025-08-23", "returned_on"),
    ((*PAYMENT, "tenders", 0, "amount"), "1e3", "payments[0].tenders[0].amount"),
    ((*PAYMENT, "refunds", 0, "on"), "2025-08-23", "refunds"),
    ((*PAYMENT, "refunds", 0, "amount"), "500.01", "refunds"),
    ((*PAYMENT, "plan"), ["D9"], "payments[0].plan"),
]


@pytest.mark.parametrize(("path", "value", "named"), BAD, ids=lambda value: repr(value)[:60])
def test_bad_input_is_answered_with_a_sentence_that_names_the_field(path, value, named):
    answer = ask(changed(path, value))
    assert set(answer) == {"id", "error"}
    assert named in answer["error"]
    assert answer["error"].endswith((".", "}"))


def test_the_case_that_the_bad_ones_are_made_from_is_good():
    assert "error" not in ask(CASE)
    assert "error" not in ask(changed(("known_on",), None))


def test_repeated_ids_are_refused():
    twice = changed(("debts",), CASE["debts"] * 2)
    assert "debts.id" in ask(twice)["error"]
    twice = changed(("payments",), CASE["payments"] * 2)
    assert "payments.id" in ask(twice)["error"]


def test_an_account_of_two_taxes_is_refused():
    other = CASE["debts"][0] | {"id": "D2", "tax": "real_property"}
    assert "tax" in ask(changed(("debts",), [CASE["debts"][0], other]))["error"]


def test_an_opening_on_an_extended_debt_is_refused():
    debt = CASE["debts"][0] | {
        "extended_to": "2025-10-15",
        "opening": {"on": "2025-07-01", "principal": "1.00"},
    }
    assert "opening" in ask(changed(("debts",), [debt]))["error"]


BROKEN = [
    b"{",
    b"nada",
    b"[]",
    b"7",
    b'{"id": "x", "id": "y"}',
    b'{"id": NaN}',
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"a": ' + b"9" * 5000 + b"}",
]


@pytest.mark.parametrize("line", BROKEN, ids=lambda line: repr(line[:20]))
def test_a_broken_line_is_answered_and_the_others_still_are(line):
    out = io.StringIO()
    good = json.dumps(CASE).encode()
    status = run([good + b"\n", line + b"\n", b"\n", good], out)
    first, broken, last = (json.loads(answer) for answer in out.getvalue().splitlines())
    assert status == 1
    assert "error" in broken
    assert first == last
    assert first["debts"][0]["id"] == "D1"


def test_a_line_that_is_not_json_is_named_by_its_number():
    assert "línea 3" in answer_line(b"{", 3)["error"]


def test_the_status_is_zero_when_every_line_is_answered():
    assert run([json.dumps(CASE).encode()], io.StringIO()) == 0
    assert run([], io.StringIO()) == 0


def test_half_a_character_in_an_id_comes_back_as_it_was():
    case = changed(("id",), "a\ud800")
    out = io.StringIO()
    assert run([json.dumps(case).encode()], out) == 0
    assert json.loads(out.getvalue())["id"] == "a\ud800"


def test_ten_thousand_debts_in_one_case_are_answered():
    debts = [
        {
            "id": f"D{n}",
            "account": f"A{n % 100}",
            "tax": "license_tax",
            "principal": "25.00",
            "due_on": "2025-07-15",
        }
        for n in range(10_000)
    ]
    payments = [
        {"id": f"P{n}", "account": f"A{n}", "on": "2025-08-01", "amount": "100.00"} for n in range(100)
    ]
    answer = ask({"id": "big", "as_of": "2025-09-14", "debts": debts, "payments": payments})
    assert len(answer["debts"]) == 10_000
    assert [debt["id"] for debt in answer["debts"]] == [debt["id"] for debt in debts]
    assert (
        len(answer["allocations"]) == 400
    )  # three debts whole and part of a fourth, in each of the 100 accounts


def test_a_file_is_read_and_one_that_is_missing_is_a_sentence(tmp_path, capsys):
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(CASE) + "\n", encoding="utf-8")
    assert main(["--explain", str(file)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["debts"][0]["steps"][0]["concept"] == "principal"
    assert main([str(tmp_path / "no.jsonl")]) == 1
    assert "no.jsonl" in capsys.readouterr().err


def test_the_module_answers_standard_input_without_django():
    code = "import sys; from revenue.rules import cases; status = cases.main(['-']); assert 'django' not in sys.modules"
    code += "; sys.exit(status)"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(CASE) + "\n{\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert ran.returncode == 1, ran.stderr
    assert [set(json.loads(line)) >= {"id"} for line in ran.stdout.splitlines()] == [True, True]
