"""What must hold for every history (quality.md V1-V4, V8, V9, V11, V16), on random ones and against a "
"second model."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from revenue.rules.case_reader import Case
from revenue.rules.cases import answer
from revenue.rules.facts import AccountFacts, Cost, Payment, Tender, is_known
from revenue.rules.readings import COMPONENTS, DEFAULT_POLICIES
from revenue.rules.replay import replay
from tests.rules import brute_force
from tests.rules.histories import accounts, policies

as_ofs = st.dates(date(2023, 6, 1), date(2026, 3, 31))
known_ons = st.one_of(st.none(), st.dates(date(2023, 6, 1), date(2026, 3, 31)))
# The seed is fixed so that every run tries the same histories; hypothesis prints the one that fails.
thorough = settings(max_examples=100, deadline=None, derandomize=True, database=None)
slow = settings(max_examples=100, deadline=None, derandomize=True, database=None)


def parts(balance):
    return {name: getattr(balance, f"{name}_cents") for name in COMPONENTS}


def rows(replayed):
    return [(a.payment, a.debt, a.on, *parts(a).values()) for a in replayed.allocations]


@slow
@given(accounts(), as_ofs, known_ons, policies)
def test_a_history_lived_day_by_day_gives_the_same_cents(facts, as_of, known_on, policy):
    replayed = replay(facts, as_of, known_on, policy)
    balances, allocations, credits = brute_force.live_through(facts, as_of, known_on, policy)
    assert {debt: parts(balance) for debt, balance in replayed.balances.items()} == balances
    assert rows(replayed) == allocations
    assert replayed.credits == credits


@thorough
@given(accounts(), as_ofs, known_ons, policies)
def test_what_was_received_is_allocated_refunded_or_credit_to_the_cent(facts, as_of, known_on, policy):
    replayed = replay(facts, as_of, known_on, policy)
    allocated = defaultdict(int)
    for allocation in replayed.allocations:
        allocated[allocation.payment] += allocation.total_cents
    for payment in facts.payments:
        happened = payment.on <= as_of and is_known(payment.recorded_on or payment.on, known_on)
        kept = payment.received_cents(known_on) if happened else 0
        refunded = payment.refunded_cents(as_of, known_on) if happened else 0
        assert allocated[payment.id] + replayed.credits.get(payment.id, 0) == max(0, kept - refunded)


@thorough
@given(accounts(), as_ofs, known_ons, policies)
def test_the_steps_of_each_component_add_up_to_its_balance(facts, as_of, known_on, policy):
    replayed = replay(facts, as_of, known_on, policy)
    for debt in facts.debts:
        assessment, balance = replayed.explain(debt.id), replayed.balances[debt.id]
        assert assessment.total_cents == balance.total_cents
        assert {name: assessment.component_cents(name) for name in COMPONENTS} == parts(balance)


@thorough
@given(accounts(openings=False), as_ofs, policies)
def test_charges_less_what_was_taken_is_the_balance_and_no_component_goes_below_zero(facts, as_of, policy):
    replayed = replay(facts, as_of, policies=policy)
    for debt in facts.debts:
        taken = sum(a.principal_cents for a in replayed.allocations if a.debt == debt.id)
        balance = replayed.balances[debt.id]
        assert min(parts(balance).values()) >= 0
        assert all(min(parts(a).values()) >= 0 and a.total_cents > 0 for a in replayed.allocations)
        waived = sum(
            -step.amount_cents
            for step in replayed.explain(debt.id).steps
            if step.concept == "adjustment" and step.component == "principal"
        )
        owed = debt.principal_cents if (debt.owed_from() or date.min) <= as_of else 0
        assert balance.principal_cents == owed - taken - waived


@thorough
@given(accounts(), as_ofs, policies)
def test_no_payment_skips_an_older_debt_but_for_a_plan_a_stranger_or_a_debt_not_yet_owed(
    facts, as_of, policy
):
    facts = replace(facts, payments=tuple(replace(payment, refunds=()) for payment in facts.payments))
    paid_by = {payment.id: payment for payment in facts.payments}
    order = sorted(facts.debts, key=lambda debt: debt.extended_to or debt.due_on)
    for allocation in replay(facts, as_of, policies=policy).allocations:
        payment = paid_by[allocation.payment]
        if allocation.debt in payment.plan:
            continue
        that_evening = replay(facts, allocation.on, policies=policy).balances
        for older in order:
            if older.id == allocation.debt:
                break
            is_owed = (older.owed_from() or date.min) <= allocation.on
            if is_owed and (older.liable is None or payment.on_behalf_of in older.liable):
                assert that_evening[older.id].total_cents == 0


@thorough
@given(accounts(), as_ofs, policies, st.data())
def test_returning_an_instrument_equals_its_never_having_existed(facts, as_of, policy, data):
    if not facts.payments:
        return
    index = data.draw(st.integers(0, len(facts.payments) - 1))
    payment = facts.payments[index]
    returned = replace(
        payment, tenders=(Tender(payment.amount_cents, payment.on + timedelta(days=9)),), refunds=()
    )
    with_return = replace(facts, payments=(*facts.payments[:index], returned, *facts.payments[index + 1 :]))
    without = replace(facts, payments=(*facts.payments[:index], *facts.payments[index + 1 :]))
    one, other = replay(with_return, as_of, policies=policy), replay(without, as_of, policies=policy)
    assert one.balances == other.balances
    assert one.allocations == other.allocations
    assert one.credits == other.credits


@thorough
@given(accounts(), as_ofs, policies)
def test_what_was_known_then_does_not_change_when_later_facts_are_recorded(facts, as_of, policy):
    known_on = as_of
    late = Payment(
        "late", "A1", date(2023, 1, 2), 77_700, recorded_on=known_on + timedelta(days=1), on_behalf_of="T1"
    )
    more = replace(facts, payments=(*facts.payments, late))
    assert replay(facts, as_of, known_on, policy).balances == replay(more, as_of, known_on, policy).balances


@thorough
@given(accounts(max_payments=0), policies, st.data())
def test_interest_and_surcharge_are_zero_by_the_due_date_and_never_fall_as_days_pass(facts, policy, data):
    bare = tuple(replace(debt, adjustments=(), opening=None, entered_on=None) for debt in facts.debts)
    alone = AccountFacts(bare)
    start = data.draw(st.dates(date(2023, 1, 1), date(2025, 6, 30)))
    before = replay(alone, start, policies=policy).balances
    for debt in bare:
        if start <= debt.due_on:
            assert (before[debt.id].interest_cents, before[debt.id].surcharge_cents) == (0, 0)
    for gap in (1, 2, 10, 30, 31, 60, 90, 365):
        after = replay(alone, start + timedelta(days=gap), policies=policy).balances
        for debt_id, balance in before.items():
            assert after[debt_id].interest_cents >= balance.interest_cents
            assert after[debt_id].surcharge_cents >= balance.surcharge_cents
        before = after


@thorough
@given(accounts(), as_ofs, policies, st.data())
def test_looking_at_a_day_in_between_changes_nothing(facts, as_of, policy, data):
    """Interest is additive over split periods: a cost of nothing new, a payment of no one, a look, all "
    "leave the cents alone."""
    middle = data.draw(st.dates(date(2023, 1, 1), as_of))
    stranger = Payment("nobody", "A1", middle, 1, tenders=(Tender(1, middle),), on_behalf_of="T9")
    looked = replace(facts, payments=(*facts.payments, stranger))
    assert replay(facts, as_of, policies=policy).balances == replay(looked, as_of, policies=policy).balances


@thorough
@given(accounts(max_debts=1, max_payments=0), as_ofs, st.data())
def test_paying_one_cent_of_cost_in_between_splits_the_interest_without_changing_it(facts, as_of, data):
    """A payment that reaches no base cuts the period in two segments: their interest adds up to the "
    "whole one."""
    (debt,) = (replace(debt, adjustments=(), costs=(), entered_on=None, opening=None) for debt in facts.debts)
    middle = data.draw(st.dates(date(2023, 1, 1), as_of))
    charged = replace(debt, costs=(Cost(date(2023, 1, 1), 1),))
    liable = None if debt.liable is None else debt.liable[0]
    paid = AccountFacts((charged,), (Payment("P", "A1", middle, 1, on_behalf_of=liable),))
    whole, split = replay(AccountFacts((debt,)), as_of), replay(paid, as_of)
    if (debt.owed_from() or date.min) <= middle:
        assert whole.balances[debt.id] == split.balances[debt.id]


@thorough
@given(accounts(), accounts(), as_ofs)
def test_two_accounts_never_touch_each_other(one, other, as_of):
    """V11: what happens in one account, in any order, leaves the other's balances as they are alone."""
    second = AccountFacts(
        tuple(replace(debt, id=f"X{debt.id}", account="A2") for debt in other.debts),
        tuple(
            replace(
                payment, id=f"X{payment.id}", account="A2", plan=tuple(f"X{debt}" for debt in payment.plan)
            )
            for payment in other.payments
        ),
    )

    def ask(*pairs):
        ids = tuple((debt.id, account) for account, facts in pairs for debt in facts.debts)
        paid = tuple(payment for _, facts in pairs for payment in facts.payments)
        found = answer(Case("c", as_of, None, DEFAULT_POLICIES, dict(pairs), ids, paid))
        return {debt["id"]: debt for debt in found["debts"]}

    both = ask(("A1", one), ("A2", second))
    assert both == ask(("A2", second), ("A1", one))
    assert both == ask(("A1", one)) | ask(("A2", second))
