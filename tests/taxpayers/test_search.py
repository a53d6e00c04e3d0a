"""Finding somebody as one types: any order, accents or not, trade name, number; identifiers only whole and by POST."""

import datetime as dt
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from taxpayers.people import names, selectors
from taxpayers.people.businesses import BusinessData, business_add
from taxpayers.people.models import Business, Taxpayer
from taxpayers.people.services import TaxpayerData, taxpayer_edit
from taxpayers.staff.models import Role, User
from tests.taxpayers.conftest import AT, EIN, HOME, SSN

BAKERY = BusinessData(
    trade_name="Panadería La Espiga #2",
    license_class=Business.LicenseClass.GENERAL,
    activity_code="311811",
    activity="Panadería",
    started_on=dt.date(2014, 3, 3),
    address=HOME,
)


@pytest.fixture
def town(register: Callable[..., Taxpayer], clerk: User) -> dict[str, str]:
    """Four taxpayers, and the name under which these tests know each number."""
    nunez = register("María de los Ángeles|Núñez|Peña", identifiers={SSN: "666123456"})
    business_add(actor=clerk, taxpayer=nunez, data=BAKERY, at=AT)
    dangelo = register("Vittorio|D'Angelo|Ibáñez-Muñoz")
    coqui = register("Empresas J.R. Coquí del Sur, Inc.", identifiers={EIN: "891234567"})
    rivera = register("José|Rivera|")
    return {nunez.number: "nunez", dangelo.number: "dangelo", coqui.number: "coqui", rivera.number: "rivera"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nunez", "nunez"),
        ("Núñez", "nunez"),
        ("NUN\u0303EZ", "nunez"),
        ("nu\u0301n\u0303ez", "nunez"),
        ("Peña María", "nunez"),
        ("pena nunez maria", "nunez"),
        ("ang nun", "nunez"),
        ("Núñez, María", "nunez"),
        ("  maria   pe ", "nunez"),
        ("d'angelo", "dangelo"),
        ("D’Angelo", "dangelo"),
        ("dangelo", "dangelo"),
        ("angelo vitt", "dangelo"),
        ("munoz", "dangelo"),
        ("ibáñez-muñoz", "dangelo"),
        ("ibanezmunoz", "dangelo"),
        ("coqui jr", "coqui"),
        ("j.r. coqui", "coqui"),
        ("panaderia espiga", "nunez"),
        ("espiga nunez", "nunez"),
        ("espiga 2", "nunez"),
        ("C-000001", "nunez"),
        ("c-000003", "coqui"),
        ("c000003", "coqui"),
        ("000003", "coqui"),
        ("3", "coqui"),
        ("666-12-3456", "nunez"),
        ("666123456", "nunez"),
        ("666 12 3456", "nunez"),
        ("89-1234567", "coqui"),
        ("891234567", "coqui"),
        ("ángel", "nunez dangelo"),
        ("unez", ""),
        ("nunez rivera", ""),
        ("n", ""),
        ("", ""),
        ("%", ""),
        ("_", ""),
        ("nun%", "nunez"),
        ("nun_z", ""),
        ("3456", ""),
        ("666-12-345", ""),
        ("666-12-3457", ""),
        ("891234568", ""),
        ("'; DROP TABLE taxpayers_taxpayer; --", ""),
        ("٣", ""),
        ("²", ""),
    ],
)
def test_a_typed_text_finds(town: dict[str, str], text: str, expected: str) -> None:
    found = {town[taxpayer.number] for taxpayer in selectors.search(text)}
    assert found == {*expected.split()}


def test_the_number_typed_comes_first(register: Callable[..., Taxpayer]) -> None:
    everybody = [selectors.number_of(ordinal) for ordinal in range(1, 12)]
    for letter in "ABCDEFGHIJK":
        register(f"Ana|Cruz|{letter}", other_than=everybody)
    assert selectors.search("1")[0].number == "C-000001"
    assert selectors.search("11")[0].number == "C-000011"


def test_results_are_in_order_of_surname_and_bring_town_and_trade_names(town: dict[str, str]) -> None:
    found = selectors.search("c-0000")
    assert [town[taxpayer.number] for taxpayer in found] == ["dangelo", "coqui", "nunez", "rivera"]
    assert set(map(attrgetter("town"), found)) == {"Cayey"}
    assert [business.trade_name for business in found[2].businesses.all()] == ["Panadería La Espiga #2"]


def test_a_new_name_is_found_and_the_former_is_not(town: dict[str, str], clerk: User) -> None:
    rivera = Taxpayer.objects.get(number="C-000004")
    data = TaxpayerData(
        kind=Taxpayer.Kind.INDIVIDUAL, given_names="José", first_surname="Ñáñez", residential=HOME
    )
    taxpayer_edit(actor=clerk, taxpayer=rivera, data=data, at=AT)
    assert [taxpayer.number for taxpayer in selectors.search("nanez")] == ["C-000004"]
    assert selectors.search("rivera") == []


@pytest.mark.parametrize("name", ["ﷺ" * 60, "ß" * 60, "Ǆ" * 60, "e\u0301" * 30, "李 明", "🙂 Rivera"])
def test_letters_of_any_kind_are_kept_and_found(register: Callable[..., Taxpayer], name: str) -> None:
    taxpayer = register(f"{name}|Zayas|{name}")
    assert taxpayer in selectors.search("zayas")
    assert names.words("Zayas") == ["zayas"]


# --- the page ------------------------------------------------------------------------------------------------


@pytest.fixture
def page(town: dict[str, str], clerk: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(clerk)


SEARCH = "/contribuyentes/"


def test_the_box_works_without_javascript_and_opens_the_only_result(page: Client) -> None:
    assert 'method="post"' in page.get(SEARCH).content.decode()
    response = page.post(SEARCH, {"q": "nunez"})
    assert (response.status_code, response.headers["Location"]) == (
        302,
        reverse("expediente", args=["C-000001"]),
    )
    several = page.post(SEARCH, {"q": "c-0000"}).content.decode()
    assert all(number in several for number in ("C-000001", "C-000002", "C-000003", "C-000004"))


def test_a_fragment_is_only_the_list(page: Client) -> None:
    text = page.post(SEARCH, {"q": "nunez"}, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in text
    assert f'href="{reverse("expediente", args=["C-000001"])}"' in text
    assert "Panadería La Espiga #2" in text


def test_what_is_in_the_address_is_not_searched(page: Client) -> None:
    assert "C-000001" not in page.get(SEARCH, {"q": "nunez"}).content.decode()


def test_an_identifier_is_not_in_the_answer_of_a_fragment(page: Client) -> None:
    text = page.post(SEARCH, {"q": "666-12-3456"}, headers={"HX-Request": "true"}).content.decode()
    assert "C-000001" in text
    assert "666" not in text
    assert "3456" not in text


def test_a_search_takes_at_most_five_queries(page: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(5):
        page.post(SEARCH, {"q": "c-0000"}, headers={"HX-Request": "true"})


@pytest.mark.parametrize(
    "text", ["x" * 300, "nu\x07nez", "nu\x00nez", "\u202enunez", "<script>alert(1)</script>"]
)
def test_bad_input_is_a_sentence_or_an_empty_list(page: Client, text: str) -> None:
    for headers in ({}, {"HX-Request": "true"}):
        response = page.post(SEARCH, {"q": text}, headers=headers)
        assert response.status_code == 200
        assert "<script>alert" not in response.content.decode()


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.CLERK, 200),
        (Role.COLLECTOR, 200),
        (Role.DIRECTOR, 200),
        (Role.AUDITOR, 200),
        (Role.ADMIN, 403),
        (None, 403),
    ],
)
def test_searching_is_for_those_who_read_people(
    signed_in: Callable[[User], Client], appoint_directly: Callable[..., User], role: Role | None, status: int
) -> None:
    browser = signed_in(appoint_directly(role))
    assert browser.get(SEARCH).status_code == status
    assert browser.post(SEARCH, {"q": "x"}).status_code == status
