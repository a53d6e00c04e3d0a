"""The terms of a whole roll as arrays, for `roll`: the law is asked once for each different set of dates.

Debts that share their tax, nature and dates share their terms, so `RunningDebt` answers for all of them with one. A
town has a few thousand different sets, however many debts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from revenue.rules.additions import Additions
from revenue.rules.facts import NATURES, TAXES, Debt
from revenue.rules.money import BASIS_POINTS
from revenue.rules.parameters import Law, Schedule
from revenue.rules.readings import PolicySource
from revenue.rules.running import RunningDebt

Array = npt.NDArray[Any]

_ROOM = 1 << 60
"""Products below it can be added, doubled and rounded within 63 bits."""


@dataclass(frozen=True)
class Terms:
    """The terms of each different set of dates, as arrays; dates after the day asked are that day.

    `weights` holds, for each schedule of rates, the rates added up through each day; `*_row` is where a schedule's
    days would begin in it, so that `weights[row + ordinal]` is the weight of a day.
    """

    weights: Array
    late_row: Array
    first: Array
    held_from: Array
    through: Array
    minus: Array  # what the weight at `first` is, to be taken off before a hold has passed
    minus_after: Array  # the same after it: also the days of the hold that do not count
    is_extended: Array
    extension_row: Array
    start: Array
    joins: Array
    denominator: Array
    steps_on: list[Array]  # from each of these days on,
    steps_by: list[Array]  # surcharge rises by so many basis points
    owed_from: Array
    must_pay_on: Array
    most_cents: Array

    def late_weight(self, number: Array, day: Array) -> Array:
        """Basis-point days of late interest through a day, as the debt's terms count them."""
        through = self.through[number]
        first = self.first[number]
        is_after = day > through
        counted = np.where(is_after, day, np.minimum(np.maximum(day, first), self.held_from[number]))
        minus = np.where(is_after, self.minus_after[number], self.minus[number])
        weight: Array = self.weights[self.late_row[number] + counted] - minus
        return weight

    def extension_weight(self, number: Array, day: Array) -> Array:
        """Basis-point days of extension interest through a day: from the prescribed date to X at most (rule P6)."""
        row, start = self.extension_row[number], self.start[number]
        counted = np.minimum(np.maximum(day, start), self.joins[number])
        weight: Array = self.weights[row + counted] - self.weights[row + start]
        return weight

    def surcharge_points(self, number: Array, day: Array) -> Array:
        """The percent of surcharge on a day, in basis points."""
        points = np.zeros(len(day), dtype=np.int64)
        for on, by in zip(self.steps_on, self.steps_by, strict=True):
            points += np.where(day >= on[number], by[number], 0)
        return points


def read_terms(
    kinds: tuple[Array, Array, Array],
    dates: tuple[Array, Array, Array, Array],
    as_of: date,
    policies: PolicySource,
    law: Law,
) -> tuple[Terms, Array]:
    """The terms of the different sets of dates, and which of them each debt has.

    `kinds` are the places in TAXES and NATURES and the due dates; `dates` the first days of semesters, extensions,
    demands and last days to pay (ordinals, 0: none). Raises what `RunningDebt` raises, and LawError when no row covers
    a day that bears interest by the day asked.
    """
    found, number = _distinct((*kinds, *(_distance(day, kinds[2]) for day in dates)))
    rows = zip(*(column[found].tolist() for column in (*kinds, *dates)), strict=True)
    running = [RunningDebt(_sample(*row), None, policies, law) for row in rows]
    return _as_arrays(running, as_of), number


def _sample(tax: int, nature: int, due_on: int, *others: int) -> Debt:
    """A debt with these dates; its amount and the day it was entered do not change its terms."""
    semester_start_on, extended_to, demanded_on, pay_by = (
        date.fromordinal(day) if day else None for day in others
    )
    return Debt(
        None,
        None,
        TAXES[tax],
        NATURES[nature],
        1,
        date.fromordinal(due_on),
        semester_start_on=semester_start_on,
        extended_to=extended_to,
        demanded_on=demanded_on,
        pay_by=pay_by,
    )


def _distance(day: Array, due_on: Array) -> Array:
    """Small numbers that tell dates apart, given the due date: days after it, from 1 up; 0 is no date."""
    has = day > 0
    apart = np.where(has, day - due_on, 0)
    return np.where(has, apart - apart.min(initial=0) + 1, 0)


def _distinct(columns: Iterable[Array]) -> tuple[Array, Array]:
    """The place of one row of each different kind, and the number of the kind of each row."""
    number, kinds = np.zeros(0, dtype=np.int64), 1
    for index, column in enumerate(columns):
        number = number if index else np.zeros(len(column), dtype=np.int64)
        if not len(column):
            return number, number
        low = column.min()
        span = int(column.max() - low) + 1
        key, size = number * span + (column - low), kinds * span
        if size <= 4 * len(key):  # a table of the keys seen is quicker than sorting them
            seen = np.zeros(size, dtype=bool)
            seen[key] = True
            numbers = np.cumsum(seen) - 1
            number, kinds = numbers[key], int(numbers[-1]) + 1
        else:
            values, number = np.unique(key, return_inverse=True)
            kinds = len(values)
    found = np.empty(kinds, dtype=np.int64)
    found[number] = np.arange(len(number))
    return found, number


def _as_arrays(running: list[RunningDebt], as_of: date) -> Terms:
    """The terms of some debts as arrays, dates after the day asked as that day."""
    last = as_of.toordinal()
    every = [debt.terms for debt in running]
    holds = [one.hold for one in every]
    schedules = list(dict.fromkeys(s for one in every for s in (one.rates, one.extension_rates) if s))
    lowest = min((min(one.start_on.toordinal(), last) for one in every), default=last)
    length = last - lowest + 1

    def row_of(schedule: Schedule | None) -> int:
        return schedules.index(schedule) * length - lowest if schedule else -lowest

    def days(*found: date | None) -> Array:
        return np.minimum(np.array([day.toordinal() if day else last for day in found], dtype=np.int64), last)

    weights = _weights(schedules, lowest, length)
    late_row = np.array([row_of(one.rates) for one in every], dtype=np.int64)
    first = days(*(one.joins_on or one.start_on for one in every))
    held_from = np.maximum(days(*(None if hold is None else hold.from_on for hold in holds)), first)
    through = np.maximum(days(*(None if hold is None else hold.through_on for hold in holds)), first)
    counts_back = np.array([bool(hold and hold.counts_back) for hold in holds], dtype=bool)
    minus = weights[late_row + first]
    never_counted = weights[late_row + through] - weights[late_row + held_from]
    steps = [_surcharge_steps(one) for one in every]
    most = max(map(len, steps), default=0)
    padded = [[*own, *[(0, 0)] * (most - len(own))] for own in steps]
    steps_on, steps_by = np.array(padded, dtype=np.int64).reshape(len(every), most, 2).T
    return Terms(
        weights=weights,
        late_row=late_row,
        first=first,
        held_from=held_from,
        through=through,
        minus=minus,
        minus_after=minus + np.where(counts_back, 0, never_counted),
        is_extended=np.array([one.joins_on is not None for one in every], dtype=bool),
        extension_row=np.array([row_of(one.extension_rates) for one in every], dtype=np.int64),
        start=days(*(one.start_on for one in every)),
        joins=days(*(one.joins_on for one in every)),
        denominator=np.array([BASIS_POINTS * one.year_basis for one in every], dtype=np.int64),
        steps_on=list(steps_on),
        steps_by=list(steps_by),
        owed_from=np.array([debt.owed_from.toordinal() for debt in running], dtype=np.int64),
        must_pay_on=np.array([debt.must_pay_on.toordinal() for debt in running], dtype=np.int64),
        most_cents=np.array([_most_cents(one, as_of) for one in every], dtype=np.int64),
    )


def _weights(schedules: list[Schedule], lowest: int, length: int) -> Array:
    """The rates of each schedule added up day by day after the first one (start day out, end day in), one after another."""
    daily = np.zeros((len(schedules), length), dtype=np.int64)
    for rates, schedule in zip(daily, schedules, strict=True):
        for row in schedule.rows:  # in order of date: each rules from its day until the next
            rates[max(0, row.from_on.toordinal() - lowest) :] = row.value
        rates[0] = 0
    return np.cumsum(daily, axis=1).ravel()


def _surcharge_steps(terms: Additions) -> list[tuple[int, int]]:
    """The days from which surcharge rises, and by how many basis points: none through the quiet day."""
    if terms.circular is not None:
        table = [(row.from_on.toordinal(), row.basis_points) for row in terms.circular.rows]
    else:
        clock = terms.clock_on.toordinal()
        table = [(clock + one.from_day, one.basis_points) for one in terms.brackets.brackets]
    quiet = terms.quiet_on.toordinal()
    before = [0, *(points for _on, points in table)]
    steps = [(max(on, quiet + 1), points - less) for (on, points), less in zip(table, before, strict=False)]
    return [step for step in steps if step[1]]


def _most_cents(terms: Additions, as_of: date) -> int:
    """The largest principal whose products stay within 64 bits through a day.

    What bears interest is at most the principal and its extension interest; what it is multiplied by is at most all
    the days' rates, or the highest percent.
    """
    first_on = terms.joins_on or terms.start_on
    late = terms.rates.weigh(first_on, as_of) if as_of > first_on else 0
    through_on = min(first_on, as_of)
    extension = 0
    if terms.extension_rates is not None and through_on > terms.start_on:
        extension = terms.extension_rates.weigh(terms.start_on, through_on)
    joined = 2 + extension // (BASIS_POINTS * terms.year_basis)
    points = sum(abs(by) for _on, by in _surcharge_steps(terms))
    return _ROOM // (joined * max(late, extension, points, 1))
