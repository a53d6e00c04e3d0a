"""Simple interest by segments (rules C2, C4, C7): the sums on paper of a debt, between two of its movements.

Between two movements what is unpaid does not change, so its interest is at most a few products `unpaid x
rate x days`: before and after a hold, the hold itself counted back, before and after the X of an
extension. Each is a `Piece`; amounts stay exact numerators until one rounding.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from revenue.rules.additions import Additions

LATE, EXTENSION, HELD = "interest", "extension_interest", "held_interest"


class Piece(NamedTuple):
    """Interest on `base_cents` for the days after `from_on`, through `to_on`, at each day's own rate."""

    concept: str
    base_cents: int
    from_on: date
    to_on: date


def extension_pieces(terms: Additions, after_on: date, through_on: date, principal_cents: int) -> list[Piece]:
    """Interest while an extension runs: from the prescribed date through X (rule P6). Empty without an extension."""
    if terms.joins_on is None:
        return []
    start, end = max(after_on, terms.start_on), min(through_on, terms.joins_on)
    return [Piece(EXTENSION, principal_cents, start, end)] if start < end else []


def late_pieces(terms: Additions, after_on: date, through_on: date, base_cents: int) -> list[Piece]:
    """Interest after `after_on`, through `through_on`, on a base that did not change between them.

    A hold's days bear nothing until its end has passed; then they count back on what was unpaid at its
    end, or never count.
    """
    first_on = terms.joins_on or terms.start_on
    start = max(after_on, first_on)
    if start >= through_on:
        return []
    hold = terms.hold
    if hold is None or through_on <= hold.from_on:
        return [Piece(LATE, base_cents, start, through_on)]
    pieces = []
    held_from = max(hold.from_on, first_on)
    if start < held_from:
        pieces.append(Piece(LATE, base_cents, start, held_from))
    if through_on > hold.through_on:
        if hold.counts_back and after_on <= hold.through_on and held_from < hold.through_on:
            pieces.append(Piece(HELD, base_cents, held_from, hold.through_on))
        pieces.append(Piece(LATE, base_cents, max(start, hold.through_on), through_on))
    return pieces


def numerator(terms: Additions, piece: Piece) -> int:
    """The exact interest of a piece, in cents times basis points times days; its denominator is 10,000 x
    the year's days.
    """
    rates = terms.extension_rates if piece.concept == EXTENSION else terms.rates
    assert rates is not None
    return piece.base_cents * rates.weigh(piece.from_on, piece.to_on)
