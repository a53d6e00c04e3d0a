"""Writing accounts: the only code that adds rows of money.

Every service runs inside the caller's transaction and takes the accounts it writes under lock (`lock_accounts`), so that
the sequence of an account, and the replay that follows from its facts, belong to one writer at a time.

Posting appends what the replay adds. When a late fact makes earlier allocations come out different, the difference is
written as one correction document: reversing rows plus new rows, never an update (rule C11).
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, cast

from django.db import transaction

from revenue.ledger import selectors
from revenue.ledger.errors import AccountNotLocked
from revenue.ledger.models import Account, Adjustment, Allocation, Correction, Debt, Payment, PaymentPart, Tax
from revenue.rules import replay as rules
from revenue.rules.facts import AccountFacts
from revenue.web import clock
from taxpayers.models import Taxpayer, User


def account_for(*, taxpayer: Taxpayer, tax: Tax) -> Account:
    """Return the taxpayer's account for a tax, opening it the first time."""
    account, _created = Account.objects.get_or_create(taxpayer=taxpayer, tax=tax, reference="")
    return account


def lock_accounts(account_ids: Iterable[int]) -> list[Account]:
    """Take accounts under lock until the transaction ends, always in order of id so that no two writers cross.

    The race it prevents: two windows read the same debts, and both take money for the oldest.
    """
    if not transaction.get_connection().in_atomic_block:
        raise AccountNotLocked
    rows = (
        Account.objects.select_for_update(of=("self",))
        .select_related("taxpayer")
        .filter(pk__in=set(account_ids))
    )
    return list(rows.order_by("pk"))


def _recorded(account: Account, actor: User, at: dt.datetime) -> dict[str, Any]:
    """Return what every new fact of a locked account carries: its place, who records it, and when.

    The account's last place is written once, by `reallocate`.
    """
    account.last_sequence += 1
    return {
        "account": account,
        "sequence": account.last_sequence,
        "recorded_at": at,
        "recorded_on": clock.local_date(at),
        "recorded_by": actor,
    }


def debt_add(
    *,
    account: Account,
    principal_cents: int,
    due_on: dt.date,
    fiscal_year: int,
    label: str,
    entered_on: dt.date,
    actor: User,
    at: dt.datetime,
    instalment: int | None = None,
    semester_start_on: dt.date | None = None,
) -> Debt:
    """Add a declared debt to a locked account and apply the credits it holds to it (rules A3, A6).

    Args:
        account: one that `lock_accounts` returned.
        principal_cents: above zero.
        due_on: the prescribed date, already rolled by the calendar.
        fiscal_year: the year in which the fiscal year begins.
        label: what statements and receipts call it.
        entered_on: the day from which it is owed.
        actor: who records it.
        at: the instant of recording.
        instalment: 1 or 2, of a declared year.
        semester_start_on: day 1 of its semester.
    """
    debt = Debt.objects.create(
        **_recorded(account, actor, at),
        label=label,
        fiscal_year=fiscal_year,
        instalment=instalment,
        principal_cents=principal_cents,
        due_on=due_on,
        semester_start_on=semester_start_on,
        entered_on=entered_on,
    )
    facts = selectors.account_facts([account])[account.pk]
    reallocate(account=account, facts=facts, at=at, actor=actor, reason=label)
    return debt


def payment_post(
    *,
    account: Account,
    facts: AccountFacts,
    part_cents: Sequence[int],
    received_on: dt.date,
    actor: User,
    at: dt.datetime,
    discount: tuple[Debt, int, str] | None = None,
) -> Payment:
    """Post money received for a locked account and allocate it, oldest debt first (rules A1, C11).

    Args:
        account: one that `lock_accounts` returned.
        facts: the account's facts, read under that lock.
        part_cents: what each tender brought, each above zero; they add up to the payment.
        received_on: the day of payment, not after `at`.
        actor: who received it.
        at: the instant of recording.
        discount: the debt, cents and authority of an adjustment that this payment earns (rule P4).
    """
    payment = Payment.objects.create(
        **_recorded(account, actor, at),
        received_on=received_on,
        amount_cents=sum(part_cents),
    )
    parts = PaymentPart.objects.bulk_create(
        PaymentPart(payment=payment, position=position, amount_cents=cents)
        for position, cents in enumerate(part_cents, start=1)
    )
    if discount:
        row = _discount_add(account=account, payment=payment, discount=discount, actor=actor, at=at)
        facts = selectors.with_adjustment(facts, row)
    payment.posted_parts = parts
    facts = selectors.with_payment(facts, payment, parts)
    reallocate(account=account, facts=facts, at=at, actor=actor, reason="")
    return payment


def _discount_add(
    *, account: Account, payment: Payment, discount: tuple[Debt, int, str], actor: User, at: dt.datetime
) -> Adjustment:
    debt, amount_cents, authority = discount
    return Adjustment.objects.create(
        **_recorded(account, actor, at),
        debt=debt,
        on=payment.received_on,
        component="principal",
        amount_cents=amount_cents,
        authority=authority,
        earned_by=payment,
    )


def reallocate(
    *, account: Account, facts: AccountFacts, at: dt.datetime, actor: User, reason: str
) -> Correction | None:
    """Bring the stored allocations of a locked account to what the replay of its facts says.

    What the replay adds is appended. What comes out different is reversed and made again under a `Correction`, which
    is returned; None when nothing had to be undone.
    """
    wanted = list(selectors.replayed(facts, as_of=clock.local_date(at)).allocations)
    undone = _take_matching(wanted, selectors.live_allocations(account))
    correction = None
    if undone:
        correction = Correction.objects.create(
            **_recorded(account, actor, at),
            reason=reason,
        )
    reversals = [_allocation(account, row, at, correction, reverses=row) for row in undone]
    additions = [_allocation(account, row, at, correction) for row in wanted]
    Allocation.objects.bulk_create(reversals + additions)
    account.save(update_fields=["last_sequence"])
    return correction


def _ids(row: Allocation | rules.Allocation) -> tuple[int, int]:
    """Return the payment and the debt: the rules give back the ids that the selectors gave them, which are the rows'."""
    if isinstance(row, Allocation):
        return row.payment_id, row.debt_id
    return cast(int, row.payment), cast(int, row.debt)


def _key(row: Allocation | rules.Allocation) -> tuple[object, ...]:
    return (
        *_ids(row),
        row.on,
        row.costs_cents,
        row.interest_cents,
        row.surcharge_cents,
        row.principal_cents,
    )


def _take_matching(wanted: list[rules.Allocation], live: Iterable[Allocation]) -> list[Allocation]:
    """Take out of `wanted` what is live already; return the live rows that nobody wants any more."""
    missing = Counter(_key(row) for row in wanted)
    undone = []
    for row in live:
        if missing[_key(row)]:
            missing[_key(row)] -= 1
        else:
            undone.append(row)
    kept = []
    for new in reversed(wanted):  # the last of equal rows is the one still to be added
        if missing[_key(new)]:
            missing[_key(new)] -= 1
            kept.append(new)
    wanted[:] = reversed(kept)
    return undone


def _allocation(
    account: Account,
    row: Allocation | rules.Allocation,
    at: dt.datetime,
    correction: Correction | None,
    *,
    reverses: Allocation | None = None,
) -> Allocation:
    payment, debt = _ids(row)
    return Allocation(
        account=account,
        payment_id=payment,
        debt_id=debt,
        on=row.on,
        costs_cents=row.costs_cents,
        interest_cents=row.interest_cents,
        surcharge_cents=row.surcharge_cents,
        principal_cents=row.principal_cents,
        reverses=reverses,
        correction=correction,
        posted_at=at,
    )
