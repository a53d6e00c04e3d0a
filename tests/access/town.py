"""A town small enough to make for every test, where every address of the site leads to something.

`ARGUMENTS` and `BODIES` say, for each named address, what stands in it and what a form that would succeed sends: a
refusal that forgot to refuse would change rows.
"""

import datetime as dt
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.test import Client

from receipts import services as receipts
from receipts.models import Receipt
from revenue.charges.models import VolumeDeclaration
from revenue.charges.selectors import VolumeEntry
from revenue.charges.services import declaration_file, declaration_preview
from revenue.collection import services as collection
from revenue.collection.forms import AccountLineForm
from revenue.collection.intent import AccountIntent, CobroIntent, TenderIntent
from revenue.ledger.models import Account
from revenue.municipality import services as municipality
from revenue.municipality.models import NonWorkingDay
from revenue.municipality.published_rates import PUBLISHED, read_published
from taxpayers.models import Business, Taxpayer, User
from taxpayers.people.businesses import BusinessData, business_add
from taxpayers.people.models import Officer
from taxpayers.people.services import AddressData, TaxpayerData, officer_save, taxpayer_register
from taxpayers.staff.models import Appointment, Role
from tests.collection.factories import open_town

TODAY = dt.date(2026, 12, 1)
NOW = dt.datetime(2026, 12, 1, 14, 30, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)
KEY = "3f0f4c51-6a0e-4d53-9a3c-1d0d7a3f0001"
HOME = AddressData(line1="Calle Barbosa 9", town="Cayey", zip_code="00736")

# The columns of the table: whoever may knock, and the role of each with its last day.
PEOPLE: dict[str, tuple[Role | None, dt.date | None]] = {
    "anonymous": (None, None),
    "no_role": (None, None),
    "clerk": (Role.CLERK, None),
    "collector": (Role.COLLECTOR, None),
    "ended": (Role.COLLECTOR, TODAY - DAY),
    "director": (Role.DIRECTOR, None),
    "auditor": (Role.AUDITOR, None),
    "admin": (Role.ADMIN, None),
}


@dataclass(frozen=True)
class Town:
    """The rows to which addresses lead."""

    people: dict[str, User]
    other: User
    appointment: Appointment
    taxpayer: Taxpayer
    newcomer: Taxpayer
    business: Business
    new_business: Business
    officer: Officer
    account: Account
    declaration: VolumeDeclaration
    receipt: Receipt
    unprinted: Receipt
    closure: NonWorkingDay

    def browser(self, who: str) -> Client:
        """Return a browser in which `who` signed in."""
        client = Client()
        if who != "anonymous":
            client.force_login(self.people[who], backend=settings.AUTHENTICATION_BACKENDS[0])
        return client


@contextmanager
def undone() -> Iterator[None]:
    """Undo what is done inside, where durable transactions may run too."""
    outer = transaction.atomic()
    outer._from_testcase = True  # type: ignore[attr-defined]
    with outer:
        yield
        transaction.set_rollback(True)


def build() -> Town:
    """Make the town, by the services that make towns."""
    open_town()
    people = {name: person(name, *PEOPLE[name]) for name in PEOPLE if name != "anonymous"}
    other = person("otra", Role.CLERK, None)
    clerk, collector = people["clerk"], people["collector"]
    municipality.holidays_load(years=range(2024, 2029), at=NOW)
    for table in read_published(PUBLISHED, "Cayey"):
        row = municipality.rate_table_enter(**vars(table), citation="Tabla", actor=people["admin"], at=NOW)
        municipality.row_approve(row=row, approver=people["director"], at=NOW)
    closure = municipality.closure_enter(
        on=dt.date(2026, 12, 24), name="Nochebuena", citation="Orden 9", actor=people["admin"], at=NOW
    )
    taxpayer = register("Núñez", clerk)
    newcomer = register("Quiñones", clerk)
    business, new_business = business_of(taxpayer, clerk), business_of(newcomer, clerk)
    officer = officer_save(
        actor=clerk, taxpayer=taxpayer, officer=None, name="Ana Núñez", title=Officer.Title.PRESIDENT,
        other_title="", starts_on=dt.date(2020, 1, 1), ends_on=None, at=NOW,
    )  # fmt: skip
    declaration = declaration_file(
        taxpayer=taxpayer, fiscal_year=2025, volumes=[VolumeEntry(business.pk, "general", 50_000_000)],
        filed_on=dt.date(2025, 4, 15), sworn_by="Ana Núñez", sworn_title="Dueña", request_key=uuid.uuid4(),
        actor=clerk, at=NOW,
    )  # fmt: skip
    account = Account.objects.get(taxpayer=taxpayer)
    collection.drawer_open(collector=collector, window="1", float_cents=0, at=NOW)
    first, second = (collect(account, collector) for _ in range(2))
    for ordinal in (0, 1):
        receipts.record_print(receipt=first, ordinal=ordinal, user=collector, at=NOW)
    return Town(
        people, other, other.appointments.get(), taxpayer, newcomer, business, new_business, officer, account,
        declaration, first, second, closure,
    )  # fmt: skip


def person(name: str, role: Role | None, ends_on: dt.date | None) -> User:
    """Make somebody who signs in, with the role of their column."""
    user = User.objects.create_user(name, email=f"{name}@ejemplo.com", password="clave-larga-1")
    if role:
        Appointment.objects.create(
            user=user, role=role, title=str(role.label), starts_on=dt.date(2020, 1, 1), ends_on=ends_on,
            citation="Carta 1", recorded_at=NOW,
        )  # fmt: skip
    return user


def register(surname: str, clerk: User) -> Taxpayer:
    """Register an individual."""
    data = TaxpayerData(
        kind=Taxpayer.Kind.INDIVIDUAL, given_names="Ana", first_surname=surname, residential=HOME
    )
    return taxpayer_register(actor=clerk, data=data, at=NOW)


def business_of(taxpayer: Taxpayer, clerk: User) -> Business:
    """Open a business."""
    data = BusinessData(
        trade_name="Colmado", license_class=Business.LicenseClass.GENERAL, activity_code="4451",
        activity="Comestibles", started_on=dt.date(2010, 3, 1), address=HOME,
    )  # fmt: skip
    return business_add(actor=clerk, taxpayer=taxpayer, data=data, at=NOW)


def visit(account: Account, cents: int = 1_000, key: str | None = None) -> CobroIntent:
    """What `cobro_form` says, as plain values."""
    return CobroIntent(
        uuid.UUID(key) if key else uuid.uuid4(),
        "Ana Núñez",
        (AccountIntent(account.pk, cents),),
        (TenderIntent("cash", cents),),
    )


def told(intent: CobroIntent) -> str:
    """Return the digest of what the payer of a visit was told."""
    return collection.cobro_preview(intent=intent, as_of=TODAY).digest()


def collect(account: Account, collector: User) -> Receipt:
    """Take ten dollars in cash."""
    intent = visit(account)
    return collection.cobro_confirm(
        intent=intent, told_digest=told(intent), accepts_credit=False, collector=collector, at=NOW
    ).receipt


def arguments(town: Town, name: str) -> list[Any]:
    """Return what stands in the address `name`."""
    number, receipt = town.taxpayer.number, town.receipt
    of_receipt = [receipt.series.code, receipt.number]
    given: dict[str, list[Any]] = {
        "account_reset_password_from_key": ["1", PasswordResetTokenGenerator().make_token(town.other)],
        "taxpayer_register": ["individuo"],
        "officer_edit": [number, town.officer.pk],
        "business_edit": [number, town.business.pk],
        "business_cease": [number, town.business.pk],
        "appointment_end": [town.other.pk, town.appointment.pk],
        "receipt_verify_code": [receipt.verification_code],
        "receipt_print": [town.unprinted.series.code, town.unprinted.number],
        "receipt_reprint_pdf": [*of_receipt, 1],
        "municipal_calendar": [2026],
        "table_row_enter": ["cierre"],
        "table_row_approve": ["cierre", town.closure.pk],
        "declaration_new": [town.newcomer.number],
        "declaration_preview": [town.newcomer.number],
        "declaration_detail": [town.declaration.pk],
    }
    of_one_taxpayer = (
        "taxpayer_detail", "taxpayer_edit", "officer_add", "identification_add", "business_add", "expediente",
        "cobro_new", "cobro_distribution",
    )  # fmt: skip
    of_one_user = (
        "user_detail", "password_link", "second_factor_reset", "user_deactivate", "user_reactivate",
        "appointment_add",
    )  # fmt: skip
    given |= {key: [number] for key in of_one_taxpayer} | {key: [town.other.pk] for key in of_one_user}
    given |= dict.fromkeys(("receipt_detail", "receipt_pdf", "receipt_reprint"), of_receipt)
    given["debt_why"] = [number, town.account.debts.all()[0].pk]
    return given.get(name, [])


def cobro_form(account: Account, amount: str = "10.00", **more: str) -> dict[str, str]:
    """Return what the counter sends to take ten dollars in cash."""
    intent = visit(account, key=KEY)
    return {
        "accion": "cobrar", "request_key": KEY, "payer_name": intent.payer_name, "told_digest": told(intent),
        f"{AccountLineForm.prefix_of(account.pk)}-amount": amount,
        "medio-0-kind": "cash", "medio-0-handed": amount, **more,
    }  # fmt: skip


def declaration_form(town: Town) -> dict[str, str]:
    """Return what the clerk sends to file the newcomer's declaration."""
    business = town.new_business
    computation = declaration_preview(
        taxpayer=town.newcomer, fiscal_year=2026, volumes=[VolumeEntry(business.pk, "general", 1_000_000)],
        filed_on=dt.date(2026, 4, 15), today=TODAY,
    )  # fmt: skip
    return {
        "accion": "declarar", "ano": "2026", "request_key": KEY, "filed_on": "15/4/2026", "sworn_by": "Ana",
        "sworn_title": "Dueña", "is_sworn": "on", "told_digest": computation.digest(),
        f"negocio-{business.pk}-license_class": "general", f"negocio-{business.pk}-volume": "10,000.00",
    }  # fmt: skip


ADDRESS = {"line1": "Calle 2", "town": "Cayey", "state": "PR", "zip_code": "00736"}
BUSINESS = {
    "trade_name": "Otro", "license_class": "general", "activity_code": "4451", "activity": "Comestibles",
    "started_on": "1/3/2012", **{f"business_{name}": value for name, value in ADDRESS.items()},
}  # fmt: skip
TAXPAYER = {
    "given_names": "Luz", "first_surname": "Báez", "postal_same": "on",
    **{f"residential_{name}": value for name, value in ADDRESS.items()},
}  # fmt: skip
OFFICER = {"name": "Luz Báez", "title": "president", "starts_on": "1/1/2024"}
RATES = {
    "license_class": "general", "fiscal_year_from": "2026", "adopted_on": "30/6/2026", "citation": "Ordenanza 12",
    "renglon-TOTAL_FORMS": "8", "renglon-INITIAL_FORMS": "0",
    "renglon-0-volume_from": "5000.01", "renglon-0-volume_to": "", "renglon-0-flat": "", "renglon-0-rate_percent": "0.20",
}  # fmt: skip


def body(town: Town, name: str) -> dict[str, str]:
    """Return the form that would succeed at the address `name`; empty where a bare POST does."""
    forms: dict[str, dict[str, str]] = {
        "account_login": {"login": "otra", "password": "clave-larga-1"},
        "set_language": {"language": "en", "next": "/"},
        "taxpayer_search": {"q": "nunez"},
        "taxpayer_register": TAXPAYER,
        "taxpayer_edit": TAXPAYER,
        "officer_add": OFFICER,
        "officer_edit": OFFICER,
        "identification_add": {"kind": "passport", "number": "A1234567", "expires_on": "1/1/2030"},
        "business_add": BUSINESS,
        "business_edit": BUSINESS,
        "business_cease": {"ceased_on": "30/6/2026", "noticed_on": "1/7/2026"},
        "user_create": {"username": "nueva", "first_name": "Ana", "last_name": "Peña", "email": "n@ejemplo.com"},
        "appointment_add": {
            "role": "collector", "title": "Recaudadora", "starts_on": "1/12/2026", "citation": "Carta 12",
        },
        "appointment_end": {"last_day": "1/12/2026", "reason": "Renuncia"},
        "receipt_reprint": {"ordinal": "2"},
        "rate_table_enter": RATES,
        "table_row_enter": {"on": "31/12/2026", "name": "Despedida", "citation": "Orden 10"},
        "drawer_open": {"window": "2", "float_cents": "0.00"},
    }  # fmt: skip
    if name.startswith("cobro_"):
        return cobro_form(town.account)
    if name.startswith("declaration_"):
        return declaration_form(town)
    return forms.get(name, {})
