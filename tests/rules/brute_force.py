"""A second model of the rules, written apart from `revenue.rules` on purpose: it lives one day at a time.

It shares no code with the real one but the facts: rates and brackets are spelled again, every day of every debt is
visited, interest is added day by day as exact fractions, and each unpaid dollar is looked up by brute force. It is slow
and obvious; the real one is fast. They must agree to the cent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from math import floor

COMPONENTS = ("costs", "interest", "surcharge", "principal")
DAY = timedelta(days=1)


def cents(exact: Fraction) -> int:
    return floor(exact + Fraction(1, 2))


@dataclass
class Model:
    """One debt, one day after another."""

    debt: object
    policy: object
    known_on: date | None
    principal: int = 0
    costs_owed: int = 0
    late: Fraction = Fraction(0)
    extension: Fraction = Fraction(0)
    waiting: Fraction = Fraction(0)
    paid: dict = field(default_factory=lambda: dict.fromkeys(COMPONENTS, 0))
    kept: Fraction = Fraction(0)
    today: date = date.min

    def __post_init__(self):
        self.principal = self.debt.principal_cents
        decided = self.debt.extension_decided_on
        known = self.known_on is None or decided is None or decided <= self.known_on
        self.x = self.debt.extended_to if known else None
        self.must_pay = self.x or self.debt.due_on
        starts = [day for day in (self.debt.entered_on, self.notice()) if day]
        self.owed_from = max(starts) if starts else date.min
        self.pay_by = None
        if self.debt.demanded_on:
            self.pay_by = self.debt.pay_by or self.debt.demanded_on + 10 * DAY

    def notice(self):
        return self.debt.demanded_on if self.debt.nature != "declared" else None

    @property
    def kind(self):
        if self.debt.tax == "license_tax":
            if self.debt.nature != "declared":
                return "deficiency"
            return "extended" if self.x else "patente"
        return self.debt.tax

    def open_interest_of_extension(self):
        if self.kind != "extended" or self.today <= self.x:
            return 0
        return max(0, cents(self.extension) - self.paid["interest"])

    def base(self):
        return self.principal + self.open_interest_of_extension()

    def live(self, day):
        """Let one day pass: `day` bears interest on what is unpaid as it begins."""
        self.today = day
        daily = Fraction(self.base(), 100 * self.policy.year_basis)
        due = self.debt.due_on
        if self.kind == "patente" and day > due:
            self.late += 12 * daily
        if self.kind == "extended" and day > due:
            if day <= self.x:
                self.extension += 10 * daily
            else:
                self.late += 10 * daily
        if self.kind == "deficiency" and day > self.debt.demanded_on:
            self.hold(day, self.debt.demanded_on, self.pay_by, 10 * daily, back=True)
        if self.kind == "personal_property" and day > due:
            gap = self.policy.personal_property_demand_gap
            if self.debt.demanded_on is None or gap == "none":
                self.late += 10 * daily
            else:
                self.hold(day, self.debt.demanded_on, self.pay_by, 10 * daily, back=gap == "free_if_paid")
        if self.kind == "real_property" and day > due:
            if self.policy.real_property_additions == "from_due_date":
                self.late += 10 * daily
            else:
                self.hold(day, due, self.end_of_grace(), 10 * daily, back=True)

    def end_of_grace(self):
        day_90 = self.debt.due_on + 90 * DAY
        return max(day_90, self.x) if self.x else day_90

    def hold(self, day, first, last, interest, *, back):
        """Days after `first`, through `last`, wait; on the day after `last` they count on what is "
        "unpaid, or are gone."""
        if first < day <= last:
            self.waiting += 1
            return
        if day == last + DAY and back:
            self.late += interest * self.waiting
        self.late += interest

    def percent(self, day):
        due, policy = self.debt.due_on, self.policy
        table = [(30, 0), (60, 5), (10**6, 10)]
        if self.kind == "patente":
            clock = quiet = due
            if policy.license_tax_surcharge_clock == "semester_start":
                clock = self.debt.semester_start_on - DAY
        elif self.kind == "extended":
            clock = quiet = self.x
        elif self.kind == "deficiency":
            quiet = self.pay_by
            clock = self.pay_by if policy.deficiency_surcharge_clock == "pay_by" else self.debt.demanded_on
        elif self.kind == "personal_property":
            table = [(30, 0), (60, 5), (90, 10), (10**6, 15)]
            clock, quiet = due, self.x or due
        else:
            reading = policy.real_property_additions
            clock = self.end_of_grace() if reading == "after_delinquency" else (self.x or due)
            quiet = (self.x or due) if reading == "from_due_date" else self.end_of_grace()
        if day <= quiet:
            return 0
        late = (day - clock).days
        return next(percent for last, percent in table if late <= last)

    def due(self):
        interest = cents(self.extension) + cents(self.late)
        surcharge = cents(self.kept + Fraction(self.base() * self.percent(self.today), 100))
        return {
            "costs": max(0, self.costs_owed - self.paid["costs"]),
            "interest": max(0, interest - self.paid["interest"]),
            "surcharge": max(0, surcharge - self.paid["surcharge"]),
            "principal": self.principal,
        }

    def take(self, parts):
        before = self.base()
        for component, amount in parts.items():
            self.paid[component] += amount
        self.principal -= parts.get("principal", 0)
        self.kept += Fraction((before - self.base()) * self.percent(self.today), 100)


class Account:
    """The debts of an account and the money it was given, one day after another."""

    def __init__(self, facts, as_of, known_on, policy):
        self.facts, self.as_of, self.known_on, self.policy = facts, as_of, known_on, policy
        self.debts = [Model(debt, policy, known_on) for debt in facts.debts]
        self.pool, self.allocations = [], []

    def known(self, day):
        return self.known_on is None or day <= self.known_on

    def live(self, today):
        owed_today = False
        for one in self.debts:
            one.live(today)
            opening = one.debt.opening
            if opening and opening.on == today:
                one.take({name: getattr(opening, f"{name}_cents") for name in COMPONENTS})
            owed_today |= self.charge(one, today) or one.owed_from == today
        if owed_today:
            self.pool = [(payment, self.give(payment, left, today)) for payment, left in self.pool]
        for one in self.debts:
            self.waive(one, today)
        for payment in self.facts.payments:
            if (
                payment.on == today
                and self.known(payment.recorded_on or payment.on)
                and self.kept(payment) > 0
            ):
                self.pool.append((payment, self.give(payment, self.kept(payment), today)))

    def charge(self, one, today):
        costs = [cost.amount_cents for cost in one.debt.costs if max(cost.on, one.owed_from) == today]
        one.costs_owed += sum(costs)
        return bool(costs)

    def waive(self, one, today):
        for adjustment in one.debt.adjustments:
            recorded_on = adjustment.recorded_on or adjustment.on
            if adjustment.on == today >= one.owed_from and self.known(recorded_on):
                one.take(
                    {adjustment.component: min(adjustment.amount_cents, one.due()[adjustment.component])}
                )

    def kept(self, payment):
        back = sum(
            one.amount_cents for one in payment.tenders if one.returned_on and self.known(one.returned_on)
        )
        refunds = [one for one in payment.refunds if one.on <= self.as_of and self.known(one.on)]
        return payment.amount_cents - back - sum(one.amount_cents for one in refunds)

    def give(self, payment, left, today):
        for one in sorted(self.debts, key=lambda one: (one.debt.id not in payment.plan, one.must_pay)):
            reaches = one.debt.liable is None or payment.on_behalf_of in one.debt.liable
            if not reaches or one.owed_from > today or not left:
                continue
            due, parts = one.due(), {}
            for component in self.policy.component_order:
                parts[component] = min(left - sum(parts.values()), due[component])
            if sum(parts.values()):
                one.take(parts)
                left -= sum(parts.values())
                self.allocations.append(
                    (payment.id, one.debt.id, today, *(parts[name] for name in COMPONENTS))
                )
        return left


def live_through(facts, as_of, known_on, policy):
    """Balances by debt id, allocations in order, and what is left of each payment."""
    account = Account(facts, as_of, known_on, policy)
    days = [payment.on for payment in facts.payments] + [debt.due_on for debt in facts.debts]
    days += [debt.opening.on for debt in facts.debts if debt.opening]
    today = min([*days, as_of])
    while today <= as_of:
        account.live(today)
        today += DAY
    nothing = dict.fromkeys(COMPONENTS, 0)
    balances = {one.debt.id: one.due() if one.owed_from <= as_of else nothing for one in account.debts}
    return balances, account.allocations, {payment.id: left for payment, left in account.pool if left}
