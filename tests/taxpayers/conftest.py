"""The people of these tests: one user per role, and a few taxpayers with names that are hard to type."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from taxpayers.people.identifiers import IdentifierKind
from taxpayers.people.models import Taxpayer
from taxpayers.people.services import AddressData, TaxpayerData, taxpayer_register
from taxpayers.staff.models import Appointment, Role, User

TODAY = dt.date(2026, 12, 1)
AT = dt.datetime(2026, 12, 1, 14, 30, tzinfo=dt.UTC)
HOME = AddressData(line1="Calle Barbosa 9", town="Cayey", zip_code="00736")


@pytest.fixture(autouse=True)
def _the_house_on_a_known_day(time_machine: Any) -> None:
    cache.clear()  # the rate limits of signing in count there
    time_machine.move_to(AT, tick=False)


@pytest.fixture
def appoint_directly(db: None) -> Callable[..., User]:
    """Make a user with a role between two days, without asking anybody."""

    def make(
        role: Role | None,
        starts_on: dt.date = dt.date(2026, 7, 1),
        ends_on: dt.date | None = None,
        title: str = "",
    ) -> User:
        user = User.objects.create_user(f"persona{User.objects.count()}", password="clave-larga-1")
        if role is not None:
            Appointment.objects.create(
                user=user,
                role=role,
                title=title or str(role.label),
                starts_on=starts_on,
                ends_on=ends_on,
                citation="Carta 1",
                recorded_at=AT,
            )
        return user

    return make


@pytest.fixture
def clerk(appoint_directly: Callable[..., User]) -> User:
    return appoint_directly(Role.CLERK)


@pytest.fixture
def admin(appoint_directly: Callable[..., User]) -> User:
    return appoint_directly(Role.ADMIN)


@pytest.fixture
def signed_in(client: Client) -> Callable[[User], Client]:
    """Sign a user in and return the client."""

    def sign_in(user: User) -> Client:
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture
def register(clerk: User) -> Callable[..., Taxpayer]:
    """Register an individual, "names|first surname|second surname", or an entity by its legal name."""

    def make(name: str, **more: Any) -> Taxpayer:
        columns: dict[str, Any] = {"kind": Taxpayer.Kind.CORPORATION, "legal_name": name}
        if "|" in name:
            given_names, first_surname, second_surname = name.split("|")
            columns = {
                "kind": Taxpayer.Kind.INDIVIDUAL,
                "given_names": given_names,
                "first_surname": first_surname,
                "second_surname": second_surname,
            }
        others = more.pop("other_than", ())
        data = TaxpayerData(**{"residential": HOME, **columns, **more})
        return taxpayer_register(actor=clerk, data=data, other_than=others, at=AT)

    return make


SSN = IdentifierKind.SSN
EIN = IdentifierKind.EIN


@pytest.fixture
def queries() -> Callable[[Callable[[], Any]], int]:
    """Count the queries of a function, once what is remembered between requests has been remembered."""

    def count(function: Callable[[], Any]) -> int:
        function()
        with CaptureQueriesContext(connection) as captured:
            function()
        return len(captured)

    return count
