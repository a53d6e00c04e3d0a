"""The balances of a roll over arrays are those of the replay, to the cent (issue 3, point 6)."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from revenue.rules import roll
from revenue.rules.circulars import SURCHARGE, CircularRow, CircularTable
from revenue.rules.errors import FactsError, LawError
from revenue.rules.facts import NATURES, TAXES, AccountFacts, Adjustment, Cost, Debt, Payment, is_known
from revenue.rules.money import MAX_CENTS
from revenue.rules.parameters import LAW, Law, Schedule
from revenue.rules.readings import COMPONENTS, DEFAULT_POLICIES, Policies, PolicyHistory
from revenue.rules.replay import Replayed, replay
from tests.rules.histories import accounts, policies

as_ofs = st.dates(date(2023, 6, 1), date(2026, 3, 31))
known_ons = st.one_of(st.none(), st.dates(date(2023, 6, 1), date(2026, 3, 31)))


def ordinal(day: date | None) -> int:
    return 0 if day is None else day.toordinal()


def debt_row(debt: Debt, known_on: date | None) -> tuple[int, ...]:
    return (
        TAXES.index(debt.tax),
        NATURES.index(debt.nature),
        debt.principal_cents,
        ordinal(debt.due_on),
        ordinal(debt.semester_start_on),
        ordinal(debt.extended_to_as_known(known_on)),
        ordinal(debt.demanded_on),
        ordinal(debt.pay_by),
        ordinal(debt.entered_on),
    )


def movement_rows(facts: AccountFacts, replayed: Replayed, known_on: date | None) -> list[tuple[int, ...]]:
    """What happened to the debts of an account: its facts as known, and the allocations that the replay made."""
    received_on = {payment.id: payment.on for payment in facts.payments}
    rows = []
    for place, debt in enumerate(facts.debts):
        if debt.opening is not None:
            paid = debt.opening
            cents = [getattr(paid, f"{name}_cents") for name in COMPONENTS]
            rows.append((place, ordinal(paid.on), roll.OPENING, *cents))
        for cost in debt.costs:
            rows.append((place, ordinal(cost.on), roll.COST, cost.amount_cents, 0, 0, 0))
        for item in debt.adjustments:
            if is_known(item.recorded_on or item.on, known_on):
                cents = [item.amount_cents if name == item.component else 0 for name in COMPONENTS]
                rows.append((place, ordinal(item.on), roll.ADJUSTMENT, *cents))
        for paid in replayed.allocations:
            if paid.debt == debt.id:
                kind = roll.PAYMENT if paid.on == received_on[paid.payment] else roll.CREDIT
                cents = [getattr(paid, f"{name}_cents") for name in COMPONENTS]
                rows.append((place, ordinal(paid.on), kind, *cents))
    return rows


def both_ways(facts, as_of, known_on=None, policy=DEFAULT_POLICIES, law=LAW):
    """The balances of an account one debt at a time, and over arrays."""
    replayed = replay(facts, as_of, known_on, policy, law)
    found = roll.balances(
        roll.Debts.of(debt_row(debt, known_on) for debt in facts.debts),
        roll.Movements.of(movement_rows(facts, replayed, known_on)),
        as_of,
        policy,
        law,
    )
    one = [
        tuple(getattr(item, f"{name}_cents") for name in COMPONENTS) for item in replayed.balances.values()
    ]
    many = list(zip(*(getattr(found, name).tolist() for name in COMPONENTS), strict=True))
    assert found.must_pay_on.tolist() == [ordinal(replayed.must_pay_on(debt.id)) for debt in facts.debts]
    return one, many


@settings(max_examples=10_000, deadline=None, derandomize=True, database=None)
@given(accounts(max_debts=3, max_payments=4), as_ofs, known_ons, policies)
def test_ten_thousand_random_histories_come_to_the_same_cents(facts, as_of, known_on, policy):
    one, many = both_ways(facts, as_of, known_on, policy)
    assert many == one
