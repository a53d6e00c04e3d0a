"""What the pages of municipal tables show."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from revenue.municipality import selectors
from revenue.municipality.errors import CalendarMissing
from revenue.municipality.last_days import last_days
from revenue.municipality.models import (
    MovedDate,
    NonWorkingDay,
    NoRollPeriod,
    PolicyRow,
    RateTable,
    RateTier,
    TableRow,
)
from revenue.municipality.words import rate_words
from revenue.rules.days import display_date
from revenue.rules.fiscal_years import fiscal_year_label
from revenue.rules.money import display_cents
from revenue.rules.readings import READINGS, SWITCHES, Reading


@dataclass(frozen=True)
class Kind:
    """A kind of row that waits for approval: its model and how a row of it says what it changes."""

    model: type[TableRow]
    words: Callable[..., str]


@dataclass(frozen=True)
class PendingRow:
    """A row that waits for the Director."""

    kind: str
    row: TableRow
    words: str


@dataclass(frozen=True)
class PolicyLine:
    """A policy as it is on a day: its reading, the value in force in words, and the row that set it."""

    reading: Reading
    value: str
    row: PolicyRow | None


@dataclass(frozen=True)
class TablesPage:
    """The municipal tables on a day."""

    pending: list[PendingRow]
    tables: QuerySet[RateTable]
    policies: list[PolicyLine]
    moved: QuerySet[MovedDate]
    periods: QuerySet[NoRollPeriod]
    years: list[int]


@dataclass(frozen=True)
class LastDay:
    """A last day to declare or to pay, and why it is not the nominal one when it is not."""

    label: str
    on: dt.date
    why: str


@dataclass(frozen=True)
class CalendarPage:
    """The days of a calendar year that are not working days, and its last days to declare and to pay a patente."""

    year: int
    days: QuerySet[NonWorkingDay]
    years: list[int]
    last_days: list[LastDay]


def tier_words(tier: RateTier) -> str:
    """Return what a tier charges."""
    if tier.flat_cents is not None:
        return display_cents(tier.flat_cents)
    assert tier.rate_percent is not None
    return rate_words(tier.rate_percent)


def value_words(policy: str, value: object) -> str:
    """Return in words the value of a policy, or of a reading without a switch."""
    reading = READINGS[policy]
    if reading.free_value and isinstance(value, int):
        return display_cents(value)
    return reading.label(value)


def _rates_words(row: RateTable) -> str:
    tiers = (
        _("desde %(from)s: %(charge)s")
        % {"from": display_cents(tier.volume_from_cents), "charge": tier_words(tier)}
        for tier in row.tiers.all()
    )
    words = {
        "class": row.get_license_class_display(),
        "year": row.fiscal_year_label,
        "tiers": "; ".join(tiers),
    }
    return _("Tasas de la clase %(class)s desde %(year)s: %(tiers)s") % words


def _policy_words(row: PolicyRow) -> str:
    value = value_words(row.policy, row.frozen_value)
    words = {"question": row.question, "value": value, "day": display_date(row.starts_on)}
    return _("%(question)s %(value)s, desde el %(day)s") % words


def _closure_words(row: NonWorkingDay) -> str:
    return _("Cierre del %(day)s: %(name)s") % {"day": display_date(row.on), "name": row.name}


def _period_words(row: NoRollPeriod) -> str:
    days = {"from": row.starts_on, "to": row.ends_on, "notified": row.notified_on}
    sentence = _("Sin extensión al próximo día laborable, del %(from)s al %(to)s; notificado el %(notified)s")
    return sentence % {name: display_date(day) for name, day in days.items()}


def _moved_words(row: MovedDate) -> str:
    words = {
        "kind": row.get_kind_display(),
        "year": fiscal_year_label(row.fiscal_year),
        "day": display_date(row.moved_to),
    }
    return _("%(kind)s, %(year)s: pasa al %(day)s") % words


KINDS = {
    "tasas": Kind(RateTable, _rates_words),
    "politica": Kind(PolicyRow, _policy_words),
    "cierre": Kind(NonWorkingDay, _closure_words),
    "periodo": Kind(NoRollPeriod, _period_words),
    "fecha": Kind(MovedDate, _moved_words),
}


def tables_page(today: dt.date) -> TablesPage:
    """Return the tables in force and what waits for approval."""
    return TablesPage(
        pending=_pending(),
        tables=RateTable.objects.in_force()
        .select_related("entered_by", "approved_by")
        .prefetch_related("tiers")
        .order_by("-license_class", "-fiscal_year_from", "-pk"),
        policies=_policies(today),
        moved=MovedDate.objects.in_force().order_by("-fiscal_year", "-pk"),
        periods=NoRollPeriod.objects.in_force().order_by("-starts_on"),
        years=selectors.loaded_years(),
    )


def _pending() -> list[PendingRow]:
    found = []
    for name, kind in KINDS.items():
        rows = kind.model.objects.pending().select_related("entered_by").order_by("entered_at", "pk")
        if kind.model is RateTable:
            rows = rows.prefetch_related("tiers")
        found += [PendingRow(name, row, kind.words(row)) for row in rows]
    return sorted(found, key=lambda one: one.row.entered_at)


def _policies(today: dt.date) -> list[PolicyLine]:
    rows = PolicyRow.objects.in_force().filter(starts_on__lte=today).order_by("starts_on", "pk")
    newest = {row.policy: row for row in rows}
    lines = []
    for name, reading in SWITCHES.items():
        row = newest.get(name)
        value = value_words(name, row.frozen_value if row else reading.default)
        lines.append(PolicyLine(reading, value, row))
    return lines


def calendar_page(year: int) -> CalendarPage:
    """Return a year's days that are not working days, and its last days."""
    days = NonWorkingDay.objects.in_force().filter(on__year=year).order_by("on", "scope")
    return CalendarPage(year, days, selectors.loaded_years(), _last_days_of(year))


def _last_days_of(year: int) -> list[LastDay]:
    """Return a calendar year's last days in order of date; none while its holidays are not all loaded."""
    try:
        former, current = last_days(year - 1), last_days(year)
    except CalendarMissing:
        return []
    january, july = former.instalments[1], current.instalments[0]
    return [
        LastDay(str(january.kind.label), january.due_on, january.why),
        LastDay(str(MovedDate.Kind.FILING.label), current.filing_due_on, ""),
        LastDay(str(july.kind.label), july.due_on, july.why),
    ]
