"""An assessment: the balance of a debt as the sums that make it, one `Step` each, in words that a person
with a pencil can check.

The steps of each component add up to its balance exactly. What is shown of a segment is rounded for
reading; the one legal rounding per component (rule C1) appears as a step of its own when the rounded
segments do not add up to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from revenue.rules import interest
from revenue.rules.additions import Additions, Hold
from revenue.rules.days import days_between
from revenue.rules.money import BASIS_POINTS, round_half_up
from revenue.rules.readings import COMPONENTS
from revenue.rules.running import ADJUSTMENT, OPENING, PAYMENT, Movement, RunningDebt

PRINCIPAL, COST, SURCHARGE = "principal", "cost", "surcharge"
HOLD, PENDING_HOLD = "hold", "pending_hold"
ROUNDING, CARRIED = "rounding", "carried"


@dataclass(frozen=True, slots=True)
class Step:
    """One sum of an assessment.

    `concept` is what it is (principal, cost, interest, extension_interest, held_interest, hold,
    pending_hold, surcharge, rounding, carried, payment, adjustment, opening) and `component` where it
    counts. `exact_cents` is before rounding, `amount_cents` after it: negative when it lowers the
    balance. `rule`, `article` and `reading` say why.
    """

    concept: str
    component: str
    amount_cents: int
    exact_cents: Fraction
    base_cents: int | None = None
    basis_points: int | None = None
    from_on: date | None = None
    to_on: date | None = None
    days: int | None = None
    year_basis: int | None = None
    rule: str | None = None
    article: str | None = None
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class Assessment:
    """Ordered steps; those of each component add up to what is outstanding of it."""

    steps: tuple[Step, ...]

    def component_cents(self, component: str) -> int:
        return sum(step.amount_cents for step in self.steps if step.component == component)

    @property
    def total_cents(self) -> int:
        return sum(step.amount_cents for step in self.steps)


def unfold(debt: RunningDebt) -> Assessment:
    """The steps of a debt on the day to which it was advanced: what it is, what was added, what was taken from it."""
    steps = [_whole(PRINCIPAL, "principal", debt.debt.principal_cents, debt.debt.due_on)]
    steps += [_whole(COST, "costs", cost.amount_cents, cost.on, rule="I9") for cost in debt.costs]
    steps += _interest_steps(debt)
    steps += _surcharge_steps(debt)
    steps += [step for movement in debt.movements for step in _movement_steps(movement)]
    steps += _carried(steps)
    assessment = Assessment(tuple(steps))
    for component, cents in zip(COMPONENTS, debt.due(), strict=True):
        assert assessment.component_cents(component) == cents, (debt.debt.id, component)
    return assessment


def _whole(concept: str, component: str, cents: int, on: date | None, rule: str | None = None) -> Step:
    return Step(concept, component, cents, Fraction(cents), from_on=on, rule=rule)


def _interest_steps(debt: RunningDebt) -> Iterator[Step]:
    """Extension interest with its rounding at X (P7), the hold, and late interest with its rounding (C1)."""
    terms = debt.terms
    pieces = _joined(debt.pieces)
    extension = [piece for piece in pieces if piece.concept == interest.EXTENSION]
    late = [piece for piece in pieces if piece.concept != interest.EXTENSION]
    yield from _rounded_once([step for piece in extension for step in _piece_steps(terms, piece)], "interest")
    steps = [step for piece in late for step in _piece_steps(terms, piece)]
    if terms.hold is not None:
        steps = sorted(
            [*_hold_steps(debt, terms.hold, late), *steps], key=lambda step: step.from_on or date.min
        )
    yield from _rounded_once(steps, "interest")


def _piece_steps(terms: Additions, piece: interest.Piece) -> Iterator[Step]:
    """A piece as products `base x rate x days / year`, one for each rate that was in force during it (C9)."""
    rates = terms.extension_rates if piece.concept == interest.EXTENSION else terms.rates
    assert rates is not None
    reading = terms.hold.reading if terms.hold is not None and piece.concept == interest.HELD else None
    denominator = BASIS_POINTS * terms.year_basis
    for row, from_on, to_on in rates.pieces(piece.from_on, piece.to_on):
        days = days_between(from_on, to_on)
        numerator = piece.base_cents * row.value * days
        yield Step(
            piece.concept,
            "interest",
            round_half_up(numerator, denominator),
            Fraction(numerator, denominator),
            base_cents=piece.base_cents,
            basis_points=row.value,
            from_on=from_on,
            to_on=to_on,
            days=days,
            year_basis=terms.year_basis,
            rule=row.rule,
            article=row.article,
            reading=reading,
        )


def _hold_steps(debt: RunningDebt, hold: Hold, late: list[interest.Piece]) -> Iterator[Step]:
    """The days of a hold that bear nothing: those that never count, or those that have not counted back so far."""
    from_on, to_on = max(hold.from_on, debt.terms.start_on), min(hold.through_on, debt.day)
    counted = any(piece.concept == interest.HELD for piece in late)
    matters = debt.principal_cents or any(piece.from_on >= hold.through_on for piece in late)
    if from_on < to_on and matters and not counted:
        yield Step(
            PENDING_HOLD if hold.counts_back else HOLD,
            "interest",
            0,
            Fraction(0),
            from_on=from_on,
            to_on=to_on,
            days=days_between(from_on, to_on),
            rule=hold.rule,
            article=hold.article,
            reading=hold.reading,
        )


def _surcharge_steps(debt: RunningDebt) -> Iterator[Step]:
    """Each part of the base at the percent of the day on which it was paid, and the unpaid base at today's (C5)."""
    terms = debt.terms
    steps = []
    for part in (*debt.slices, debt.unpaid_slice()):
        numerator = part.base_cents * part.basis_points
        if numerator:
            steps.append(
                Step(
                    SURCHARGE,
                    "surcharge",
                    round_half_up(numerator, BASIS_POINTS),
                    Fraction(numerator, BASIS_POINTS),
                    base_cents=part.base_cents,
                    basis_points=part.basis_points,
                    from_on=terms.clock_on,
                    to_on=part.on,
                    days=days_between(terms.clock_on, part.on),
                    rule=terms.surcharge.rule,
                    article=terms.circular.citation if terms.circular else terms.surcharge.article,
                    reading=terms.surcharge_reading,
                )
            )
    return _rounded_once(steps, "surcharge")


def _movement_steps(movement: Movement) -> Iterator[Step]:
    rule = {PAYMENT: "C6", ADJUSTMENT: "A8", OPENING: "C11"}[movement.kind]
    for component, cents in movement.parts._asdict().items():
        if cents:
            yield _whole(movement.kind, component, -cents, movement.on, rule)


def _rounded_once(steps: list[Step], component: str) -> Iterator[Step]:
    """The steps, and the difference between the component rounded once and its steps rounded each, when
    there is one.
    """
    yield from steps
    exact = sum((step.exact_cents for step in steps), Fraction(0))
    difference = round_half_up(exact.numerator, exact.denominator) - sum(step.amount_cents for step in steps)
    if difference:
        yield Step(ROUNDING, component, difference, Fraction(difference), rule="C1", reading="one_rounding")


def _carried(steps: list[Step]) -> list[Step]:
    """History that had paid more than was assessed so far: kept to offset what comes later, never a
    negative balance.
    """
    carried = []
    for component in COMPONENTS[:-1]:
        balance = sum(step.amount_cents for step in steps if step.component == component)
        if balance < 0:
            carried.append(_whole(CARRIED, component, -balance, None, rule="C11"))
    return carried


def _joined(pieces: Iterable[interest.Piece]) -> list[interest.Piece]:
    """Pieces that follow one another on the same base as one: a movement that did not touch the base is no new sum."""
    joined: list[interest.Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last is not None and last[:2] == piece[:2] and last.to_on == piece.from_on:
            joined[-1] = last._replace(to_on=piece.to_on)
        else:
            joined.append(piece)
    return joined
