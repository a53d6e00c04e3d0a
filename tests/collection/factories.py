"""Rows for the counter's tests, made by the services that make them in life."""

import datetime as dt
import uuid

from django.db import transaction
from django.utils import timezone

from revenue.collection import services
from revenue.collection.intent import AccountIntent, CobroIntent, TenderIntent
from revenue.collection.models import Cobro
from revenue.ledger import services as ledger
from revenue.ledger.models import Account, Tax
from revenue.municipality.services import municipality_set
from taxpayers.models import Appointment, Taxpayer, User
from taxpayers.staff.models import Role

NOON = dt.time(16, tzinfo=dt.UTC)  # noon in Puerto Rico


def open_town() -> None:
    """The municipality whose name receipts carry."""
    municipality_set(
        actor=None,
        at=timezone.now(),
        name="Municipio de Cayey",
        town="Cayey",
        office="Oficina de Finanzas y Recaudaciones",
        address="Calle de prueba 1\nCayey, Puerto Rico 00736",
        phone="787-555-0100",
        seal="img/seal.svg",
    )


def collector_on(first_day: dt.date, username: str, *, last_day: dt.date | None = None) -> User:
    """A collector whose appointment is in force from `first_day` (to `last_day`)."""
    user = User.objects.create_user(username, first_name="Marisol", last_name="Ibáñez-Muñoz")
    Appointment.objects.create(
        user=user,
        role=Role.COLLECTOR,
        title="Recaudadora Oficial",
        starts_on=first_day,
        ends_on=last_day,
        citation="Carta de nombramiento 1",
        recorded_at=timezone.now(),
    )
    return user


def taxpayer_named(name: str, number: str, clerk: User) -> Taxpayer:
    """A corporation with a name and a number."""
    return Taxpayer.objects.create(
        number=number,
        kind=Taxpayer.Kind.CORPORATION,
        legal_name=name,
        name_key=name.lower(),
        sort_name=name.lower(),
        search_text=name.lower(),
        registered_at=timezone.now(),
        registered_by=clerk,
    )


def account_with_debts(
    taxpayer: Taxpayer, actor: User, *debts: tuple[dt.date, int], at: dt.datetime | None = None
) -> Account:
    """The taxpayer's license tax account, owing (due date, cents) each."""
    with transaction.atomic():
        account = ledger.account_for(taxpayer=taxpayer, tax=Tax.LICENSE)
        (account,) = ledger.lock_accounts([account.pk])
        for due_on, cents in debts:
            ledger.debt_add(
                account=account,
                principal_cents=cents,
                due_on=due_on,
                fiscal_year=due_on.year,
                label=f"Patente, vence {due_on.isoformat()}",
                entered_on=dt.date(due_on.year, 4, 20)
                if due_on.month >= 7
                else dt.date(due_on.year - 1, 4, 20),
                actor=actor,
                at=at or dt.datetime.combine(due_on, NOON),
            )
    return account


def cash_visit(
    account: Account, cents: int, *, key: uuid.UUID | None = None, handed: int | None = None
) -> CobroIntent:
    """A visit that pays `cents` on one account in cash."""
    return CobroIntent(
        key or uuid.uuid4(),
        account.taxpayer.display_name,
        (AccountIntent(account.pk, cents),),
        (TenderIntent("cash", handed or cents),),
    )


def collect(intent: CobroIntent, collector: User, at: dt.datetime, *, accepts_credit: bool = False) -> Cobro:
    """Tell and confirm a visit."""
    told = services.cobro_preview(intent=intent, as_of=timezone.localdate(at))
    return services.cobro_confirm(
        intent=intent, told_digest=told.digest(), accepts_credit=accepts_credit, collector=collector, at=at
    )
