"""The expediente: what a person owes on a day, with its steps, and everything that happened."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from revenue.collection import services
from tests.collection.conftest import NOW, TODAY
from tests.collection.factories import (
    account_with_debts,
    cash_visit,
    collect,
    collector_on,
    open_town,
    taxpayer_named,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def collector():
    open_town()
    return collector_on(dt.date(2020, 1, 1), "recaudadora")


@pytest.fixture
def account(collector):
    taxpayer = taxpayer_named("Panadería Núñez de Peñuelas, Inc.", "C-000001", collector)
    debts = [(dt.date(2026, 7, 15), 100_000), (dt.date(2027, 1, 15), 100_000)]
    return account_with_debts(taxpayer, collector, *debts, at=dt.datetime(2026, 4, 20, 16, tzinfo=dt.UTC))


@pytest.fixture
def client(collector, time_machine) -> Client:
    time_machine.move_to(NOW, tick=False)
    client = Client()
    client.force_login(collector, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def page(client: Client, number: str = "C-000001", **asked: str):
    return client.get(reverse("expediente", args=[number]), asked)


def test_it_shows_today_and_the_steps_of_each_amount(client, account):
    answer = page(client)
    text = answer.content.decode()
    assert answer.context["page"].as_of == TODAY
    assert "$1,000.00 × 12% × 139 días ÷ 365 = $45.70" in text  # 15 July to 1 December
    assert answer.context["page"].overdue_cents == 100_000 + 4_570 + 10_000
    assert answer.context["page"].next_due_on == dt.date(2027, 1, 15)


@pytest.mark.parametrize(
    ("as_of", "owed_cents"),
    [
        ("15/7/2026", 200_000),  # the last day to pay: nothing is added
        ("14/8/2026", 200_000 + 986),  # 30 days: interest alone
        ("15/8/2026", 200_000 + 1_019 + 5_000),  # 31 days
        ("13/9/2026", 200_000 + 1_973 + 5_000),  # 60 days
        ("14/9/2026", 200_000 + 2_005 + 10_000),  # 61 days
    ],
)
def test_a_balance_can_be_asked_for_any_date(client, account, as_of, owed_cents):
    assert page(client, al=as_of).context["page"].owed_cents == owed_cents


def test_before_anything_was_declared_nothing_was_owed(client, account):
    answer = page(client, al="1/1/2020")
    assert answer.status_code == 200
    assert answer.context["page"].owed_cents == 0


def test_a_payment_is_not_known_the_day_before_it_was_recorded(client, account, collector):
    services.drawer_open(collector=collector, window="1", float_cents=0, at=NOW)
    collect(cash_visit(account, 50_000), collector, NOW)
    known = page(client, al="1/12/2026").context["page"].owed_cents
    before = page(client, al="1/12/2026", conocido="30/11/2026").context["page"].owed_cents
    assert before == known + 50_000


@pytest.mark.parametrize("typed", ["31/2/2026", "mañana", "１/１/２０２６", "1/1/1899", "2026-13-01"])
def test_a_date_that_does_not_exist_keeps_what_was_typed_and_shows_today(client, account, typed):
    answer = page(client, al=typed)
    assert answer.status_code == 422
    assert "Esa fecha no existe" in answer.content.decode()
    assert typed in answer.content.decode()
    assert answer.context["page"].as_of == TODAY


def test_a_receipt_is_in_the_history_with_its_link(client, account, collector):
    services.drawer_open(collector=collector, window="1", float_cents=0, at=NOW)
    cobro = collect(cash_visit(account, 50_000), collector, NOW)
    assert f'href="{cobro.receipt.get_absolute_url()}"' in page(client).content.decode()


def test_an_unknown_number_is_not_found(client, account):
    assert page(client, number="C-999999").status_code == 404


def test_somebody_without_debts_is_told_what_to_do(client, account, collector):
    taxpayer_named("Nadie, Inc.", "C-000002", collector)
    assert "Todavía no hay deudas" in page(client, number="C-000002").content.decode()


def test_the_queries_do_not_grow_with_the_debts(client, account, collector, django_assert_max_num_queries):
    account_with_debts(account.taxpayer, collector, *((dt.date(2000 + n, 7, 15), 1_000) for n in range(15)))
    with django_assert_max_num_queries(22):
        page(client)
