"""Dated law: what the loader refuses, and what a change of law does to a debt that spans it (rule C9)."""

from __future__ import annotations

import csv
from datetime import date
from importlib import resources
from pathlib import Path

import pytest

from revenue.rules.circulars import LATE_FILING, SURCHARGE, CircularRow, CircularTable, read_circular
from revenue.rules.errors import CircularError, LawError
from revenue.rules.facts import AccountFacts, Debt
from revenue.rules.filing import late_filing_basis_points
from revenue.rules.parameters import LAW, read_law
from revenue.rules.replay import replay

CIRCULAR = Path(__file__).parent.parent / "cases" / "circular-2024-25.csv"
CITATION = "Carta Circular 002-2024"


def law_of(*rows: str):
    return read_law({"license_tax": "\n".join(f"[[late_interest]]\n{row}\n" for row in rows)})


CITED = 'rule = "P5"\narticle = "art. 1"\n'
ZERO, ZERO_TO_30 = "{from_day = 0, basis_points = 0}", "{from_day = 0, to_day = 30, basis_points = 0}"


def row(start="2000-01-01", value="basis_points = 1", *, end=None, cited=CITED):
    return f"from = {start}\n" + (f"to = {end}\n" if end else "") + f"{value}\n{cited}"


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([row(end="2009-12-30"), row("2010-01-01")], "law_gap"),
        ([row(end="2010-01-01"), row("2010-01-01")], "law_overlap"),
        ([row(), row(value="basis_points = 2")], "law_overlap"),
        ([row(cited='rule = "P5"')], "law_no_citation"),
        ([row(cited='article = "art. 1"')], "law_no_citation"),
        ([row(cited='rule = "P5"\narticle = "  "')], "law_no_citation"),
        ([row(value="")], "law_unit"),
        ([row(value="basis_points = 1\ndays = 2")], "law_unit"),
        ([row(value="percent = 1")], "law_unit"),
        ([row(value="basis_points = 1.5")], "law_value"),
        ([row(value="basis_points = -1")], "law_value"),
        ([row("2000-01-01T00:00:00")], "law_dates"),
        ([row("2000-01-02", end="2000-01-01")], "law_dates"),
        ([row(value="brackets = [{from_day = 1, basis_points = 0}]")], "law_gap"),
        ([row(value=f"brackets = [{ZERO_TO_30}]")], "law_gap"),
        ([row(value=f"brackets = [{ZERO_TO_30}, {{from_day = 32, basis_points = 5}}]")], "law_gap"),
        ([row(value=f"brackets = [{ZERO_TO_30}, {{from_day = 30, basis_points = 5}}]")], "law_overlap"),
        ([row(value=f"brackets = [{ZERO}, {{from_day = 30, basis_points = 5}}]")], "law_overlap"),
        ([row(value="brackets = [{from_day = 0, to_day = -1, basis_points = 0}]")], "law_dates"),
    ],
)
def test_a_row_with_a_gap_an_overlap_or_no_citation_is_refused(rows, code):
    with pytest.raises(LawError) as refused:
        law_of(*rows)
    assert refused.value.code == code


def test_a_date_before_the_first_row_or_after_the_last_is_an_error_that_names_it():
    law = law_of(row(end="2009-12-31"))
    for day, words in (
        (date(1999, 12, 31), "31 de diciembre de 1999"),
        (date(2010, 1, 1), "1 de enero de 2010"),
    ):
        with pytest.raises(LawError, match=words):
            law.value("license_tax.late_interest", day)
    with pytest.raises(LawError, match="31 de enero de 2010"):
        law.schedule("license_tax.late_interest").weigh(date(2009, 12, 1), date(2010, 1, 31))


def test_a_debt_older_than_the_law_is_an_error_and_not_a_guess():
    with pytest.raises(LawError, match="ninguna fila rige"):
        replay(
            AccountFacts((Debt("D", "A", "license_tax", "declared", 100, date(1960, 7, 15)),)),
            date(2025, 1, 1),
        )


def test_every_statutory_value_carries_its_rule_and_its_article():
    assert len(LAW.schedules) > 20
    for schedule in LAW.schedules.values():
        assert all(row.rule and row.article for row in schedule.rows)


def test_a_rate_change_acts_on_the_days_after_it_and_brackets_stay_those_of_the_due_date():
    texts = {tax: _text(tax) for tax in ("license_tax", "personal_property", "real_property")}
    texts["license_tax"] += """
[[late_interest]]
from = 2025-08-01
basis_points = 2400
rule = "P5"
article = "Ley ficticia de 2025"

[[surcharge]]
from = 2025-08-01
rule = "P8"
article = "Ley ficticia de 2025"
brackets = [{ from_day = 0, basis_points = 9000 }]
"""
    law = read_law(texts)
    old = Debt("D1", "A", "license_tax", "declared", 100_000, date(2025, 7, 15))
    new = Debt("D2", "A", "license_tax", "declared", 100_000, date(2025, 8, 15))
    found = replay(AccountFacts((old, new)), date(2025, 8, 31), law=law)
    # 31 July is the last day at 12%: 16 days; from 1 August 31 days at 24%.
    assert found.balances["D1"].interest_cents == 2564  # 526.03 + 2038.36
    assert found.balances["D1"].surcharge_cents == 5000
    assert found.balances["D2"].surcharge_cents == 90_000
    steps = [step for step in found.explain("D1").steps if step.concept == "interest"]
    assert [(step.days, step.basis_points) for step in steps] == [(16, 1200), (31, 2400)]
    assert steps[1].article == "Ley ficticia de 2025"


def _text(tax: str) -> str:
    return (resources.files("revenue.rules") / "law" / f"{tax}.toml").read_text(encoding="utf-8")


def published(kind: str, semester: str):
    rows = []
    with CIRCULAR.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if (row["kind"], row["semester"]) == (kind, semester):
                to_on = date.fromisoformat(row["to_date"]) if row["to_date"] else None
                rows.append((date.fromisoformat(row["from_date"]), to_on, int(row["percent"]) * 100))
    return rows


def test_the_circular_of_2024_as_published_is_refused_naming_30_august_2024():
    with pytest.raises(CircularError, match="30 de agosto de 2024") as refused:
        read_circular(SURCHARGE, published("surcharge", "1"), CITATION)
    assert refused.value.data["day"] == date(2024, 8, 30)


def test_the_circular_with_its_hole_closed_replaces_the_days_of_the_law_for_its_semester():
    rows = published("surcharge", "1")
    rows[2] = (date(2024, 8, 30), *rows[2][1:])
    law = LAW.with_circulars(
        read_circular(SURCHARGE, rows, CITATION),
        read_circular(SURCHARGE, published("surcharge", "2"), CITATION),
    )
    first = Debt("D1", "A", "license_tax", "declared", 10_000, date(2024, 7, 15))
    second = Debt("D2", "A", "license_tax", "declared", 10_000, date(2025, 1, 15))
    other = Debt("D3", "A", "license_tax", "declared", 10_000, date(2025, 7, 15))

    def surcharge(debt, *day):
        return replay(AccountFacts((debt,)), date(*day), law=law).balances[debt.id].surcharge_cents

    assert [surcharge(first, 2024, 7, day) for day in (15, 30, 31)] == [0, 0, 500]
    assert [surcharge(first, 2024, 8, day) for day in (29, 30, 31)] == [500, 1000, 1000]
    assert [surcharge(second, 2025, 3, day) for day in (1, 2)] == [500, 1000]
    assert [surcharge(other, 2025, 8, day) for day in (14, 15)] == [0, 500]


def test_a_circular_never_charges_by_the_prescribed_date():
    law = LAW.with_circulars(read_circular(SURCHARGE, [(date(2024, 7, 1), None, 1000)], CITATION))
    debt = Debt("D1", "A", "license_tax", "declared", 10_000, date(2024, 7, 15))
    assert replay(AccountFacts((debt,)), date(2024, 7, 15), law=law).balances["D1"].surcharge_cents == 0
    assert replay(AccountFacts((debt,)), date(2024, 7, 16), law=law).balances["D1"].surcharge_cents == 1000


def test_two_circulars_for_one_semester_are_refused():
    table = read_circular(SURCHARGE, published("surcharge", "2"), CITATION)
    with pytest.raises(LawError) as refused:
        LAW.with_circulars(table, table)
    assert refused.value.code == "circular_repeated"


def test_the_circulars_late_filing_table_agrees_with_the_law_day_by_day():
    table = read_circular(LATE_FILING, published("late_filing", ""), CITATION)
    due_on = date(2024, 4, 22)
    for ordinal in range(due_on.toordinal() - 3, due_on.toordinal() + 300):
        day = date.fromordinal(ordinal)
        assert late_filing_basis_points(due_on, day, circular=table) == late_filing_basis_points(
            due_on, day
        ), day


@pytest.mark.parametrize(
    ("rows", "citation", "code"),
    [
        (
            [(date(2024, 7, 1), date(2024, 7, 30), 0), (date(2024, 7, 30), None, 500)],
            CITATION,
            "circular_overlap",
        ),
        ([(date(2024, 7, 1), date(2024, 7, 30), 0)], CITATION, "circular_gap"),
        ([(date(2024, 7, 1), None, 0)], " ", "circular_no_citation"),
        ([(date(2024, 7, 2), date(2024, 7, 1), 0)], CITATION, "circular_dates"),
        ([], CITATION, "circular_empty"),
    ],
)
def test_a_circular_with_an_overlap_an_end_or_no_citation_is_refused(rows, citation, code):
    with pytest.raises(CircularError) as refused:
        read_circular(SURCHARGE, rows, citation)
    assert refused.value.code == code


def test_a_circular_that_starts_later_than_its_semester_is_refused():
    with pytest.raises(CircularError, match="1 de julio de 2024"):
        CircularTable(SURCHARGE, date(2024, 7, 1), (CircularRow(date(2024, 7, 2), None, 0),), CITATION)
