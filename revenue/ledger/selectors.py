"""Reading accounts: facts as the rules want them, and what they come to on a date."""

import datetime as dt
from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from revenue.ledger.models import (
    Account,
    Adjustment,
    Allocation,
    Debt,
    Opening,
    Payment,
    PaymentPart,
    Refund,
)
from revenue.municipality.selectors import policy_history
from revenue.rules import facts
from revenue.rules.assessment import Step
from revenue.rules.readings import PolicySource
from revenue.rules.replay import Balance, Replayed, replay
from taxpayers.models import Taxpayer


@dataclass(frozen=True)
class DebtLine:
    """One debt of a statement, with what it comes to on the statement's date and the steps that make it."""

    debt: Debt
    balance: Balance
    must_pay_on: dt.date
    as_of: dt.date
    steps: tuple[Step, ...]

    @property
    def is_open(self) -> bool:
        """Tell whether anything of it is owed on the date."""
        return self.balance.total_cents > 0

    @property
    def is_overdue(self) -> bool:
        """Tell whether something is owed although its last day to be paid has passed."""
        return self.is_open and self.must_pay_on < self.as_of

    @property
    def is_ahead(self) -> bool:
        """Tell whether something is owed and its last day to be paid is still to come."""
        return self.is_open and self.must_pay_on >= self.as_of


@dataclass(frozen=True)
class AccountStatement:
    """What one account comes to on a date: its debts in the order in which money reaches them, and its credit."""

    account: Account
    lines: tuple[DebtLine, ...]
    credit_cents: int

    @property
    def open_lines(self) -> list[DebtLine]:
        """Return the debts with something owed."""
        return [line for line in self.lines if line.is_open]

    @property
    def settled_lines(self) -> list[DebtLine]:
        """Return the debts with nothing owed on the date."""
        return [line for line in self.lines if not line.is_open]

    @property
    def component_totals(self) -> list[tuple[str, int]]:
        """Return the name and cents owed of principal, interest, surcharge and costs, as the table shows them."""
        names = {
            "principal_cents": _("Principal"),
            "interest_cents": _("Interés"),
            "surcharge_cents": _("Recargo"),
            "costs_cents": _("Costas"),
        }
        return [
            (label, sum(getattr(line.balance, name) for line in self.lines)) for name, label in names.items()
        ]

    @property
    def total_cents(self) -> int:
        """Return everything owed on the date."""
        return sum(line.balance.total_cents for line in self.lines)


def accounts_of(taxpayer: Taxpayer) -> list[Account]:
    """Return the taxpayer's accounts, oldest first."""
    return list(Account.objects.filter(taxpayer=taxpayer).select_related("taxpayer").order_by("pk"))


def account_facts(
    accounts: Iterable[Account], *, known_on: dt.date | None = None
) -> dict[int, facts.AccountFacts]:
    """Read the facts of several accounts, in as many queries however many rows there are.

    `known_on` leaves out the debts, payments and demands recorded later; the replay leaves out the rest. Order of entry
    is the account's sequence.
    """
    taxes = {account.pk: account.tax for account in accounts}
    known = Q(account__in=taxes) & (Q(recorded_on__lte=known_on) if known_on else Q())
    debts = defaultdict(list)
    for debt in _debt_rows(known):
        debts[debt.account_id].append(_debt_fact(debt, taxes[debt.account_id], known_on))
    payments = defaultdict(list)
    for payment in Payment.objects.filter(known).prefetch_related(_PARTS, "refunds", "plan__debts"):
        fact = _payment_fact(payment, payment.parts.all(), payment.refunds.all())
        payments[payment.account_id].append(fact)
    return {pk: facts.AccountFacts(tuple(debts[pk]), tuple(payments[pk])) for pk in taxes}


_PARTS = Prefetch("parts", PaymentPart.objects.select_related("returned"))


def _debt_rows(known: Q) -> QuerySet[Debt]:
    rows = Debt.objects.filter(known).select_related("opening", "extension", "demand")
    return rows.prefetch_related("adjustments", "costs", "liabilities")


def _debt_fact(row: Debt, tax: str, known_on: dt.date | None) -> facts.Debt:
    extension, demand = _one(row, "extension"), _one(row, "demand")
    if demand and known_on and demand.recorded_on > known_on:
        demand = None
    return facts.Debt(
        id=row.pk,
        account=row.account_id,
        tax=tax,
        nature=row.nature,
        principal_cents=row.principal_cents,
        due_on=row.due_on,
        semester_start_on=row.semester_start_on,
        extended_to=extension and extension.extended_to,
        extension_decided_on=extension and extension.decided_on,
        demanded_on=demand and demand.demanded_on,
        pay_by=demand and demand.pay_by,
        entered_on=row.entered_on,
        costs=tuple(facts.Cost(cost.on, cost.amount_cents) for cost in row.costs.all()),
        adjustments=tuple(
            facts.Adjustment(item.on, item.component, item.amount_cents, item.recorded_on)
            for item in row.adjustments.all()
        ),
        opening=_opening_fact(_one(row, "opening")),
        liable=frozenset(item.taxpayer_id for item in row.liabilities.all()) or None,
    )


def _one(row: Debt, name: str) -> Any:
    """Return what a debt has at most one of, or None."""
    return getattr(row, name, None)


def _opening_fact(row: Opening | None) -> facts.Opening | None:
    if row is None:
        return None
    return facts.Opening(
        row.on, row.principal_cents, row.interest_cents, row.surcharge_cents, row.costs_cents
    )


def _payment_fact(
    row: Payment, parts: Iterable[PaymentPart], refunds: Iterable[Refund] = ()
) -> facts.Payment:
    return facts.Payment(
        id=row.pk,
        account=row.account_id,
        on=row.received_on,
        amount_cents=row.amount_cents,
        recorded_on=row.recorded_on,
        tenders=tuple(facts.Tender(part.amount_cents, _returned_on(part)) for part in parts),
        refunds=tuple(facts.Refund(refund.on, refund.amount_cents) for refund in refunds),
        on_behalf_of=row.on_behalf_of_id,
        plan=tuple(debt.pk for debt in row.plan.debts.all()) if row.plan else (),
    )


def _returned_on(part: PaymentPart) -> dt.date | None:
    returned = getattr(part, "returned", None)
    return returned and returned.returned_on


def with_payment(
    account_facts: facts.AccountFacts, row: Payment, parts: Iterable[PaymentPart]
) -> facts.AccountFacts:
    """Return the facts with a payment just posted, last in order of entry, without reading them again."""
    return replace(account_facts, payments=(*account_facts.payments, _payment_fact(row, parts)))


def with_adjustment(account_facts: facts.AccountFacts, row: Adjustment) -> facts.AccountFacts:
    """Return the facts with an adjustment just recorded on one of their debts."""
    fact = facts.Adjustment(row.on, row.component, row.amount_cents, row.recorded_on)
    return replace(
        account_facts,
        debts=tuple(
            replace(debt, adjustments=(*debt.adjustments, fact)) if debt.id == row.debt_id else debt
            for debt in account_facts.debts
        ),
    )


def replayed(
    account_facts: facts.AccountFacts,
    *,
    as_of: dt.date,
    known_on: dt.date | None = None,
    policies: PolicySource | None = None,
) -> Replayed:
    """Replay one account under the municipality's dated policies (rule C9), read now unless they are given."""
    return replay(account_facts, as_of, known_on, policies or policy_history())


def statements(
    accounts: list[Account], *, as_of: dt.date, known_on: dt.date | None = None
) -> list[AccountStatement]:
    """Return what each account comes to on `as_of`, as known on `known_on`; queries don't grow with rows."""
    by_account = account_facts(accounts, known_on=known_on)
    rows: dict[Hashable, Debt] = {debt.pk: debt for debt in Debt.objects.filter(account__in=accounts)}
    policies = policy_history()
    return [
        _statement(
            account, replayed(by_account[account.pk], as_of=as_of, known_on=known_on, policies=policies), rows
        )
        for account in accounts
    ]


def _statement(account: Account, result: Replayed, rows: dict[Hashable, Debt]) -> AccountStatement:
    lines = [
        DebtLine(rows[pk], balance, result.must_pay_on(pk), result.as_of, result.explain(pk).steps)
        for pk, balance in result.balances.items()
    ]
    lines.sort(key=lambda line: line.must_pay_on)  # stable: then the order of entry (rule A1)
    return AccountStatement(account, tuple(lines), result.credit_cents)


def live_allocations(account: Account) -> QuerySet[Allocation]:
    """Return the allocations neither reversing another nor reversed."""
    return Allocation.objects.filter(account=account, reverses__isnull=True, reversed_by__isnull=True)
