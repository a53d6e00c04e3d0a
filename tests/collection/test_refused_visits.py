"""Visits that the counter refuses: who pays, what was told, which accounts, which drawer.

Every line starts from a visit that would be taken, and spoils one thing in it: one Spanish sentence, the form as it
was typed, nothing saved.
"""

import datetime as dt
import unicodedata

import pytest
from django.urls import reverse

from receipts.models import Receipt
from revenue.collection import services
from revenue.collection.models import Cobro, Drawer
from revenue.ledger.selectors import statements
from revenue.rules.money import format_cents
from tests.collection.conftest import NOW, TODAY
from tests.collection.factories import account_with_debts, collector_on, taxpayer_named
from tests.collection.visits import assert_refused, cash, cheque, kept, send, sentences, told

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Escriba el nombre de quien paga."),
        ("  ", "Escriba el nombre"),
        ("A" * 301, "300 caracteres"),
        ("Ana\x07", "caracteres"),
    ],
)
def test_a_payer_without_a_name_on_paper_is_refused(counter, account, typed, sentence):
    data = {**cash(account), "payer_name": typed}
    assert_refused(send(counter, account, data), sentence, {} if "\x07" in typed else data)


@pytest.mark.parametrize("name", ["Iván O'Neill-Ibáñez", "Nun\u0303ez Pen\u0303uelas", "<b>Ana</b> & Cía."])
def test_a_name_reaches_the_receipt_as_it_is_written(counter, account, name):
    data = {**cash(account), "payer_name": name}
    response = send(counter, account, data)
    confirming = {
        **data,
        "accion": "cobrar",
        "told_digest": response.context["counter"].distribution.digest(),
    }
    send(counter, account, confirming)
    assert Receipt.objects.get().snapshot["payer"]["name"] == unicodedata.normalize("NFC", name)


def test_a_payer_is_told_of_credit_and_nothing_is_taken_until_they_accept(counter, account):
    data = cash(account, "99,999.00", "99,999.00")
    response = send(counter, account, data)
    assert "quede como crédito" in response.content.decode()
    confirming = {
        **data,
        "accion": "cobrar",
        "told_digest": response.context["counter"].distribution.digest(),
    }
    assert_refused(send(counter, account, confirming), "Marque que el pagador acepta", data)
    assert send(counter, account, {**confirming, "accepts_credit": "true"}).status_code == 302
    assert Cobro.objects.get().total_cents == 9_999_900


@pytest.mark.parametrize("digest", ["", "ñ", "0" * 64])
def test_what_was_never_told_is_not_taken(counter, account, digest):
    response = send(counter, account, {**cash(account), "accion": "cobrar", "told_digest": digest})
    assert response.status_code == 409
    assert "No se tomó nada" in sentences(response)[0]
    assert not Cobro.objects.exists()


def test_a_second_window_with_another_amount_of_the_same_visit_is_refused(counter, account):
    first, second = cash(account), cash(account, "40.00", "40.00")
    both = [told(counter, account, data) for data in (first, second)]
    assert send(counter, account, both[0]).status_code == 302
    response = send(counter, account, both[1])
    assert response.status_code == 422
    assert "ya se registró con el recibo 2026-27-000001" in sentences(response)[0]
    assert Cobro.objects.get().total_cents == 50_000


def test_the_account_of_somebody_who_is_not_in_the_visit_takes_nothing(counter, account, collector):
    other = account_with_debts(
        taxpayer_named("Otra", "C-000002", collector), collector, (dt.date(2026, 7, 15), 20_000)
    )
    data = {**cash(account, amount=""), f"cuenta-{other.pk}-amount": "500.00"}
    response = send(counter, account, data)
    assert sentences(response) == ["Escriba la cantidad a pagar de por lo menos una cuenta."]


def test_a_taxpayer_without_debts_has_one_sentence_instead_of_a_form(counter, account, collector):
    taxpayer = taxpayer_named("Sin Deudas, Inc.", "C-000009", collector)
    for response in (
        counter.get(reverse("cobro_new", args=[taxpayer.number])),
        counter.post(reverse("cobro_new", args=[taxpayer.number]), cash(account)),
    ):
        assert "todavía no tiene deudas: primero se registra su declaración" in response.content.decode()
    assert not Cobro.objects.exists()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("C-999999", "No hay un contribuyente C-999999"),
        ("Núñez", "No hay un contribuyente Núñez"),
        ("C-000001", "ya están en este cobro"),
        ("1", "ya están en este cobro"),
        ("9", "todavía no tiene deudas"),
    ],
)
def test_an_account_that_cannot_join_the_visit_says_why_and_keeps_the_form(
    counter, account, collector, typed, sentence
):
    taxpayer_named("Sin Deudas, Inc.", "C-000009", collector)
    data = {**cash(account, amount="12.34"), "otro": typed}
    assert_refused(send(counter, account, data), sentence, data)


def test_an_account_joins_the_visit_and_what_was_typed_stays(counter, account, collector):
    other = account_with_debts(
        taxpayer_named("Otra", "C-000002", collector), collector, (dt.date(2026, 7, 15), 20_000)
    )
    data = cheque(account, handed="bad", signed=None) | {"otro": "c-2"}
    data = {name: value for name, value in data.items() if value is not None}
    response = send(counter, account, data)
    page = response.content.decode()
    assert response.status_code == 200
    assert all(kept(page, name, value) for name, value in data.items() if name not in {"accion", "otro"})
    assert kept(page, "con", "C-000002")
    assert kept(
        page, f"cuenta-{other.pk}-amount", format_cents(statements([other], as_of=TODAY)[0].total_cents)
    )


def test_without_todays_drawer_the_form_is_kept_and_says_what_to_do(client, account):
    collector = collector_on(TODAY - dt.timedelta(days=1), "de ayer")
    client.force_login(collector)
    services.drawer_open(collector=collector, window="1", float_cents=0, at=NOW - dt.timedelta(days=1))
    data = cash(account)
    assert_refused(send(client, account, data), "Abra su caja de hoy", data)


def test_whoever_opens_the_drawer_goes_on_with_the_taxpayer_who_waited(client, account, collector):
    client.force_login(collector)
    waiting = client.get(reverse("cobro_new", args=["C-000001"]))
    response = client.post(waiting.url, {"window": "1", "float_cents": "100.00"})
    assert response.url == reverse("cobro_new", args=["C-000001"])
    elsewhere = client.get(reverse("drawer_open") + "?para=//example.com")
    assert elsewhere.status_code == 200


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"window": "", "float_cents": "1"}, "Escriba en qué ventanilla cobra."),
        ({"window": "1", "float_cents": ""}, "Escriba la cantidad"),
        ({"window": "1", "float_cents": "-5"}, "Escriba la cantidad en dólares"),
    ],
)
def test_a_drawer_opens_only_counted(client, collector, data, sentence):
    client.force_login(collector)
    response = client.post(reverse("drawer_open"), data)
    assert sentence in sentences(response)[0]
    assert not Drawer.objects.exists()


def test_an_appointment_that_ended_yesterday_collects_nothing(client, account):
    client.force_login(
        collector_on(TODAY - dt.timedelta(days=90), "antes", last_day=TODAY - dt.timedelta(days=1))
    )
    response = send(client, account, cash(account))
    assert response.status_code == 403
    assert "terminó el 30 de noviembre de 2026" in response.content.decode()
    assert not Cobro.objects.exists()


def test_a_session_that_ended_takes_nothing_and_comes_back_to_the_taxpayer(client, account, drawer):
    response = send(client, account, cash(account))
    assert response.status_code == 302
    assert reverse("cobro_new", args=["C-000001"]) in response.url
    assert not Cobro.objects.exists()


def test_what_was_typed_comes_back_after_signing_in_again(counter, account):
    data = {**cheque(account, drawn_on="31/2/2026"), "accion": "recuperar"}
    response = send(counter, account, data)
    page = response.content.decode()
    assert response.status_code == 200
    assert "No se había cobrado nada" in page
    assert all(kept(page, name, value) for name, value in data.items() if name != "accion")


def test_while_typing_the_distribution_is_told_before_any_money_is_counted(counter, account):
    data = {**cash(account, handed=""), "payer_name": ""}
    response = counter.post(reverse("cobro_distribution", args=["C-000001"]), data)
    page = response.content.decode()
    assert "Su pago se acredita primero" in page
    assert "Faltan" not in page


def test_while_typing_what_is_missing_or_the_change_is_told(counter, account):
    address = reverse("cobro_distribution", args=["C-000001"])
    assert "Faltan $200.00" in counter.post(address, cash(account, handed="300")).content.decode()
    assert "$100.00" in counter.post(address, cash(account, handed="600")).content.decode()
