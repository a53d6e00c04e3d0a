"""Businesses, officers and documents of a taxpayer."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from taxpayers.audit.models import AuditEntry
from taxpayers.people.models import Address, Business, Identification, Officer, Taxpayer
from taxpayers.people.selectors import search
from taxpayers.staff.models import User
from tests.taxpayers.conftest import TODAY

BUSINESS = {
    "trade_name": "Café Cuatro Calles",
    "license_class": "general",
    "activity_code": "722515",
    "activity": "Cafetería",
    "started_on": "1/7/2026",
    "business_line1": "Calle Barbosa 40",
    "business_town": "Cayey",
    "business_state": "PR",
    "business_zip_code": "00736",
}
FILE = "/contribuyentes/C-000001/"
ADD = f"{FILE}negocios/nuevo/"


@pytest.fixture
def page(register: Callable[..., Taxpayer], clerk: User, signed_in: Callable[[User], Client]) -> Client:
    register("Alturas del Carite, Inc.")
    return signed_in(clerk)


@pytest.fixture
def business(page: Client) -> Business:
    assert page.post(ADD, BUSINESS).status_code == 302
    return Business.objects.get()


def test_a_business_is_added_and_its_owner_found_by_its_name(business: Business) -> None:
    assert (business.started_on, str(business.address)) == (
        dt.date(2026, 7, 1),
        "Calle Barbosa 40, Cayey PR 00736",
    )
    assert [taxpayer.number for taxpayer in search("cafe cuatro")] == ["C-000001"]
    assert AuditEntry.objects.get(action="business.added").data["business"] == "Café Cuatro Calles"


def test_a_business_that_changes_its_name_is_found_by_the_new_one(business: Business, page: Client) -> None:
    page.post(
        f"{FILE}negocios/{business.pk}/",
        {**BUSINESS, "trade_name": "Café Núñez", "business_line1": "Calle 2"},
    )
    assert [taxpayer.number for taxpayer in search("cafe nunez")] == ["C-000001"]
    assert search("cafe cuatro") == []
    assert AuditEntry.objects.get(action="business.changed").data["changed"] == ["trade_name", "address"]
    assert [change.what for change in page.get(FILE).context["changes"]][:2]


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("trade_name", "", "Escriba el nombre comercial."),
        ("license_class", "", "Escoja la clase de patente."),
        ("license_class", "otra", "otra"),
        ("activity_code", "1", "Escriba el código NAICS"),
        ("activity_code", "72251a", "Escriba el código NAICS"),
        ("started_on", "31/6/2026", "Esa fecha no existe"),
        ("started_on", "", "Escriba la fecha"),
        ("business_town", "", "Escriba el pueblo."),
    ],
)
def test_bad_input_is_one_sentence(page: Client, field: str, typed: str, sentence: str) -> None:
    response = page.post(ADD, {**BUSINESS, field: typed})
    assert response.status_code == 422
    (error,) = response.context["form"].errors[field]
    assert sentence in error
    assert not Business.objects.exists()
    assert not Address.objects.filter(kind="business").exists()


@pytest.mark.parametrize(
    ("ceased_on", "noticed_on", "field"),
    [
        pytest.param("1/7/2026", "1/12/2026", None, id="the day it started, noticed today"),
        pytest.param("31/12/2026", "1/12/2026", None, id="to cease later"),
        pytest.param("30/6/2026", "1/12/2026", "ceased_on", id="the day before it started"),
        pytest.param("1/11/2026", "2/12/2026", "noticed_on", id="noticed tomorrow"),
        pytest.param("", "1/12/2026", "ceased_on", id="without its last day"),
        pytest.param("1/11/2026", "", "noticed_on", id="without the notice"),
    ],
)
def test_a_business_ceases_after_it_starts_and_with_its_notice(
    business: Business, page: Client, ceased_on: str, noticed_on: str, field: str | None
) -> None:
    response = page.post(
        f"{FILE}negocios/{business.pk}/cese/", {"ceased_on": ceased_on, "noticed_on": noticed_on}
    )
    business.refresh_from_db()
    if field is None:
        assert response.status_code == 302
        assert business.cessation_noticed_on == TODAY
        assert AuditEntry.objects.get(action="business.ceased").data["cessation_noticed_on"] == "2026-12-01"
    else:
        assert response.status_code == 422
        assert len(response.context["form"].errors[field]) == 1
        assert business.ceased_on is None


def test_a_business_does_not_start_after_it_ceased(business: Business, page: Client) -> None:
    page.post(f"{FILE}negocios/{business.pk}/cese/", {"ceased_on": "1/8/2026", "noticed_on": "1/8/2026"})
    response = page.post(f"{FILE}negocios/{business.pk}/", {**BUSINESS, "started_on": "2/8/2026"})
    assert response.status_code == 422
    assert "started_on" in response.context["form"].errors


def test_the_database_refuses_a_cessation_without_its_notice(business: Business) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Business.objects.filter(pk=business.pk).update(ceased_on=TODAY)


def test_another_taxpayers_business_is_not_found(
    business: Business, page: Client, register: Callable[..., Taxpayer]
) -> None:
    register("Otra Cosa, Inc.")
    for end in ("", "cese/"):
        assert page.get(f"/contribuyentes/C-000002/negocios/{business.pk}/{end}").status_code == 404


# --- officers -------------------------------------------------------------------------------------------------

OFFICER = {
    "name": "Ana Peña",
    "title": "president",
    "other_title": "",
    "starts_on": "1/7/2026",
    "ends_on": "",
}


def test_an_officer_is_added_and_changed(page: Client) -> None:
    page.post(f"{FILE}oficiales/nuevo/", OFFICER)
    officer = Officer.objects.get()
    assert str(officer) == "Ana Peña, Presidente"
    page.post(f"{FILE}oficiales/{officer.pk}/", {**OFFICER, "ends_on": "30/11/2026"})
    officer.refresh_from_db()
    assert officer.ends_on == dt.date(2026, 11, 30)
    assert AuditEntry.objects.get(action="officer.changed").data["changed"] == ["ends_on"]
    assert "30 de noviembre de 2026" in page.get(FILE).content.decode()


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"name": ""}, "name"),
        ({"title": "rey"}, "title"),
        ({"title": "other"}, "other_title"),
        ({"ends_on": "30/6/2026"}, "ends_on"),
        ({"starts_on": "x"}, "starts_on"),
    ],
)
def test_a_bad_officer_is_refused(page: Client, typed: dict[str, str], field: str) -> None:
    response = page.post(f"{FILE}oficiales/nuevo/", {**OFFICER, **typed})
    assert response.status_code == 422
    assert len(response.context["form"].errors[field]) == 1
    assert not Officer.objects.exists()


def test_another_taxpayers_officer_is_not_found(page: Client, register: Callable[..., Taxpayer]) -> None:
    page.post(f"{FILE}oficiales/nuevo/", OFFICER)
    register("Otra Cosa, Inc.")
    assert page.get(f"/contribuyentes/C-000002/oficiales/{Officer.objects.get().pk}/").status_code == 404


# --- documents -------------------------------------------------------------------------------------------------


def test_a_document_is_shown_by_its_last_four(page: Client) -> None:
    page.post(
        f"{FILE}identificaciones/nueva/",
        {"kind": "passport", "number": "A1234567", "expires_on": "30/11/2026"},
    )
    assert Identification.objects.get().shown_on == TODAY
    text = page.get(FILE).content.decode()
    assert "Pasaporte ····4567" in text
    assert "Venció el 30 de noviembre de 2026" in text
    assert "A1234567" not in text


@pytest.mark.parametrize("number", ["", "123", "x" * 31, "<script>", "12 34"])
def test_a_bad_document_number_is_refused(page: Client, number: str) -> None:
    response = page.post(
        f"{FILE}identificaciones/nueva/", {"kind": "passport", "number": number, "expires_on": ""}
    )
    assert response.status_code == 422
    assert len(response.context["form"].errors["number"]) == 1
    assert not Identification.objects.exists()


def test_a_file_takes_the_same_queries_however_much_it_holds(
    page: Client, queries: Callable[[Callable[[], Any]], int]
) -> None:
    counts = []
    for _time in range(2):
        for number in range(3):
            page.post(ADD, {**BUSINESS, "trade_name": f"Café {number}"})
            page.post(f"{FILE}oficiales/nuevo/", OFFICER)
            page.post(f"{FILE}identificaciones/nueva/", {"kind": "passport", "number": f"A12345{number}"})
        counts.append(queries(lambda: page.get(FILE)))
    assert counts[0] == counts[1]
