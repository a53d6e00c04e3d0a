"""`docs/changing-a-rule.md`, walked through: its row is added to the law, and only the days after it change."""

from __future__ import annotations

import re
from datetime import date, timedelta
from importlib import resources

import pytest

from revenue.rules.errors import LawError
from revenue.rules.facts import AccountFacts, Debt
from revenue.rules.money import display_cents
from revenue.rules.parameters import LAW, TAXES, Law, read_law
from revenue.rules.replay import replay
from revenue.rules.wording import describe
from tests.rules.pages import DOCS, tables

PAGE = DOCS / "changing-a-rule.md"
DEBT = Debt("D1", "A1", "license_tax", "declared", 100_000, date(2027, 7, 15))
CHANGED_ON = date(2027, 10, 1)


def row_of_the_page() -> str:
    found = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def changed(*rows: str) -> Law:
    folder = resources.files("revenue.rules") / "law"
    texts = {tax: (folder / f"{tax}.toml").read_text(encoding="utf-8") for tax in TAXES}
    texts["license_tax"] += "\n" + "\n".join(rows)
    return read_law(texts)


def interest(law: Law, as_of: date, debt: Debt = DEBT) -> int:
    return replay(AccountFacts((debt,)), as_of, law=law).balances[debt.id].interest_cents


def test_a_new_rate_acts_from_its_date_only():
    law = changed(row_of_the_page())
    for days in range(400):
        as_of = DEBT.due_on + timedelta(days=days)
        assert (interest(law, as_of) == interest(LAW, as_of)) == (days == 0 or as_of < CHANGED_ON), as_of
    at_nine = (CHANGED_ON - timedelta(days=1), CHANGED_ON + timedelta(days=364))
    assert interest(law, at_nine[1]) - interest(law, at_nine[0]) == 9_000  # 365 days at 9%


def test_the_table_of_the_page_has_the_figures_of_the_rules():
    table = next(one for one in tables(PAGE) if one.how == "change")
    law = changed(row_of_the_page())
    for asked, before, after, _why in table.rows:
        as_of = date.fromisoformat(asked)
        assert (before, after) == (display_cents(interest(LAW, as_of)), display_cents(interest(law, as_of)))


def test_the_steps_show_each_rate_with_its_article():
    steps = (
        replay(AccountFacts((DEBT,)), date(2027, 10, 31), law=changed(row_of_the_page())).explain("D1").steps
    )
    said = [describe(step) for step in steps if step.concept == "interest"]
    assert said[0].startswith("$1,000.00 × 12% × 77 días ÷ 365 = $25.32")
    assert said[1].startswith("$1,000.00 × 9% × 31 días ÷ 365 = $7.64")
    assert said[1].endswith("(Ley ficticia de 2027, art. 1, regla P5)")


def test_a_new_table_of_surcharge_reaches_the_debts_due_from_its_date():
    law = changed(
        '[[surcharge]]\nfrom = 2027-10-01\nrule = "P8"\narticle = "Ley ficticia de 2027, art. 2"\n'
        "brackets = [{ from_day = 0, basis_points = 100 }]"
    )
    old, new = date(2027, 9, 30), CHANGED_ON
    for due_on, cents in ((old, 10_000), (new, 1_000)):
        debt = Debt("D1", "A1", "license_tax", "declared", 100_000, due_on)
        found = replay(AccountFacts((debt,)), due_on + timedelta(days=61), law=law)
        assert found.balances["D1"].surcharge_cents == cents


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (row_of_the_page().replace("2027-10-01", "1974-07-10"), "law_overlap"),
        (re.sub('article = ".*"', 'article = " "', row_of_the_page()), "law_no_citation"),
    ],
    ids=["a date that another row has", "no article"],
)
def test_a_row_that_overlaps_or_has_no_article_stops_the_program(row, code):
    with pytest.raises(LawError) as refused:
        changed(row)
    assert refused.value.code == code
