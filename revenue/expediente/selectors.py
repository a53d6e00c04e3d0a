"""Gathering the expediente: figures, debts with their steps, and a timeline of everything."""

import datetime as dt
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from revenue.charges.models import VolumeDeclaration
from revenue.collection.models import Cobro
from revenue.ledger.models import Account, Correction
from revenue.ledger.selectors import AccountStatement, DebtLine, accounts_of, statements
from taxpayers.models import Taxpayer

TIMELINE_LIMIT = 200


@dataclass(frozen=True)
class TimelineEntry:
    """Something that happened, and where its document is."""

    on: dt.date
    title: str
    amount_cents: int | None
    url: str


@dataclass(frozen=True)
class Expediente:
    """A taxpayer's accounts as of a date, the four figures of the header, and the timeline."""

    taxpayer: Taxpayer
    as_of: dt.date
    statements: list[AccountStatement]
    timeline: list[TimelineEntry]

    @property
    def owed_cents(self) -> int:
        """Return everything owed on the date."""
        return sum(statement.total_cents for statement in self.statements)

    @property
    def overdue_cents(self) -> int:
        """Return what should have been paid before the date."""
        return sum(line.balance.total_cents for line in self._lines if line.is_overdue)

    @property
    def credit_cents(self) -> int:
        """Return the credit of all accounts together."""
        return sum(statement.credit_cents for statement in self.statements)

    @property
    def next_due_on(self) -> dt.date | None:
        """Return the first day still ahead on which something must be paid."""
        return min((line.must_pay_on for line in self._lines if line.is_ahead), default=None)

    @property
    def _lines(self) -> list[DebtLine]:
        return [line for statement in self.statements for line in statement.lines]


def expediente(taxpayer: Taxpayer, *, as_of: dt.date, known_on: dt.date | None = None) -> Expediente:
    """Gather the expediente; the number of queries does not grow with rows."""
    accounts = accounts_of(taxpayer)
    return Expediente(
        taxpayer=taxpayer,
        as_of=as_of,
        statements=statements(accounts, as_of=as_of, known_on=known_on),
        timeline=_timeline(taxpayer, accounts),
    )


def _timeline(taxpayer: Taxpayer, accounts: list[Account]) -> list[TimelineEntry]:
    entries = _receipts(accounts) + _declarations(taxpayer) + _corrections(accounts)
    return sorted(entries, key=lambda entry: entry.on, reverse=True)[:TIMELINE_LIMIT]


def _receipts(accounts: list[Account]) -> list[TimelineEntry]:
    cobros = (
        Cobro.objects.filter(payments__payment__account__in=accounts)
        .select_related("receipt__series")
        .distinct()
    )
    return [
        TimelineEntry(
            cobro.received_on,
            _("Recibo %(number)s, de %(payer)s") % {"number": cobro.receipt, "payer": cobro.payer_name},
            cobro.total_cents,
            cobro.receipt.get_absolute_url(),
        )
        for cobro in cobros.order_by("-recorded_at")[:TIMELINE_LIMIT]
    ]


def _declarations(taxpayer: Taxpayer) -> list[TimelineEntry]:
    return [
        TimelineEntry(
            declaration.filed_on,
            _("Declaración de volumen de negocios %(year)s") % {"year": declaration.fiscal_year_label},
            declaration.tax_cents,
            reverse("declaration_detail", args=[declaration.pk]),
        )
        for declaration in VolumeDeclaration.objects.filter(taxpayer=taxpayer)
    ]


def _corrections(accounts: list[Account]) -> list[TimelineEntry]:
    return [
        TimelineEntry(row.recorded_on, _("Corrección: %(reason)s") % {"reason": row.reason}, None, "")
        for row in Correction.objects.filter(account__in=accounts)
    ]
