"""Posting and correcting: the stored allocations are always what the replay of the facts says (rule C11)."""

import datetime as dt

import pytest
from django.db import transaction
from django.db.utils import IntegrityError

from revenue.ledger import selectors, services
from revenue.ledger.errors import AccountNotLocked
from revenue.ledger.models import Account, Allocation, Correction
from tests.collection.factories import NOON, account_with_debts, collector_on, taxpayer_named

pytestmark = pytest.mark.django_db
DUE = dt.date(2024, 7, 15)


@pytest.fixture
def collector():
    return collector_on(dt.date(2020, 1, 1), "recaudador")


@pytest.fixture
def account(collector):
    taxpayer = taxpayer_named("Ferretería Ibáñez-Muñoz", "C-000001", collector)
    return account_with_debts(taxpayer, collector, (DUE, 100_000))


def pay(account: Account, cents: int, on: dt.date, actor):
    with transaction.atomic():
        (locked,) = services.lock_accounts([account.pk])
        return services.payment_post(
            account=locked,
            facts=selectors.account_facts([locked])[locked.pk],
            part_cents=[cents],
            received_on=on,
            actor=actor,
            at=dt.datetime.combine(on, NOON),
        )


def stored(account):
    return sorted(services._key(row) for row in selectors.live_allocations(account))


def replayed(account, as_of):
    facts = selectors.account_facts([account])[account.pk]
    return sorted(services._key(row) for row in selectors.replayed(facts, as_of=as_of).allocations)


@pytest.mark.parametrize("days", [0, 1, 30, 31, 60, 61])
def test_a_payment_is_stored_as_it_is_replayed(account, collector, days):
    on = DUE + dt.timedelta(days=days)
    pay(account, 40_000, on, collector)
    assert stored(account) == replayed(account, on)
    assert not Correction.objects.exists()


def test_a_debt_recorded_late_writes_one_correction_that_undoes_and_makes_again(account, collector):
    pay(account, 40_000, DUE, collector)
    account_with_debts(
        account.taxpayer,
        collector,
        (dt.date(2023, 7, 17), 30_000),
        at=dt.datetime.combine(dt.date(2024, 8, 1), NOON),
    )
    correction = Correction.objects.get()
    undone = Allocation.objects.get(reverses__isnull=False)
    assert (undone.correction, undone.total_cents, undone.reverses.total_cents) == (
        correction,
        40_000,
        40_000,
    )
    assert stored(account) == replayed(account, dt.date(2024, 8, 1))
    assert {row.debt.due_on for row in selectors.live_allocations(account)} == {DUE, dt.date(2023, 7, 17)}


def test_what_is_left_of_a_payment_is_credit_and_pays_the_next_debt(account, collector):
    pay(account, 150_000, DUE, collector)
    assert selectors.statements([account], as_of=DUE)[0].credit_cents == 50_000
    account_with_debts(
        account.taxpayer,
        collector,
        (dt.date(2025, 1, 15), 20_000),
        at=dt.datetime.combine(dt.date(2024, 9, 1), NOON),
    )
    assert selectors.statements([account], as_of=dt.date(2024, 9, 1))[0].credit_cents == 30_000
    assert stored(account) == replayed(account, dt.date(2024, 9, 1))


def test_a_balance_can_be_asked_as_known_before_the_payment_was_recorded(account, collector):
    pay(account, 40_000, dt.date(2024, 7, 20), collector)
    as_of = dt.date(2024, 7, 31)
    assert (
        selectors.statements([account], as_of=as_of, known_on=dt.date(2024, 7, 19))[0].total_cents > 100_000
    )
    assert selectors.statements([account], as_of=as_of, known_on=dt.date(2024, 7, 20))[0].total_cents < 61_000


def test_facts_take_consecutive_places_in_their_account(account, collector):
    pay(account, 10, DUE, collector)
    pay(account, 20, DUE, collector)
    account.refresh_from_db()
    assert [row.sequence for row in (*account.debts.all(), *account.payments.all())] == [1, 2, 3]
    assert account.last_sequence == 3


@pytest.mark.django_db(transaction=True)
def test_accounts_are_locked_inside_a_transaction_only(account):
    with pytest.raises(AccountNotLocked):
        services.lock_accounts([account.pk])


def test_the_database_refuses_a_negative_component(account, collector):
    payment = pay(account, 10, DUE, collector)
    with pytest.raises(IntegrityError), transaction.atomic():
        Allocation.objects.create(
            account=account,
            payment=payment,
            debt=account.debts.get(),
            on=DUE,
            interest_cents=-1,
            principal_cents=2,
            posted_at=payment.recorded_at,
        )


def test_statements_cost_the_same_queries_however_many_debts(account, collector, django_assert_num_queries):
    account_with_debts(account.taxpayer, collector, *((dt.date(2000 + n, 7, 15), 1_000) for n in range(12)))
    accounts = selectors.accounts_of(account.taxpayer)
    for n in range(5):
        pay(account, 100 + n, DUE, collector)
    with django_assert_num_queries(9):
        selectors.statements(accounts, as_of=DUE)
