"""The last days of a fiscal year in this municipality: to declare, and to pay each instalment of the patente.

The law fixes the nominal day (P2, P13); the calendar rolls it (C10) unless a notified period keeps it (P3); and a
circular's date, when one was entered, wins over both.
"""

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext as _

from revenue.municipality import selectors
from revenue.municipality.models import MovedDate
from revenue.rules import filing
from revenue.rules.days import WorkingCalendar, display_date

_INSTALMENT_KINDS = (MovedDate.Kind.FIRST_INSTALMENT, MovedDate.Kind.SECOND_INSTALMENT)
_WEEKDAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")


@dataclass(frozen=True)
class PrescribedDate:
    """The last day to pay an instalment without additions, and why it is not the nominal one when it is not."""

    kind: MovedDate.Kind
    semester_start_on: dt.date
    nominal_on: dt.date
    due_on: dt.date
    why: str


@dataclass(frozen=True)
class YearDays:
    """The last days of a fiscal year, and the calendar that they were computed with."""

    filing_due_on: dt.date
    filing_is_moved: bool
    instalments: tuple[PrescribedDate, PrescribedDate]
    calendar: WorkingCalendar


def last_days(fiscal_year: int) -> YearDays:
    """Return the last days of a fiscal year. Raises CalendarMissing when its holidays are not loaded."""
    calendar = selectors.working_calendar(dt.date(fiscal_year, 1, 1), dt.date(fiscal_year + 1, 12, 1))
    moved = selectors.moved_dates(fiscal_year)
    filing_row = moved.get(MovedDate.Kind.FILING)
    first, second = (_prescribed(fiscal_year, place, calendar, moved) for place in (0, 1))
    return YearDays(
        filing_due_on=filing_row.moved_to if filing_row else filing.filing_due_on(fiscal_year, calendar),
        filing_is_moved=filing_row is not None,
        instalments=(first, second),
        calendar=calendar,
    )


def _prescribed(
    fiscal_year: int, place: int, calendar: WorkingCalendar, moved: dict[str, MovedDate]
) -> PrescribedDate:
    january_day = selectors.policy_value("january_prescribed_day", dt.date(fiscal_year + 1, 1, 2))
    assert isinstance(january_day, int)
    nominal = filing.instalments(0, fiscal_year, calendar, january_day)[place]
    due_on, why = _rolled(nominal.nominal_on, calendar)
    row = moved.get(_INSTALMENT_KINDS[place])
    if row is not None:
        due_on, why = row.moved_to, row.citation
    return PrescribedDate(
        _INSTALMENT_KINDS[place], nominal.semester_start_on, nominal.nominal_on, due_on, why
    )


def _rolled(nominal_on: dt.date, calendar: WorkingCalendar) -> tuple[dt.date, str]:
    """Return a last day once rolled, or kept by a notified period, with the reason in words."""
    due_on = filing.prescribed_date(nominal_on, calendar, selectors.no_roll_on(nominal_on))
    if due_on != nominal_on:
        return due_on, _why_not_working(nominal_on, calendar)
    if not calendar.is_working_day(due_on):
        return due_on, _(
            "No es día laborable y no se extiende: debe pagarse electrónicamente a más tardar ese día."
        )
    return due_on, ""


def _why_not_working(day: dt.date, calendar: WorkingCalendar) -> str:
    """Return why a last day rolled: the holiday's name, or the day of the week."""
    names = calendar.non_working
    assert isinstance(names, selectors.NonWorkingDays)
    reason = names[day] if day in names else _WEEKDAYS[day.weekday()]
    return _("El %(day)s no es laborable (%(reason)s).") % {"day": display_date(day), "reason": reason}
