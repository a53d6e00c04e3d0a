"""What statutes fix: dated values with a citation, read from `law/*.toml` (rule C9).

Each value is a `Schedule`: rows that follow one another with no gap and no overlap. A row stays in force
until the next one begins, so that a change of law is one new row and past rows are never edited. A date
for which no row is in force is an error, never a guess, and a row without its rule id or its article is
refused when the law is read.

What a municipality decides (rates by class, policies, holidays) is not here: those rows live in the
database.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from importlib import resources
from typing import Any

from revenue.rules.circulars import CircularTable
from revenue.rules.days import display_date
from revenue.rules.errors import LawError

TAXES = ("license_tax", "personal_property", "real_property")
UNITS = ("basis_points", "days", "months", "cents", "brackets")

_ONE_DAY = timedelta(days=1)
_ROW_KEYS = {"from", "to", "rule", "article"}


@dataclass(frozen=True, slots=True)
class Bracket:
    """A percent of the unpaid amount for payments made from `from_day` through `to_day` of the delay
    (None: no end).
    """

    from_day: int
    to_day: int | None
    basis_points: int


@dataclass(frozen=True, slots=True)
class BracketTable:
    """A surcharge table: contiguous brackets from day 0 to the end of time (rule C3: "30 días o menos"
    includes day 30).
    """

    brackets: tuple[Bracket, ...]

    def basis_points_on_day(self, days_late: int) -> int:
        """The percent after `days_late` days of delay; days before the first bracket bear nothing."""
        for bracket in reversed(self.brackets):
            if days_late >= bracket.from_day:
                return bracket.basis_points
        return 0


@dataclass(frozen=True, slots=True)
class Row:
    """One dated value: in force from `from_on` through `to_on` (None: until another row begins)."""

    from_on: date
    to_on: date | None
    unit: str
    value: int
    brackets: BracketTable | None
    rule: str
    article: str


class Schedule:
    """The rows of one value in order of date, checked when built. Raises LawError on a gap or an overlap."""

    def __init__(self, name: str, rows: list[Row]) -> None:
        self.name = name
        self.rows = tuple(sorted(rows, key=lambda row: row.from_on))
        self._starts = [row.from_on for row in self.rows]
        for row, following in zip(self.rows, self.rows[1:], strict=False):
            if row.from_on == following.from_on or (row.to_on is not None and row.to_on >= following.from_on):
                day = display_date(following.from_on)
                raise LawError("law_overlap", f"{name}: dos filas rigen el {day}. Deje una sola.", name=name)
            if row.to_on is not None and row.to_on + _ONE_DAY < following.from_on:
                day = display_date(row.to_on + _ONE_DAY)
                raise LawError(
                    "law_gap", f"{name}: ninguna fila rige el {day}. Añada la fila que falta.", name=name
                )

    def on(self, day: date) -> Row:
        """The row in force on a date. Raises LawError when there is none."""
        row = self.rows[bisect_right(self._starts, day) - 1]
        if day < row.from_on or (row.to_on is not None and day > row.to_on):
            raise LawError(
                "law_no_row",
                f"{self.name}: ninguna fila rige el {display_date(day)}. Revise la fecha o añada la fila "
                "con su cita.",
                name=self.name,
                day=day,
            )
        return row

    def pieces(self, after_on: date, through_on: date) -> Iterator[tuple[Row, date, date]]:
        """The days after `after_on`, through `through_on`, cut where the value changes: (row, start day
        out, end day in).
        """
        while after_on < through_on:
            row = self.on(after_on + _ONE_DAY)
            index = bisect_right(self._starts, row.from_on)
            end = through_on
            if index < len(self.rows):
                end = min(end, self.rows[index].from_on - _ONE_DAY)
            elif row.to_on is not None and row.to_on < through_on:
                self.on(through_on)  # raises: the law ended and nothing follows it
            yield row, after_on, end
            after_on = end

    def weigh(self, after_on: date, through_on: date) -> int:
        """Each day's own rate added up over a period (start day out, end day in), in basis-point days (rule C9)."""
        last = self.rows[-1]
        if last.to_on is None and after_on >= last.from_on:  # nearly always: one rate for the whole period
            return last.value * (through_on - after_on).days
        return sum(row.value * (end - start).days for row, start, end in self.pieces(after_on, through_on))


@dataclass(frozen=True)
class Law:
    """All dated parameters of the three taxes, and the circulars' tables that the municipality entered (rule P8)."""

    schedules: Mapping[str, Schedule] = field(repr=False)
    circulars: tuple[CircularTable, ...] = ()

    def schedule(self, name: str) -> Schedule:
        """The schedule of a value such as "license_tax.late_interest"."""
        return self.schedules[name]

    def row(self, name: str, day: date) -> Row:
        return self.schedules[name].on(day)

    def value(self, name: str, day: date) -> int:
        """The number in force on a date, in the unit of its rows: basis points, days, months or cents."""
        return self.schedules[name].on(day).value

    def brackets(self, name: str, day: date) -> BracketTable:
        brackets = self.schedules[name].on(day).brackets
        assert brackets is not None, name
        return brackets

    def with_circulars(self, *circulars: CircularTable) -> Law:
        """The same law with circulars' dated tables entered. Raises LawError when two of them claim one semester."""
        both = (*self.circulars, *circulars)
        starts = [(table.kind, table.semester_start_on) for table in both]
        if len(set(starts)) < len(starts):
            raise LawError(
                "circular_repeated", "Ya hay una tabla de carta circular para ese semestre. Deje una sola."
            )
        return replace(self, circulars=both)


def read_law(texts: Mapping[str, str]) -> Law:
    """Read the TOML text of each tax into schedules.

    Raises LawError for a gap, an overlap, a missing rule id or article, or a row that is not one value
    with one unit.
    """
    schedules: dict[str, Schedule] = {}
    for tax, text in texts.items():
        for name, rows in tomllib.loads(text).items():
            full = f"{tax}.{name}"
            schedules[full] = Schedule(full, [_read_row(full, row) for row in rows])
    return Law(schedules)


def _read_row(name: str, row: Mapping[str, Any]) -> Row:
    for key in ("rule", "article"):
        if not str(row.get(key, "")).strip():
            raise LawError(
                "law_no_citation",
                f"{name}: falta la cita ({key}). Ningún valor entra sin su cita.",
                name=name,
            )
    units = [key for key in row if key not in _ROW_KEYS]
    if len(units) != 1 or units[0] not in UNITS:
        raise LawError(
            "law_unit",
            f"{name}: cada fila lleva un solo valor, de una de estas unidades: {', '.join(UNITS)}.",
            name=name,
        )
    from_on, to_on = row.get("from"), row.get("to")
    if type(from_on) is not date or not (to_on is None or (type(to_on) is date and to_on >= from_on)):
        raise LawError(
            "law_dates",
            f"{name}: cada fila dice desde qué fecha rige (y, si terminó, hasta cuál).",
            name=name,
        )
    unit = units[0]
    value = row[unit]
    brackets = None
    if unit == "brackets":
        brackets, value = _read_brackets(name, value), 0
    elif type(value) is not int or value < 0:
        raise LawError("law_value", f"{name}: el valor es un número entero, cero o más.", name=name)
    return Row(from_on, to_on, unit, value, brackets, row["rule"], row["article"])


def _read_brackets(name: str, rows: list[Mapping[str, int]]) -> BracketTable:
    """Brackets that start on day 0, follow one another, and end open (rule P8: "contiguous or it is refused")."""
    expected: int | None = 0
    brackets = []
    for row in rows:
        if expected is None or row["from_day"] < expected:
            raise LawError(
                "law_overlap", f"{name}: el día {row['from_day']} está en dos tramos. Deje uno.", name=name
            )
        if row["from_day"] > expected:
            raise LawError(
                "law_gap", f"{name}: el día {expected} no está en ningún tramo. Complete la tabla.", name=name
            )
        to_day = row.get("to_day")
        if to_day is not None and to_day < row["from_day"]:
            raise LawError(
                "law_dates",
                f"{name}: el tramo del día {row['from_day']} termina antes de empezar.",
                name=name,
            )
        brackets.append(Bracket(row["from_day"], to_day, row["basis_points"]))
        expected = None if to_day is None else to_day + 1
    if expected is not None:
        raise LawError(
            "law_gap", f"{name}: el día {expected} no está en ningún tramo. Complete la tabla.", name=name
        )
    return BracketTable(tuple(brackets))


def _statute() -> Law:
    folder = resources.files(__package__) / "law"
    return read_law({tax: (folder / f"{tax}.toml").read_text(encoding="utf-8") for tax in TAXES})


LAW = _statute()
"""The law as the installed version knows it."""
