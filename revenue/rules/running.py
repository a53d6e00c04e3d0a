"""A debt while its account is replayed: what it owes on a day, and what a payment, waiver or history takes from it.

The state is cumulative: exact interest so far, surcharge kept by what was paid so far, what was paid of
each component. It only moves forward. The pieces, slices and movements it gathers on the way are what
`assessment` unfolds into steps.
"""

from __future__ import annotations

from collections.abc import Hashable
from datetime import date
from typing import NamedTuple

from revenue.rules import interest, license_tax, personal_property, real_property, surcharge
from revenue.rules.additions import Additions
from revenue.rules.facts import LICENSE_TAX, PERSONAL_PROPERTY, REAL_PROPERTY, Adjustment, Cost, Debt
from revenue.rules.money import BASIS_POINTS, round_half_up
from revenue.rules.parameters import Law
from revenue.rules.readings import COMPONENTS, PolicySource

_ADDITIONS_OF = {
    LICENSE_TAX: license_tax.additions,
    PERSONAL_PROPERTY: personal_property.additions,
    REAL_PROPERTY: real_property.additions,
}


class Parts(NamedTuple):
    """Cents of each component of a debt, in the order of COMPONENTS."""

    costs: int
    interest: int
    surcharge: int
    principal: int


NOTHING = Parts(0, 0, 0, 0)


class Movement(NamedTuple):
    """What a payment (`source`: its id), an adjustment or an opening took from the debt on a day."""

    on: date
    kind: str
    source: Hashable
    parts: Parts


PAYMENT, ADJUSTMENT, OPENING = "payment", "adjustment", "opening"


class RunningDebt:
    """One debt of an account, from its first day to the day asked. `must_pay_on` is its place in the
    order of rule A1.
    """

    __slots__ = (
        "_denominator",
        "_extension",
        "_late",
        "_settled",
        "costs",
        "day",
        "debt",
        "is_clear",
        "movements",
        "must_pay_on",
        "owed_from",
        "paid",
        "pieces",
        "principal_cents",
        "slices",
        "terms",
    )

    def __init__(self, debt: Debt, known_on: date | None, policies: PolicySource, law: Law) -> None:
        self.debt = debt
        self.terms: Additions = _ADDITIONS_OF[debt.tax](debt, known_on, policies.on(debt.due_on), law)
        self.must_pay_on = debt.extended_to_as_known(known_on) or debt.due_on
        self.owed_from = debt.owed_from() or date.min
        self.day = date.min
        self.principal_cents = debt.principal_cents
        self.paid = NOTHING
        self.costs: list[Cost] = []
        self.pieces: list[interest.Piece] = []
        self.slices: list[surcharge.Slice] = []
        self.movements: list[Movement] = []
        self.is_clear = False
        self._late = 0
        self._extension = 0
        self._settled = 0
        self._denominator = BASIS_POINTS * self.terms.year_basis

    def advance(self, day: date) -> None:
        """Let interest run through a day, its own included (rule C2). Going back is a programmer error."""
        assert day >= self.day
        if day == self.day:
            return
        after_on, self.day = self.day, day
        if self.principal_cents:
            for piece in interest.extension_pieces(self.terms, after_on, day, self.principal_cents):
                self._extension += interest.numerator(self.terms, piece)
                self.pieces.append(piece)
        base = self._base_cents()
        if base:
            for piece in interest.late_pieces(self.terms, after_on, day, base):
                self._late += interest.numerator(self.terms, piece)
                self.pieces.append(piece)

    def due(self) -> Parts:
        """What is unpaid of each component at the end of the current day."""
        costs = sum(cost.amount_cents for cost in self.costs) if self.costs else 0
        accrued = self.extension_interest_cents() + round_half_up(self._late, self._denominator)
        assessed = surcharge.assessed(self.terms, self._settled, self._base_cents(), self.day)
        return Parts(
            max(0, costs - self.paid.costs),
            max(0, accrued - self.paid.interest),
            max(0, assessed - self.paid.surcharge),
            self.principal_cents,
        )

    def unpaid_slice(self) -> surcharge.Slice:
        """The base still unpaid on the current day, at that day's percent of surcharge."""
        return surcharge.Slice(self.day, self._base_cents(), self.terms.surcharge_basis_points(self.day))

    def add_cost(self, cost: Cost) -> None:
        self.costs.append(cost)
        self.is_clear = False

    def pay(self, day: date, money_cents: int, order: tuple[str, ...], source: Hashable) -> Parts:
        """Take as much of the money as is due, component by component (rule C6). Returns what each took."""
        self.advance(day)
        due = self.due()
        left = money_cents
        taken = {}
        for component in order:
            taken[component] = min(left, due[COMPONENTS.index(component)])
            left -= taken[component]
        parts = Parts(**taken)
        self.is_clear = parts == due
        if parts != NOTHING:
            self._settle(Movement(day, PAYMENT, source, parts))
        return parts

    def adjust(self, adjustment: Adjustment) -> None:
        """Waive or discount: at most what is owed of its component that day (rule A8); it counts as paid (rule C5)."""
        self.advance(adjustment.on)
        amount = min(adjustment.amount_cents, self.due()[COMPONENTS.index(adjustment.component)])
        if amount:
            self._settle(
                Movement(adjustment.on, ADJUSTMENT, None, NOTHING._replace(**{adjustment.component: amount}))
            )

    def enter_opening(self) -> None:
        """Enter what was paid before, as it was paid: more interest than had accrued offsets later
        interest (section 9).
        """
        opening = self.debt.opening
        if opening is None:
            return
        self.advance(opening.on)
        parts = Parts(
            opening.costs_cents, opening.interest_cents, opening.surcharge_cents, opening.principal_cents
        )
        self._settle(Movement(opening.on, OPENING, None, parts))

    def extension_interest_cents(self) -> int:
        """Interest of the extension so far, rounded (at X, once and for all: rule P7). Zero without an extension."""
        return round_half_up(self._extension, self._denominator)

    def _base_cents(self) -> int:
        """What bears late interest and surcharge: unpaid principal and, after X, unpaid extension
        interest (P7, P8).
        """
        joins_on = self.terms.joins_on
        if joins_on is None or self.day <= joins_on:
            return self.principal_cents
        return self.principal_cents + max(0, self.extension_interest_cents() - self.paid.interest)

    def _settle(self, movement: Movement) -> None:
        """Lower what is unpaid; the part of the base that it paid keeps the surcharge of its day (rule C5)."""
        before = self._base_cents()
        self.principal_cents -= movement.parts.principal
        self.paid = Parts(*(paid + part for paid, part in zip(self.paid, movement.parts, strict=True)))
        self.movements.append(movement)
        lowered = before - self._base_cents()
        if lowered:
            percent = self.terms.surcharge_basis_points(movement.on)
            self._settled += lowered * percent
            self.slices.append(surcharge.Slice(movement.on, lowered, percent))
