"""Reading accounts: facts as the rules want them, and what they come to on a date."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from revenue.ledger.models import Account, Adjustment, Allocation, Debt, Payment, PaymentPart
from revenue.municipality.selectors import policies_on
from revenue.rules import facts
from revenue.rules.replay import Balance, Replayed, replay
from taxpayers.models import Taxpayer


@dataclass(frozen=True)
class DebtLine:
    """One debt of a statement, with what it comes to on the statement's date."""

    debt: Debt
    balance: Balance

    @property
    def is_overdue(self) -> bool:
        """Tell whether something is owed although its day to be paid has passed."""
        return self.balance.total_cents > 0 and self.balance.must_be_paid_by < self.balance.as_of


@dataclass(frozen=True)
class AccountStatement:
    """What one account comes to on a date: its debts in the order in which money reaches them, and its credit."""

    account: Account
    lines: tuple[DebtLine, ...]
    credit_cents: int

    @property
    def total_cents(self) -> int:
        """Return everything owed on the date."""
        return sum(line.balance.total_cents for line in self.lines)


def accounts_of(taxpayer: Taxpayer) -> list[Account]:
    """Return the taxpayer's accounts, oldest first."""
    return list(Account.objects.filter(taxpayer=taxpayer).select_related("taxpayer").order_by("pk"))


def account_facts(accounts: Iterable[Account], *, known_on: dt.date | None = None) -> dict[int, facts.AccountFacts]:
    """Read the facts of several accounts, in three queries however many rows there are.

    `known_on` leaves out what was recorded later. Order of entry is the account's sequence.
    """
    taxes = {account.pk: account.tax for account in accounts}
    known = Q(account__in=taxes) & (Q(recorded_on__lte=known_on) if known_on else Q())
    adjustments = defaultdict(list)
    for row in Adjustment.objects.filter(known):
        adjustments[row.debt_id].append(facts.Adjustment(row.on, row.component, row.amount_cents, row.recorded_on))
    debts = defaultdict(list)
    for row in Debt.objects.filter(known):
        debts[row.account_id].append(_debt_fact(row, taxes[row.account_id], tuple(adjustments[row.pk])))
    payments = defaultdict(list)
    for row in Payment.objects.filter(known).prefetch_related("parts"):
        payments[row.account_id].append(_payment_fact(row, row.parts.all()))
    return {pk: facts.AccountFacts(tuple(debts[pk]), tuple(payments[pk])) for pk in taxes}


def _debt_fact(row: Debt, tax: str, adjustments: tuple[facts.Adjustment, ...]) -> facts.Debt:
    return facts.Debt(
        id=row.pk,
        account=row.account_id,
        tax=tax,
        nature=row.nature,
        principal_cents=row.principal_cents,
        due_on=row.due_on,
        semester_start_on=row.semester_start_on,
        demanded_on=row.demanded_on,
        pay_by=row.pay_by,
        entered_on=row.entered_on,
        adjustments=adjustments,
    )


def _payment_fact(row: Payment, parts: Iterable[PaymentPart]) -> facts.Payment:
    return facts.Payment(
        id=row.pk,
        account=row.account_id,
        on=row.received_on,
        amount_cents=row.amount_cents,
        recorded_on=row.recorded_on,
        tenders=tuple(facts.Tender(part.amount_cents) for part in parts),
    )


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


def replayed(account_facts: facts.AccountFacts, *, as_of: dt.date, known_on: dt.date | None = None) -> Replayed:
    """Replay one account under the policies in force on `as_of`."""
    return replay(account_facts, as_of, known_on, policies_on(as_of))


def statements(
    accounts: list[Account], *, as_of: dt.date, known_on: dt.date | None = None
) -> list[AccountStatement]:
    """Return what each account comes to on `as_of`, as known on `known_on`; queries don't grow with rows."""
    by_account = account_facts(accounts, known_on=known_on)
    rows = {debt.pk: debt for debt in Debt.objects.filter(account__in=accounts)}
    return [_statement(account, replayed(by_account[account.pk], as_of=as_of, known_on=known_on), rows) for account in accounts]


def _statement(account: Account, result: Replayed, rows: dict[int, Debt]) -> AccountStatement:
    lines = tuple(DebtLine(rows[pk], balance) for pk, balance in result.balances.items())
    return AccountStatement(account, lines, result.credit_cents)


def live_allocations(account: Account) -> QuerySet[Allocation]:
    """Return the allocations neither reversing another nor reversed."""
    return Allocation.objects.filter(account=account, reverses__isnull=True, reversed_by__isnull=True)
