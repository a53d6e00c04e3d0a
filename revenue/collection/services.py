"""Taking money: one visit is one durable transaction that ends in a numbered receipt.

Lock order everywhere: drawer, accounts by id, series. Nothing slow happens inside: the PDF is made afterwards from the
snapshot.
"""

import datetime as dt
from dataclasses import asdict

from django.db import transaction

from receipts import services as receipts
from receipts.models import Series
from revenue.charges.selectors import full_payment_discounts
from revenue.collection.distribution import Distribution, distribute
from revenue.collection.errors import (
    CollectorNotAppointed,
    CreditNotConfirmed,
    DistributionChanged,
    DrawerAlreadyOpen,
    DrawerNotOpen,
    RequestKeyReused,
)
from revenue.collection.intent import CobroIntent, TenderIntent
from revenue.collection.models import (
    Cobro,
    CobroPayment,
    Drawer,
    InstrumentCheck,
    Tender,
    TenderIdentification,
    TenderShare,
)
from revenue.collection.snapshot import receipt_snapshot
from revenue.ledger import selectors as ledger_selectors
from revenue.ledger import services as ledger
from revenue.ledger.models import Account, Payment
from revenue.rules.facts import AccountFacts
from revenue.rules.fiscal_years import fiscal_year_label, fiscal_year_of
from revenue.web import clock
from taxpayers.audit.services import record
from taxpayers.models import Appointment, User
from taxpayers.staff.models import Role
from taxpayers.staff.selectors import appointment_on


def drawer_open(*, collector: User, window: str, float_cents: int, at: dt.datetime) -> Drawer:
    """Open the collector's drawer of the day with its float counted.

    Raises CollectorNotAppointed, DrawerAlreadyOpen.
    """
    today = clock.local_date(at)
    _appointment(collector, today)
    with transaction.atomic(durable=True):
        receipts.series_open(kind=Series.Kind.RECEIPT, fiscal_year=fiscal_year_label(fiscal_year_of(today)))
        drawer, created = Drawer.objects.get_or_create(
            collector=collector,
            opened_on=today,
            closed_at=None,
            defaults={"window": window, "float_cents": float_cents, "opened_at": at},
        )
        if not created:
            raise DrawerAlreadyOpen
        record(
            actor=collector, action="drawer.opened", subject=drawer, at=at, data={"float_cents": float_cents}
        )
    return drawer


def cobro_preview(*, intent: CobroIntent, as_of: dt.date) -> Distribution:
    """Return where the money would go, writing nothing. Raises what `CobroIntent.check` raises."""
    accounts = list(Account.objects.filter(pk__in=_account_ids(intent)).select_related("taxpayer"))
    return _distribution(intent, accounts, ledger_selectors.account_facts(accounts), as_of)


def cobro_confirm(
    *, intent: CobroIntent, told_digest: str, accepts_credit: bool, collector: User, at: dt.datetime
) -> Cobro:
    """Take the money of a visit and issue its receipt, or return the one already issued under the same key.

    Args:
        intent: what was previewed.
        told_digest: the digest of the distribution that the payer was told.
        accepts_credit: the payer agreed that what no debt takes stays as credit.
        collector: whose drawer takes it.
        at: the instant of the visit; its date in Puerto Rico is the day of payment.

    Raises CollectorNotAppointed, DrawerNotOpen, DistributionChanged, CreditNotConfirmed, RequestKeyReused, and what
    `CobroIntent.check` raises. Nothing is half saved.
    """
    today = clock.local_date(at)
    appointment = _appointment(collector, today)
    with transaction.atomic(durable=True):
        drawer = _locked_drawer(collector, today)
        accounts = ledger.lock_accounts(_account_ids(intent))
        if earlier := Cobro.objects.select_related("receipt").filter(request_key=intent.request_key).first():
            return _same_visit(earlier, intent)
        if drawer is None:
            raise DrawerNotOpen
        facts = ledger_selectors.account_facts(accounts)
        distribution = _distribution(intent, accounts, facts, today)
        if distribution.digest() != told_digest:
            raise DistributionChanged
        if distribution.new_credit_cents and not accepts_credit:
            raise CreditNotConfirmed(distribution.new_credit_cents)
        payments = _post_payments(intent, distribution, facts, collector, at)
        _insert_tenders(intent, payments)
        snapshot = receipt_snapshot(intent, distribution, collector=collector, title=appointment.title, at=at)
        receipt = receipts.issue(
            series=fiscal_year_label(fiscal_year_of(today)), snapshot=snapshot, issued_by=collector, at=at
        )
        cobro = Cobro.objects.create(
            request_key=intent.request_key,
            request_digest=intent.digest(),
            drawer=drawer,
            payer_name=intent.payer_name,
            received_on=today,
            recorded_at=at,
            total_cents=intent.total_cents,
            change_cents=distribution.change_cents,
            receipt=receipt,
        )
        record(
            actor=collector,
            action="cobro.confirmed",
            subject=cobro,
            at=at,
            data=_audit_data(intent, told_digest),
        )
    return cobro


def _account_ids(intent: CobroIntent) -> list[int]:
    return [account.account_id for account in intent.accounts]


def _appointment(collector: User, on: dt.date) -> Appointment:
    appointment = appointment_on(collector, Role.COLLECTOR, on)
    if appointment is None:
        raise CollectorNotAppointed
    return appointment


def _locked_drawer(collector: User, today: dt.date) -> Drawer | None:
    """Take today's open drawer under lock. The race: a close that counts the day while a visit is being written (V13)."""
    return (
        Drawer.objects.select_for_update()
        .filter(collector=collector, opened_on=today, closed_at=None)
        .first()
    )


def _same_visit(earlier: Cobro, intent: CobroIntent) -> Cobro:
    if earlier.request_digest != intent.digest():
        raise RequestKeyReused(earlier.receipt)
    return earlier


def _distribution(
    intent: CobroIntent, accounts: list[Account], facts: dict[int, AccountFacts], as_of: dt.date
) -> Distribution:
    taking = [line.account_id for line in intent.accounts if line.takes_discount]
    discounts = full_payment_discounts(taking, as_of=as_of) if taking else {}
    return distribute(intent, accounts=accounts, account_facts=facts, as_of=as_of, discounts=discounts)


def _post_payments(
    intent: CobroIntent,
    distribution: Distribution,
    facts: dict[int, AccountFacts],
    collector: User,
    at: dt.datetime,
) -> list[Payment]:
    return [
        ledger.payment_post(
            account=line.account,
            facts=facts[line.account.pk],
            part_cents=[cents for _tender, cents in parts],
            received_on=clock.local_date(at),
            actor=collector,
            at=at,
            discount=(line.discount.debt, line.discount.amount_cents, line.discount.authority)
            if line.discount
            else None,
        )
        for line, parts in zip(distribution.accounts, intent.shares(), strict=True)
    ]


def _insert_tenders(intent: CobroIntent, payments: list[Payment]) -> None:
    """Write the tenders with what was verified on each, and which part of which payment each brought."""
    CobroPayment.objects.bulk_create(
        CobroPayment(cobro_id=intent.request_key, payment=payment) for payment in payments
    )
    tenders = Tender.objects.bulk_create(
        Tender(
            cobro_id=intent.request_key,
            position=position,
            kind=tender.kind,
            handed_cents=tender.handed_cents,
            amount_cents=kept_cents,
            reference=tender.reference,
        )
        for position, (tender, kept_cents) in enumerate(
            zip(intent.tenders, intent.kept_cents(), strict=True), start=1
        )
    )
    TenderShare.objects.bulk_create(
        TenderShare(tender=tenders[index], part=part)
        for payment, parts in zip(payments, intent.shares(), strict=True)
        for part, (index, _cents) in zip(payment.posted_parts, parts, strict=True)
    )
    for row, tender in zip(tenders, intent.tenders, strict=True):
        _insert_verification(row, tender)


def _insert_verification(row: Tender, tender: TenderIntent) -> None:
    if tender.instrument:
        InstrumentCheck.objects.create(
            tender=row, **asdict(tender.instrument), **dict.fromkeys(InstrumentCheck.POINTS, True)
        )
    if tender.identification:
        TenderIdentification.objects.create(tender=row, **asdict(tender.identification))


def _audit_data(intent: CobroIntent, told_digest: str) -> dict[str, object]:
    """Record the sums, and that the file was checked and the distribution told (rule A1): its digest."""
    return {
        "total_cents": intent.total_cents,
        "accounts": _account_ids(intent),
        "told_digest": told_digest,
    }
