"""The administrator's pages: users, their links, appointments and their ends."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from taxpayers.audit.models import AuditEntry
from taxpayers.staff.models import Appointment, Role, User
from taxpayers.staff.selectors import roles_on
from tests.taxpayers.conftest import TODAY

PERSON = {"username": "nueva", "first_name": "Ana", "last_name": "Peña", "email": "ana@ejemplo.com"}
APPOINTMENT = {
    "role": "collector",
    "title": "Recaudadora Auxiliar",
    "starts_on": "1/12/2026",
    "ends_on": "31/12/2026",
    "citation": "Carta del Alcalde 12",
}


@pytest.fixture
def page(admin: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(admin)


@pytest.fixture
def person(page: Client) -> User:
    page.post(reverse("user_create"), PERSON)
    return User.objects.get(username="nueva")


def test_a_new_user_chooses_their_password_with_a_link_shown_once(page: Client, client: Client) -> None:
    response = page.post(reverse("user_create"), PERSON, follow=True)
    link = response.context["password_link"]
    assert page.get(response.request["PATH_INFO"]).context["password_link"] is None
    someone = Client()
    form = someone.get(link, follow=True)
    chosen = {"password1": "una clave buena", "password2": "una clave buena"}
    someone.post(form.request["PATH_INFO"], chosen)
    assert User.objects.get(username="nueva").check_password("una clave buena")
    assert "ya no sirve" in Client().get(link, follow=True).content.decode()


def test_a_new_user_may_do_nothing_yet(person: User) -> None:
    assert not person.has_usable_password()
    assert roles_on(person, TODAY) == frozenset()
    assert AuditEntry.objects.filter(action="user.created", subject_key=str(person.pk)).exists()


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("username", ""),
        ("username", "con espacio"),
        ("username", "NUEVA"),
        ("username", "x" * 300),
        ("username", "<b>"),
        ("first_name", ""),
        ("last_name", "A\x07"),
        ("email", "ana"),
    ],
)
def test_a_bad_user_is_refused(person: User, page: Client, field: str, typed: str) -> None:
    response = page.post(reverse("user_create"), {**PERSON, "username": "otra", field: typed})
    assert response.status_code == 422
    assert len(response.context["form"].errors[field]) == 1
    assert User.objects.count() == 2


def test_the_administrator_appoints_and_ends(person: User, page: Client, admin: User) -> None:
    page.post(reverse("appointment_add", args=[person.pk]), APPOINTMENT)
    appointment = person.appointments.get()
    assert (appointment.recorded_by, appointment.citation) == (admin, "Carta del Alcalde 12")
    assert roles_on(person, TODAY) == {Role.COLLECTOR}
    address = reverse("appointment_end", args=[person.pk, appointment.pk])
    assert page.post(address, {"last_day": "30/11/2026", "reason": "Renuncia"}).status_code == 422
    assert page.post(address, {"last_day": "1/12/2026", "reason": "Renuncia"}).status_code == 302
    actions = list(AuditEntry.objects.values_list("action", flat=True))
    assert actions[0] == "appointment.ended"
    assert "appointment.made" in actions


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        ({"role": "rey"}, "role"),
        ({"title": ""}, "title"),
        ({"starts_on": "x"}, "starts_on"),
        ({"ends_on": "30/11/2026"}, "__all__"),
        ({"citation": ""}, "citation"),
    ],
)
def test_a_bad_appointment_is_refused(person: User, page: Client, typed: dict[str, str], where: str) -> None:
    response = page.post(reverse("appointment_add", args=[person.pk]), {**APPOINTMENT, **typed})
    assert response.status_code == 422
    assert len(response.context["form"].errors[where]) == 1
    assert not person.appointments.exists()


def test_an_appointment_that_overlaps_keeps_what_was_typed(person: User, page: Client) -> None:
    address = reverse("appointment_add", args=[person.pk])
    page.post(address, APPOINTMENT)
    response = page.post(address, {**APPOINTMENT, "title": "Recaudadora Oficial"})
    assert response.status_code == 422
    assert "ya tiene esa función" in response.content.decode()
    assert 'value="Recaudadora Oficial"' in response.content.decode()


def test_nobody_administers_themselves(page: Client, admin: User) -> None:
    assert page.post(reverse("appointment_add", args=[admin.pk]), APPOINTMENT).status_code == 422
    for name in ("user_deactivate", "user_reactivate", "password_link", "second_factor_reset"):
        assert page.post(reverse(name, args=[admin.pk])).status_code == 404
    assert admin.appointments.count() == 1


def test_a_user_is_deactivated_and_activated_again(person: User, page: Client) -> None:
    for name, active in (("user_deactivate", False), ("user_reactivate", True)):
        page.post(reverse(name, args=[person.pk]))
        person.refresh_from_db()
        assert person.is_active is active
        assert AuditEntry.objects.filter(action=f"{name.replace('_', '.')}d").count() == 1


def test_a_lost_password_takes_a_new_link(person: User, page: Client) -> None:
    response = page.post(reverse("password_link", args=[person.pk]), follow=True)
    assert re.search(r"/cuenta/contrasena/escoger/\w+-[\w-]+/", response.context["password_link"])


PAGES = ["user_list", "user_create"]
PAGES_OF_ONE = ["user_detail", "appointment_add"]
ACTIONS = ["password_link", "second_factor_reset", "user_deactivate", "user_reactivate"]


@pytest.mark.parametrize("role", [Role.CLERK, Role.COLLECTOR, Role.DIRECTOR, Role.AUDITOR, None])
def test_only_the_administrator_writes_here(
    signed_in: Callable[[User], Client], appoint_directly: Callable[..., User], role: Role | None
) -> None:
    browser, other = signed_in(appoint_directly(role)), appoint_directly(Role.CLERK)
    reads = role in {Role.DIRECTOR, Role.AUDITOR}
    for address in (reverse("user_list"), reverse("user_detail", args=[other.pk])):
        assert browser.get(address).status_code == (200 if reads else 403)
    end = reverse("appointment_end", args=[other.pk, other.appointments.get().pk])
    for address in (reverse("user_create"), reverse("appointment_add", args=[other.pk]), end):
        assert browser.get(address).status_code == 403
        assert browser.post(address).status_code == 403
    for name in ACTIONS:
        assert browser.post(reverse(name, args=[other.pk])).status_code == 403
        assert browser.get(reverse(name, args=[other.pk])).status_code == 405
    assert not AuditEntry.objects.exists()


def test_the_list_takes_the_same_queries_however_many_they_are(
    page: Client, appoint_directly: Callable[..., User], queries: Callable[[Callable[[], Any]], int]
) -> None:
    counts = []
    for _time in range(2):
        for _number in range(6):
            appoint_directly(Role.CLERK)
        counts.append(queries(lambda: page.get(reverse("user_list"))))
    assert counts[0] == counts[1]


def test_the_first_administrator_is_made_from_the_command_line(db: None, capsys: Any) -> None:
    options = {"first_name": "Ana", "last_name": "Peña", "email": "ana@ejemplo.com", "citation": "Carta 1"}
    call_command("first_admin", "ana", **options)
    link = re.search(r"http\S+", capsys.readouterr().out)
    assert link is not None
    assert "contrasena/escoger" in link.group()
    assert roles_on(User.objects.get(), TODAY) == {Role.ADMIN}
    with pytest.raises(CommandError):
        call_command("first_admin", "otra", **options)
    assert Appointment.objects.count() == 1
