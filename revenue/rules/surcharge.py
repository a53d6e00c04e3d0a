"""Surcharge by brackets (rules C3, C5): it follows each unpaid dollar to the day on which it is paid.

Assessed to date = the sum, over what was paid, of (the part of the base it paid x the bracket of that
day) + (the base still unpaid x the bracket of today), rounded once. Two brackets are never added on one
dollar: 5% and then 10% means 10%.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from revenue.rules.additions import Additions
from revenue.rules.money import BASIS_POINTS, round_half_up


class Slice(NamedTuple):
    """A part of the base that was paid (or waived) on `on`, and the percent of surcharge that it kept."""

    on: date
    base_cents: int
    basis_points: int


def assessed(terms: Additions, settled: int, base_cents: int, day: date) -> int:
    """Surcharge assessed to a date, in cents: `settled` (cents x basis points of the slices paid) and the unpaid base.

    «(2) por una demora en el pago en exceso de treinta (30) días, pero que no exceda de sesenta (60)
    días, cinco (5) por ciento del monto no pagado» (S0(c)). Example: $400.00 waived on day 40 and $600.00
    unpaid on day 97 bear $20.00 + $60.00.
    """
    return round_half_up(settled + base_cents * terms.surcharge_basis_points(day), BASIS_POINTS)
