"""Receipts on the screen: who sees them, how they are printed, found, and checked by anyone."""

import datetime as dt
import io
from collections.abc import Callable
from typing import Any

import pypdf
import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from receipts import services
from receipts.models import Receipt, ReceiptDocument, ReceiptPrint
from taxpayers.staff.models import Role, User
from tests.receipts import samples
from tests.receipts.conftest import AT, signed_in, staff

STAFF_PAGES = ("receipt_detail", "receipt_pdf", "receipt_reprint")
READERS = (Role.COLLECTOR, Role.DIRECTOR, Role.AUDITOR)


def address(name: str, receipt: Receipt, *more: int) -> str:
    return reverse(name, args=[receipt.series.code, receipt.number, *more])


def text_of(content: bytes) -> str:
    return " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)


@pytest.mark.parametrize("name", [*STAFF_PAGES, "receipt_print"])
def test_nobody_signed_in_is_sent_to_sign_in(receipt: Receipt, name: str, client: Client) -> None:
    response = client.get(address(name, receipt))
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("role", [None, Role.CLERK, Role.ADMIN])
@pytest.mark.parametrize("name", STAFF_PAGES)
def test_who_has_no_business_with_receipts_is_refused(receipt: Receipt, name: str, role: Role | None) -> None:
    assert signed_in(staff(role)).get(address(name, receipt)).status_code == 403


@pytest.mark.parametrize("role", READERS)
def test_collectors_director_and_auditor_see_a_receipt(receipt: Receipt, role: Role) -> None:
    client = signed_in(staff(role))
    page = client.get(address("receipt_detail", receipt))
    assert "2026-27-000001" in page.text
    assert "$1,158.67" in page.text
    assert ("Imprimir original" in page.text) == (role == Role.COLLECTOR)
    shown = client.get(address("receipt_pdf", receipt))
    assert shown["Content-Type"] == "application/pdf"
    assert shown["Content-Disposition"] == 'inline; filename="2026-27-000001.pdf"'
    assert shown["Cache-Control"] == "private, no-store"
    assert shown.content == bytes(ReceiptDocument.objects.get().content)


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.AUDITOR])
@pytest.mark.parametrize("name", ["receipt_print", "receipt_reprint"])
def test_those_who_only_look_do_not_print(receipt: Receipt, name: str, role: Role) -> None:
    assert signed_in(staff(role)).post(address(name, receipt), {"ordinal": 1}).status_code == 403
    assert not ReceiptPrint.objects.exists()


@pytest.mark.parametrize("name", STAFF_PAGES)
def test_a_number_that_was_never_given_is_not_found(receipt: Receipt, collector: User, name: str) -> None:
    client = signed_in(collector)
    for series, number in ((receipt.series.code, 2), ("2025-26", 1), (receipt.series.code, 10**15)):
        assert client.get(reverse(name, args=[series, number])).status_code == 404


def test_looking_changes_nothing(receipt: Receipt, collector: User) -> None:
    client = signed_in(collector)
    for _ in range(3):
        client.get(address("receipt_detail", receipt))
        client.get(address("receipt_pdf", receipt))
        client.get(address("receipt_reprint", receipt))
    assert not ReceiptPrint.objects.exists()
    assert ReceiptDocument.objects.count() == 1


def test_the_receipt_opens_ready_to_print_and_enter_goes_to_the_next_person(
    receipt: Receipt, collector: User
) -> None:
    page = signed_in(collector).get(address("receipt_detail", receipt)).text
    assert f'src="{address("receipt_pdf", receipt)}' in page
    assert 'data-autofocus data-print="#recibo" data-then-focus="#siguiente"' in page
    assert f'id="siguiente" class="btn btn-secondary" href="{reverse("home")}" data-shortcut="Enter"' in page


def test_the_original_is_printed_once_and_then_only_reprinted(receipt: Receipt, collector: User) -> None:
    client = signed_in(collector)
    printed = client.post(address("receipt_print", receipt))
    assert printed["Location"] == address("receipt_pdf", receipt)
    again = client.post(address("receipt_print", receipt), headers={"hx-request": "true"})
    assert "Reimprimir" in again.text
    assert "Imprimir original" not in again.text
    row = ReceiptPrint.objects.get()
    assert (row.ordinal, row.printed_by) == (0, collector)


def test_a_reprint_is_confirmed_counted_and_marked(receipt: Receipt, collector: User) -> None:
    client = signed_in(collector)
    client.post(address("receipt_print", receipt))
    asked = client.get(address("receipt_reprint", receipt))
    assert "REIMPRESIÓN 1" in asked.text
    for _double_click in range(2):
        made = client.post(address("receipt_reprint", receipt), {"ordinal": 1})
        assert made["Location"] == address("receipt_reprint_pdf", receipt, 1)
    assert ReceiptPrint.objects.count() == 2
    paper = text_of(client.get(made["Location"]).content)
    assert paper.count("REIMPRESIÓN 1 — ") == 3
    assert str(collector) in paper
    assert "REIMPRESIÓN" not in text_of(client.get(address("receipt_pdf", receipt)).content)
    assert "Reimpresión 1" in client.get(address("receipt_detail", receipt)).text


def test_what_was_not_printed_cannot_be_reprinted(receipt: Receipt, collector: User) -> None:
    client = signed_in(collector)
    assert client.post(address("receipt_reprint", receipt), {"ordinal": 1})["Location"] == address(
        "receipt_detail", receipt
    )
    assert client.get(address("receipt_reprint_pdf", receipt, 1)).status_code == 404
    assert not ReceiptPrint.objects.exists()


@pytest.mark.parametrize("ordinal", ["", "0", "-1", "7", "x", "1e3", "９９", "9" * 40])
def test_a_bad_ordinal_reprints_nothing(receipt: Receipt, collector: User, ordinal: str) -> None:
    client = signed_in(collector)
    client.post(address("receipt_print", receipt))
    assert client.post(address("receipt_reprint", receipt), {"ordinal": ordinal}).status_code in {200, 302}
    assert ReceiptPrint.objects.count() == 1


def test_two_people_who_reprint_at_once_do_not_share_a_number(receipt: Receipt, collector: User) -> None:
    mine, other = signed_in(collector), signed_in(staff(Role.COLLECTOR))
    mine.post(address("receipt_print", receipt))
    mine.post(address("receipt_reprint", receipt), {"ordinal": 1})
    late = other.post(address("receipt_reprint", receipt), {"ordinal": 1}, follow=True)
    assert "se imprimió mientras tanto" in late.text
    assert ReceiptPrint.objects.count() == 2


@pytest.fixture
def three(issue: Callable[..., Receipt]) -> list[Receipt]:
    other = staff(Role.COLLECTOR, first_name="Luis", last_name="Peñuelas")
    return [
        issue(samples.draft(received_on="2026-08-12")),
        issue(samples.draft(received_on="2026-08-13"), by=other),
        issue(samples.draft(received_on="2026-08-14")),
    ]


def found(client: Client, **search: Any) -> list[int]:
    response = client.get(reverse("receipt_list"), search)
    assert response.status_code == 200
    return sorted(receipt.number for receipt in response.context["page"])


def test_receipts_are_found_by_number_code_day_and_collector(three: list[Receipt], collector: User) -> None:
    client = signed_in(collector)
    assert found(client) == [1, 2, 3]
    assert (
        found(client, numero="2")
        == found(client, numero=" 000002 ")
        == found(client, numero="2026-27-000002")
        == [2]
    )
    assert found(client, numero=three[0].verification_code.lower().replace("-", " ")) == [1]
    assert found(client, desde="13/8/2026") == [2, 3]
    assert found(client, desde="13/8/2026", hasta="2026-08-13") == [2]
    assert found(client, cajero=str(three[1].issued_by_id)) == [2]


@pytest.mark.parametrize(
    "numero", ["0", "999999999", "9" * 30, "٣", "' OR 1=1 --", "ABC", "%", "K7QD-M3XA-9FTR"]
)
def test_a_number_that_finds_nothing_says_so(three: list[Receipt], collector: User, numero: str) -> None:
    response = signed_in(collector).get(reverse("receipt_list"), {"numero": numero})
    assert "Ningún recibo coincide" in response.text


@pytest.mark.parametrize(
    "search", [{"desde": "30/2/2026"}, {"hasta": "mañana"}, {"cajero": "x"}, {"cajero": "0"}]
)
def test_a_bad_search_is_explained_and_kept(
    three: list[Receipt], collector: User, search: dict[str, str]
) -> None:
    response = signed_in(collector).get(reverse("receipt_list"), search)
    assert response.status_code == 200
    assert response.context["search"].form.errors
    assert not list(response.context["page"])


def test_the_list_costs_the_same_however_long(
    issue: Callable[..., Receipt], collector: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(collector)
    for _ in range(30):
        issue()
    with django_assert_max_num_queries(8):
        page = client.get(reverse("receipt_list"))
    assert len(page.context["page"]) == 25
    assert len(client.get(reverse("receipt_list"), {"page": "2"}).context["page"]) == 5


def test_anyone_with_the_code_learns_that_the_receipt_is_genuine_and_nothing_about_a_person(
    receipt: Receipt, client: Client
) -> None:
    page = client.get(receipt.snapshot["verification_url"].split("//")[1].partition("/")[2].join(["/", ""]))
    assert page.status_code == 200
    for said in (
        "Recibo auténtico",
        "Municipio de Cayey",
        "2026-27-000001",
        "14 de agosto de 2026",
        "$1,158.67",
    ):
        assert said in page.text
    for hidden in ("María", "Ñapa", "C-000123", "001482", "Ana", "Núñez Rivera"):
        assert hidden not in page.text


@pytest.mark.parametrize("typed", ["{}", " {} ", "{lower}", "{bare}", "{spaced}"])
def test_the_code_is_understood_however_it_is_typed(receipt: Receipt, client: Client, typed: str) -> None:
    code = receipt.verification_code
    text = typed.format(code, lower=code.lower(), bare=code.replace("-", ""), spaced=code.replace("-", " "))
    response = client.get(reverse("receipt_verify"), {"codigo": text}, follow=True)
    assert "Recibo auténtico" in response.text


@pytest.mark.parametrize(
    "code", ["K7QD-M3XA-9FTR", "x", "K7QD", "0000-0000-0000", "<script>", "%27", "Ñ" * 12, "A" * 400]
)
def test_an_unknown_code_in_the_address_is_not_found_and_says_what_to_do(
    receipt: Receipt, client: Client, code: str
) -> None:
    response = client.get(reverse("receipt_verify_code", args=[code]))
    assert response.status_code == 404
    assert "No hay un recibo con ese código" in response.text
    assert "<script>" not in response.text.replace("<script src", "")


@pytest.mark.parametrize("typed", ["K7QD", "0000-0000-0000", "K7QD-M3XA-9FTRX", "１２３４", " ", "A" * 41])
def test_a_code_that_cannot_be_one_keeps_the_form_with_a_sentence(
    client: Client, db: None, typed: str
) -> None:
    response = client.get(reverse("receipt_verify"), {"codigo": typed})
    assert response.status_code == 200
    assert response.context["form"].errors["codigo"]


def test_the_day_on_the_pages_is_that_of_puerto_rico(issue: Callable[..., Receipt], collector: User) -> None:
    late = issue(at=dt.datetime(2026, 8, 15, 3, 30, tzinfo=dt.UTC))
    services.record_print(receipt=late, ordinal=0, user=collector, at=AT)
    page = signed_in(collector).get(address("receipt_detail", late)).text
    assert (
        "14 de agosto de 2026 a las 23:30" in page or "14 de agosto de 2026" in page.split("Emitido")[1][:80]
    )
