"""The clerk's pages of a declaration: typed, reviewed, filed once, acknowledged."""

import datetime as dt
import re
import uuid

import pytest
import time_machine
from django.urls import reverse

from revenue.charges.models import VolumeDeclaration
from revenue.ledger.models import Debt
from revenue.municipality.models import RateTable
from taxpayers.models import Appointment, User
from taxpayers.staff.models import Role
from tests.charges.conftest import NOW, enter_rates, open_business

pytestmark = pytest.mark.usefixtures("town", "frozen")


@pytest.fixture
def frozen():
    with time_machine.travel(NOW, tick=False):
        yield


def appoint(user: User, role: Role, *, ends_on: dt.date | None = None) -> User:
    Appointment.objects.create(
        user=user,
        role=role,
        title="Oficinista",
        starts_on=dt.date(2020, 1, 1),
        ends_on=ends_on,
        citation="Carta 1",
        recorded_at=NOW,
    )
    return user


@pytest.fixture
def desk(client, clerk):
    client.force_login(appoint(clerk, Role.CLERK))
    return client


@pytest.fixture
def address(taxpayer, business) -> str:
    return reverse("declaration_new", args=[taxpayer.number])


def typed(business, volume: str = "200,002.00", **more: str) -> dict[str, str]:
    return {
        "accion": "revisar",
        "ano": "2026",
        "request_key": str(uuid.uuid4()),
        "filed_on": "15/4/2026",
        "sworn_by": "Iris Ibáñez",
        "sworn_title": "Dueña",
        "is_sworn": "on",
        f"negocio-{business.pk}-license_class": "general",
        f"negocio-{business.pk}-volume": volume,
        **more,
    }


def text_of(response) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def review(desk, address: str, form: dict[str, str]) -> dict[str, str]:
    """Send the form to be reviewed, and return what the review page would send."""
    response = desk.post(address, form)
    assert response.status_code == 200, text_of(response)
    return {**form, "accion": "declarar", "told_digest": response.context["computation"].digest()}


def test_the_form_asks_for_each_business_and_defaults_to_this_year_and_today(desk, address, business):
    page = desk.get(address)
    assert page.context["page"].fiscal_year == 2026
    assert "Colmado Ibáñez" in text_of(page)
    assert 'value="1/12/2026"' in text_of(page)


def test_the_review_tells_the_tax_its_tier_and_its_dates_in_words(desk, address, business):
    text = text_of(desk.post(address, typed(business)))
    for part in (
        "$1,000.01",
        "15 de julio de 2026",
        "15 de enero de 2027",
        "$200,002.00 × 0.50%",
        "Tabla de Cayey",
    ):
        assert part in text, part
    assert not VolumeDeclaration.objects.exists()


def test_the_preview_while_typing_is_a_fragment_with_the_same_figures(desk, taxpayer, business):
    form = typed(business, sworn_by="", sworn_title="")
    del form["is_sworn"]
    fragment = text_of(desk.post(reverse("declaration_preview", args=[taxpayer.number]), form))
    assert "$1,000.01" in fragment
    assert "<html" not in fragment


def test_confirming_files_it_and_shows_the_acknowledgement(desk, address, business, taxpayer):
    page = desk.post(address, review(desk, address, typed(business)), follow=True)
    declaration = VolumeDeclaration.objects.get()
    assert page.redirect_chain == [(declaration.get_absolute_url(), 302)]
    text = text_of(page)
    for part in (
        "D-2026-27-000001",
        "15 de julio de 2026",
        "Iris Ibáñez, Dueña",
        reverse("expediente", args=[taxpayer.number]),
    ):
        assert part in text, part
    assert [debt.principal_cents for debt in Debt.objects.order_by("pk")] == [50_001, 50_000]


def test_a_double_click_and_the_back_button_file_it_once(desk, address, business):
    form = review(desk, address, typed(business))
    first, second = desk.post(address, form), desk.post(address, form)
    assert first.url == second.url
    assert (VolumeDeclaration.objects.count(), Debt.objects.count()) == (1, 2)


def test_correcting_gives_back_the_form_as_it_was(desk, address, business):
    page = desk.post(address, typed(business, accion="corregir"))
    assert page.status_code == 200
    assert 'value="200,002.00"' in text_of(page)


BAD_AMOUNTS = ["", "-1", "0.001", "1e3", "NaN", "1.250,00", "１２３", "1" + "0" * 30, "=1+1", "<b>1</b>"]


@pytest.mark.parametrize("volume", BAD_AMOUNTS)
def test_a_bad_volume_keeps_the_form_and_saves_nothing(desk, address, business, volume):
    for action in ("revisar", "declarar"):
        page = desk.post(address, typed(business, volume, accion=action))
        assert page.status_code == 422
        (error,) = page.context["page"].field_errors
        assert str(error[1]).endswith(".")
        assert 'value="Dueña"' in text_of(page)
    assert not VolumeDeclaration.objects.exists()


@pytest.mark.parametrize(
    "day", ["", "31/2/2026", "mañana", "2/12/2026", "15/13/2026", "1/1/0001", "31/12/2025"]
)
def test_a_bad_or_future_date_keeps_the_form_and_saves_nothing(desk, address, business, day):
    page = desk.post(address, typed(business, filed_on=day))
    assert page.status_code == 422
    assert len(page.context["page"].errors) + len(page.context["page"].field_errors) == 1
    assert not VolumeDeclaration.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "a" * 300, "Iris\u0000Núñez", "Iris\u202eNúñez"])
def test_a_bad_name_of_who_swears_is_refused(desk, address, business, name):
    page = desk.post(address, typed(business, sworn_by=name))
    assert page.status_code == 422
    assert not VolumeDeclaration.objects.exists()


def test_a_name_with_accents_and_apostrophes_is_kept_composed_and_escaped(desk, address, business):
    name = "Nu\u0301n\u0303ez O'Neill <b>"
    desk.post(address, review(desk, address, typed(business, sworn_by=name)))
    declaration = VolumeDeclaration.objects.get()
    assert declaration.sworn_by == "Núñez O'Neill <b>"
    assert "Núñez O&#x27;Neill &lt;b&gt;" in text_of(desk.get(declaration.get_absolute_url()))


def test_a_paper_that_nobody_signed_is_not_received(desk, address, business):
    form = typed(business)
    del form["is_sworn"]
    page = desk.post(address, form)
    assert page.status_code == 422
    assert "Sin firma y juramento no se recibe" in text_of(page)


@pytest.mark.parametrize("year", ["1990", "2027", "x", ""])
def test_a_year_that_is_not_declared_here_is_refused_and_says_so(desk, address, business, year):
    page = desk.post(address, typed(business, ano=year))
    assert page.status_code == 422
    assert "elija uno de la lista" in text_of(page)
    assert desk.get(address, {"ano": year}).status_code == 200


def test_a_forged_key_is_refused(desk, address, business):
    assert desk.post(address, typed(business, request_key="1")).status_code == 422


def test_a_year_already_declared_links_to_its_declaration(desk, address, business, file):
    declaration = file((business, 10_000_000))
    assert declaration.get_absolute_url() in text_of(desk.get(address))
    page = desk.post(address, typed(business))
    assert page.status_code == 422
    assert "para cambiarla hace falta una enmienda" in text_of(page)


def test_a_taxpayer_without_businesses_is_told_to_add_one(desk, taxpayer):
    page = desk.get(reverse("declaration_new", args=[taxpayer.number]))
    assert reverse("business_add", args=[taxpayer.number]) in text_of(page)


def test_rates_approved_after_the_review_send_the_clerk_back_to_it(desk, address, business, clerk, director):
    form = review(desk, address, typed(business))
    enter_rates("Barranquitas", clerk, director)
    page = desk.post(address, form)
    assert page.status_code == 409
    assert "El cómputo cambió" in text_of(page)
    assert "$600.01" in text_of(page)
    assert not VolumeDeclaration.objects.exists()


def test_confirming_without_having_reviewed_goes_through_the_review(desk, address, business):
    page = desk.post(address, typed(business, accion="declarar"))
    assert page.status_code == 409
    assert not VolumeDeclaration.objects.exists()


def test_a_late_declaration_tells_its_addition_apart(desk, address, business):
    text = text_of(desk.post(address, typed(business, filed_on="1/12/2026")))
    assert "se notificará aparte" in text
    assert "25%, $250.00" in text


def test_an_exempt_volume_says_that_nothing_is_owed(desk, address, business):
    text = text_of(desk.post(address, typed(business, "5,000.00")))
    assert "no nace ninguna deuda" in text
    assert "Registrar sin deuda" in text


def test_a_class_without_rates_says_so_and_keeps_the_form(desk, address, business):
    RateTable.objects.all().delete()
    page = desk.post(address, typed(business))
    assert page.status_code == 422
    assert "No hay tabla de patentes" in text_of(page)


@pytest.mark.parametrize("role", [Role.COLLECTOR, Role.DIRECTOR, Role.AUDITOR])
def test_others_read_a_declaration_and_do_not_make_one(client, taxpayer, business, file, role):
    declaration = file((business, 10_000_000))
    client.force_login(appoint(User.objects.create_user("lector"), role))
    assert client.get(declaration.get_absolute_url()).status_code == 200
    address = reverse("declaration_new", args=[taxpayer.number])
    assert client.get(address).status_code == 403
    assert client.post(address, typed(business)).status_code == 403


def test_the_administrator_sees_no_declaration(client, business, file):
    declaration = file((business, 10_000_000))
    client.force_login(appoint(User.objects.create_user("admin"), Role.ADMIN))
    assert client.get(declaration.get_absolute_url()).status_code == 403


def test_a_clerk_whose_appointment_ended_yesterday_enters_nothing(client, taxpayer, business, clerk):
    client.force_login(appoint(clerk, Role.CLERK, ends_on=dt.date(2026, 11, 30)))
    page = client.post(reverse("declaration_new", args=[taxpayer.number]), typed(business))
    assert page.status_code == 403
    assert "30 de noviembre de 2026" in text_of(page)


def test_an_unknown_taxpayer_or_declaration_is_not_found(desk):
    assert desk.get(reverse("declaration_new", args=["C-999999"])).status_code == 404
    assert desk.get(reverse("declaration_detail", args=[999])).status_code == 404


def test_the_pages_ask_for_few_rows_however_many_businesses(
    desk, address, taxpayer, business, django_assert_max_num_queries
):
    for number in range(20):
        open_business(taxpayer, f"Sucursal {number}")
    with django_assert_max_num_queries(12):
        desk.get(address)
