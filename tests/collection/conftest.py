"""A counter ready to collect: a collector with a drawer, and a taxpayer who owes two instalments."""

import datetime as dt

import pytest
import time_machine
from django.test import Client

from revenue.collection import services
from revenue.collection.models import Drawer
from revenue.ledger.models import Account
from taxpayers.models import User
from tests.collection.factories import account_with_debts, collector_on, open_town, taxpayer_named

TODAY = dt.date(2026, 12, 1)
NOW = dt.datetime(2026, 12, 1, 14, 30, tzinfo=dt.UTC)


@pytest.fixture
def collector(db) -> User:
    open_town()
    return collector_on(TODAY, "recaudadora")


@pytest.fixture
def drawer(collector) -> Drawer:
    return services.drawer_open(collector=collector, window="1", float_cents=10_000, at=NOW)


@pytest.fixture
def account(collector) -> Account:
    taxpayer = taxpayer_named("Panadería Núñez de Peñuelas, Inc.", "C-000001", collector)
    return account_with_debts(
        taxpayer, collector, (dt.date(2023, 7, 17), 100_000), (dt.date(2024, 1, 16), 100_000)
    )


@pytest.fixture
def noon():
    """The clock stands at NOW."""
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def counter(noon, client, drawer, collector) -> Client:
    """The collector's browser, signed in, with today's drawer open."""
    client.force_login(collector)
    return client
