"""Every day from 0 to 400, for every tax, policy and edge principal, against expectations spelled out "
"again here."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

import pytest

from revenue.rules.facts import AccountFacts, Debt
from revenue.rules.readings import Policies
from revenue.rules.replay import replay

PRINCIPALS = (1, 10, 333, 123_456, 99_999_999_999)
DUE = date(2025, 7, 15)


def rounded(amount: Decimal) -> int:
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))


def interest(principal: int, percent: int, days: int, year: int = 365) -> int:
    return rounded(Decimal(principal * percent * max(0, days)) / (100 * year))


def surcharge(principal: int, days: int, last: tuple[int, ...] = (30, 60)) -> int:
    steps = sum(days > bound for bound in last)
    return rounded(Decimal(principal * 5 * steps) / 100)


def balance(debt: Debt, day: int, policies: Policies) -> tuple[int, int]:
    found = replay(AccountFacts((debt,)), DUE + timedelta(days=day), policies=policies).balances[debt.id]
    assert (found.costs_cents, found.principal_cents) == (0, debt.principal_cents)
    return found.interest_cents, found.surcharge_cents


def check(expected, policies=None, *, tax="license_tax", nature="declared", **fields):
    for principal in PRINCIPALS:
        debt = Debt("D1", "A1", tax, nature, principal, DUE, **fields)
        for day in range(401):
            assert balance(debt, day, policies or Policies()) == expected(principal, day), (principal, day)


@pytest.mark.parametrize("year", [365, 360])
def test_patente_bears_12_percent_and_5_on_day_31_and_10_on_day_61(year):
    check(
        lambda cents, day: (interest(cents, 12, day, year), surcharge(cents, day)), Policies(year_basis=year)
    )


def test_patente_counted_from_the_semester_bears_5_on_day_17_and_10_on_day_47():
    # 1 July is day 1, so that 15 July is day 15: 31 days are reached 16 days after it.
    check(
        lambda cents, day: (interest(cents, 12, day), surcharge(cents, day + 15)),
        Policies(license_tax_surcharge_clock="semester_start"),
        semester_start_on=date(2025, 7, 1),
    )


def test_extended_patente_bears_10_percent_and_its_interest_joins_the_base_after_x():
    def expected(cents, day):
        within = interest(cents, 10, min(day, 91))
        if day <= 91:
            return within, 0
        base = cents + within
        return within + interest(base, 10, day - 91), surcharge(base, day - 91)

    check(expected, extended_to=DUE + timedelta(days=91))


@pytest.mark.parametrize(("clock", "starts"), [("pay_by", 10), ("notice", 0)])
def test_deficiency_bears_nothing_through_day_10_and_then_10_percent_from_its_notice(clock, starts):
    def expected(cents, day):
        return (0, 0) if day <= 10 else (interest(cents, 10, day), surcharge(cents, day - starts))

    for nature in ("deficiency", "addition"):
        check(expected, Policies(deficiency_surcharge_clock=clock), nature=nature, demanded_on=DUE)


def test_deficiency_with_a_later_printed_day_waits_for_it():
    def expected(cents, day):
        return (0, 0) if day <= 13 else (interest(cents, 10, day), surcharge(cents, day - 13))

    check(expected, nature="deficiency", demanded_on=DUE, pay_by=DUE + timedelta(days=13))


def test_mueble_bears_10_percent_and_5_10_15_after_days_30_60_90():
    check(
        lambda cents, day: (interest(cents, 10, day), surcharge(cents, day, (30, 60, 90))),
        tax="personal_property",
    )


def test_mueble_extended_bears_no_surcharge_through_x_and_then_the_days_from_the_original_date():
    check(
        lambda cents, day: (interest(cents, 10, day), surcharge(cents, day, (30, 60, 90)) if day > 92 else 0),
        tax="personal_property",
        extended_to=DUE + timedelta(days=92),
    )


@pytest.mark.parametrize("gap", ["literal", "free_if_paid", "none"])
@pytest.mark.parametrize("demanded", [-20, 0, 40])
def test_mueble_demanded_waits_ten_days_as_its_policy_says(gap, demanded):
    first, last = max(0, demanded), max(0, demanded + 10)

    def expected(cents, day):
        days = day
        if gap == "literal" or (gap == "free_if_paid" and day <= last):
            days -= max(0, min(day, last) - first)
        return interest(cents, 10, days), surcharge(cents, day, (30, 60, 90))

    check(
        expected,
        Policies(personal_property_demand_gap=gap),
        tax="personal_property",
        demanded_on=DUE + timedelta(days=demanded),
    )


@pytest.mark.parametrize("deferred", [None, 60, 119])
def test_inmueble_after_delinquency_bears_nothing_through_day_90_and_5_10_after_30_60_more(deferred):
    end = max(90, deferred or 0)

    def expected(cents, day):
        return (0, 0) if day <= end else (interest(cents, 10, day), surcharge(cents, day - end))

    extended_to = None if deferred is None else DUE + timedelta(days=deferred)
    check(expected, tax="real_property", extended_to=extended_to)


@pytest.mark.parametrize("deferred", [None, 60, 119])
def test_inmueble_at_delinquency_bears_everything_at_once_on_day_91(deferred):
    end, clock = max(90, deferred or 0), deferred or 0

    def expected(cents, day):
        return (0, 0) if day <= end else (interest(cents, 10, day), surcharge(cents, day - clock))

    extended_to = None if deferred is None else DUE + timedelta(days=deferred)
    check(
        expected,
        Policies(real_property_additions="at_delinquency"),
        tax="real_property",
        extended_to=extended_to,
    )


@pytest.mark.parametrize("deferred", [None, 119])
def test_inmueble_from_due_date_bears_interest_at_once_and_surcharge_from_the_day_it_must_be_paid(deferred):
    clock = deferred or 0
    extended_to = None if deferred is None else DUE + timedelta(days=deferred)
    check(
        lambda cents, day: (interest(cents, 10, day), surcharge(cents, day - clock)),
        Policies(real_property_additions="from_due_date"),
        tax="real_property",
        extended_to=extended_to,
    )
