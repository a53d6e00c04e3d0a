"""What answers the worked tables of `docs/rules`: each function takes a row and gives what its last columns say."""

from __future__ import annotations

import copy
import re
from datetime import date
from decimal import Decimal
from typing import Any

from revenue.rules import filing, personal_property, real_property
from revenue.rules.case_reader import read_case
from revenue.rules.cases import answer
from revenue.rules.days import WorkingCalendar
from revenue.rules.money import display_cents, display_percent, parse_cents, split_in_two
from revenue.rules.rate_tables import DeclaredVolume, RateTable, Tier, tax_for_year

Row = dict[str, str]

# The holidays that the tables of the pages meet.
CALENDAR = WorkingCalendar(
    {
        date(2016, 3, 25),
        date(2021, 4, 2),
        date(2024, 3, 29),
        date(2025, 7, 4),
        date(2025, 7, 25),
        date(2026, 1, 1),
    }
)
AGUADA = RateTable(
    "general",
    2016,
    (
        Tier(500_100, 833_400, flat_cents=2_500),
        Tier(833_500, 10_000_000, rate_percent=Decimal("0.30")),
        Tier(10_000_100, 20_000_000, rate_percent=Decimal("0.40")),
        Tier(20_000_100, None, rate_percent=Decimal("0.50")),
    ),
    "Aguada, 2016-17",
)


def cents(text: str) -> int:
    """Read an amount as a page writes it: `$1,234.56`."""
    return parse_cents(text.replace("$", "").replace(",", ""))


def day(text: str) -> date:
    return date.fromisoformat(text)


# --- cases of assess -----------------------------------------------------------------------------------------


def assess(case: dict[str, Any], header: tuple[str, ...], row: tuple[str, ...]) -> list[str]:
    """Answer a row of a case's table: columns in `code` are fields of the case, the others are its answers.

    An empty cell of a field leaves the case as it is. `D2 interest` is the interest of the debt D2, and
    `interest` alone that of the only debt; `credit` is what is left of the payments; *slanted* columns are
    words for the reader.
    """
    asked = copy.deepcopy(case)
    for name, cell in zip(header, row, strict=True):
        if name.startswith("`") and cell:
            _put(asked, name.strip("`"), cell)
    found = answer(read_case(asked))
    return [
        cell if name[0] in "`*" else display_cents(_result(found, name))
        for name, cell in zip(header, row, strict=True)
    ]


def _put(case: dict[str, Any], path: str, text: str) -> None:
    *steps, last = re.findall(r"\w+", path)
    where: Any = case
    for step in steps:
        where = where[int(step)] if step.isdigit() else where.setdefault(step, {})
    where[last] = [part.strip() for part in text.split(",")] if "," in text else _typed(last, text)


def _typed(name: str, text: str) -> str | int:
    return int(text) if name == "year_basis" else text


def _result(found: dict[str, Any], name: str) -> int:
    *debt, component = name.split()
    if component == "credit":
        return sum(parse_cents(amount) for amount in found["credits"].values())
    rows = [one for one in found["debts"] if not debt or one["id"] == debt[0]]
    assert len(rows) == 1, name
    return parse_cents(rows[0][component])


# --- dates and amounts that are no case ----------------------------------------------------------------------


def volume(row: Row) -> Row:
    owed = tax_for_year([DeclaredVolume("general", cents(row["volume"]))], {"general": AGUADA}, 2016)
    return {"patente of the year": display_cents(owed.tax_cents)}


def halves(row: Row) -> Row:
    first, second = split_in_two(cents(row["of the year"]))
    return {"first": display_cents(first), "second": display_cents(second)}


def prescribed(row: Row) -> Row:
    no_roll = None
    if row["notified"]:
        no_roll = filing.NoRoll(date(2023, 7, 1), date(2023, 7, 31), day(row["notified"]))
    return {"prescribed date": str(filing.prescribed_date(day(row["last day"]), CALENDAR, no_roll))}


def declaration(row: Row) -> Row:
    due_on = filing.filing_due_on(int(row["year"]), CALENDAR)
    return {"due": str(due_on), "extended to": str(filing.filing_extended_to(due_on, CALENDAR))}


def discount(row: Row) -> Row:
    off = filing.full_payment_discount(cents(row["of the year"]), day(row["paid"]), day(row["due"]))
    return {"discount": display_cents(off)}


def late_filing(row: Row) -> Row:
    due_on, filed_on = day(row["due"]), day(row["filed"])
    percent = filing.late_filing_basis_points(due_on, filed_on, row["tax"])
    added = filing.late_filing_addition(cents(row["on"]), due_on, filed_on, row["tax"])
    days = (filed_on - due_on).days
    return {"days": str(days), "percent": display_percent(percent), "addition": display_cents(added)}


def pay_by(row: Row) -> Row:
    return {"last day to pay": str(filing.last_day_to_pay(day(row["demanded"]), CALENDAR))}


def expiry(row: Row) -> Row:
    may = row["on a non-working day"] == "on"
    return {"expires": str(filing.extension_expiry(day(row["day fixed"]), CALENDAR, may_be_non_working=may))}


def ceased(row: Row) -> Row:
    ceased_on = day(row["ceased"]) if row["ceased"] else None
    notified_on = day(row["notified"]) if row["notified"] else None
    owes = filing.owes_semester(day(row["semester"]), ceased_on, notified_on)
    return {"owes it": "yes" if owes else "no"}


def started(row: Row) -> Row:
    free = filing.is_free_semester(day(row["semester"]), day(row["started"]))
    due_on = filing.new_business_filing_due_on(day(row["started"]), CALENDAR)
    return {"free": "yes" if free else "no", "files by": str(due_on)}


def penalties(row: Row) -> Row:
    deficiency, on = cents(row["deficiency"]), date(2025, 5, 15)
    return {
        "negligence": display_cents(personal_property.negligence_penalty(deficiency, on)),
        "fraud": display_cents(personal_property.fraud_penalty(deficiency, on)),
    }


def property_tax(row: Row) -> Row:
    points = int(Decimal(row["rate"].strip("%")) * 100)
    owed = real_property.tax_for_year(cents(row["valuation"]), cents(row["exempt"]), points)
    (first_on, first), (second_on, second) = real_property.semesters(2025, owed)
    return {
        "tax": display_cents(owed),
        str(first_on): display_cents(first),
        str(second_on): display_cents(second),
    }


def delinquency(row: Row) -> Row:
    return {"day 90": str(real_property.last_day_before_delinquency(day(row["due"])))}


def auction(row: Row) -> Row:
    return {"from": str(real_property.first_auction_day(day(row["notified"])))}


def rate_difference(row: Row) -> Row:
    used, final = (int(Decimal(row[name].strip("%")) * 100) for name in ("rate used", "final rate"))
    found = real_property.final_rate_difference(cents(row["valuation"]), cents(row["exempt"]), used, final)
    return {"owed or, if negative, credited": display_cents(found)}
