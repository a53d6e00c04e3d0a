"""Entering and approving rows of municipal tables, each in one transaction with its audit entry.

A row is entered by one person, acts once another approves it, and is never edited.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import TypeVar

from django.db import transaction

from revenue.municipality.errors import (
    CitationMissing,
    DayAlreadyClosed,
    OrdinanceTooLate,
    OwnRowError,
    PeriodUpsideDown,
    ReadingAlreadyConfirmed,
    ReadingChanged,
    RowAlreadyApproved,
)
from revenue.municipality.holidays import CITATION, holidays_of
from revenue.municipality.models import (
    MovedDate,
    Municipality,
    NonWorkingDay,
    NoRollPeriod,
    PolicyRow,
    RateTable,
    RateTier,
    ReadingConfirmation,
    TableRow,
)
from revenue.municipality.selectors import reading_value
from revenue.rules import rate_tables
from revenue.rules.errors import PolicyError
from revenue.rules.readings import SWITCHES
from taxpayers.audit.services import record
from taxpayers.staff.models import User

Row = TypeVar("Row", bound=TableRow)


@transaction.atomic
def municipality_set(*, actor: User | None, at: dt.datetime, **columns: str) -> Municipality:
    """Write who the municipality is; `actor` is None when the installation does it."""
    row, _created = Municipality.objects.update_or_create(pk=1, defaults=columns)
    record(actor=actor, action="municipality.set", subject=row, at=at, data={**columns})
    return row


@transaction.atomic
def holidays_load(*, years: Iterable[int], at: dt.datetime) -> int:
    """Write the holidays of some years that are not there yet and return how many were added.

    It can be repeated: a day already written stays as it is.
    """
    wanted = {day: name for year in years for day, name in holidays_of(year).items()}
    scope = NonWorkingDay.Scope.HOLIDAY
    present = set(NonWorkingDay.objects.filter(scope=scope, on__in=wanted).values_list("on", flat=True))
    missing = [(day, name) for day, name in wanted.items() if day not in present]
    NonWorkingDay.objects.bulk_create(
        NonWorkingDay(on=day, name=name, scope=scope, citation=CITATION, entered_at=at)
        for day, name in missing
    )
    return len(missing)


@transaction.atomic
def closure_enter(*, on: dt.date, name: str, citation: str, actor: User, at: dt.datetime) -> NonWorkingDay:
    """Enter a day on which the municipality does not work. Raises DayAlreadyClosed, CitationMissing."""
    scope = NonWorkingDay.Scope.CLOSURE
    if NonWorkingDay.objects.filter(on=on, scope=scope).exists():
        raise DayAlreadyClosed(on)
    return _enter(NonWorkingDay(on=on, name=name, scope=scope, citation=citation), actor, at)


@transaction.atomic
def policy_enter(
    *, policy: str, value: object, starts_on: dt.date, citation: str, actor: User, at: dt.datetime
) -> PolicyRow:
    """Enter the value of a policy from a day on. Raises PolicyError for a policy or value that does not exist."""
    row = PolicyRow(policy=policy, value=value, starts_on=starts_on, citation=citation)
    reading = SWITCHES.get(policy)
    if reading is None:
        raise PolicyError(
            "policy_unknown", f"«{policy}» no es una política: elija una de la lista.", name=policy
        )
    is_amount = reading.free_value and type(value) is int and value > 0
    if not is_amount:
        reading.label(row.frozen_value)
    return _enter(row, actor, at)


@transaction.atomic
def no_roll_period_enter(
    *, starts_on: dt.date, ends_on: dt.date, notified_on: dt.date, citation: str, actor: User, at: dt.datetime
) -> NoRollPeriod:
    """Enter a period whose last days to pay do not roll, with the day payers were notified (rule P3)."""
    if ends_on < starts_on:
        raise PeriodUpsideDown
    row = NoRollPeriod(starts_on=starts_on, ends_on=ends_on, notified_on=notified_on, citation=citation)
    return _enter(row, actor, at)


@transaction.atomic
def date_move(
    *, kind: str, fiscal_year: int, moved_to: dt.date, citation: str, actor: User, at: dt.datetime
) -> MovedDate:
    """Enter a last day that a circular moved for a fiscal year (rule P13)."""
    return _enter(
        MovedDate(kind=kind, fiscal_year=fiscal_year, moved_to=moved_to, citation=citation), actor, at
    )


@transaction.atomic
def rate_table_enter(
    *,
    license_class: str,
    fiscal_year_from: int,
    tiers: Sequence[rate_tables.Tier],
    citation: str,
    actor: User,
    at: dt.datetime,
    adopted_on: dt.date | None = None,
) -> RateTable:
    """Enter the rates that an ordinance sets from a fiscal year on (rule P1).

    Raises RateTableError for a hole, an overlap or a tier above the legal ceiling, and OrdinanceTooLate for an
    ordinance adopted after the 1 July from which it would rule.
    """
    rate_tables.RateTable(license_class, fiscal_year_from, tuple(tiers), citation)
    row = RateTable(
        license_class=license_class,
        fiscal_year_from=fiscal_year_from,
        adopted_on=adopted_on,
        citation=citation,
    )
    if adopted_on and adopted_on > row.in_force_from:
        raise OrdinanceTooLate(adopted_on, fiscal_year_from)
    _enter(row, actor, at)
    RateTier.objects.bulk_create(
        RateTier(
            table=row,
            volume_from_cents=tier.from_cents,
            volume_to_cents=tier.to_cents,
            flat_cents=tier.flat_cents,
            rate_percent=tier.rate_percent,
        )
        for tier in tiers
    )
    return row


@transaction.atomic
def row_approve(*, row: Row, approver: User, at: dt.datetime) -> Row:
    """Put an entered row in force. Raises OwnRowError for who entered it, RowAlreadyApproved the second time."""
    row = type(row).objects.select_for_update().get(pk=row.pk)
    if row.approved_by_id is not None or row.entered_by_id is None:
        raise RowAlreadyApproved
    if row.entered_by_id == approver.pk:
        raise OwnRowError
    row.approved_by, row.approved_at = approver, at
    row.save(update_fields=["approved_by", "approved_at"])
    record(actor=approver, action="table_row.approved", subject=row, at=at, data={"citation": row.citation})
    return row


@transaction.atomic
def reading_confirm(
    *, reading: str, read: str, actor: User, on: dt.date, at: dt.datetime
) -> ReadingConfirmation:
    """Sign how a point that the law leaves open is read on a day; `read` is the value that was on the page, as text.

    Raises ReadingChanged when another value is in force, and ReadingAlreadyConfirmed when this one was signed.
    """
    value = reading_value(reading, on)
    if read != str(value):
        raise ReadingChanged
    last = ReadingConfirmation.objects.filter(reading=reading).last()
    if last is not None and last.frozen_value == value:
        raise ReadingAlreadyConfirmed
    row = ReadingConfirmation.objects.create(
        reading=reading, value=value, confirmed_by=actor, confirmed_at=at
    )
    record(
        actor=actor,
        action="reading.confirmed",
        subject=row,
        at=at,
        data={"reading": reading, "value": str(value)},
    )
    return row


def _enter(row: Row, actor: User, at: dt.datetime) -> Row:
    row.citation = row.citation.strip()
    if not row.citation:
        raise CitationMissing
    row.entered_by, row.entered_at = actor, at
    row.save()
    record(actor=actor, action="table_row.entered", subject=row, at=at, data={"citation": row.citation})
    return row
