"""Several windows at once: one debt, one key, one series of numbers (V5, V10, V11)."""

import datetime as dt
import uuid

import pytest

from receipts.models import Receipt, Series
from revenue.collection import services
from revenue.collection.errors import DistributionChanged, DrawerAlreadyOpen
from revenue.collection.intent import AccountIntent, CobroIntent, TenderIntent
from revenue.collection.models import Cobro, Drawer
from revenue.ledger.models import Allocation, Payment
from revenue.ledger.selectors import statements
from tests.collection.factories import (
    account_with_debts,
    cash_visit,
    collect,
    collector_on,
    open_town,
    taxpayer_named,
)

TODAY = dt.date(2026, 12, 1)
NOW = dt.datetime(2026, 12, 1, 14, 30, tzinfo=dt.UTC)


def open_windows(count):
    """Collectors with their drawers open."""
    open_town()
    collectors = [collector_on(TODAY, f"ventanilla{n}") for n in range(count)]
    for collector in collectors:
        services.drawer_open(collector=collector, window=collector.username, float_cents=0, at=NOW)
    return collectors


def debtor(number, collector, *debts):
    taxpayer = taxpayer_named(f"Negocio {number}, Inc.", f"C-{number:06d}", collector)
    return account_with_debts(taxpayer, collector, *(debts or [(dt.date(2023, 7, 17), 100_000)]))


def taken_cents():
    return sum(row.total_cents for row in Allocation.objects.filter(reverses=None, reversed_by=None))


def test_two_windows_and_one_debt_never_take_it_twice(at_once):
    collectors = open_windows(2)
    account = debtor(1, collectors[0])
    owed = statements([account], as_of=TODAY)[0].total_cents
    visits = [cash_visit(account, owed) for _ in collectors]
    told = [services.cobro_preview(intent=visit, as_of=TODAY).digest() for visit in visits]

    def confirm(visit, digest, collector):
        return lambda: services.cobro_confirm(
            intent=visit, told_digest=digest, accepts_credit=False, collector=collector, at=NOW
        )

    outcomes = at_once([confirm(*each) for each in zip(visits, told, collectors, strict=True)])
    assert {type(outcome) for outcome in outcomes} == {Cobro, DistributionChanged}
    assert taken_cents() == owed
    assert statements([account], as_of=TODAY)[0].total_cents == 0


def test_one_key_many_times_at_once_is_one_payment_and_one_receipt(at_once):
    (collector,) = open_windows(1)
    account = debtor(1, collector)
    visit = cash_visit(account, 12_345)
    told = services.cobro_preview(intent=visit, as_of=TODAY).digest()

    def confirm():
        return services.cobro_confirm(
            intent=visit, told_digest=told, accepts_credit=False, collector=collector, at=NOW
        ).receipt_id

    outcomes = at_once([confirm] * 12)
    assert len(set(outcomes)) == 1
    assert Payment.objects.count() == Receipt.objects.count() == Cobro.objects.count() == 1
    assert taken_cents() == 12_345


def test_twenty_collectors_at_once_leave_no_gap_and_no_repeat(at_once):
    collectors = open_windows(20)
    accounts = [debtor(n, collectors[0]) for n in range(1, 21)]

    def work(collector, account):
        return lambda: [collect(cash_visit(account, 1_000 + n), collector, NOW).receipt_id for n in range(3)]

    outcomes = at_once([work(*each) for each in zip(collectors, accounts, strict=True)])
    assert all(isinstance(outcome, list) for outcome in outcomes), outcomes
    numbers = list(Receipt.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, 61))
    assert Series.objects.get(code="2026-27").last_number == 60
    assert taken_cents() == 20 * (1_000 + 1_001 + 1_002)


def test_numbers_ascend_with_the_commits(at_once):
    collectors = open_windows(6)
    accounts = [debtor(n, collectors[0]) for n in range(1, 7)]
    at_once(
        [
            (lambda c=collector, a=account: [collect(cash_visit(a, 500), c, NOW) for _ in range(3)])
            for collector, account in zip(collectors, accounts, strict=True)
        ]
    )
    rows = Receipt.objects.order_by("number").values_list("number", "pk")
    assert [pk for _number, pk in rows] == sorted(pk for _number, pk in rows)


def test_two_visits_over_the_same_two_accounts_in_opposite_order_both_end(at_once):
    collectors = open_windows(2)
    accounts = [debtor(n, collectors[0]) for n in (1, 2)]

    def work(collector, order):
        def both():
            done = []
            for _again in range(5):
                visit = CobroIntent(
                    uuid.uuid4(),
                    "Cooperativa",
                    tuple(AccountIntent(accounts[index].pk, 100) for index in order),
                    (TenderIntent("cash", 200),),
                )
                try:
                    done.append(collect(visit, collector, NOW))
                except DistributionChanged:
                    done.append(collect(visit, collector, NOW))
            return len(done)

        return both

    outcomes = at_once([work(collectors[0], (0, 1)), work(collectors[1], (1, 0))])
    assert all(outcome == 5 or isinstance(outcome, DistributionChanged) for outcome in outcomes), outcomes
    assert taken_cents() == 200 * Cobro.objects.count() > 0


def test_a_refused_visit_gives_its_number_back(transactional_db):
    (collector,) = open_windows(1)
    account = debtor(1, collector)
    collect(cash_visit(account, 500), collector, NOW)
    with pytest.raises(DistributionChanged):
        services.cobro_confirm(
            intent=cash_visit(account, 500),
            told_digest="stale",
            accepts_credit=False,
            collector=collector,
            at=NOW,
        )
    assert collect(cash_visit(account, 500), collector, NOW).receipt.number == 2


def test_opening_the_drawer_twice_at_once_opens_one(at_once):
    collector = collector_on(TODAY, "ventanilla")

    def open_it():
        return services.drawer_open(collector=collector, window="1", float_cents=0, at=NOW)

    outcomes = at_once([open_it] * 4)
    assert sum(isinstance(outcome, Drawer) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, DrawerAlreadyOpen) for outcome in outcomes) == 3


def test_a_debt_added_while_a_visit_is_confirmed_is_told_or_waits(at_once):
    (collector,) = open_windows(1)
    account = debtor(1, collector)
    visit = cash_visit(account, 500)
    told = services.cobro_preview(intent=visit, as_of=TODAY).digest()
    outcomes = at_once(
        [
            lambda: services.cobro_confirm(
                intent=visit, told_digest=told, accepts_credit=False, collector=collector, at=NOW
            ),
            lambda: account_with_debts(account.taxpayer, collector, (dt.date(2022, 7, 15), 7_700), at=NOW),
        ]
    )
    assert isinstance(outcomes[0], Cobro | DistributionChanged)
    assert not isinstance(outcomes[1], Exception)
    sequences = [
        *account.debts.values_list("sequence", flat=True),
        *account.payments.values_list("sequence", flat=True),
    ]
    assert len(set(sequences)) == len(sequences)
    # Whatever the order, the stored rows are what a replay of the facts says.
    statement = statements([account], as_of=TODAY)[0]
    assert sum(line.debt.principal_cents - line.balance.principal_cents for line in statement.lines) == sum(
        row.principal_cents for row in Allocation.objects.filter(reverses=None, reversed_by=None)
    )
