"""Dates are plain dates in America/Puerto_Rico (rule C8): counting them, reading them, and the
working-day calendar (rule C10).

The calendar is pure: it is given the dates on which nobody works (Puerto Rico holidays and the
municipality's closures) and never looks at the clock.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from revenue.rules.errors import DateError

FIRST_YEAR = 1900
LAST_YEAR = 2199
"""Years the product handles; a date outside them is a slip of the keyboard."""

_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SATURDAY = 5
_JULY = 7
_MONTHS = (
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
)


def parse_date(text: object) -> date:
    """Read a date written as YYYY-MM-DD with ASCII digits. Raises DateError for anything else."""
    if isinstance(text, str) and _ISO_DATE.fullmatch(text):
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = None
        if day is not None and FIRST_YEAR <= day.year <= LAST_YEAR:
            return day
    raise DateError("not_a_date", "Escriba una fecha del calendario como 2025-07-15 (año-mes-día).")


def display_date(day: date) -> str:
    """A date with its month in words, as notices print it.

    >>> display_date(date(2025, 7, 15)), display_date(date(2025, 8, 1))
    ('15 de julio de 2025', '1 de agosto de 2025')
    """
    return f"{day.day} de {_MONTHS[day.month - 1]} de {day.year}"


def days_between(start_on: date, end_on: date) -> int:
    """Days of delay or of interest: the start day out, the end day in (rule C2). Negative before the start.

    >>> days_between(date(2020, 1, 1), date(2020, 3, 31))
    90
    """
    return (end_on - start_on).days


def add_days(day: date, days: int) -> date:
    """The date `days` after `day`, `day` itself out: day 90 of 1 January 2020 is 31 March 2020."""
    return day + timedelta(days=days)


def add_months(day: date, months: int) -> date:
    """The same day of the month, `months` later, or that month's last day when it is shorter.

    >>> add_months(date(2024, 4, 22), 6), add_months(date(2024, 8, 31), 6)
    (datetime.date(2024, 10, 22), datetime.date(2025, 2, 28))
    """
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def semester_of(day: date) -> tuple[int, int]:
    """The calendar year and half of a date: the semesters of the fiscal year begin in July and January."""
    return day.year, 1 if day.month < _JULY else 2


@dataclass(frozen=True)
class WorkingCalendar:
    """Working days: Monday to Friday that are neither a holiday nor a closure of the municipality (rule C10).

    `non_working` are the dates of the holidays and closures, or a mapping from each to its name.
    """

    non_working: Collection[date] | Mapping[date, str] = field(default_factory=frozenset)

    def is_working_day(self, day: date) -> bool:
        return day.weekday() < _SATURDAY and day not in self.non_working

    def roll_forward(self, day: date) -> date:
        """`day` itself when it is a working day, or else the next one: how a last day to pay or to file rolls.

        Código Político art. 388 (rule C10). Friday 1 January rolls to Monday the 4th.
        """
        while not self.is_working_day(day):
            day += timedelta(days=1)
        return day

    def next_working_day(self, day: date) -> date:
        """The first working day after `day`, never `day` itself."""
        return self.roll_forward(day + timedelta(days=1))

    def add_working_days(self, day: date, count: int) -> date:
        """The `count`-th working day after `day`: five working days after 15 April (rule P13). `count` is
        zero or more.
        """
        assert count >= 0
        for _ in range(count):
            day = self.next_working_day(day)
        return day
