"""The balances of a whole roll as of a date, over arrays: the same cents as the one-debt functions, a million debts at once.

Nothing here says what the law is. Debts that share their dates share their terms, so `RunningDebt` is asked once
for each different set of dates and answers for all of its debts. Nothing is replayed either: a roll takes the
allocations that were posted, and its balances are those of the replay that posted them.

Only readers use it (rule V2: balances are computed, never stored). Dates in arrays are ordinals
(`date.toordinal()`, 0: none), amounts integer cents; no float appears.

The interest of a debt is the sum, over its segments, of base x (weight at the end - weight at the start), where the
weight of a day is each day's own rate added up since interest began, holds counted or not as the terms say. Summed by
parts, that is (base still unpaid x weight today) + (each part of the base that was paid x weight of the day it was
paid): one product a movement, in any order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from revenue.rules.money import BASIS_POINTS
from revenue.rules.parameters import LAW, Law
from revenue.rules.readings import COMPONENTS, DEFAULT_POLICIES, PolicySource
from revenue.rules.roll_terms import Terms, read_terms

Array = npt.NDArray[Any]
"""Integers: 64 bits wide, or of Python (any width) for the debts whose products do not fit."""

COST, PAID, ADJUSTMENT = range(3)
"""Kinds of movement: an adjustment's limit is looked at after all else of its day. The replay puts a day's adjustments
before its payments, and comes to the same: a payment takes only what they left, so what they took is still within it.
"""

CHUNK = 1 << 16
"""Debts computed together: few enough for their arrays to stay in the processor's cache, and memory flat."""


@dataclass(frozen=True)
class _Columns:
    """Rows kept as one array of 64-bit integers a column."""

    @classmethod
    def of(cls, rows: Iterable[tuple[int, ...]]) -> Self:
        """Arrays from rows whose values are in the order of the columns."""
        names = fields(cls)
        table = np.array(list(rows), dtype=np.int64).reshape(-1, len(names))
        return cls(*np.ascontiguousarray(table.T))

    def taken(self, rows: Array | slice) -> Self:
        """The rows at these positions."""
        return type(self)(*(getattr(self, column.name)[rows] for column in fields(self)))


@dataclass(frozen=True)
class Debts(_Columns):
    """What each debt is: places in TAXES and NATURES, cents, and the dates of `facts.Debt`.

    `extended_to` is the extension as it is known: 0 while nobody has decided it.
    """

    tax: Array
    nature: Array
    principal_cents: Array
    due_on: Array
    semester_start_on: Array
    extended_to: Array
    demanded_on: Array
    pay_by: Array
    entered_on: Array

    def terms(self, as_of: date, policies: PolicySource, law: Law) -> tuple[Terms, Array]:
        """Their different terms, and which of them each debt has."""
        dates = (self.semester_start_on, self.extended_to, self.demanded_on, self.pay_by)
        return read_terms((self.tax, self.nature, self.due_on), dates, as_of, policies, law)


@dataclass(frozen=True)
class Movements(_Columns):
    """What happened to the debts: the place of each one's debt (never descending), its day, kind, and cents by component.

    A cost adds to what is owed; the other kinds take from it: what was PAID (an allocation, an opening) as it was
    posted, an adjustment at most what was owed that day (rule A8). Those of one debt and day are in order of entry.
    """

    debt: Array
    on: Array
    kind: Array
    costs: Array
    interest: Array
    surcharge: Array
    principal: Array


@dataclass(frozen=True)
class Balances(_Columns):
    """What is outstanding of each debt, in cents, and the day by which it must be paid (rule A1)."""

    costs: Array
    interest: Array
    surcharge: Array
    principal: Array
    must_pay_on: Array

    @property
    def total(self) -> Array:
        return self.costs + self.interest + self.surcharge + self.principal


def balances(
    debts: Debts,
    movements: Movements,
    as_of: date,
    policies: PolicySource = DEFAULT_POLICIES,
    law: Law = LAW,
) -> Balances:
    """What is outstanding of each debt at the end of a day, after the movements through it.

    Raises LawError or PolicyError for a date that no row covers, and FactsError as the terms of a debt do.
    """
    assert not (np.diff(movements.debt) < 0).any(), "movements go in the order of their debts"
    terms, number = debts.terms(as_of, policies, law)
    size = len(number)
    due = np.zeros((len(COMPONENTS), size), dtype=np.int64)
    edges = np.arange(0, size + CHUNK, CHUNK)
    places = np.searchsorted(movements.debt, edges)
    for index, first in enumerate(edges[:-1]):
        rows = slice(first, min(first + CHUNK, size))
        own = movements.taken(slice(places[index], places[index + 1]))
        part = _Part.of(terms, number[rows], debts.taken(rows), own, int(first), as_of.toordinal())
        due[:, rows] = part.due()
    costs, interest, surcharge, principal = due
    return Balances(costs, interest, surcharge, principal, terms.must_pay_on[number])


@dataclass(frozen=True)
class _Part:
    """Some debts with their movements through the day asked of each, in order; `ends[i]` is where debt i's end."""

    terms: Terms
    number: Array
    principal: Array
    asked: Array
    moves: Movements
    ends: Array

    @classmethod
    def of(
        cls, terms: Terms, number: Array, debts: Debts, moves: Movements, offset: int, as_of: int
    ) -> _Part:
        """The debts of a chunk; `offset` is the place of its first one in the roll."""
        owed_from = np.maximum(terms.owed_from[number], debts.entered_on)
        moves = _in_order(moves, owed_from, offset, as_of)
        asked = np.where(owed_from <= as_of, as_of, 0)
        ends = np.searchsorted(moves.debt, np.arange(len(number)), side="right")
        part = cls(terms, number, debts.principal_cents, asked, moves, ends)
        part._limit_adjustments()
        return part

    def due(self) -> tuple[Array, ...]:
        """What is unpaid of each component at the end of the day asked of each debt; zeros where no day is."""
        paid = self._sums(np.where(self.moves.kind == ADJUSTMENT, 0, self.moves.principal))
        too_wide = np.maximum(self.principal, paid) > self.terms.most_cents[self.number]
        results = self._due(np.int64)
        if too_wide.any():
            rows = np.flatnonzero(too_wide)
            for whole, exact in zip(results, self._only(rows, self.ends[rows])._due(object), strict=True):
                whole[rows] = exact
        owed = self.asked > 0
        return tuple(np.where(owed, cents, 0) for cents in results)

    def _due(self, width: Any) -> tuple[Array, ...]:
        terms, number, moves, asked = self.terms, self.number, self.moves, self.asked
        own = number[moves.debt]
        principal = self.principal.astype(width)
        lowered = moves.principal.astype(width)
        unpaid = base = principal - self._sums(lowered)
        paid_interest = self._sums(moves.interest)
        accrued: Array = np.zeros(len(number), dtype=width)
        denominator = terms.denominator[number]
        if terms.is_extended[number].any():
            weight = terms.extension_weight(own, moves.on)
            exact = self._sums(lowered * weight) + unpaid * terms.extension_weight(number, asked)
            accrued = np.where(terms.is_extended[number], _rounded(exact, denominator), 0)
            lowered = lowered + self._joined_lowered(accrued)
            joined = asked > terms.joins[number]
            base = unpaid + np.where(joined, np.maximum(accrued - paid_interest, 0), 0)
        late = self._sums(lowered * terms.late_weight(own, moves.on)) + base * terms.late_weight(
            number, asked
        )
        points = terms.surcharge_points(own, moves.on)
        assessed = self._sums(lowered * points) + base * terms.surcharge_points(number, asked)
        owed_costs = self._sums(np.where(moves.kind == COST, moves.costs, -moves.costs))
        interest = accrued + _rounded(late, denominator) - paid_interest
        surcharge = _rounded(assessed, BASIS_POINTS) - self._sums(moves.surcharge)
        return np.maximum(owed_costs, 0), np.maximum(interest, 0), np.maximum(surcharge, 0), unpaid

    def _joined_lowered(self, accrued: Array) -> Array:
        """The part of the base that payments of extension interest lowered, after X had joined it to the base (P7)."""
        moves, number = self.moves, self.number
        own = number[moves.debt]
        after = self.terms.is_extended[own] & (moves.on > self.terms.joins[own])
        through = np.cumsum(moves.interest)
        before_debt = np.concatenate(([0], through))[np.concatenate(([0], self.ends))[moves.debt]]
        paid = through - before_debt
        left_before = np.maximum(accrued[moves.debt] - (paid - moves.interest), 0)
        left_after = np.maximum(accrued[moves.debt] - paid, 0)
        return np.where(after, left_before - left_after, 0)

    def _limit_adjustments(self) -> None:
        """Write what each adjustment took: at most what was owed of its component before it, that day (rule A8).

        The first adjustment of every debt at once, then the second of those that have one, and so on.
        """
        places = np.flatnonzero(self.moves.kind == ADJUSTMENT)
        debts = self.moves.debt[places]
        while len(places):
            is_first = np.concatenate(([True], debts[1:] != debts[:-1]))
            rows, stops = debts[is_first], places[is_first]
            before = self._only(rows, stops, self.moves.on[stops])
            for name, cents in zip(
                ("costs", "interest", "surcharge", "principal"), before.due(), strict=True
            ):
                column = getattr(self.moves, name)
                column[stops] = np.minimum(column[stops], cents)
            self.moves.kind[stops] = PAID  # what it took is known now
            places, debts = places[~is_first], debts[~is_first]

    def _only(self, rows: Array, stops: Array, asked: Array | None = None) -> _Part:
        """Some of the debts, each with its movements before a place."""
        starts = np.concatenate(([0], self.ends))[rows]
        counts = stops - starts
        ends = np.cumsum(counts)
        picked = np.arange(ends[-1]) + np.repeat(starts - (ends - counts), counts)
        moves = self.moves.taken(picked)
        moves.debt[:] = np.repeat(np.arange(len(rows)), counts)
        asked = self.asked[rows] if asked is None else asked
        return _Part(self.terms, self.number[rows], self.principal[rows], asked, moves, ends)

    def _sums(self, values: Array) -> Array:
        """Add up the movements of each debt. A running sum may wrap around; its differences, the sums, come back right."""
        running = np.concatenate((np.zeros(1, dtype=values.dtype), np.cumsum(values)))[
            np.concatenate(([0], self.ends))
        ]
        return np.diff(running)


def _in_order(moves: Movements, owed_from: Array, offset: int, as_of: int) -> Movements:
    """The movements of a chunk through a day, by debt, day and kind; no adjustment acts before its debt is owed (A6)."""
    debt = moves.debt - offset
    happened = (moves.on <= as_of) & ((moves.kind != ADJUSTMENT) | (moves.on >= owed_from[debt]))
    order: Array = np.flatnonzero(happened)
    place = (((debt << 22) + moves.on << 2) + moves.kind)[order]
    if (np.diff(place) < 0).any():
        order = order[np.argsort(place, kind="stable")]
    ordered = moves.taken(order)
    ordered.debt[:] -= offset
    return ordered


def _rounded(numerator: Array, denominator: Array | int) -> Array:
    """`round_half_up` over arrays: the one rounding of rule C1."""
    quotient: Array = (2 * numerator + denominator) // (2 * denominator)
    return quotient
