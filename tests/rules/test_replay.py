"""An account is replayed: late facts, several accounts at the interface, and facts that contradict each "
"other."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from revenue.rules.errors import FactsError
from revenue.rules.facts import AccountFacts, Cost, Debt, Payment, Refund, Tender
from revenue.rules.replay import Balance, replay


def debt(number, due_on, cents=10_000, **fields):
    return Debt(number, 7, "license_tax", "declared", cents, due_on, **fields)


def test_ids_may_be_numbers_and_an_account_without_payments_owes_its_principal():
    replayed = replay(AccountFacts((debt(41, date(2025, 7, 15)),)), date(2025, 7, 15))
    assert replayed.balances == {41: Balance(0, 0, 0, 10_000)}
    assert replayed.balances[41].total_cents == 10_000
    assert (replayed.allocations, replayed.credits, replayed.credit_cents) == ((), {}, 0)


def test_an_account_without_debts_keeps_its_payment_as_credit():
    replayed = replay(AccountFacts((), (Payment(1, 7, date(2025, 7, 1), 500),)), date(2025, 7, 15))
    assert replayed.credits == {1: 500}


def test_a_mistaken_return_undone_gives_back_the_first_allocations():
    facts = AccountFacts((debt(1, date(2025, 7, 15)),), (Payment(9, 7, date(2025, 7, 15), 10_000),))
    returned = replace(facts.payments[0], tenders=(Tender(10_000, date(2025, 7, 25)),))
    as_of = date(2025, 9, 30)
    assert replay(replace(facts, payments=(returned,)), as_of).balances[1].principal_cents == 10_000
    assert replay(facts, as_of).balances[1] == Balance(0, 0, 0, 0)


def test_an_extension_is_unknown_until_it_is_decided_and_then_acts_from_the_prescribed_date():
    facts = AccountFacts(
        (
            debt(
                1,
                date(2025, 7, 15),
                100_000,
                extended_to=date(2025, 10, 14),
                extension_decided_on=date(2025, 8, 13),
            ),
        )
    )
    as_of = date(2025, 8, 15)
    assert replay(facts, as_of, date(2025, 8, 12)).balances[1] == Balance(0, 1_019, 5_000, 100_000)
    assert replay(facts, as_of, date(2025, 8, 13)).balances[1] == Balance(0, 849, 0, 100_000)


def test_an_extension_unknown_then_leaves_the_debt_in_its_old_place():
    facts = AccountFacts(
        (
            debt(1, date(2025, 7, 15), extended_to=date(2026, 2, 16), extension_decided_on=date(2025, 8, 13)),
            debt(2, date(2026, 1, 15)),
        ),
        (Payment(9, 7, date(2025, 7, 15), 10_000),),
    )
    as_of = date(2025, 7, 20)
    assert [a.debt for a in replay(facts, as_of, date(2025, 8, 12)).allocations] == [1]
    assert [a.debt for a in replay(facts, as_of, date(2025, 8, 13)).allocations] == [2]


def test_a_cost_that_becomes_owed_takes_the_credit_that_was_waiting():
    facts = AccountFacts(
        (debt(1, date(2025, 7, 15), costs=(Cost(date(2025, 9, 1), 7_500),)),),
        (Payment(9, 7, date(2025, 7, 15), 15_000),),
    )
    assert replay(facts, date(2025, 8, 31)).credits == {9: 5_000}
    replayed = replay(facts, date(2025, 9, 1))
    assert [(a.on, a.costs_cents, a.principal_cents) for a in replayed.allocations] == [
        (date(2025, 7, 15), 0, 10_000),
        (date(2025, 9, 1), 5_000, 0),
    ]
    assert replayed.balances[1] == Balance(2_500, 0, 0, 0)


def test_refunded_cents_never_allocate_even_to_a_debt_found_later():
    payment = Payment(9, 7, date(2025, 7, 15), 15_000, refunds=(Refund(date(2025, 8, 1), 5_000),))
    found_later = debt(2, date(2025, 7, 15), 9_000)
    replayed = replay(AccountFacts((debt(1, date(2025, 7, 15)), found_later), (payment,)), date(2025, 9, 1))
    assert sum(a.total_cents for a in replayed.allocations) == 10_000
    assert replayed.balances[2].principal_cents == 9_000
    before = replay(AccountFacts((debt(1, date(2025, 7, 15)), found_later), (payment,)), date(2025, 7, 31))
    assert sum(a.total_cents for a in before.allocations) == 15_000


def test_order_of_entry_decides_between_debts_of_one_day():
    one, two = debt("second", date(2025, 7, 15)), debt("first", date(2025, 7, 15))
    paid = (Payment(9, 7, date(2025, 7, 1), 1),)
    assert replay(AccountFacts((one, two), paid), date(2025, 7, 1)).allocations[0].debt == "second"
    assert replay(AccountFacts((two, one), paid), date(2025, 7, 1)).allocations[0].debt == "first"


def test_facts_of_two_accounts_are_refused():
    with pytest.raises(FactsError, match="account"):
        replay(
            AccountFacts((debt(1, date(2025, 7, 15)), replace(debt(2, date(2025, 7, 15)), account=8))),
            date(2025, 7, 15),
        )


def test_a_demand_with_a_day_too_early_is_refused_on_personal_property_too():
    own = Debt(
        1,
        7,
        "personal_property",
        "declared",
        100,
        date(2025, 5, 15),
        demanded_on=date(2025, 6, 1),
        pay_by=date(2025, 6, 10),
    )
    with pytest.raises(FactsError, match="pay_by"):
        replay(AccountFacts((own,)), date(2025, 7, 15))
    assert replay(AccountFacts((replace(own, pay_by=date(2025, 6, 11)),)), date(2025, 7, 15)).balances


@pytest.mark.parametrize("tax", ["license_tax", "personal_property"])
def test_a_plan_is_accepted_for_patente_and_mueble(tax):
    own = tuple(Debt(number, 7, tax, "declared", 100, date(2024 + number, 5, 15)) for number in (0, 1))
    replayed = replay(AccountFacts(own, (Payment(9, 7, date(2024, 1, 1), 150, plan=(1,)),)), date(2024, 1, 1))
    assert [(a.debt, a.principal_cents) for a in replayed.allocations] == [(1, 100), (0, 50)]


def test_the_second_semester_is_never_paid_before_the_first_not_even_by_a_plan():
    first = Debt(1, 7, "real_property", "declared", 10_000, date(2025, 7, 1))
    second = Debt(2, 7, "real_property", "declared", 10_000, date(2026, 1, 1))
    paid = Payment(9, 7, date(2026, 1, 1), 10_000)
    replayed = replay(AccountFacts((second, first), (paid,)), date(2026, 1, 1))
    assert (
        replayed.balances[1].principal_cents == 1_504
    )  # $5.04 of interest, 184 days, and $10.00 of surcharge
    assert replayed.balances[2].principal_cents == 10_000
    with pytest.raises(FactsError, match="orden riguroso"):
        replay(AccountFacts((first, second), (replace(paid, plan=(2,)),)), date(2026, 1, 1))


def test_a_payment_that_came_by_mail_keeps_its_day_of_receipt():
    mailed = Payment(9, 7, date(2025, 7, 15), 10_000, recorded_on=date(2025, 8, 20))
    later = Payment(8, 7, date(2025, 8, 15), 5_000)
    facts = AccountFacts((debt(1, date(2025, 7, 15)),), (later, mailed))
    assert replay(facts, date(2025, 8, 20), date(2025, 8, 19)).allocations[0].payment == 8
    known = replay(facts, date(2025, 8, 20), date(2025, 8, 20))
    assert [(a.payment, a.on, a.principal_cents) for a in known.allocations] == [
        (9, date(2025, 7, 15), 10_000)
    ]
    assert known.credits == {8: 5_000}
