"""Filing a declaration: one transaction that keeps it, creates what it owes and acknowledges it."""

import datetime as dt
import hashlib
import json
import uuid
from collections.abc import Sequence
from decimal import Decimal

from django.db import transaction

from revenue.charges import errors, selectors
from revenue.charges.computation import Computation, DeclaredLine, compute
from revenue.charges.models import (
    AcknowledgementCounter,
    BusinessVolume,
    DeclaredDebt,
    ExemptionDecree,
    VolumeDeclaration,
)
from revenue.charges.selectors import VolumeEntry
from revenue.ledger import services as ledger
from revenue.ledger.models import Account, Debt, Tax
from revenue.municipality.errors import CitationMissing
from revenue.rules.fiscal_years import fiscal_year_label
from revenue.web import clock
from taxpayers.audit.services import record
from taxpayers.models import Business, Taxpayer, User


def declaration_preview(
    *, taxpayer: Taxpayer, fiscal_year: int, volumes: Sequence[VolumeEntry], filed_on: dt.date, today: dt.date
) -> Computation:
    """Return what a declaration would owe, refusing what filing it would refuse; nothing is written.

    Raises ReceivedInTheFuture, YearNotOver, AlreadyDeclared, NothingToDeclare, BusinessesDiffer, and what `compute` does.
    """
    _lines, computation = _prepare(taxpayer, fiscal_year, volumes, filed_on, today)
    return computation


def declaration_file(
    *,
    taxpayer: Taxpayer,
    fiscal_year: int,
    volumes: Sequence[VolumeEntry],
    filed_on: dt.date,
    sworn_by: str,
    sworn_title: str,
    request_key: uuid.UUID,
    actor: User,
    at: dt.datetime,
    told_digest: str | None = None,
) -> VolumeDeclaration:
    """File the declaration of a person for a fiscal year, and create the debts of its instalments (rules P1-P3).

    Args:
        taxpayer: who declares.
        fiscal_year: the year of its 1 July.
        volumes: one entry for each business that declares that year.
        filed_on: the day the declaration was received, not after `at`.
        sworn_by: who swears to it.
        sworn_title: as what: owner, president...
        request_key: the form's key; the same key with the same body returns the declaration it filed (V10).
        actor: who enters it.
        at: the instant of entering it.
        told_digest: `Computation.digest()` of what was reviewed; ComputationChanged if it comes out different.

    An exempt declaration is kept and owes nothing. Raises what `declaration_preview` raises, NotSworn and RequestKeyReused.
    """
    if not (sworn_by.strip() and sworn_title.strip()):
        raise errors.NotSworn
    digest = _request_digest(taxpayer, fiscal_year, volumes, filed_on, sworn_by, sworn_title)
    with transaction.atomic(durable=True):
        # The account's lock makes two declarations of one person take turns: the second finds the first.
        account = ledger.account_for(taxpayer=taxpayer, tax=Tax.LICENSE)
        (account,) = ledger.lock_accounts([account.pk])
        repeated = VolumeDeclaration.objects.filter(request_key=request_key).first()
        if repeated is not None:
            if repeated.request_digest != digest:
                raise errors.RequestKeyReused
            return repeated
        lines, computation = _prepare(taxpayer, fiscal_year, volumes, filed_on, clock.local_date(at))
        if told_digest not in (None, computation.digest()):
            raise errors.ComputationChanged
        debts = _add_debts(account, computation, actor, at)
        declaration = VolumeDeclaration.objects.create(
            taxpayer=taxpayer,
            fiscal_year=fiscal_year,
            acknowledgement=_next_acknowledgement(fiscal_year),
            filed_on=filed_on,
            filing_due_on=computation.filing_due_on,
            sworn_by=sworn_by,
            sworn_title=sworn_title,
            volume_cents=computation.volume_cents,
            tax_cents=computation.tax_cents,
            computation=computation.snapshot(),
            entered_by=actor,
            entered_at=at,
            request_key=request_key,
            request_digest=digest,
        )
        _attach(declaration, lines, debts)
        _audit(declaration, debts, actor, at)
    return declaration


def _prepare(
    taxpayer: Taxpayer, fiscal_year: int, volumes: Sequence[VolumeEntry], filed_on: dt.date, today: dt.date
) -> tuple[list[DeclaredLine], Computation]:
    if filed_on > today:
        raise errors.ReceivedInTheFuture
    if filed_on < dt.date(fiscal_year, 1, 1):
        raise errors.YearNotOver(fiscal_year)
    earlier = selectors.declaration_of(taxpayer, fiscal_year)
    if earlier is not None:
        raise errors.AlreadyDeclared(earlier)
    if not selectors.declaring_businesses(taxpayer, fiscal_year):
        raise errors.NothingToDeclare(fiscal_year)
    lines = selectors.declared_lines(taxpayer, fiscal_year, volumes)
    return lines, compute(fiscal_year=fiscal_year, lines=lines, filed_on=filed_on)


def _add_debts(account: Account, computation: Computation, actor: User, at: dt.datetime) -> list[Debt]:
    year = fiscal_year_label(computation.fiscal_year)
    ordinals = {1: "primer plazo", 2: "segundo plazo"}
    return [
        ledger.debt_add(
            account=account,
            principal_cents=step.amount_cents,
            due_on=step.due_on,
            semester_start_on=step.semester_start_on,
            fiscal_year=computation.fiscal_year,
            instalment=step.number,
            label=f"Patente {year}, {ordinals[step.number]}",
            entered_on=computation.filed_on,
            actor=actor,
            at=at,
        )
        for step in computation.instalments
    ]


def _next_acknowledgement(fiscal_year: int) -> int:
    """Take the next number of the year's series under its lock, the last one taken in the transaction."""
    counter, _created = AcknowledgementCounter.objects.select_for_update().get_or_create(
        fiscal_year=fiscal_year
    )
    counter.last_number += 1
    counter.save(update_fields=["last_number"])
    return counter.last_number


def _attach(declaration: VolumeDeclaration, lines: list[DeclaredLine], debts: list[Debt]) -> None:
    BusinessVolume.objects.bulk_create(
        BusinessVolume(
            declaration=declaration,
            business=line.business,
            license_class=line.license_class,
            volume_cents=line.volume_cents,
            decree=line.decree,
        )
        for line in lines
    )
    DeclaredDebt.objects.bulk_create(DeclaredDebt(declaration=declaration, debt=debt) for debt in debts)


def _audit(declaration: VolumeDeclaration, debts: list[Debt], actor: User, at: dt.datetime) -> None:
    data: dict[str, object] = {
        "taxpayer": declaration.taxpayer.number,
        "fiscal_year": declaration.fiscal_year_label,
        "filed_on": declaration.filed_on.isoformat(),
        "volume_cents": declaration.volume_cents,
        "tax_cents": declaration.tax_cents,
        "debts": [
            {"due_on": debt.due_on.isoformat(), "principal_cents": debt.principal_cents} for debt in debts
        ],
    }
    record(actor=actor, action="declaration.filed", subject=declaration, at=at, data=data)


def _request_digest(
    taxpayer: Taxpayer,
    fiscal_year: int,
    volumes: Sequence[VolumeEntry],
    filed_on: dt.date,
    sworn_by: str,
    sworn_title: str,
) -> str:
    rows = sorted((entry.business_id, entry.license_class, entry.volume_cents) for entry in volumes)
    body = [taxpayer.pk, fiscal_year, rows, filed_on.isoformat(), sworn_by, sworn_title]
    return hashlib.sha256(json.dumps(body).encode()).hexdigest()


@transaction.atomic
def decree_enter(
    *,
    business: Business,
    reduces: str,
    percent: Decimal,
    starts_on: dt.date,
    ends_on: dt.date,
    citation: str,
    actor: User,
    at: dt.datetime,
) -> ExemptionDecree:
    """Enter a business's exemption decree; `municipality.services.row_approve` puts it in force.

    Raises CitationMissing, DecreeUpsideDown, and RateTableError for a percent that is not above 0 and up to 100.
    """
    if not citation.strip():
        raise CitationMissing
    if ends_on < starts_on:
        raise errors.DecreeUpsideDown
    row = ExemptionDecree(
        business=business,
        reduces=reduces,
        percent=percent,
        starts_on=starts_on,
        ends_on=ends_on,
        citation=citation.strip(),
        entered_by=actor,
        entered_at=at,
    )
    _ = row.as_rule  # refuses what makes no sense
    row.save()
    record(actor=actor, action="table_row.entered", subject=row, at=at, data={"citation": row.citation})
    return row
