"""Amounts, dates, cheques and references that the counter refuses.

Every line starts from a visit that would be taken, and spoils one thing in it: one Spanish sentence, the form as it
was typed, nothing saved.
"""

import pytest

from revenue.collection.forms import TenderForm
from revenue.collection.models import Tender
from tests.collection.visits import CARD_NUMBER, assert_refused, cash, cheque, send, sentences, told

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize("point", POINTS)
def test_a_cheque_that_fails_one_point_is_refused_with_its_reason(counter, account, point):
    value, sentence = POINTS[point]
    data = cheque(account, **{point: value})
    assert_refused(send(counter, account, data), sentence, data)


@pytest.mark.parametrize("kind", ["certified_cheque", "managers_cheque", "postal_order", "bank_order"])
def test_every_kind_of_cheque_and_money_order_is_checked(counter, account, kind):
    data = cheque(account, kind, signed=None)
    assert_refused(send(counter, account, data), "debe tener la firma completa del librador", data)


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
def test_a_card_number_is_refused_in_any_field(counter, account, name):
    data = cheque(account, **{name: CARD_NUMBER})
    assert_refused(send(counter, account, data), "Quite el número de la tarjeta", data)


@pytest.mark.parametrize(
    "typed",
    ["4111-1111-1111-1111", "4111111111111111", "４１１１ 1111.1111_1111", f"Visa {CARD_NUMBER} 12/29"],
)
def test_a_card_number_is_refused_however_it_is_written(counter, account, typed):
    data = cheque(account, reference=typed)
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
    assert send(counter, account, told(counter, account, data)).status_code == 302
    assert Tender.objects.get().reference == ""
