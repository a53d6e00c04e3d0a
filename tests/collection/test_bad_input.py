"""What the counter refuses: one Spanish sentence, the form as it was typed, nothing saved.

Every line starts from a visit that would be taken, and spoils one thing in it.
"""

import datetime as dt
import html
import re
import unicodedata

import pytest
import time_machine
from django.urls import reverse

from receipts.models import Receipt
from revenue.collection import services
from revenue.collection.forms import TenderForm
from revenue.collection.models import Cobro, Drawer, Tender
from revenue.ledger.models import Account, Allocation, Payment
from revenue.ledger.selectors import statements
from revenue.rules.money import format_cents
from tests.collection.conftest import NOW, TODAY
from tests.collection.factories import account_with_debts, collector_on, taxpayer_named

pytestmark = pytest.mark.django_db

CARD_NUMBER = "4111 1111 1111 1111"


@pytest.fixture(autouse=True)
def _today():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def counter(client, drawer, collector):
    client.force_login(collector)
    return client


def cash(account: Account, amount: str = "500.00", handed: str = "500.00") -> dict[str, str]:
    """A visit in cash, as the browser sends it."""
    return {
        "accion": "decir",
        "request_key": "11111111-1111-4111-8111-111111111111",
        "payer_name": "Ana Núñez Peñuelas",
        f"cuenta-{account.pk}-amount": amount,
        "medio-0-kind": "cash",
        "medio-0-handed": handed,
    }


def cheque(account: Account, kind: str = "personal_cheque", **changes: str) -> dict[str, str]:
    """A visit with a cheque that passes every point, but for `changes`; None takes a field out, as a box not ticked."""
    fields = {
        "kind": kind,
        "handed": "500.00",
        "reference": "1044",
        "drawn_on": "30/11/2026",
        "drawer_name": "Ana Núñez Peñuelas",
        "bank_name": "Banco del Pueblo",
        "bank_address": "Calle Luis Muñoz Rivera 1, Cayey",
        "payable_to_post": "on",
        "amounts_agree": "on",
        "signed": "on",
        "alterations_initialled": "on",
        "person_name": "Ana Núñez Peñuelas",
        "residential_address": "Urb. Aponte B-1, Cayey",
        "business_name": "Panadería La Espiga",
        "business_address": "Calle Luis Muñoz Rivera 12, Cayey",
        "document_kind": "passport",
        "document_last_four": "4402",
        "telephone": "787-555-0101",
        **changes,
    }
    tender = {f"medio-0-{name}": value for name, value in fields.items() if value is not None}
    return {**cash(account), **tender}


def send(counter, account: Account, data: dict[str, str]):
    return counter.post(reverse("cobro_new", args=[account.taxpayer.number]), data)


def sentences(response) -> list[str]:
    """Return what the summary of the page says, each line once."""
    page = response.content.decode()
    summary = re.search(r'class="error-summary".*?</ul>', page, re.DOTALL)
    if summary is None:
        return []
    return [html.unescape(re.sub(r"<[^>]+>", "", line)) for line in re.findall(r"<li>(.*?)</li>", summary[0])]


def assert_refused(response, sentence: str, data: dict[str, str]) -> None:
    """One sentence, what was typed still there, and not a row written."""
    assert response.status_code == 422
    assert [line for line in sentences(response) if sentence in line] == sentences(response) != []
    assert len(sentences(response)) == 1
    page = html.unescape(response.content.decode())
    typed = {name: value for name, value in data.items() if name not in {"accion"} and value.strip()}
    missing = [name for name, value in typed.items() if not kept(page, name, value)]
    assert not missing
    assert not any(model.objects.exists() for model in (Cobro, Payment, Allocation, Tender, Receipt))


def kept(page: str, name: str, value: str) -> bool:
    tag = re.search(rf'<(?:input|select)[^>]*name="{name}"[^>]*>(?:.*?</select>)?', page, re.DOTALL)
    if tag is None:
        return False
    if tag[0].startswith("<select"):
        return re.search(rf'value="{value}"\s+selected', tag[0]) is not None
    return "checked" in tag[0] if value == "on" else f'value="{value}"' in tag[0] or value.strip() in tag[0]


def test_the_visit_that_each_line_spoils_would_be_taken(counter, account):
    for data in (cash(account), cheque(account), cheque(account, "certified_cheque")):
        response = send(counter, account, data)
        assert (sentences(response), response.status_code) == ([], 200)
        assert "Se lo dije" in response.content.decode()


AMOUNTS = {
    "0": "La cantidad debe ser mayor que cero.",
    "0.00": "La cantidad debe ser mayor que cero.",
    "-1": "Escriba la cantidad en dólares y centavos",
    "0.001": "Escriba la cantidad en dólares y centavos",
    "1e3": "Escriba la cantidad en dólares y centavos",
    "NaN": "Escriba la cantidad en dólares y centavos",
    "1.250,00": "Escriba la cantidad en dólares y centavos",
    "1250,00": "Escriba la cantidad en dólares y centavos",
    "５００": "Escriba la cantidad en dólares y centavos",
    "500 00": "Escriba la cantidad en dólares y centavos",
    "9999999999.00": "La cantidad no puede pasar de $999,999,999.99.",
}


@pytest.mark.parametrize(("typed", "sentence"), AMOUNTS.items())
def test_an_amount_to_pay_that_is_no_amount_is_refused(counter, account, typed, sentence):
    data = cash(account, amount=typed)
    assert_refused(send(counter, account, data), sentence, data)


@pytest.mark.parametrize(("typed", "sentence"), AMOUNTS.items())
def test_an_amount_handed_over_that_is_no_amount_is_refused(counter, account, typed, sentence):
    data = cash(account, handed=typed)
    assert_refused(send(counter, account, data), sentence, data)


@pytest.mark.parametrize("field", ["amount", "handed"])
def test_an_amount_of_thirty_digits_is_refused(counter, account, field):
    data = cash(account, **{field: "1" + "0" * 30})
    assert_refused(send(counter, account, data), "20 caracteres", data)


@pytest.mark.parametrize(
    ("typed", "cents"),
    [("$1,234.56", 123_456), ("1234.5", 123_450), (" 12 ", 1_200), ("0.01", 1), ("007", 700)],
)
def test_an_amount_written_as_people_write_it_is_read(counter, account, typed, cents):
    response = send(counter, account, cash(account, amount=typed, handed=typed))
    assert response.context["counter"].distribution.total_cents == cents


def test_a_visit_without_an_amount_is_refused(counter, account):
    data = cash(account, amount="")
    assert_refused(
        send(counter, account, data), "Escriba la cantidad a pagar de por lo menos una cuenta.", data
    )


def test_a_visit_without_money_says_how_much_is_missing(counter, account):
    data = cash(account, handed="")
    assert_refused(send(counter, account, data), "Faltan $500.00", data)


def test_one_cent_short_says_so(counter, account):
    data = cash(account, handed="499.99")
    assert_refused(send(counter, account, data), "Faltan $0.01", data)


def test_the_excess_of_a_cheque_is_not_change(counter, account):
    data = cheque(account, handed="600.00")
    assert_refused(send(counter, account, data), "de ellos no se da cambio", data)


def test_cash_that_would_all_go_back_is_returned(counter, account):
    data = {**cheque(account), "medio-1-kind": "cash", "medio-1-handed": "20.00"}
    assert_refused(send(counter, account, data), "devuelva los $20.00", data)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("1/12/2026", None),
        ("2/12/2026", "No se acepta: su fecha es posterior al día en que se recibe."),
        ("31/2/2026", "Esa fecha no existe"),
        ("29/2/2025", "Esa fecha no existe"),
        ("1/12/26", "Esa fecha no existe"),
        ("2026-13-01", "Esa fecha no existe"),
        ("１/12/2026", "Esa fecha no existe"),
        ("mañana", "Esa fecha no existe"),
        ("", "Escriba la fecha del cheque o giro."),
    ],
)
def test_a_cheque_is_not_dated_later_than_the_day_it_is_received(counter, account, typed, sentence):
    data = cheque(account, drawn_on=typed)
    response = send(counter, account, data)
    if sentence is None:
        assert response.status_code == 200
    else:
        assert_refused(response, sentence, data)


POINTS = {
    "payable_to_post": (None, "debe estar girado al puesto de Director de Finanzas"),
    "drawn_on": ("2/12/2026", "su fecha es posterior al día en que se recibe"),
    "amounts_agree": (None, "la cantidad en letras y en números debe coincidir"),
    "signed": (None, "debe tener la firma completa del librador"),
    "bank_name": ("", "debe indicar el nombre del banco"),
    "bank_address": ("", "debe indicar la dirección del banco"),
    "alterations_initialled": (None, "el librador debe iniciar cada enmienda"),
}


@pytest.mark.parametrize(
    "kind", ["personal_cheque", "certified_cheque", "managers_cheque", "postal_order", "bank_order"]
)
@pytest.mark.parametrize("point", POINTS)
def test_a_cheque_that_fails_one_point_is_refused_with_its_reason(counter, account, kind, point):
    value, sentence = POINTS[point]
    data = cheque(account, kind, **{point: value})
    assert_refused(send(counter, account, {k: v for k, v in data.items() if v is not None}), sentence, data)


@pytest.mark.parametrize("name", ["reference", "drawer_name"])
def test_a_cheque_without_its_number_or_its_drawer_is_refused(counter, account, name):
    data = cheque(account, "certified_cheque", **{name: ""})
    assert_refused(send(counter, account, data), str(TenderForm.MISSING[name]), data)


@pytest.mark.parametrize("name", TenderForm.IDENTIFICATION_FIELDS)
def test_an_uncertified_cheque_needs_each_part_of_the_identification(counter, account, name):
    data = cheque(account, **{name: ""})
    assert_refused(send(counter, account, data), str(TenderForm.MISSING[name]), data)


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("document_last_four", "44", "los últimos cuatro signos"),
        ("document_last_four", "４４０２", "los últimos cuatro signos"),
        ("telephone", "no tiene", "Escriba el teléfono"),
        ("telephone", ".......", "Escriba el teléfono"),
        ("telephone", CARD_NUMBER, "Escriba el teléfono"),
        ("drawer_name", "Ana\u200bNúñez", "caracteres invisibles"),
        ("drawer_name", "A" * 301, "300 caracteres"),
    ],
)
def test_what_is_not_an_identification_is_refused(counter, account, name, typed, sentence):
    data = cheque(account, **{name: typed})
    assert_refused(send(counter, account, data), sentence, data)


@pytest.mark.parametrize(
    "typed",
    [
        CARD_NUMBER,
        "4111-1111-1111-1111",
        "4111111111111111",
        "４１１１ 1111.1111_1111",
        f"Visa {CARD_NUMBER} 12/29",
    ],
)
@pytest.mark.parametrize(
    "name",
    [
        "reference",
        "drawer_name",
        "bank_name",
        "bank_address",
        "person_name",
        "residential_address",
        "business_name",
    ],
)
def test_a_card_number_is_refused_in_any_field(counter, account, name, typed):
    data = cheque(account, **{name: typed})
    assert_refused(send(counter, account, data), "Quite el número de la tarjeta", data)


@pytest.mark.parametrize("kind", ["card", "electronic"])
def test_a_card_number_is_no_reference(counter, account, kind):
    data = {**cash(account), "medio-0-kind": kind, "medio-0-reference": CARD_NUMBER}
    assert_refused(send(counter, account, data), "Quite el número de la tarjeta", data)


def test_a_long_number_is_no_approval_of_the_terminal(counter, account):
    data = {**cash(account), "medio-0-kind": "card", "medio-0-reference": "9000 1234 5678"}
    assert_refused(send(counter, account, data), "número de aprobación del terminal", data)


def test_a_card_number_is_no_name_of_a_payer(counter, account):
    data = {**cash(account), "payer_name": CARD_NUMBER}
    assert_refused(send(counter, account, data), "Quite el número de la tarjeta", data)


def test_a_social_security_number_is_no_reference(counter, account):
    data = {**cash(account), "medio-0-kind": "electronic", "medio-0-reference": "123-45-6789"}
    assert_refused(send(counter, account, data), "Quite el número de seguro social", data)


@pytest.mark.parametrize("reference", ["A-1044", "021502011234567", "987654321012"])
def test_the_long_number_of_a_transfer_is_a_reference(counter, account, reference):
    data = {**cash(account), "medio-0-kind": "electronic", "medio-0-reference": reference}
    assert send(counter, account, data).status_code == 200


@pytest.mark.parametrize("kind", ["card", "electronic", "personal_cheque"])
def test_a_means_of_payment_without_its_reference_is_refused(counter, account, kind):
    data = {**cheque(account, kind), "medio-0-reference": ""}
    assert_refused(send(counter, account, data), "Escriba el número del cheque, giro o autorización.", data)


def test_a_means_of_payment_without_its_amount_is_refused(counter, account):
    data = {**cash(account), "medio-1-kind": "card", "medio-1-handed": ""}
    assert_refused(send(counter, account, data), "Escriba la cantidad de este medio de pago", data)


def test_a_means_of_payment_that_does_not_exist_is_refused(counter, account):
    data = {**cash(account), "medio-0-kind": "gold"}
    response = send(counter, account, data)
    assert response.status_code == 422
    assert sentences(response) == ["Medio de pago: Escoja un medio de pago que el municipio acepte hoy."]


def test_what_a_kind_does_not_need_is_neither_read_nor_kept(counter, account):
    data = cheque(account, "cash", drawn_on="31/2/2026", telephone="x", reference=CARD_NUMBER)
    response = send(counter, account, data)
    assert response.status_code == 200
    told = response.context["counter"]
    send(counter, account, {**data, "accion": "cobrar", "told_digest": told.distribution.digest()})
    assert Tender.objects.get().reference == ""


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


@pytest.mark.parametrize("told", ["", "ñ", "0" * 64])
def test_what_was_never_told_is_not_taken(counter, account, told):
    response = send(counter, account, {**cash(account), "accion": "cobrar", "told_digest": told})
    assert response.status_code == 409
    assert "No se tomó nada" in sentences(response)[0]
    assert not Cobro.objects.exists()


def test_a_second_window_with_another_amount_of_the_same_visit_is_refused(counter, account):
    first, second = cash(account), cash(account, "40.00", "40.00")
    digests = [
        send(counter, account, data).context["counter"].distribution.digest() for data in (first, second)
    ]
    assert send(counter, account, {**first, "accion": "cobrar", "told_digest": digests[0]}).status_code == 302
    response = send(counter, account, {**second, "accion": "cobrar", "told_digest": digests[1]})
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
