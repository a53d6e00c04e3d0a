"""Every case of the case files is answered to the cent, the refusals too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from revenue.rules.cases import answer_line

FOLDER = Path(__file__).parent.parent / "cases"
ROWS = [
    json.loads(line)
    for name in ("boundaries.jsonl", "random.jsonl")
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["case"]["id"])
def test_a_case_is_answered_as_expected(row):
    answer = answer_line(json.dumps(row["case"]).encode(), 1, explain=True)
    if "error" in row["expected"]:
        field = row["expected"]["error"].split(":")[0].split(".")[-1]
        assert set(answer) == {"id", "error"}
        assert field in answer["error"]
        return
    for debt in answer["debts"]:
        del debt["steps"]
    assert answer == row["expected"]


def test_the_files_hold_every_tax_and_many_refusals():
    taxes = {debt.get("tax") for row in ROWS for debt in row["case"]["debts"]}
    assert taxes >= {"license_tax", "personal_property", "real_property"}
    assert sum("error" in row["expected"] for row in ROWS) > 20
    assert len(ROWS) == 608
