"""Dated tables that a circular letter publishes for one semester or one year (rules P8, P10, C9).

A circular counts days for the taxpayer: instead of "31 to 60 days late" it says "from 31 July to 29
August: 5%". When the municipality enters one, it replaces the days of the law for that semester. It must
be contiguous: a day that belongs to no row, or to two, is refused with a sentence that names it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from revenue.rules.days import display_date
from revenue.rules.errors import CircularError

SURCHARGE = "surcharge"
LATE_FILING = "late_filing"

_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class CircularRow:
    """A percent for the days from `from_on` through `to_on` (None: from that day on)."""

    from_on: date
    to_on: date | None
    basis_points: int


@dataclass(frozen=True, slots=True)
class CircularTable:
    """One published table: `kind` is SURCHARGE or LATE_FILING; checked when built.

    `semester_start_on` is the first day it speaks of: of the semester (1 July, 2 January), or the day
    after the declaration was due. Raises CircularError for a hole, an overlap, an end, or a missing
    citation.
    """

    kind: str
    semester_start_on: date
    rows: tuple[CircularRow, ...]
    citation: str

    def __post_init__(self) -> None:
        if not self.citation.strip():
            raise CircularError(
                "circular_no_citation", "Escriba la cita de la carta circular: ninguna tabla entra sin ella."
            )
        expected: date | None = self.semester_start_on
        for row in self.rows:
            if expected is None or row.from_on < expected:
                raise CircularError(
                    "circular_overlap",
                    f"El {display_date(row.from_on)} está en dos tramos de la tabla. Corrija las fechas "
                    "para que esté en uno solo.",
                    day=row.from_on,
                )
            if row.from_on > expected:
                raise _hole(expected)
            if row.to_on is not None and row.to_on < row.from_on:
                raise CircularError(
                    "circular_dates",
                    f"El tramo del {display_date(row.from_on)} termina antes de empezar. Corrija sus fechas.",
                )
            expected = None if row.to_on is None else row.to_on + _ONE_DAY
        if expected is not None:
            raise _hole(expected)

    def basis_points_on(self, day: date) -> int:
        """The percent of a payment made that day; nothing before the table begins."""
        for row in reversed(self.rows):
            if day >= row.from_on:
                return row.basis_points
        return 0


def read_circular(kind: str, rows: Iterable[tuple[date, date | None, int]], citation: str) -> CircularTable:
    """A table from published rows (from, to, basis points), in any order. Raises CircularError as CircularTable does.

    The table of 2024-25 as published leaves 30 August 2024 between "hasta el 29" and "desde el 31": it is
    refused.
    """
    ordered = tuple(CircularRow(*row) for row in sorted(rows, key=lambda row: row[0]))
    if not ordered:
        raise CircularError(
            "circular_empty", "La tabla no tiene tramos. Entre las fechas y los por cientos publicados."
        )
    return CircularTable(kind, ordered[0].from_on, ordered, citation)


def _hole(day: date) -> CircularError:
    return CircularError(
        "circular_gap",
        f"El {display_date(day)} no está en ningún tramo de la tabla. Corrija las fechas para que esté en "
        "uno.",
        day=day,
    )
