"""«¿Por qué debo esto?»: a debt told with its sums, the law beside them, what was paid and the total."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.urls import reverse

from revenue.collection import services
from revenue.expediente.why import why
from taxpayers.models import Taxpayer
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


def ask(client: Client, account, place: int = 0, number: str = "C-000001", **asked: str):
    pk = account.debts.order_by("sequence")[place].pk
    return client.get(reverse("debt_why", args=[number, pk]), asked)


def said(answer) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def test_a_late_debt_is_told_with_its_sums_and_the_law_beside_them(client, account):
    text = said(ask(client, account, al="15/8/2026"))
    assert "Al 15 de agosto de 2026 debe $1,060.19" in text
    assert (
        "La fecha de esta deuda es el 15 de julio de 2026. Al 15 de agosto de 2026 han pasado 31 días."
        in text
    )
    assert "$1,000.00 × 12% × 31 días ÷ 365 = $10.19" in text
    assert "$1,000.00 × 5% = $50.00" in text
    assert "«se cobrarán como parte de la patente intereses sobre la cantidad no pagada" in text
    assert "cinco (5) por ciento del monto no pagado" in text
    assert "Esta oficina lo lee así: Desde la fecha prescrita para el pago." in text
    assert "Todavía no se ha pagado nada de esta deuda." in text


@pytest.mark.parametrize(("as_of", "late"), [("15/7/2026", False), ("16/7/2026", True)])
def test_through_its_last_day_nothing_was_added_and_there_is_time(client, account, as_of, late):
    text = said(ask(client, account, al=as_of))
    assert ("Todavía está a tiempo." in text) is not late
    assert ("Nada: no hay intereses, recargos ni costas." in text) is not late
    assert ("ha pasado 1 día." in text) is late


def test_what_was_paid_says_where_it_went_and_the_sum_comes_out(client, account, collector):
    services.drawer_open(collector=collector, window="1", float_cents=0, at=NOW)
    collect(cash_visit(account, 50_000), collector, NOW)
    told = why(Taxpayer.objects.get(), account.debts.order_by("sequence")[0].pk, as_of=TODAY)
    assert told is not None
    (taking,) = told.takings
    assert (taking.on, taking.total_cents, sum(taking.cents.values())) == (TODAY, 50_000, 50_000)
    added = sum(part.total_cents for part in told.parts)
    assert 100_000 + added - told.taken_cents == told.line.balance.total_cents
    text = said(ask(client, account))
    assert "Pago, 1 de diciembre de 2026" in text
    assert "Cada pago va a la deuda más antigua." in text


def test_a_debt_paid_in_full_says_that_it_owes_nothing(client, account, collector):
    services.drawer_open(collector=collector, window="1", float_cents=0, at=NOW)
    owed = why(Taxpayer.objects.get(), account.debts.order_by("sequence")[0].pk, as_of=TODAY)
    assert owed is not None
    collect(cash_visit(account, owed.line.balance.total_cents), collector, NOW)
    assert "Debe al 1 de diciembre de 2026 $0.00" in said(ask(client, account))


def test_the_debt_of_another_or_of_nobody_is_not_found(client, account, collector):
    taxpayer_named("Otra, Inc.", "C-000002", collector)
    assert ask(client, account, number="C-000002").status_code == 404
    assert client.get(reverse("debt_why", args=["C-000001", 999_999])).status_code == 404


def test_before_it_was_recorded_the_debt_was_not_known(client, account):
    assert ask(client, account, conocido="19/4/2026").status_code == 404
    assert ask(client, account, conocido="20/4/2026").status_code == 200


def test_a_date_that_does_not_exist_keeps_what_was_typed(client, account):
    answer = ask(client, account, al="31/2/2026")
    assert answer.status_code == 422
    assert "31/2/2026" in answer.content.decode()


def test_the_expediente_links_to_it_keeping_its_date(client, account):
    page = client.get(reverse("expediente", args=["C-000001"]), {"al": "15/8/2026"}).content.decode()
    pk = account.debts.order_by("sequence")[0].pk
    assert reverse("debt_why", args=["C-000001", pk]) + "?al=15%2F8%2F2026" in page
