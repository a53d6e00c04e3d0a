"""Years of declarations of the demo town: from fiscal year 2021-22 to the one that begins this year.

Each is filed on its own past day through the service, without chance: the same day gives the same town. Most are on
time, some late, a few exempt, and one person in five has not declared this year yet, so that the clerk has work.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from uuid import UUID, uuid5

from django.utils import timezone

from revenue.charges.selectors import VolumeEntry, declaring_businesses
from revenue.charges.services import declaration_file
from taxpayers.models import Business, Taxpayer, User

FIRST_FISCAL_YEAR = 2021

_NAMESPACE = UUID("7f4f6b50-0e0f-4a63-8f0f-2c7d9b6f1f0e")
_VOLUMES_CENTS = (18_437_529, 7_250_000, 96_118_046, 2_480_075, 41_903_311, 140_000, 258_764_990, 12_005_050)
_GROWTH_PERCENT = 4
_FRIDAY = 4
_YEARS_LATE = frozenset(
    {2, 5}
)  # by the remainder of the year and the person: who files in July, and not in April


def load(taxpayers: dict[str, Taxpayer], clerk: User, today: dt.date) -> None:
    """File the declarations of past years of everybody who has a business, oldest first."""
    people = [taxpayer for _handle, taxpayer in sorted(taxpayers.items())]
    for filed_on, fiscal_year, place, taxpayer in sorted(_filings(people, today), key=lambda one: one[:3]):
        businesses = declaring_businesses(taxpayer, fiscal_year)
        declaration_file(
            taxpayer=taxpayer,
            fiscal_year=fiscal_year,
            volumes=[_entry(one, place + number, fiscal_year) for number, one in enumerate(businesses)],
            filed_on=filed_on,
            sworn_by=_sworn_by(taxpayer),
            sworn_title="Dueño del negocio" if taxpayer.is_individual else "Oficial autorizado",
            request_key=uuid5(_NAMESPACE, f"{taxpayer.number} {fiscal_year}"),
            actor=clerk,
            at=timezone.make_aware(dt.datetime.combine(filed_on, dt.time(9, place % 60))),
        )


def _filings(people: Iterable[Taxpayer], today: dt.date) -> Iterator[tuple[dt.date, int, int, Taxpayer]]:
    """Say who filed when: (day, fiscal year, place of the person among all, person)."""
    for place, taxpayer in enumerate(people):
        for fiscal_year in range(FIRST_FISCAL_YEAR, today.year + 1):
            waits = fiscal_year == today.year and place % 5 == 2
            businesses = declaring_businesses(taxpayer, fiscal_year)
            filed_on = _filed_on(businesses, fiscal_year, place)
            if businesses and not waits and filed_on < today:
                yield filed_on, fiscal_year, place, taxpayer


def _filed_on(businesses: list[Business], fiscal_year: int, place: int) -> dt.date:
    """Return a weekday of April, of July for who is late, or of the month after a new business began."""
    is_late = (fiscal_year + 3 * place) % 11 in _YEARS_LATE
    day = dt.date(fiscal_year, 7, 5 + place % 5) if is_late else dt.date(fiscal_year, 4, 6 + place % 15)
    for business in businesses:
        day = max(day, business.started_on + dt.timedelta(days=30))
    return day + dt.timedelta(days=7 - day.weekday() if day.weekday() > _FRIDAY else 0)


def _entry(business: Business, place: int, fiscal_year: int) -> VolumeEntry:
    cents = _VOLUMES_CENTS[place % len(_VOLUMES_CENTS)]
    grown = cents * (100 + _GROWTH_PERCENT * (fiscal_year - FIRST_FISCAL_YEAR)) // 100
    return VolumeEntry(business.pk, business.license_class, grown)


def _sworn_by(taxpayer: Taxpayer) -> str:
    officer = taxpayer.officers.first()
    return officer.name if officer else taxpayer.display_name
