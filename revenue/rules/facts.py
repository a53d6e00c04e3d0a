"""The facts of one account, as the replay takes them (rule C11).

Facts are immutable. Each has the day on which it acts (`on`) and, when it can arrive late, the day on
which it was recorded: asking for a balance *as known on* a day leaves out what was recorded later. Ids
may be any hashable. Amounts are cents above zero. The order of the tuples is the order of entry.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import date

LICENSE_TAX, PERSONAL_PROPERTY, REAL_PROPERTY = "license_tax", "personal_property", "real_property"
TAXES = (LICENSE_TAX, PERSONAL_PROPERTY, REAL_PROPERTY)

DECLARED, DEFICIENCY, ADDITION = "declared", "deficiency", "addition"
NATURES = (DECLARED, DEFICIENCY, ADDITION)


def is_known(recorded_on: date | None, known_on: date | None) -> bool:
    """Whether a fact recorded on `recorded_on` (None: never) is known on `known_on` (None: all that is
    told is known).
    """
    return recorded_on is not None and (known_on is None or recorded_on <= known_on)


@dataclass(frozen=True, slots=True)
class Cost:
    """A cost of enforcement (costa de apremio), owed from `on` with the tax that caused it (rule I9)."""

    on: date
    amount_cents: int


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A discount, waiver or amnesty of one component (rule A8): it takes at most what is owed of it that day."""

    on: date
    component: str
    amount_cents: int
    recorded_on: date | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """What had been paid by `on`, before the account came here: history that is never allocated again (rule C11)."""

    on: date
    principal_cents: int = 0
    interest_cents: int = 0
    surcharge_cents: int = 0
    costs_cents: int = 0


@dataclass(frozen=True, slots=True)
class Debt:
    """A dated instalment or amount of one tax.

    `due_on` is the prescribed date (of a deficiency or addition, its notice and demand). `extended_to` is
    the X of an extension or deferral, known from `extension_decided_on` (None: always). `pay_by` is the
    last day printed on the notice (None: the tenth after `demanded_on`). `entered_on` is the day from
    which it is owed (None: always; a deficiency or addition, its notice). `liable` names who must pay it
    (None: anyone's money reaches it).
    """

    id: Hashable
    account: Hashable
    tax: str
    nature: str
    principal_cents: int
    due_on: date
    semester_start_on: date | None = None
    extended_to: date | None = None
    extension_decided_on: date | None = None
    demanded_on: date | None = None
    pay_by: date | None = None
    entered_on: date | None = None
    costs: tuple[Cost, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    opening: Opening | None = None
    liable: frozenset[Hashable] | tuple[Hashable, ...] | None = None

    def extended_to_as_known(self, known_on: date | None) -> date | None:
        """The X of the extension or deferral, or None when there is none or it was decided later (rule P6)."""
        decided_on = self.extension_decided_on
        if known_on is not None and decided_on is not None and decided_on > known_on:
            return None
        return self.extended_to

    def owed_from(self) -> date | None:
        """The day from which it takes money (rule A6); None: it was owed from the start."""
        if self.nature == DECLARED:
            return self.entered_on
        days = [day for day in (self.entered_on, self.demanded_on) if day is not None]
        return max(days, default=None)


@dataclass(frozen=True, slots=True)
class Tender:
    """One instrument of a payment; `returned_on` is the day its return was recorded."""

    amount_cents: int
    returned_on: date | None = None


@dataclass(frozen=True, slots=True)
class Refund:
    """Cents of a payment given back: they never allocate again (rule A3)."""

    on: date
    amount_cents: int


@dataclass(frozen=True, slots=True)
class Payment:
    """Money received on `on` for one account. Without `tenders` it is one instrument of the whole amount,
    not returned.

    A void is a return of every tender. `plan` are the debts of the payment plan under which it was paid
    (rule A2).
    """

    id: Hashable
    account: Hashable
    on: date
    amount_cents: int
    recorded_on: date | None = None
    tenders: tuple[Tender, ...] = ()
    refunds: tuple[Refund, ...] = ()
    on_behalf_of: Hashable | None = None
    plan: tuple[Hashable, ...] = ()

    def received_cents(self, known_on: date | None) -> int:
        """What was received and not returned: the day of receipt is the day of payment unless it comes
        back (rule A4).
        """
        if not self.tenders:
            return self.amount_cents
        return sum(
            tender.amount_cents for tender in self.tenders if not is_known(tender.returned_on, known_on)
        )

    def refunded_cents(self, as_of: date, known_on: date | None) -> int:
        """What had been given back by `as_of`: a refund later than that has not happened yet."""
        return sum(
            refund.amount_cents
            for refund in self.refunds
            if refund.on <= as_of and is_known(refund.on, known_on)
        )


@dataclass(frozen=True, slots=True)
class AccountFacts:
    """All the facts of one account, debts and payments in their order of entry."""

    debts: tuple[Debt, ...]
    payments: tuple[Payment, ...] = ()
