"""What the law adds to a debt, as one mechanism for the three taxes ("The additions in one table" of
rules.md section 4).

Every debt is: a rate from its start; a hold whose days bear nothing until it has passed, and then either
count back or never count; a surcharge clock with a quiet day; and, for an extended patente, the day on
which unpaid extension interest joins the base. `license_tax`, `personal_property` and `real_property`
each turn a debt into these terms; `interest` and `surcharge` run them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from revenue.rules.circulars import CircularTable
from revenue.rules.parameters import BracketTable, Row, Schedule


@dataclass(frozen=True, slots=True)
class Hold:
    """Days after `from_on`, through `through_on`, that bear no interest until `through_on` has passed.

    After it, with `counts_back`, they count on what is unpaid at the end of `through_on`; without it they
    never count.
    """

    from_on: date
    through_on: date
    counts_back: bool
    rule: str
    article: str
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class Additions:
    """The terms of one debt: what the rules of its tax add to it, from when, and by which text.

    With `joins_on` (the X of an extension of the patente) interest runs at `extension_rates` from
    `start_on` through X, and from X at `rates` on the unpaid principal and the unpaid extension interest
    together.
    """

    rates: Schedule
    start_on: date
    clock_on: date
    quiet_on: date
    brackets: BracketTable
    surcharge: Row
    year_basis: int
    hold: Hold | None = None
    joins_on: date | None = None
    extension_rates: Schedule | None = None
    circular: CircularTable | None = None
    surcharge_reading: str | None = None

    def surcharge_basis_points(self, day: date) -> int:
        """The percent of surcharge of what is paid, or still unpaid, on a date: nothing through the quiet day."""
        if day <= self.quiet_on:
            return 0
        if self.circular is not None:
            return self.circular.basis_points_on(day)
        return self.brackets.basis_points_on_day((day - self.clock_on).days)
