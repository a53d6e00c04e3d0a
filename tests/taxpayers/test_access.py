"""The door of a staff page: signed in, with the second factor, with a role today."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path, reverse
from django.utils.html import escape

from taxpayers.staff.access import StaffRequest, staff_required
from taxpayers.staff.models import Role, User
from tests.taxpayers.conftest import TODAY

DAY = dt.timedelta(days=1)


@staff_required(Role.COLLECTOR, readers=(Role.DIRECTOR, Role.AUDITOR))
def counter(request: StaffRequest) -> HttpResponse:
    """A page for collectors that others may look at."""
    return HttpResponse(f"{request.today} {sorted(request.roles)}")


urlpatterns = [path("mostrador/", counter), path("", include("revenue.urls"))]


@pytest.fixture(autouse=True)
def _with_a_counter(settings: Any, _the_house_on_a_known_day: None) -> None:
    settings.ROOT_URLCONF = __name__


def refusal(response: Any) -> str:
    """Return the page's text when it is a refusal."""
    assert response.status_code == 403
    return str(response.content.decode())


def test_nobody_signed_in_goes_to_the_sign_in_page_and_back(client: Client, db: None) -> None:
    response = client.get("/mostrador/?dia=1")
    assert response.status_code == 302
    assert response.headers["Location"] == f"{reverse('account_login')}?next=/mostrador/%3Fdia%3D1"


def test_a_fragment_moves_its_whole_page_to_the_sign_in_page(client: Client, db: None) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/contribuyentes/"}
    response = client.post("/mostrador/", headers=headers)
    assert response.headers["HX-Redirect"] == f"{reverse('account_login')}?next=/contribuyentes/"


def test_a_collector_finds_the_day_and_their_roles(
    signed_in: Callable[[User], Client], appoint_directly: Callable[..., User]
) -> None:
    response = signed_in(appoint_directly(Role.COLLECTOR)).post("/mostrador/")
    assert response.content.decode() == f"{TODAY} [{Role.COLLECTOR!r}]"


@pytest.mark.parametrize(("first", "last", "status"), [(-9, -1, 403), (-9, 0, 200), (0, 9, 200), (1, 9, 403)])
def test_the_appointment_decides_day_by_day(
    signed_in: Callable[[User], Client],
    appoint_directly: Callable[..., User],
    first: int,
    last: int,
    status: int,
) -> None:
    collector = appoint_directly(Role.COLLECTOR, TODAY + first * DAY, TODAY + last * DAY)
    assert signed_in(collector).get("/mostrador/").status_code == status


def test_the_refusal_says_when_the_appointment_ended(
    signed_in: Callable[[User], Client], appoint_directly: Callable[..., User]
) -> None:
    collector = appoint_directly(Role.COLLECTOR, ends_on=TODAY - DAY, title="Recaudador Auxiliar")
    text = refusal(signed_in(collector).get("/mostrador/"))
    assert "Su nombramiento de Recaudador Auxiliar terminó el 30 de noviembre de 2026" in text


def test_the_refusal_says_when_the_appointment_starts(
    signed_in: Callable[[User], Client], appoint_directly: Callable[..., User]
) -> None:
    collector = appoint_directly(Role.COLLECTOR, starts_on=TODAY + DAY, title="Recaudador Oficial")
    text = refusal(signed_in(collector).get("/mostrador/"))
    assert "Su nombramiento de Recaudador Oficial empieza el 2 de diciembre de 2026" in text


def test_the_refusal_names_the_role_that_is_missing(
    signed_in: Callable[[User], Client], appoint_directly: Callable[..., User]
) -> None:
    assert "Esta página es para: Recaudador." in refusal(
        signed_in(appoint_directly(Role.CLERK)).get("/mostrador/")
    )


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.AUDITOR])
def test_a_reader_looks_and_does_not_touch(
    signed_in: Callable[[User], Client], appoint_directly: Callable[..., User], role: Role
) -> None:
    browser = signed_in(appoint_directly(role))
    assert browser.get("/mostrador/").status_code == 200
    assert browser.head("/mostrador/").status_code == 200
    for method in (browser.post, browser.put, browser.patch, browser.delete):
        assert "puede ver esta página, pero no hacer cambios" in refusal(method("/mostrador/"))


def test_a_deactivated_user_is_signed_out(
    signed_in: Callable[[User], Client], appoint_directly: Callable[..., User]
) -> None:
    collector = appoint_directly(Role.COLLECTOR)
    browser = signed_in(collector)
    User.objects.filter(pk=collector.pk).update(is_active=False)
    assert browser.get("/mostrador/").status_code == 302


def test_without_the_second_factor_the_only_page_is_the_one_that_sets_it_up(
    signed_in: Callable[[User], Client], appoint_directly: Callable[..., User], settings: Any
) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    collector = appoint_directly(Role.COLLECTOR)
    browser = signed_in(collector)
    response = browser.get("/mostrador/")
    assert (response.status_code, response.headers["Location"]) == (302, reverse("mfa_activate_totp"))
    TOTP.activate(collector, generate_totp_secret())
    assert browser.get("/mostrador/").status_code == 200


def test_the_secret_of_the_second_factor_is_encrypted_at_rest(appoint_directly: Callable[..., User]) -> None:
    secret = generate_totp_secret()
    TOTP.activate(appoint_directly(Role.COLLECTOR), secret)
    authenticator = Authenticator.objects.get()
    assert secret not in str(authenticator.data)
    assert authenticator.wrap().validate_code("000000") is False


SIGN_IN = {"login": "persona0", "password": "clave-larga-1"}


def test_a_user_with_a_second_factor_is_asked_for_it(
    client: Client, appoint_directly: Callable[..., User]
) -> None:
    TOTP.activate(appoint_directly(Role.COLLECTOR), generate_totp_secret())
    response = client.post(reverse("account_login"), SIGN_IN)
    assert (response.status_code, response.headers["Location"]) == (302, reverse("mfa_authenticate"))
    assert client.get("/mostrador/").status_code == 302


def test_after_too_many_wrong_passwords_even_the_right_one_waits(
    client: Client, appoint_directly: Callable[..., User]
) -> None:
    appoint_directly(Role.COLLECTOR)
    for _attempt in range(6):
        client.post(reverse("account_login"), {**SIGN_IN, "password": "otra"})
    client.post(reverse("account_login"), SIGN_IN)
    assert client.get("/mostrador/").status_code == 302


@pytest.mark.parametrize(
    "address", ["/cuenta/signup/", "/cuenta/email/", "/accounts/signup/", "/cuenta/registrarse/"]
)
def test_nobody_signs_up(client: Client, db: None, address: str) -> None:
    assert client.post(address, {"username": "x"}).status_code == 404


PAGES_OF_SIGNING_IN = [
    "account_login",
    "account_inactive",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
]
PAGES_OF_ONE_SIGNED_IN = [
    "account_logout",
    "account_reauthenticate",
    "account_change_password",
    "mfa_index",
]


@pytest.mark.parametrize("name", PAGES_OF_SIGNING_IN)
def test_a_page_of_signing_in_is_shown_in_spanish(client: Client, db: None, name: str) -> None:
    response = client.get(reverse(name))
    assert response.status_code == 200
    assert '<html lang="es' in response.content.decode()


@pytest.mark.parametrize("name", PAGES_OF_ONE_SIGNED_IN)
def test_a_page_of_ones_own_account_is_shown(
    client: Client, appoint_directly: Callable[..., User], name: str
) -> None:
    appoint_directly(Role.COLLECTOR)
    client.post(reverse("account_login"), SIGN_IN)
    assert client.get(reverse(name)).status_code == 200


def test_setting_up_the_second_factor_ends_with_the_recovery_codes(
    client: Client, appoint_directly: Callable[..., User], settings: Any
) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    appoint_directly(Role.COLLECTOR)
    client.post(reverse("account_login"), SIGN_IN)
    activation = reverse("mfa_activate_totp")
    asked_again = client.get("/mostrador/", follow=True)
    assert asked_again.redirect_chain[-1][0].startswith(reverse("account_reauthenticate"))
    client.post(reverse("account_reauthenticate"), {"password": SIGN_IN["password"], "next": activation})
    secret = client.get(activation).context["form"].secret
    code = format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))
    response = client.post(activation, {"code": code}, follow=True)
    assert response.redirect_chain[-1][0] == reverse("mfa_view_recovery_codes")
    assert escape(response.context["unused_codes"][0]) in response.content.decode()
    assert client.get("/mostrador/").status_code == 200
    for name in ("mfa_index", "mfa_deactivate_totp", "mfa_generate_recovery_codes", "mfa_reauthenticate"):
        assert client.get(reverse(name)).status_code == 200
