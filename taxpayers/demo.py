"""The people of the demo town, Cayey: staff, taxpayers and businesses. All of them are invented.

Everything goes through the services, in a fixed order and without chance: the same day gives the same town.
"""

import datetime as dt
import tomllib
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from taxpayers.people.businesses import BusinessData, business_add
from taxpayers.people.identifiers import IdentifierKind
from taxpayers.people.models import Business, Identification, Officer, Taxpayer
from taxpayers.people.selectors import number_of
from taxpayers.people.services import (
    AddressData,
    TaxpayerData,
    identification_add,
    officer_save,
    taxpayer_register,
)
from taxpayers.staff.models import Role, User
from taxpayers.staff.services import appoint, user_create

DEMO_PASSWORD = "demo-2026"  # noqa: S105 - everybody's, and shown on the page: it protects invented people

_PEOPLE = Path(__file__).with_name("demo_people.toml")

# The town has people of like names on purpose, so that the counter has something to tell apart.
_NEIGHBOURS = frozenset(number_of(ordinal) for ordinal in range(1, 100))

# username, names, surnames, role, title, years served, days from today to the last day (None: no end)
STAFF: tuple[tuple[str, str, str, Role, str, int, int | None], ...] = (
    ("administrador", "Wanda", "Zayas Colón", Role.ADMIN, "Administradora del sistema", 4, None),
    ("director", "Héctor", "Meléndez Peña", Role.DIRECTOR, "Director de Finanzas", 3, None),
    ("auditor", "Brunilda", "Irizarry Báez", Role.AUDITOR, "Auditora interna", 3, None),
    ("oficinista", "Yolanda", "Núñez Febus", Role.CLERK, "Oficinista de patentes", 2, None),
    ("recaudador", "Efraín", "Ibáñez Torres", Role.COLLECTOR, "Recaudador Oficial", 3, None),
    ("recaudador2", "Migdalia", "Quiñones Cruz", Role.COLLECTOR, "Recaudadora Auxiliar", 1, 180),
    ("exrecaudador", "Ismael", "Yulfo Pagán", Role.COLLECTOR, "Recaudador Auxiliar", 1, -1),
)


@transaction.atomic
def load(actor: User | None, today: dt.date) -> dict[str, Taxpayer]:
    """Create staff and taxpayers as of a day, and return the taxpayers by the handle each has in demo_people.toml.

    `actor` is the administrator who makes the appointments; without one the demo's own does.
    """
    at = dt.datetime.combine(today, dt.time(8), timezone.get_default_timezone())
    staff = load_staff(actor, today, at)
    people = tomllib.loads(_PEOPLE.read_text(encoding="utf-8"))
    return {handle: _load_taxpayer(demo, staff["oficinista"], today, at) for handle, demo in people.items()}


def load_staff(actor: User | None, today: dt.date, at: dt.datetime) -> dict[str, User]:
    """Create the demo's users and their appointments, and return the users by name."""
    users: dict[str, User] = {}
    for username, first_name, last_name, role, title, years, days_left in STAFF:
        user = user_create(
            actor=actor,
            username=username,
            first_name=first_name,
            last_name=last_name,
            email=f"{username}@ejemplo.com",
            at=at,
        )
        user.set_password(DEMO_PASSWORD)
        user.save(update_fields=["password"])
        starts_on = dt.date(today.year - years, 7, 1)
        appoint(
            actor=actor,
            user=user,
            role=role,
            title=title,
            starts_on=starts_on,
            ends_on=None if days_left is None else today + dt.timedelta(days=days_left),
            citation=f"Carta de nombramiento del Alcalde, {starts_on.year}-{len(users) + 1:03d}",
            at=at,
        )
        users[username] = user
        actor = actor or user
    return users


def _load_taxpayer(demo: dict[str, Any], clerk: User, today: dt.date, at: dt.datetime) -> Taxpayer:
    columns = ("given_names", "first_surname", "second_surname")
    name = (
        dict(zip(columns, demo["name"], strict=True))
        if "name" in demo
        else {"legal_name": demo["legal_name"]}
    )
    data = TaxpayerData(
        kind=Taxpayer.Kind(demo["kind"]),
        **name,
        phone=demo["phone"],
        email=demo.get("email", ""),
        residential=_address(demo["home"]),
        postal=_address(demo["po_box"]) if "po_box" in demo else None,
        identifiers={kind: demo[kind.value] for kind in IdentifierKind if kind.value in demo},
    )
    taxpayer = taxpayer_register(actor=clerk, data=data, other_than=_NEIGHBOURS, at=at)
    for business in demo.get("businesses", []):
        business_add(actor=clerk, taxpayer=taxpayer, data=_business(business), at=at)
    for position, (officer, title) in enumerate(demo.get("officers", [])):
        officer_save(
            actor=clerk,
            taxpayer=taxpayer,
            officer=None,
            name=officer,
            title=Officer.Title(title),
            other_title="Gerente" if title == Officer.Title.OTHER else "",
            starts_on=dt.date(today.year - 4 + position, 1, 15),
            ends_on=None,
            at=at,
        )
    if "drivers_license" in demo:
        identification_add(
            actor=clerk,
            taxpayer=taxpayer,
            kind=Identification.Kind.DRIVERS_LICENSE,
            number=demo["drivers_license"],
            expires_on=dt.date(today.year + 3, 5, 31),
            shown_on=today,
            at=at,
        )
    return taxpayer


def _business(demo: dict[str, Any]) -> BusinessData:
    return BusinessData(
        trade_name=demo["trade_name"],
        license_class=Business.LicenseClass(demo.get("license_class", Business.LicenseClass.GENERAL)),
        activity_code=demo["activity_code"],
        activity=demo["activity"],
        started_on=demo["started_on"],
        address=_address(demo["where"]),
    )


def _address(line1: str) -> AddressData:
    return AddressData(line1=line1, town="Cayey", zip_code="00736")
