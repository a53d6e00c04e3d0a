"""Taking the 5% at the counter: the whole year at once, told before, and written on the receipt (rule P4)."""

import datetime as dt
import uuid

import pytest

from receipts.services import document
from revenue.collection import services
from revenue.collection.errors import DiscountNotEarned
from revenue.collection.intent import AccountIntent, CobroIntent, TenderIntent
from revenue.ledger.models import Account, Adjustment
from revenue.ledger.selectors import statements
from tests.collection.factories import collect, collector_on, open_town
from tests.receipts.test_pdf import texts

LAST_DAY = dt.date(2026, 4, 22)
AT_LAST = dt.datetime(2026, 4, 23, 3, 59, tzinfo=dt.UTC)  # the last minute of that day in Puerto Rico
DAY_AFTER = AT_LAST + dt.timedelta(minutes=1)


@pytest.fixture
def account(file, business) -> Account:
    file((business, 20_000_000), at=dt.datetime(2026, 4, 15, 16, tzinfo=dt.UTC))
    return Account.objects.get()


@pytest.fixture
def collector(db):
    open_town()
    return collector_on(dt.date(2026, 1, 1), "recaudadora")


def whole_year(account: Account, cents: int, *, takes_discount: bool = True) -> CobroIntent:
    line = AccountIntent(account.pk, cents, takes_discount)
    return CobroIntent(uuid.uuid4(), "Iris Ibáñez", (line,), (TenderIntent("cash", cents),))


def open_drawer(collector, at: dt.datetime) -> None:
    services.drawer_open(collector=collector, window="1", float_cents=0, at=at)


def test_the_whole_year_less_the_discount_settles_it_through_the_last_minute(account, collector):
    open_drawer(collector, AT_LAST)
    cobro = collect(whole_year(account, 95_000), collector, AT_LAST)
    statement = statements([account], as_of=LAST_DAY)[0]
    assert (cobro.total_cents, statement.total_cents, statement.credit_cents) == (95_000, 0, 0)
    assert Adjustment.objects.get().amount_cents == 5_000


def test_the_receipt_says_what_the_discount_took_off(account, collector):
    open_drawer(collector, AT_LAST)
    receipt = collect(whole_year(account, 95_000), collector, AT_LAST).receipt
    line = receipt.snapshot["accounts"][0]
    assert (line["discount_cents"], line["remaining_cents"]) == (5_000, 0)
    assert all(
        "Descuento por pagar el año completo" in page and "$50.00" in page
        for page in texts(bytes(document(receipt).content))
    )


def test_a_receipt_without_a_discount_says_nothing_of_one(account, collector):
    open_drawer(collector, AT_LAST)
    receipt = collect(whole_year(account, 95_000, takes_discount=False), collector, AT_LAST).receipt
    assert receipt.snapshot["accounts"][0]["discount_cents"] == 0
    assert not any("Descuento" in page for page in texts(bytes(document(receipt).content)))


def test_one_cent_less_than_the_year_earns_nothing_and_says_what_is_missing(account, collector):
    open_drawer(collector, AT_LAST)
    with pytest.raises(DiscountNotEarned, match=r"suba la cantidad a pagar en \$0\.01"):
        collect(whole_year(account, 94_999), collector, AT_LAST)


def test_the_day_after_the_last_there_is_none(account, collector):
    open_drawer(collector, DAY_AFTER)
    cobro = collect(whole_year(account, 95_000), collector, DAY_AFTER)
    assert statements([account], as_of=LAST_DAY + dt.timedelta(days=1))[0].total_cents == 5_000
    assert cobro.receipt.snapshot["accounts"][0]["discount_cents"] == 0


def test_it_is_earned_once(account, collector):
    open_drawer(collector, AT_LAST)
    collect(whole_year(account, 95_000), collector, AT_LAST)
    collect(whole_year(account, 100), collector, AT_LAST, accepts_credit=True)
    assert Adjustment.objects.count() == 1
