"""The main job, in a real browser and by keyboard alone: find, see, take, hand over (product.md, journey 1)."""

import datetime as dt

import pytest
from playwright.sync_api import Page, expect

from receipts.models import Receipt
from revenue.collection.models import Cobro
from revenue.ledger.models import Allocation
from revenue.municipality.services import holidays_load
from taxpayers.people.services import TaxpayerData, taxpayer_register
from tests.browser.accessibility import assert_accessible
from tests.collection.factories import NOON, account_with_debts, collector_on, open_town

from revenue.web import clock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def collector():
    open_town()
    return collector_on(clock.today() - dt.timedelta(days=900), "recaudadora")


@pytest.fixture
def account(collector):
    data = TaxpayerData(kind="individual", given_names="Ana Luz", first_surname="Núñez", second_surname="Peñuelas")
    taxpayer = taxpayer_register(data=data, actor=collector, at=clock.now())
    three_years_ago = clock.today().year - 3
    return account_with_debts(
        taxpayer, collector, (dt.date(three_years_ago, 7, 17), 100_000), (dt.date(three_years_ago + 1, 1, 16), 100_000)
    )
