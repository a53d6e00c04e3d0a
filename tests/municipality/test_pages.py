"""The pages of municipal tables: all staff read, the administrator enters, the Director approves."""

import datetime as dt

import pytest
import time_machine
from django.urls import reverse

from revenue.municipality import services
from revenue.municipality.models import NonWorkingDay, PolicyRow, RateTable
from revenue.municipality.selectors import policy_value
from taxpayers.models import Appointment, User
from taxpayers.staff.models import Role
from tests.municipality.conftest import NOW

pytestmark = pytest.mark.usefixtures("holidays", "frozen")
TABLES = "/tablas/"


@pytest.fixture
def frozen():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def sign_in(client, admin, director):
    people = {Role.ADMIN: admin, Role.DIRECTOR: director}

    def sign_in_as(role: Role):
        user = people.get(role) or User.objects.create_user(role.value)
        Appointment.objects.get_or_create(
            user=user,
            role=role,
            defaults={
                "title": role.value,
                "starts_on": dt.date(2020, 1, 1),
                "citation": "C",
                "recorded_at": NOW,
            },
        )
        client.force_login(user)
        return client

    return sign_in_as


def rates(*tiers: tuple[str, str, str, str], **more: str) -> dict[str, str]:
    form = {
        "license_class": "general",
        "fiscal_year_from": "2026",
        "adopted_on": "30/6/2026",
        "citation": "Ordenanza 12, serie 2025-26",
        "renglon-TOTAL_FORMS": "8",
        "renglon-INITIAL_FORMS": "0",
        **more,
    }
    for place, (start, end, flat, rate) in enumerate(tiers):
        names = ("volume_from", "volume_to", "flat", "rate_percent")
        form |= {
            f"renglon-{place}-{name}": typed
            for name, typed in zip(names, (start, end, flat, rate), strict=True)
        }
    return form


@pytest.mark.parametrize("role", list(Role))
def test_all_staff_read_the_tables_and_the_calendar(sign_in, role):
    staff = sign_in(role)
    assert staff.get(TABLES).status_code == 200
    page = staff.get(reverse("municipal_calendar", args=[2024])).content.decode()
    for part in (
        "Día de las Elecciones Generales",
        "16 de enero de 2024",
        "22 de abril de 2024",
        "15 de julio de 2024",
    ):
        assert part in page, part


def test_a_year_that_is_not_loaded_says_what_to_do(sign_in):
    page = sign_in(Role.AUDITOR).get(reverse("municipal_calendar", args=[2040]))
    assert "load_holidays 2040" in page.content.decode()


@pytest.mark.parametrize("role", [Role.CLERK, Role.COLLECTOR, Role.DIRECTOR, Role.AUDITOR])
def test_only_the_administrator_enters_rows(sign_in, role):
    staff = sign_in(role)
    for address in (reverse("rate_table_enter"), reverse("table_row_enter", args=["cierre"])):
        assert staff.get(address).status_code == 403
        assert staff.post(address, {}).status_code == 403


def test_a_closure_is_entered_by_one_and_approved_by_another(sign_in):
    form = {"on": "14/12/2026", "name": "Huracán", "citation": "Orden ejecutiva 7"}
    page = sign_in(Role.ADMIN).post(reverse("table_row_enter", args=["cierre"]), form, follow=True)
    assert "Cierre del 14 de diciembre de 2026: Huracán" in page.content.decode()
    row = NonWorkingDay.objects.get(scope="closure")
    approve = reverse("table_row_approve", args=["cierre", row.pk])
    assert sign_in(Role.ADMIN).post(approve).status_code == 403
    assert sign_in(Role.DIRECTOR).get(approve).status_code == 405
    sign_in(Role.DIRECTOR).post(approve)
    row.refresh_from_db()
    assert row.approved_by == User.objects.get(username="directora")


def test_a_director_who_entered_a_row_is_told_that_another_approves_it(sign_in, director):
    row = services.closure_enter(on=dt.date(2026, 12, 14), name="X", citation="Y", actor=director, at=NOW)
    page = sign_in(Role.DIRECTOR).post(reverse("table_row_approve", args=["cierre", row.pk]), follow=True)
    assert "debe aprobarlo otra persona" in page.content.decode()
    row.refresh_from_db()
    assert row.approved_by is None


def test_a_table_of_rates_is_entered_and_approved(sign_in):
    form = rates(("5001", "8334", "25", ""), ("8335", "", "", "0.30"))
    page = sign_in(Role.ADMIN).post(reverse("rate_table_enter"), form, follow=True)
    assert "desde $5,001.00: $25.00; desde $8,335.00: 0.30%" in page.content.decode()
    sign_in(Role.DIRECTOR).post(reverse("table_row_approve", args=["tasas", RateTable.objects.get().pk]))
    assert [one.volume_from_cents for one in RateTable.objects.in_force().get().tiers.all()] == [
        500_100,
        833_500,
    ]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (rates(("5000.01", "", "", "0.51")), "pasa del tope legal"),
        (rates(("5000.01", "9000", "", "0.30"), ("9001.00", "", "", "0.40")), "no está en ningún renglón"),
        (rates(), "no está en ningún renglón"),
        (rates(("5000.01", "", "", "NaN")), "Escriba la tasa como 0.50."),
        (rates(("1e3", "", "", "0.30")), "Escriba la cantidad en dólares y centavos"),
        (rates(("", "9000", "", "0.30")), "Escriba desde qué volumen"),
        (rates(("5000.01", "", "", "0.30"), citation=" "), "nada entra sin su cita"),
        (rates(("5000.01", "", "", "0.30"), adopted_on="2/7/2026"), "después del 1 de julio de 2026"),
        (rates(("5000.01", "", "", "0.30"), **{"renglon-TOTAL_FORMS": "9999"}), ""),
    ],
)
def test_a_table_that_makes_no_sense_keeps_the_form_and_saves_nothing(sign_in, form, sentence):
    page = sign_in(Role.ADMIN).post(reverse("rate_table_enter"), form)
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not RateTable.objects.exists()


def test_a_policy_is_chosen_with_its_value_from_one_list(sign_in):
    form = {
        "choice": "january_prescribed_day|1",
        "fee": "",
        "starts_on": "1/1/2027",
        "citation": "Resolución 4",
    }
    sign_in(Role.ADMIN).post(reverse("table_row_enter", args=["politica"]), form)
    row = PolicyRow.objects.get()
    sign_in(Role.DIRECTOR).post(reverse("table_row_approve", args=["politica", row.pk]))
    assert policy_value("january_prescribed_day", dt.date(2027, 1, 1)) == 16


def test_the_fee_of_a_returned_cheque_is_typed_as_an_amount(sign_in):
    address = reverse("table_row_enter", args=["politica"])
    form = {"choice": "returned_payment_fee|fee", "starts_on": "1/1/2027", "citation": "Ordenanza 8"}
    assert sign_in(Role.ADMIN).post(address, form).status_code == 422
    sign_in(Role.ADMIN).post(address, {**form, "fee": "25.00"})
    assert PolicyRow.objects.get().value == 2_500


@pytest.mark.parametrize("choice", ["", "invented|0", "year_basis|9", "year_basis", "year_basis|fee"])
def test_an_unknown_policy_is_refused(sign_in, choice):
    form = {"choice": choice, "starts_on": "1/1/2027", "citation": "Resolución 4"}
    assert sign_in(Role.ADMIN).post(reverse("table_row_enter", args=["politica"]), form).status_code == 422
    assert not PolicyRow.objects.exists()


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        (
            "periodo",
            {"starts_on": "1/7/2027", "ends_on": "31/7/2027", "notified_on": "1/6/2027", "citation": "Aviso"},
        ),
        (
            "fecha",
            {"kind": "filing", "fiscal_year": "2026", "moved_to": "29/5/2026", "citation": "CC 3-2026"},
        ),
    ],
)
def test_periods_and_moved_dates_wait_for_approval_with_their_dates_in_words(sign_in, kind, form):
    page = sign_in(Role.ADMIN).post(reverse("table_row_enter", args=[kind]), form, follow=True)
    assert form["citation"] in page.content.decode()
    assert "Esperan aprobación" in page.content.decode()


def test_an_unknown_kind_or_row_is_not_found(sign_in):
    assert sign_in(Role.ADMIN).get(reverse("table_row_enter", args=["nada"])).status_code == 404
    director = sign_in(Role.DIRECTOR)
    assert director.post(reverse("table_row_approve", args=["nada", 1])).status_code == 404
    assert director.post(reverse("table_row_approve", args=["tasas", 999])).status_code == 404
