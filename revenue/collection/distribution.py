"""Where the money of a visit goes, told before it is taken (rule A1).

Nothing is written: the same replay that will post the payment runs over the facts plus the payment intended. The digest
of the result travels in the form; if the accounts change before the confirmation, the digest differs and nothing is taken.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Hashable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from revenue.charges.selectors import FullPaymentDiscount
from revenue.collection.errors import DiscountNotEarned
from revenue.collection.intent import AccountIntent, CobroIntent
from revenue.ledger import selectors
from revenue.ledger.models import Account, Debt
from revenue.municipality.selectors import policy_history
from revenue.rules import facts
from revenue.rules.readings import PolicySource
from revenue.rules.replay import Allocation, Balance, Replayed

INTENDED = "intended"  # the id of the payment that does not exist yet
MAX_NAMED = 4  # debts named in one sentence said aloud; with more accounts the table names them


@dataclass(frozen=True)
class DistributionLine:
    """What one debt takes of the payment, and what remains of it that day."""

    debt: Debt
    taken: Allocation
    remaining: Balance

    @property
    def additions_cents(self) -> int:
        """Return what goes to costs, interest and surcharge."""
        return self.taken.total_cents - self.taken.principal_cents


@dataclass(frozen=True)
class AccountDistribution:
    """Where the money for one account goes, and what is left owed or in credit after it."""

    account: Account
    amount_cents: int
    lines: tuple[DistributionLine, ...]
    owed_before_cents: int
    remaining_cents: int
    credit_cents: int
    credit_before_cents: int
    discount: FullPaymentDiscount | None = None

    @property
    def new_credit_cents(self) -> int:
        """Return the cents of this payment that no debt takes."""
        return self.amount_cents - sum(line.taken.total_cents for line in self.lines)


@dataclass(frozen=True)
class Distribution:
    """Where all the money of a visit goes."""

    accounts: tuple[AccountDistribution, ...]
    change_cents: int

    @property
    def total_cents(self) -> int:
        """Return what is taken for all accounts, change apart."""
        return sum(account.amount_cents for account in self.accounts)

    @property
    def new_credit_cents(self) -> int:
        """Return the cents that would be left as credit."""
        return sum(account.new_credit_cents for account in self.accounts)

    @property
    def sentence(self) -> str:
        """Return what the collector must tell the payer before taking the money (S3 sec. 13(1), rule A1)."""
        firsts = [account.lines[0].debt.label for account in self.accounts if account.lines]
        if not firsts:
            return _("Usted no tiene deudas pendientes: este pago queda como crédito a su favor.")
        if len(firsts) == 1:
            return _("Su pago se acredita primero a la deuda pendiente más antigua: %(debt)s.") % {
                "debt": firsts[0]
            }
        if len(firsts) > MAX_NAMED:
            return _("Su pago se acredita primero a la deuda pendiente más antigua de cada cuenta.")
        return _(
            "Su pago se acredita primero a la deuda pendiente más antigua de cada cuenta: %(debts)s."
        ) % {"debts": "; ".join(firsts)}

    def digest(self) -> str:
        """Return a hash of everything the payer was told."""
        told = [
            [
                account.account.pk,
                account.amount_cents,
                account.remaining_cents,
                account.credit_cents,
                account.discount and account.discount.amount_cents,
                [
                    [
                        line.debt.pk,
                        line.taken.costs_cents,
                        line.taken.interest_cents,
                        line.taken.surcharge_cents,
                        line.taken.principal_cents,
                    ]
                    for line in account.lines
                ],
            ]
            for account in self.accounts
        ]
        return hashlib.sha256(json.dumps([told, self.change_cents]).encode()).hexdigest()


def distribute(
    intent: CobroIntent,
    *,
    accounts: list[Account],
    account_facts: dict[int, facts.AccountFacts],
    as_of: dt.date,
    discounts: dict[int, FullPaymentDiscount],
) -> Distribution:
    """Return where the money of `intent` goes if it is taken on `as_of`.

    `accounts` and `account_facts` are the rows as read (under lock, at the confirmation); `discounts` holds the
    full-payment discount of each account that may take it. Raises DiscountNotEarned, and what `CobroIntent.check`
    raises.
    """
    change_cents = intent.change_cents
    rows: dict[Hashable, Debt] = {debt.pk: debt for debt in Debt.objects.filter(account__in=accounts)}
    by_id = {account.pk: account for account in accounts}
    policies = policy_history()
    parts = tuple(
        _distribute_account(
            line,
            by_id[line.account_id],
            account_facts[line.account_id],
            rows,
            as_of,
            discounts.get(line.account_id) if line.takes_discount else None,
            policies,
        )
        for line in intent.accounts
    )
    return Distribution(parts, change_cents)


def _distribute_account(
    line: AccountIntent,
    account: Account,
    before_facts: facts.AccountFacts,
    rows: dict[Hashable, Debt],
    as_of: dt.date,
    discount: FullPaymentDiscount | None,
    policies: PolicySource,
) -> AccountDistribution:
    before = selectors.replayed(before_facts, as_of=as_of, policies=policies)
    after_facts = _with_intended(line, account, before_facts, as_of, discount)
    after = selectors.replayed(after_facts, as_of=as_of, policies=policies)
    if discount:
        _check_earned(discount, after, rows)
    return AccountDistribution(
        account=account,
        amount_cents=line.amount_cents,
        lines=_lines(after, rows),
        owed_before_cents=_owed(before),
        remaining_cents=_owed(after),
        credit_cents=after.credit_cents,
        credit_before_cents=before.credit_cents,
        discount=discount,
    )


def _check_earned(discount: FullPaymentDiscount, after: Replayed, rows: dict[Hashable, Debt]) -> None:
    """The discount is for paying the whole year at once: nothing of its instalments may be left (rule P4)."""
    year = discount.debt.fiscal_year
    missing_cents = sum(
        balance.total_cents
        for pk, balance in after.balances.items()
        if rows[pk].fiscal_year == year and rows[pk].nature == Debt.Nature.DECLARED
    )
    if missing_cents:
        raise DiscountNotEarned(missing_cents)


def _with_intended(
    line: AccountIntent,
    account: Account,
    before: facts.AccountFacts,
    as_of: dt.date,
    discount: FullPaymentDiscount | None,
) -> facts.AccountFacts:
    payment = facts.Payment(INTENDED, account.pk, as_of, line.amount_cents, recorded_on=as_of)
    after = replace(before, payments=(*before.payments, payment))
    if discount is None:
        return after
    fact = facts.Adjustment(as_of, "principal", discount.amount_cents, as_of)
    debts = (
        replace(d, adjustments=(*d.adjustments, fact)) if d.id == discount.debt.pk else d for d in after.debts
    )
    return replace(after, debts=tuple(debts))


def _lines(after: Replayed, rows: dict[Hashable, Debt]) -> tuple[DistributionLine, ...]:
    """Gather what each debt takes of the intended payment, in the order in which the money reaches them."""
    taken = [allocation for allocation in after.allocations if allocation.payment == INTENDED]
    return tuple(DistributionLine(rows[row.debt], row, after.balances[row.debt]) for row in taken)


def _owed(result: Replayed) -> int:
    return sum(balance.total_cents for balance in result.balances.values())
