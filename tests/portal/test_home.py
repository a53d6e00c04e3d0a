"""The first page of each person, and what a lost one is told."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from revenue.portal.navigation import PLACES
from taxpayers.staff.models import Appointment, Role, User

TODAY = dt.date(2026, 11, 30)
pytestmark = pytest.mark.django_db


def appointed(role: Role, *, starts_on: dt.date = TODAY, ends_on: dt.date | None = None) -> User:
    """Return a user who holds a role between two days."""
    user = User.objects.create_user(f"{role}", first_name="Iris", last_name="Núñez")
    Appointment.objects.create(
        user=user,
        role=role,
        title=f"Título de {role}",
        starts_on=starts_on,
        ends_on=ends_on,
        citation="Nombramiento 2026-1",
        recorded_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC),
    )
    return user


@pytest.fixture(autouse=True)
def _today(time_machine) -> None:
    time_machine.move_to(dt.datetime(2026, 11, 30, 16, tzinfo=dt.UTC))


def home(client: Client, user: User | None = None) -> str:
    """Return the first page that a person sees."""
    if user is not None:
        client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    response = client.get("/")
    assert response.status_code == 200
    return response.content.decode()


def test_a_stranger_is_welcomed_and_shown_where_to_enter(client: Client) -> None:
    page = home(client)
    assert "Entrar a su cuenta" in page
    assert "Cuándo se paga la patente" in page


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.AUDITOR, Role.CLERK, Role.ADMIN])
def test_each_role_sees_its_title_and_only_its_places(client: Client, role: Role) -> None:
    page = home(client, appointed(role))
    assert f"Título de {role}" in page
    for place in PLACES:
        assert (f">{place.label}<" in page) == (role in place.roles), place.url_name


def test_a_collector_arrives_at_the_search_and_is_told_to_open_the_drawer(client: Client) -> None:
    page = home(client, appointed(Role.COLLECTOR))
    assert 'name="q"' in page
    assert "data-autofocus" in page
    assert reverse("drawer_open") in page


def test_a_collector_without_the_second_factor_sees_no_money_until_it_is_set_up(
    client: Client, settings
) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    client.force_login(appointed(Role.COLLECTOR), backend=settings.AUTHENTICATION_BACKENDS[0])
    assert client.get("/").headers["Location"] == reverse("mfa_activate_totp")


def test_every_place_of_the_navigation_exists() -> None:
    assert [place.url_name for place in PLACES if not place.url] == []


@pytest.mark.parametrize(
    ("starts_on", "ends_on", "holds"),
    [
        (TODAY, None, True),
        (TODAY + dt.timedelta(days=1), None, False),
        (dt.date(2026, 1, 1), TODAY, True),
        (dt.date(2026, 1, 1), TODAY - dt.timedelta(days=1), False),
    ],
)
def test_the_first_and_the_last_day_of_an_appointment_count(
    client: Client, starts_on, ends_on, holds
) -> None:
    page = home(client, appointed(Role.CLERK, starts_on=starts_on, ends_on=ends_on))
    assert ("Todavía no tiene un nombramiento en vigor" not in page) == holds


def test_the_browsers_language_is_not_the_persons_choice(client: Client) -> None:
    response = client.get("/", headers={"accept-language": "en-US,en;q=0.9"})
    assert response.headers["Content-Language"] == "es-pr"
    client.cookies["django_language"] = "en"
    assert client.get("/").headers["Content-Language"] == "en"
    client.cookies["django_language"] = "tlh"
    assert client.get("/").headers["Content-Language"] == "es-pr"


def test_a_page_that_does_not_exist_says_what_to_do_next(client: Client) -> None:
    response = client.get("/no-existe/")
    assert response.status_code == 404
    assert "Esta página no existe" in response.content.decode()
    assert "Ir al inicio" in response.content.decode()


def test_a_form_without_its_token_says_that_nothing_was_saved() -> None:
    response = Client(enforce_csrf_checks=True).post("/idioma/", {"language": "en"})
    assert response.status_code == 403
    assert "No se guardó nada" in response.content.decode()


def test_a_failure_of_ours_tells_the_counter_to_look_before_repeating(rf) -> None:
    from django.views.defaults import server_error

    page = server_error(rf.get("/")).content.decode()
    assert "vea si el recibo ya existe antes de repetir" in page
