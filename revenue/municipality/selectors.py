"""Reading municipal tables: who the municipality is, and its calendar, policies, rates and moved dates on a day.

Nothing is kept between calls: a table approved by one process is in force in all of them at once, at the price of one
short query where it is asked.
"""

import datetime as dt
from collections.abc import Iterator, Mapping

from revenue.municipality.errors import CalendarMissing, MunicipalityMissing
from revenue.municipality.models import (
    MovedDate,
    Municipality,
    NonWorkingDay,
    NoRollPeriod,
    PolicyRow,
    RateTable,
)
from revenue.rules import rate_tables
from revenue.rules.days import FIRST_YEAR, WorkingCalendar
from revenue.rules.filing import NoRoll
from revenue.rules.readings import READINGS, SWITCHES, Policies, PolicyHistory, policies_from

# A last day near the end of a year may roll into the next one.
_ROLLING_ROOM = dt.timedelta(days=15)
_BEGINNING = dt.date(FIRST_YEAR, 1, 1)
_COMPUTED = frozenset(Policies.__dataclass_fields__)


def municipality() -> Municipality:
    """Return the municipality. Raises MunicipalityMissing when nobody has registered it."""
    row = Municipality.objects.first()
    if row is None:
        raise MunicipalityMissing
    return row


class NonWorkingDays(Mapping[dt.date, str]):
    """The names of the days on which nobody works; a year that is not loaded is an error, never a guess."""

    def __init__(self, names: dict[dt.date, str], years: frozenset[int]) -> None:
        self._names = names
        self._years = years

    def _known(self, day: dt.date) -> dt.date:
        if day.year not in self._years:
            raise CalendarMissing(day.year)
        return day

    def __contains__(self, day: object) -> bool:
        assert isinstance(day, dt.date)
        return self._known(day) in self._names

    def __getitem__(self, day: dt.date) -> str:
        return self._names[self._known(day)]

    def __iter__(self) -> Iterator[dt.date]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def working_calendar(first: dt.date, last: dt.date) -> WorkingCalendar:
    """Return the working days from `first` through `last`, and as far as a last day may roll (rule C10).

    It raises CalendarMissing when asked about a day of a year without holidays.
    """
    through = (last + _ROLLING_ROOM).year
    days = NonWorkingDay.objects.in_force().filter(on__year__gte=first.year, on__year__lte=through)
    rows = list(days.values_list("on", "name", "scope"))
    years = frozenset(on.year for on, _name, scope in rows if scope == NonWorkingDay.Scope.HOLIDAY)
    return WorkingCalendar(NonWorkingDays({on: name for on, name, _scope in rows}, years))


def loaded_years() -> list[int]:
    """Return the years whose holidays are loaded, in order."""
    holidays = NonWorkingDay.objects.filter(scope=NonWorkingDay.Scope.HOLIDAY)
    return [day.year for day in holidays.dates("on", "year")]


def policy_history() -> PolicyHistory:
    """Return the dated policies that change balances: the defaults, then each approved row from its day on."""
    values: dict[str, object] = {}
    dated = {_BEGINNING: Policies()}
    for row in PolicyRow.objects.in_force().filter(policy__in=_COMPUTED).order_by("starts_on", "pk"):
        values[row.policy] = row.frozen_value
        dated[row.starts_on] = policies_from(values)
    return PolicyHistory(tuple(dated.items()))


def policies_on(day: dt.date) -> Policies:
    """Return the policies that change balances, as they are on a day."""
    return policy_history().on(day)


def policy_value(policy: str, on: dt.date) -> object:
    """Return the value of a policy of rules.md section 10 on a day: its default until a row says otherwise."""
    rows = PolicyRow.objects.in_force().filter(policy=policy, starts_on__lte=on)
    row = rows.order_by("starts_on", "pk").last()
    return row.frozen_value if row else SWITCHES[policy].default


def reading_value(name: str, on: dt.date) -> object:
    """Return how a point that the law leaves open is read on a day: its policy, or its default when it has none."""
    return policy_value(name, on) if name in SWITCHES else READINGS[name].default


def accepts(policy: str, on: dt.date) -> bool:
    """Say whether the municipality accepts `uncertified_cheques` or `electronic_payments` on a day."""
    return policy_value(policy, on) == "accepted"


def no_roll_on(day: dt.date) -> NoRoll | None:
    """Return the period that keeps a last day where it is, if there is one for it (rule P3).

    Three things are needed: the policy, electronic payments, and a period of which payers were notified in time.
    """
    if policy_value("electronic_no_roll", day) != "on" or not accepts("electronic_payments", day):
        return None
    periods = NoRollPeriod.objects.in_force()
    row = periods.filter(starts_on__lte=day, ends_on__gte=day, notified_on__lte=day).last()
    return NoRoll(row.starts_on, row.ends_on, row.notified_on) if row else None


def moved_dates(fiscal_year: int) -> dict[str, MovedDate]:
    """Return the last days that a circular moved for a fiscal year, by kind; of two, the later row."""
    return {
        row.kind: row for row in MovedDate.objects.in_force().filter(fiscal_year=fiscal_year).order_by("pk")
    }


def rate_table_row(license_class: str, fiscal_year: int) -> RateTable | None:
    """Return the approved table of a class for a fiscal year: the newest that has begun (rule P1)."""
    rows = RateTable.objects.in_force().filter(license_class=license_class, fiscal_year_from__lte=fiscal_year)
    return rows.order_by("-fiscal_year_from", "-pk").prefetch_related("tiers").first()


def rate_table(license_class: str, fiscal_year: int) -> rate_tables.RateTable | None:
    """Return the table of a class for a fiscal year as the rules want it; None when no ordinance has set one."""
    row = rate_table_row(license_class, fiscal_year)
    return as_rules_table(row) if row else None


def tables_for(fiscal_year: int) -> dict[str, rate_tables.RateTable]:
    """Return the tables of every class that has one for a fiscal year."""
    found = {name: rate_table(name, fiscal_year) for name in rate_tables.CLASSES}
    return {name: table for name, table in found.items() if table is not None}


def as_rules_table(row: RateTable) -> rate_tables.RateTable:
    """Return a stored table as the rules want it."""
    tiers = tuple(
        rate_tables.Tier(tier.volume_from_cents, tier.volume_to_cents, tier.flat_cents, tier.rate_percent)
        for tier in row.tiers.all()
    )
    return rate_tables.RateTable(row.license_class, row.fiscal_year_from, tiers, row.citation)
