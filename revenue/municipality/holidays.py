"""The holidays of Puerto Rico of a year, by date and in Spanish.

They come from the `holidays` library, put right where it does not follow the law: the Monday after a holiday that falls
on a Sunday is a holiday too (Código Político, arts. 387-388), which the library forgets for some; the Friday before one
that falls on a Saturday is a custom of the federal government and not a holiday here; and the day of a general election
is missing from it.
"""

import datetime as dt
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import holidays as library

from revenue.rules.errors import DomainError

CITATION = "Código Político de Puerto Rico, art. 387"

_SUNDAY = 6
_TUESDAY = 1
_ELECTION_EVERY = 4

_SPANISH = {
    "New Year's Day": "Día de Año Nuevo",
    "Epiphany": "Día de los Reyes Magos",
    "Birthday of Eugenio María de Hostos": "Natalicio de Eugenio María de Hostos",
    "Martin Luther King Jr. Day": "Natalicio de Martin Luther King Jr.",
    "George Washington Day": "Natalicio de Jorge Washington",
    "Emancipation Day": "Día de la Abolición de la Esclavitud",
    "Good Friday": "Viernes Santo",
    "José de Diego Day": "Natalicio de José de Diego",
    "Memorial Day": "Día de la Recordación",
    "Juneteenth National Independence Day": "Día de la Emancipación (Juneteenth)",
    "Independence Day": "Día de la Independencia de los Estados Unidos",
    "Luis Muñoz Rivera Day": "Natalicio de Luis Muñoz Rivera",
    "Puerto Rico Constitution Day": "Día de la Constitución del Estado Libre Asociado",
    "José Celso Barbosa Day": "Natalicio de José Celso Barbosa",
    "Labor Day": "Día del Trabajo",
    "Columbus Day": "Día de la Raza",
    "Veterans Day": "Día del Veterano",
    "Discovery of Puerto Rico Day": "Día del Descubrimiento de Puerto Rico",
    "Puerto Rican Culture and Discovery of Puerto Rico Day": (
        "Día de la Cultura Puertorriqueña y del Descubrimiento de Puerto Rico"
    ),
    "Puerto Rican Identity Day": "Día de la Puertorriqueñidad",
    "Thanksgiving Day": "Día de Acción de Gracias",
    "Christmas Day": "Día de Navidad",
}


@cache
def holidays_of(year: int) -> Mapping[dt.date, str]:
    """Return the holidays of a calendar year with their names in Spanish, in order of date.

    Raises DomainError for a holiday that the library names in a way this table does not know: it is never guessed.
    """
    found = {
        day: _in_spanish(name)
        for day, name in library.country_holidays("PR", years=year, observed=False, language="en_US").items()
    }
    if year % _ELECTION_EVERY == 0:
        found[election_day(year)] = "Día de las Elecciones Generales"
    for day, name in list(found.items()):
        if day.weekday() == _SUNDAY:
            found.setdefault(day + dt.timedelta(days=1), f"{name} (se observa el lunes)")
    return MappingProxyType(dict(sorted(found.items())))


def election_day(year: int) -> dt.date:
    """Return the Tuesday after the first Monday of November: 5 November 2024, 7 November 2028."""
    first_possible = dt.date(year, 11, 2)
    return first_possible + dt.timedelta(days=(_TUESDAY - first_possible.weekday()) % 7)


def _in_spanish(name: str) -> str:
    if name.startswith("George Washington Day, Presidents' Day"):
        return "Día de los Presidentes y de los Próceres Puertorriqueños"
    if name not in _SPANISH:
        raise DomainError(
            "holiday_without_name",
            f"El feriado «{name}» no tiene nombre en español: añádalo a la tabla de feriados.",
        )
    return _SPANISH[name]
