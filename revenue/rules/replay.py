"""Replay: a balance is computed from the facts of its account, in order of effective date, each time (rule C11).

Nothing is remembered between replays. When a fact arrives late (a returned instrument, a payment with an
earlier date, an extension granted after a part payment) the same function over the new facts gives the
new allocations; the difference from the old ones is what a correction document lists.

A payment recorded after it was received keeps its day of receipt (rule A7): its place is by `on`, and
`known_on` only says whether it is known yet. Imported history comes before every other fact. On one day:
what becomes owed comes first (and takes credits of earlier payments), then adjustments, then payments,
each in order of entry.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial

from revenue.rules.assessment import Assessment, unfold
from revenue.rules.checks import check_facts
from revenue.rules.facts import AccountFacts, Payment, is_known
from revenue.rules.parameters import LAW, Law
from revenue.rules.readings import DEFAULT_POLICIES, PolicySource
from revenue.rules.running import NOTHING, Parts, RunningDebt

_OWED, _CREDITS, _ADJUSTMENT, _PAYMENT = range(4)
_Event = tuple[date, int, int, Callable[[], None]]


@dataclass(frozen=True, slots=True)
class Balance:
    """What is outstanding of one debt, in cents."""

    costs_cents: int
    interest_cents: int
    surcharge_cents: int
    principal_cents: int

    @property
    def total_cents(self) -> int:
        return self.costs_cents + self.interest_cents + self.surcharge_cents + self.principal_cents


@dataclass(frozen=True, slots=True)
class Allocation:
    """What one payment paid of one debt on a day, in cents of each component. `payment` and `debt` are ids."""

    payment: Hashable
    debt: Hashable
    on: date
    costs_cents: int
    interest_cents: int
    surcharge_cents: int
    principal_cents: int

    @property
    def total_cents(self) -> int:
        return self.costs_cents + self.interest_cents + self.surcharge_cents + self.principal_cents


@dataclass(frozen=True)
class Replayed:
    """An account as of a date: balances by debt id in order of entry, allocations as they happened,
    credits by payment id.
    """

    as_of: date
    allocations: tuple[Allocation, ...]
    credits: dict[Hashable, int]
    _debts: dict[Hashable, RunningDebt] = field(repr=False)

    @property
    def credit_cents(self) -> int:
        """What was received and is neither allocated nor refunded."""
        return sum(self.credits.values())

    @cached_property
    def balances(self) -> dict[Hashable, Balance]:
        return {debt_id: Balance(*self._due(debt)) for debt_id, debt in self._debts.items()}

    def must_pay_on(self, debt_id: Hashable) -> date:
        """The day by which a debt must be paid: its due date, or the X of an extension or deferral (rule A1)."""
        return self._debts[debt_id].must_pay_on

    def explain(self, debt_id: Hashable) -> Assessment:
        """The steps of a debt's balance, computed when asked; none while it is not owed."""
        debt = self._debts[debt_id]
        return unfold(debt) if debt.owed_from <= self.as_of else Assessment(())

    def _due(self, debt: RunningDebt) -> Parts:
        return debt.due() if debt.owed_from <= self.as_of else NOTHING


def replay(
    facts: AccountFacts,
    as_of: date,
    known_on: date | None = None,
    policies: PolicySource = DEFAULT_POLICIES,
    law: Law = LAW,
) -> Replayed:
    """Replay ONE account's facts up to `as_of`, as known on `known_on` (None: all that the facts tell is known).

    Raises FactsError for contradictory facts, and LawError or PolicyError for a date that no row covers.
    """
    check_facts(facts, as_of, law)
    account = _Account(facts, as_of, known_on, policies, law)
    account.run()
    credits = {money.payment.id: money.left_cents for money in account.pool if money.left_cents}
    return Replayed(as_of, tuple(account.allocations), credits, account.debts)


class _Money:
    """A payment during the replay: what is left of it, the debts that it may reach, and the order of
    their components.
    """

    __slots__ = ("left_cents", "order", "payment", "route")

    def __init__(
        self, payment: Payment, left_cents: int, route: list[RunningDebt], order: tuple[str, ...]
    ) -> None:
        self.payment = payment
        self.left_cents = left_cents
        self.route = route
        self.order = order


class _Account:
    """The account while it is replayed."""

    def __init__(
        self, facts: AccountFacts, as_of: date, known_on: date | None, policies: PolicySource, law: Law
    ) -> None:
        self.facts = facts
        self.as_of = as_of
        self.known_on = known_on
        self.policies = policies
        self.debts: dict[Hashable, RunningDebt] = {
            debt.id: RunningDebt(debt, known_on, policies, law) for debt in facts.debts
        }
        self.oldest_first = sorted(
            self.debts.values(), key=lambda debt: debt.must_pay_on
        )  # a stable sort: then order of entry
        self.pool: list[_Money] = []
        self.allocations: list[Allocation] = []

    def run(self) -> None:
        for debt in self.debts.values():
            debt.enter_opening()
        for *_, act in sorted(self._events(), key=lambda event: event[:3]):
            act()
        for debt in self.debts.values():
            debt.advance(self.as_of)

    def _events(self) -> list[_Event]:
        """What happens through `as_of`: day, rank within the day, order of entry, and what to do."""
        events: list[_Event] = []
        becomes_owed_on: set[date] = set()
        for debt in self.debts.values():
            if debt.owed_from > self.as_of:
                continue
            becomes_owed_on.add(debt.owed_from)
            for cost in debt.debt.costs:
                on = max(cost.on, debt.owed_from)
                becomes_owed_on.add(on)
                events.append((on, _OWED, len(events), partial(debt.add_cost, cost)))
            for adjustment in debt.debt.adjustments:
                if (
                    is_known(adjustment.recorded_on or adjustment.on, self.known_on)
                    and adjustment.on >= debt.owed_from
                ):
                    events.append((adjustment.on, _ADJUSTMENT, len(events), partial(debt.adjust, adjustment)))
        for payment in self.facts.payments:
            if is_known(payment.recorded_on or payment.on, self.known_on):
                events.append((payment.on, _PAYMENT, len(events), partial(self._receive, payment)))
        for on in becomes_owed_on:
            events.append((on, _CREDITS, len(events), partial(self._apply_credits, on)))
        return [event for event in events if event[0] <= self.as_of]

    def _receive(self, payment: Payment) -> None:
        """Take a payment: what was not returned, less what was refunded, which never allocates (rules A3, A4)."""
        left = payment.received_cents(self.known_on) - payment.refunded_cents(self.as_of, self.known_on)
        if left <= 0:
            return
        money = _Money(payment, left, self._route(payment), self.policies.on(payment.on).component_order)
        self._allocate(money, payment.on)
        if money.left_cents:
            self.pool.append(money)

    def _apply_credits(self, on: date) -> None:
        """Credits already held go to what becomes owed that day, oldest payment first (rule A3)."""
        for money in self.pool:
            if money.left_cents:
                self._allocate(money, on)

    def _route(self, payment: Payment) -> list[RunningDebt]:
        """The debts a payment may reach, oldest first (A1, I4); those of its plan before the rest (A2);
        only those that the person on whose behalf it is paid must pay (I5).
        """
        payer = payment.on_behalf_of
        route = [debt for debt in self.oldest_first if debt.debt.liable is None or payer in debt.debt.liable]
        return sorted(route, key=lambda debt: debt.debt.id not in payment.plan) if payment.plan else route

    def _allocate(self, money: _Money, on: date) -> None:
        """Pay debts in order until the money or the debts that are owed end (rules A1, A5, A6)."""
        for debt in money.route:
            if debt.is_clear or debt.owed_from > on:
                continue
            parts = debt.pay(on, money.left_cents, money.order, money.payment.id)
            taken = sum(parts)
            if taken:
                money.left_cents -= taken
                self.allocations.append(Allocation(money.payment.id, debt.debt.id, on, *parts))
                if not money.left_cents:
                    return
