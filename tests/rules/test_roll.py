"""The balances of a roll over arrays are those of the replay, to the cent (issue 3, point 6)."""

from __future__ import annotations

import itertools
import os
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from revenue.rules import roll
from revenue.rules.circulars import SURCHARGE, CircularRow, CircularTable
from revenue.rules.errors import FactsError, LawError
from revenue.rules.facts import NATURES, TAXES, AccountFacts, Adjustment, Cost, Debt, Payment, is_known
from revenue.rules.money import MAX_CENTS
from revenue.rules.parameters import LAW, Law, Schedule
from revenue.rules.readings import COMPONENTS, DEFAULT_POLICIES, SWITCHES, Policies, PolicyHistory
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
    rows = []
    for place, debt in enumerate(facts.debts):
        if debt.opening is not None:
            paid = debt.opening
            cents = [getattr(paid, f"{name}_cents") for name in COMPONENTS]
            rows.append((place, ordinal(paid.on), roll.PAID, *cents))
        for cost in debt.costs:
            rows.append((place, ordinal(cost.on), roll.COST, cost.amount_cents, 0, 0, 0))
        for item in debt.adjustments:
            if is_known(item.recorded_on or item.on, known_on):
                cents = [item.amount_cents if name == item.component else 0 for name in COMPONENTS]
                rows.append((place, ordinal(item.on), roll.ADJUSTMENT, *cents))
        for paid in replayed.allocations:
            if paid.debt == debt.id:
                cents = [getattr(paid, f"{name}_cents") for name in COMPONENTS]
                rows.append((place, ordinal(paid.on), roll.PAID, *cents))
    return rows


def both_ways(histories, as_of, known_on=None, policy=DEFAULT_POLICIES, law=LAW):
    """The balances of some accounts one debt at a time, and over arrays all at once."""
    debts, moves, one, must_pay_on = [], [], [], []
    for facts in histories:
        replayed = replay(facts, as_of, known_on, policy, law)
        moves += [(place + len(debts), *rest) for place, *rest in movement_rows(facts, replayed, known_on)]
        debts += [debt_row(debt, known_on) for debt in facts.debts]
        must_pay_on += [ordinal(replayed.must_pay_on(debt.id)) for debt in facts.debts]
        one += [
            tuple(getattr(item, f"{name}_cents") for name in COMPONENTS)
            for item in replayed.balances.values()
        ]
    found = roll.balances(roll.Debts.of(debts), roll.Movements.of(moves), as_of, policy, law)
    assert found.must_pay_on.tolist() == must_pay_on
    return one, list(zip(*(getattr(found, name).tolist() for name in COMPONENTS), strict=True))


# A run of the suite tries some thousand histories; `HISTORIES=10000 pytest tests/rules/test_roll.py` tries as many more.
@settings(
    max_examples=int(os.environ.get("HISTORIES", "600")), deadline=None, derandomize=True, database=None
)
@given(st.lists(accounts(max_debts=3, max_payments=4), min_size=1, max_size=3), as_ofs, known_ons, policies)
def test_random_histories_come_to_the_same_cents_together_as_one_by_one(histories, as_of, known_on, policy):
    one, many = both_ways(histories, as_of, known_on, policy)
    assert many == one


DUE_ON = date(2024, 7, 15)
BOUNDARIES = (-1, 0, 1, 10, 11, 30, 31, 45, 46, 60, 61, 75, 76, 90, 91, 105, 106, 120, 121, 150, 151, 200)


def kinds_of_debt() -> list[Debt]:
    """A debt of each kind that has terms of its own."""
    declared = [Debt(tax, tax, tax, "declared", 123_457, DUE_ON) for tax in TAXES]
    declared = [replace(debt, semester_start_on=date(2024, 7, 1)) for debt in declared]
    extended = [replace(debt, extended_to=DUE_ON + timedelta(days=45)) for debt in declared]
    demanded = replace(declared[1], demanded_on=DUE_ON + timedelta(days=20), pay_by=None)
    printed = replace(demanded, pay_by=DUE_ON + timedelta(days=35))
    notices = [
        replace(declared[0], nature=nature, demanded_on=DUE_ON, pay_by=pay_by)
        for nature in ("deficiency", "addition")
        for pay_by in (None, DUE_ON + timedelta(days=15))
    ]
    return [*declared, *extended, demanded, printed, *notices]


def history(debt: Debt, *paid: tuple[int, int], **changes) -> AccountFacts:
    """The account of one debt, with payments of (days after it was due, cents)."""
    payments = [
        Payment(f"P{number}", debt.account, DUE_ON + timedelta(days=days), cents)
        for number, (days, cents) in enumerate(paid)
    ]
    return AccountFacts((replace(debt, **changes),), tuple(payments))


@pytest.mark.parametrize("days", BOUNDARIES)
@pytest.mark.parametrize("tax", TAXES)
def test_each_kind_of_debt_agrees_at_each_boundary_under_every_policy_of_its_tax(tax, days):
    names = ("license_tax_surcharge_clock", "deficiency_surcharge_clock", "personal_property_demand_gap",
             "real_property_additions", "year_basis")  # fmt: skip
    histories = [
        facts
        for debt in kinds_of_debt()
        if debt.tax == tax
        for facts in (history(debt), history(debt, (5, 40_000), (46, 3_000), (91, 20_000)))
    ]
    for name in names:
        for choice in SWITCHES[name].choices:
            policy = Policies(**{name: choice.value})
            one, many = both_ways(histories, DUE_ON + timedelta(days=days), policy=policy)
            assert many == one


def with_row(law: Law, name: str, from_on: date, **changes) -> Law:
    """The law with one more row of a value, from a day on."""
    schedule = law.schedule(name)
    row = replace(schedule.rows[-1], from_on=from_on, **changes)
    return replace(law, schedules={**law.schedules, name: Schedule(name, [*schedule.rows, row])})


def test_a_rate_that_changes_while_debts_are_late_counts_each_day_at_its_own():
    law = with_row(LAW, "license_tax.late_interest", DUE_ON + timedelta(days=40), value=777)
    law = with_row(law, "license_tax.extension_interest", DUE_ON + timedelta(days=20), value=1_111)
    law = with_row(law, "license_tax.deficiency_interest", DUE_ON + timedelta(days=7), value=650)
    law = with_row(law, "real_property.late_interest", DUE_ON + timedelta(days=50), value=905)
    histories = [history(debt, (33, 10_000), (60, 10_000)) for debt in kinds_of_debt()]
    for days in BOUNDARIES:
        one, many = both_ways(histories, DUE_ON + timedelta(days=days), law=law)
        assert many == one
    assert one != both_ways(histories, DUE_ON + timedelta(days=days))[0]


def test_a_circular_replaces_the_days_of_its_semester():
    starts = [date(2024, 7, 1), date(2024, 8, 20), date(2024, 9, 10), date(2024, 11, 1)]
    ends = [*(day - timedelta(days=1) for day in starts[1:]), None]
    rows = [
        CircularRow(on, to, points) for on, to, points in zip(starts, ends, (0, 500, 1_000, 300), strict=True)
    ]
    law = LAW.with_circulars(CircularTable(SURCHARGE, starts[0], tuple(rows), "Carta Circular de prueba"))
    histories = [history(debt, (33, 10_000), (60, 10_000)) for debt in kinds_of_debt()]
    for day in (*starts, *ends[:-1]):
        one, many = both_ways(histories, day, law=law)
        assert many == one


def test_policies_are_those_of_each_debts_due_date():
    dated = PolicyHistory(
        (
            (date(2000, 1, 1), Policies()),
            (DUE_ON, Policies(year_basis=360, real_property_additions="from_due_date")),
        )
    )
    before = [
        replace(debt, due_on=date(2024, 7, 14)) for debt in kinds_of_debt() if debt.nature == "declared"
    ]
    histories = [history(debt, (70, 30_000)) for debt in (*before, *kinds_of_debt())]
    one, many = both_ways(histories, date(2025, 3, 1), policy=dated)
    assert many == one


def test_a_waiver_takes_at_most_what_was_owed_that_day_and_the_next_one_what_is_left():
    waivers = [
        Adjustment(DUE_ON + timedelta(days=days), component, cents)
        for days, component, cents in [
            (31, "surcharge", 5_000), (31, "surcharge", 5_000), (62, "interest", 10**9),
            (62, "surcharge", 10**9), (63, "costs", 999), (64, "principal", 10**9), (70, "principal", 5),
        ]
    ]  # fmt: skip
    costs = (Cost(DUE_ON + timedelta(days=40), 700), Cost(DUE_ON + timedelta(days=90), 800))
    for days in BOUNDARIES:
        histories = [
            history(debt, *paid, adjustments=tuple(waivers[:number]), costs=costs)
            for debt in kinds_of_debt()
            for number in range(len(waivers) + 1)
            for paid in ([], [(31, 20_000), (62, 20_000)])
        ]
        one, many = both_ways(histories, DUE_ON + timedelta(days=days))
        assert many == one


def test_a_credit_that_reaches_a_debt_comes_before_the_waiver_of_that_day_and_a_payment_after_it():
    entered_on = DUE_ON + timedelta(days=70)
    waived = tuple(Adjustment(entered_on, component, 123_400) for component in COMPONENTS)
    for debt in kinds_of_debt():
        for days, cents in itertools.product((0, 70), (50, 1_000, 40_000, 140_000)):
            facts = history(debt, (days, cents), entered_on=entered_on, adjustments=waived)
            one, many = both_ways([facts], DUE_ON + timedelta(days=71))
            assert many == one


def test_a_waiver_dated_before_its_debt_is_owed_takes_nothing():
    waived = (Adjustment(DUE_ON, "principal", 400), Adjustment(DUE_ON + timedelta(days=3), "principal", 55))
    facts = history(kinds_of_debt()[0], entered_on=DUE_ON + timedelta(days=3), adjustments=waived)
    one, many = both_ways([facts], DUE_ON + timedelta(days=71))
    assert many == one
    assert many[0][-1] == 123_457 - 55


@pytest.mark.parametrize("principal_cents", [10**9, 10**11, 10**13, MAX_CENTS])
def test_amounts_too_large_for_the_machines_integers_come_out_exact(principal_cents):
    as_of = date(2190, 12, 31)  # a century and a half of interest: the products pass 2**63
    histories = [
        history(replace(debt, principal_cents=cents), (20, 777), (100, cents // 3))
        for debt in kinds_of_debt()
        for cents in (principal_cents, 5)
    ]
    one, many = both_ways(histories, as_of)
    assert many == one
    if principal_cents == MAX_CENTS:
        assert 2 * (as_of - DUE_ON).days * 1_200 * MAX_CENTS > 2**63


def test_chunks_of_any_size_give_the_same_roll(monkeypatch):
    histories = [history(debt, (31, 20_000), (90, 7)) for debt in kinds_of_debt()]
    for size in (1, 2, 5, len(histories), 1_000):
        monkeypatch.setattr(roll, "CHUNK", size)
        one, many = both_ways(histories, date(2025, 1, 31))
        assert many == one


def test_many_different_sets_of_dates_are_told_apart():
    debts = [
        replace(
            debt,
            due_on=debt.due_on - timedelta(days=13 * number),
            demanded_on=debt.demanded_on and debt.demanded_on - timedelta(days=13 * number),
            pay_by=debt.pay_by and debt.pay_by - timedelta(days=12 * number),
            extended_to=debt.extended_to and debt.extended_to + timedelta(days=7 * number),
        )
        for debt in kinds_of_debt()
        for number in range(40)
    ]
    one, many = both_ways([history(debt, (10, 11_111)) for debt in debts], date(2025, 6, 30))
    assert many == one
    assert len(set(one)) > 300


def test_an_empty_roll_and_a_roll_of_the_future_owe_nothing():
    assert len(roll.balances(roll.Debts.of([]), roll.Movements.of([]), DUE_ON).total) == 0
    later = [history(debt, entered_on=DUE_ON + timedelta(days=1)) for debt in kinds_of_debt()]
    one, many = both_ways(later, DUE_ON)
    assert many == one == [(0, 0, 0, 0)] * len(later)


def test_a_day_that_no_row_of_the_law_covers_is_an_error_and_never_a_guess():
    last = replace(LAW.schedule("real_property.late_interest").rows[0], to_on=DUE_ON + timedelta(days=10))
    ended = Schedule("real_property.late_interest", [last])
    law = replace(LAW, schedules={**LAW.schedules, ended.name: ended})
    debts = roll.Debts.of([debt_row(debt, None) for debt in kinds_of_debt() if debt.tax == "real_property"])
    nothing = roll.Movements.of([])
    assert roll.balances(debts, nothing, DUE_ON + timedelta(days=10), law=law).interest.tolist() == [0, 0]
    with pytest.raises(LawError, match="ninguna fila rige"):
        roll.balances(debts, nothing, DUE_ON + timedelta(days=11), law=law)


def test_terms_that_cannot_be_told_are_refused_as_they_are_for_one_debt():
    debts = roll.Debts.of([debt_row(Debt("D", "A", "license_tax", "declared", 1, DUE_ON), None)])
    with pytest.raises(FactsError, match="semester_start"):
        roll.balances(
            debts, roll.Movements.of([]), DUE_ON, Policies(license_tax_surcharge_clock="semester_start")
        )


def test_movements_out_of_the_order_of_their_debts_are_a_programmers_error():
    debts = roll.Debts.of([debt_row(debt, None) for debt in kinds_of_debt()])
    moves = roll.Movements.of([(1, 1, roll.PAID, 0, 0, 0, 1), (0, 1, roll.PAID, 0, 0, 0, 1)])
    with pytest.raises(AssertionError):
        roll.balances(debts, moves, DUE_ON)
