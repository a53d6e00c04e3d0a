"""Taking money: where it goes, what is written, and what is refused with nothing half saved."""

import dataclasses
import datetime as dt
import uuid

import pytest
from django.utils import translation

from receipts.models import Receipt
from revenue.collection import services
from revenue.collection.errors import (
    CollectorNotAppointed,
    CreditNotConfirmed,
    DistributionChanged,
    DrawerAlreadyOpen,
    DrawerNotOpen,
    RequestKeyReused,
)
from revenue.collection.intent import AccountIntent, CobroIntent, InstrumentIntent, TenderIntent
from revenue.collection.models import Cobro, InstrumentCheck, Tender, TenderShare
from revenue.ledger.models import Allocation, Payment
from revenue.ledger.selectors import statements
from taxpayers.models import AuditEntry
from tests.collection.conftest import NOW, TODAY
from tests.collection.factories import account_with_debts, cash_visit, collect, collector_on, taxpayer_named

pytestmark = pytest.mark.django_db


def owed_cents(account, as_of=TODAY):
    return statements([account], as_of=as_of)[0].total_cents


def nothing_taken():
    return not any(model.objects.exists() for model in (Cobro, Payment, Allocation, Tender, Receipt))


def test_a_part_payment_goes_to_the_oldest_debt_and_the_next_goes_on_where_it_stopped(
    account, drawer, collector
):
    before = owed_cents(account)
    first = collect(cash_visit(account, 50_000), collector, NOW)
    second = collect(cash_visit(account, 120_000), collector, NOW)
    oldest, newest = account.debts.all()
    assert [a.debt for a in Allocation.objects.filter(payment__cobro_payment__cobro=first)] == [oldest]
    assert [a.debt for a in Allocation.objects.filter(payment__cobro_payment__cobro=second)] == [
        oldest,
        newest,
    ]
    assert owed_cents(account) == before - 170_000
    assert second.receipt.number == first.receipt.number + 1


def test_interest_is_covered_before_surcharge_and_principal(account, drawer, collector):
    line = statements([account], as_of=TODAY)[0].lines[0]
    collect(cash_visit(account, line.balance.interest_cents + 1), collector, NOW)
    row = Allocation.objects.get()
    assert (row.interest_cents, row.surcharge_cents, row.principal_cents) == (
        line.balance.interest_cents,
        1,
        0,
    )


def test_one_cent_is_taken(account, drawer, collector):
    assert collect(cash_visit(account, 1), collector, NOW).total_cents == 1


def test_far_too_much_becomes_credit_only_when_the_payer_accepts(account, drawer, collector):
    intent = cash_visit(account, 10_000_000)
    with pytest.raises(CreditNotConfirmed):
        collect(intent, collector, NOW)
    assert nothing_taken()
    owed = owed_cents(account)
    collect(intent, collector, NOW, accepts_credit=True)
    assert statements([account], as_of=TODAY)[0].credit_cents == 10_000_000 - owed


def test_a_credit_pays_the_next_debt_the_day_it_becomes_owed(account, drawer, collector):
    collect(cash_visit(account, owed_cents(account) + 30_000), collector, NOW, accepts_credit=True)
    later = NOW + dt.timedelta(days=1)
    account_with_debts(account.taxpayer, collector, (dt.date(2027, 7, 15), 50_000), at=later)
    statement = statements([account], as_of=dt.date(2027, 4, 20))[0]
    assert (statement.total_cents, statement.credit_cents) == (20_000, 0)


def test_the_same_key_and_body_is_the_same_receipt(account, drawer, collector):
    intent = cash_visit(account, 500)
    told = services.cobro_preview(intent=intent, as_of=TODAY).digest()
    visits = [
        services.cobro_confirm(
            intent=intent, told_digest=told, accepts_credit=False, collector=collector, at=NOW
        )
        for _again in range(3)
    ]
    assert len({visit.receipt_id for visit in visits}) == 1
    assert Receipt.objects.count() == Payment.objects.count() == 1


def test_the_same_key_with_another_body_is_refused(account, drawer, collector):
    intent = cash_visit(account, 500)
    collect(intent, collector, NOW)
    with pytest.raises(RequestKeyReused, match="ya se registró con el recibo"):
        collect(cash_visit(account, 501, key=intent.request_key), collector, NOW)
    assert Payment.objects.count() == 1


def test_nothing_is_taken_when_the_account_changed_after_telling(account, drawer, collector):
    intent = cash_visit(account, 500)
    told = services.cobro_preview(intent=intent, as_of=TODAY).digest()
    account_with_debts(account.taxpayer, collector, (dt.date(2022, 7, 15), 10_000))
    with pytest.raises(DistributionChanged, match="No se tomó nada"):
        services.cobro_confirm(
            intent=intent, told_digest=told, accepts_credit=False, collector=collector, at=NOW
        )
    assert nothing_taken()


def test_nothing_is_taken_without_todays_drawer(account, collector):
    services.drawer_open(collector=collector, window="1", float_cents=0, at=NOW)
    with pytest.raises(DrawerNotOpen):
        collect(cash_visit(account, 500), collector, NOW + dt.timedelta(days=1))
    assert nothing_taken()


@pytest.mark.parametrize(("last_day", "may"), [(TODAY, True), (TODAY - dt.timedelta(days=1), False)])
def test_an_appointment_lets_collect_through_its_last_day(db, last_day, may):
    collector = collector_on(TODAY - dt.timedelta(days=30), "auxiliar", last_day=last_day)
    if may:
        assert services.drawer_open(collector=collector, window="2", float_cents=0, at=NOW)
    else:
        with pytest.raises(CollectorNotAppointed):
            services.drawer_open(collector=collector, window="2", float_cents=0, at=NOW)


def test_a_drawer_is_opened_once_a_day(drawer, collector):
    with pytest.raises(DrawerAlreadyOpen):
        services.drawer_open(collector=collector, window="1", float_cents=0, at=NOW)


def test_one_visit_pays_two_accounts_with_a_cheque_and_cash(account, drawer, collector):
    other = account_with_debts(
        taxpayer_named("Colmado Ibáñez-Muñoz", "C-000002", collector),
        collector,
        (dt.date(2026, 7, 15), 20_000),
    )
    cheque = TenderIntent(
        "certified_cheque",
        60_000,
        "1044",
        InstrumentIntent(TODAY, "Ana Núñez", "Banco del Pueblo", "Calle 1, Cayey"),
    )
    intent = CobroIntent(
        uuid.uuid4(),
        "Ana Núñez",
        (AccountIntent(account.pk, 50_000), AccountIntent(other.pk, 15_000)),
        (cheque, TenderIntent("cash", 10_000)),
    )
    cobro = collect(intent, collector, NOW)
    shares = TenderShare.objects.order_by("part__payment", "part__position").values_list(
        "tender__kind", "part__amount_cents"
    )
    assert list(shares) == [("certified_cheque", 50_000), ("certified_cheque", 10_000), ("cash", 5_000)]
    assert cobro.change_cents == 5_000
    assert InstrumentCheck.objects.get().payable_to_post
    assert [row["total_cents"] for row in [cobro.receipt.snapshot]] == [65_000]


def test_who_collected_is_written_with_the_money(account, drawer, collector):
    cobro = collect(cash_visit(account, 500), collector, NOW)
    entry = AuditEntry.objects.get(action="cobro.confirmed")
    assert (entry.actor, entry.subject_key, entry.at) == (collector, str(cobro.pk), NOW)


def test_the_receipt_says_what_was_told_and_what_remains(account, drawer, collector):
    intent = cash_visit(account, 50_000, handed=60_000)
    told = services.cobro_preview(intent=intent, as_of=TODAY)
    snapshot = collect(intent, collector, NOW).receipt.snapshot
    assert snapshot["oldest_first_sentence"] == told.sentence
    assert snapshot["accounts"][0]["remaining_cents"] == owed_cents(account)
    assert (snapshot["received_cents"], snapshot["change_cents"]) == (60_000, 10_000)


def test_an_intent_is_never_changed_by_its_preview(account, drawer):
    intent = cash_visit(account, 500)
    before = dataclasses.asdict(intent)
    services.cobro_preview(intent=intent, as_of=TODAY)
    assert dataclasses.asdict(intent) == before


def test_the_receipt_is_in_spanish_whatever_the_screen_speaks(account, drawer, collector):
    with translation.override("en"):
        snapshot = collect(cash_visit(account, 50_000), collector, NOW).receipt.snapshot
    assert snapshot["oldest_first_sentence"].startswith(
        "Su pago se acredita primero a la deuda pendiente más antigua"
    )
    assert snapshot["accounts"][0]["tax_label"] == "Patente municipal"
    assert snapshot["tenders"][0]["kind_label"] == "Efectivo"


def test_cash_on_two_lines_is_one_tender_and_its_change_comes_out_of_the_whole(account, drawer, collector):
    cash = (TenderIntent("cash", 400), TenderIntent("cash", 400))
    intent = CobroIntent(uuid.uuid4(), "Ana Núñez", (AccountIntent(account.pk, 300),), cash)
    assert collect(intent, collector, NOW).change_cents == 500
    assert (Tender.objects.get().handed_cents, Tender.objects.get().amount_cents) == (800, 300)


def test_the_receipt_of_an_english_screen_is_in_spanish(account, drawer, collector):
    with translation.override("en"):
        snapshot = collect(cash_visit(account, 500), collector, NOW).receipt.snapshot
    assert snapshot["oldest_first_sentence"].startswith("Su pago se acredita primero")
    assert snapshot["tenders"][0]["kind_label"] == "Efectivo"


def test_one_visit_pays_more_accounts_than_a_sentence_can_name(account, drawer, collector):
    names = [f"{'Sucesión de los Hermanos Peñuelas ' * 5}{number}" for number in range(2, 14)]
    accounts = [
        account_with_debts(
            taxpayer_named(name, f"C-{number:06d}", collector), collector, (dt.date(2026, 7, 15), 20_000)
        )
        for number, name in enumerate(names, start=2)
    ]
    lines = tuple(AccountIntent(row.pk, 100) for row in accounts)
    cobro = collect(
        CobroIntent(uuid.uuid4(), "Contable", lines, (TenderIntent("cash", 1_200),)), collector, NOW
    )
    snapshot = cobro.receipt.snapshot
    assert snapshot["payer"]["on_behalf_of"] == "los 12 contribuyentes de las cuentas de este recibo"
    assert snapshot["oldest_first_sentence"].endswith("más antigua de cada cuenta.")
    assert [row["taxpayer_name"] for row in snapshot["accounts"]] == names
