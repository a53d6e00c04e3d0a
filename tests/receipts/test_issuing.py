"""Numbers, snapshots and documents: given once, in order, for good (V5, V6, V7)."""

import datetime as dt
import hashlib
import re
import threading
from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError

from receipts import codes, selectors, services, snapshot
from receipts.errors import PrintTakenError, SeriesMissingError, SnapshotInvalidError
from receipts.models import OutboxMessage, Receipt, ReceiptDocument, ReceiptPrint, Series
from taxpayers.staff.models import Role, User
from tests.receipts import samples
from tests.receipts.conftest import AT, staff


def test_numbers_are_consecutive_from_one(issue: Callable[..., Receipt], series: Series) -> None:
    assert [issue().label for _ in range(3)] == ["2026-27-000001", "2026-27-000002", "2026-27-000003"]
    assert not selectors.broken_series().exists()


def test_a_rolled_back_payment_gives_its_number_back(
    issue: Callable[..., Receipt], series: Series, collector: User
) -> None:
    issue()
    with transaction.atomic():
        services.issue(series=series.code, snapshot=samples.draft(), issued_by=collector, at=AT)
        transaction.set_rollback(True)
    assert issue().number == 2
    assert OutboxMessage.objects.count() == 2


def test_a_refused_snapshot_takes_no_number(issue: Callable[..., Receipt], series: Series) -> None:
    with pytest.raises(SnapshotInvalidError):
        issue(samples.draft(total_cents=1))
    series.refresh_from_db()
    assert series.last_number == 0


@pytest.mark.django_db(transaction=True)
def test_issuing_outside_a_transaction_is_a_programming_error(series: Series, collector: User) -> None:
    with pytest.raises(TransactionManagementError, match="inside the transaction"):
        services.issue(series=series.code, snapshot=samples.draft(), issued_by=collector, at=AT)
    assert not Receipt.objects.exists()


def test_a_series_that_nobody_opened_is_refused(collector: User) -> None:
    with pytest.raises(SeriesMissingError, match="1999-00"), transaction.atomic():
        services.issue(series="1999-00", snapshot=samples.draft(), issued_by=collector, at=AT)


def test_a_series_of_corrections_numbers_no_receipts(collector: User) -> None:
    other = services.series_open(kind=Series.Kind.CORRECTION, fiscal_year="2026-27", prefix="C")
    with pytest.raises(SeriesMissingError), transaction.atomic():
        services.issue(series=other.code, snapshot=samples.draft(), issued_by=collector, at=AT)


def test_each_window_counts_by_itself_and_opening_twice_is_opening_once(
    collector: User, series: Series
) -> None:
    window = services.series_open(kind=Series.Kind.RECEIPT, fiscal_year="2026-27", window="V2")
    assert window == services.series_open(kind=Series.Kind.RECEIPT, fiscal_year="2026-27", window="V2")
    for code in (series.code, window.code, window.code):
        with transaction.atomic():
            services.issue(series=code, snapshot=samples.draft(), issued_by=collector, at=AT)
    assert sorted(Receipt.objects.values_list("label", flat=True)) == [
        "2026-27-000001",
        "2026-27-V2-000001",
        "2026-27-V2-000002",
    ]


def test_a_broken_count_is_found(receipt: Receipt, series: Series) -> None:
    Series.objects.update(last_number=2)
    assert list(selectors.broken_series()) == [series]


def test_the_snapshot_holds_what_only_the_moment_of_issue_knows(receipt: Receipt) -> None:
    told = receipt.snapshot
    assert (told["series"], told["number"], told["label"]) == ("2026-27", 1, "2026-27-000001")
    assert told["issued_at"] == "2026-08-14T10:31:05-04:00"
    assert told["total_in_words"] == "MIL CIENTO CINCUENTA Y OCHO DÓLARES CON 67/100"
    assert told["verification_code"] == receipt.verification_code
    assert told["verification_url"].endswith(f"/recibos/verificar/{receipt.verification_code}/")
    assert told["payer"] == samples.DRAFT["payer"]


def test_an_evening_in_puerto_rico_is_not_tomorrow(issue: Callable[..., Receipt]) -> None:
    late = issue(at=dt.datetime(2026, 8, 15, 3, 59, tzinfo=dt.UTC))
    assert late.snapshot["issued_at"] == "2026-08-14T23:59:00-04:00"


def test_the_hash_tells_whether_the_stored_snapshot_is_the_one_issued(receipt: Receipt) -> None:
    stored = Receipt.objects.get().snapshot
    assert snapshot.digest(stored) == receipt.snapshot_sha256
    stored["total_cents"] += 1
    assert snapshot.digest(stored) != receipt.snapshot_sha256


def test_changing_the_draft_afterwards_changes_nothing(issue: Callable[..., Receipt]) -> None:
    draft = samples.draft()
    receipt = issue(draft)
    draft["payer"]["name"] = "Otra persona"
    assert receipt.snapshot["payer"]["name"] == "María Ibáñez-Muñoz"


def test_codes_are_long_unlike_and_free_of_signs_that_look_alike() -> None:
    made = {codes.new_code() for _ in range(2_000)}
    assert len(made) == 2_000
    assert all(
        re.fullmatch(r"[34679ACDEFGHJKMNPQRTWXY]{4}(-[34679ACDEFGHJKMNPQRTWXY]{4}){2}", code) for code in made
    )


ATTACKS = (
    "UPDATE receipts_receipt SET total_cents = 1",
    "DELETE FROM receipts_receipt",
    "UPDATE receipts_receiptdocument SET sha256 = ''",
    "DELETE FROM receipts_receiptdocument",
    "UPDATE receipts_receiptprint SET ordinal = 9",
    "DELETE FROM receipts_receiptprint",
    "UPDATE receipts_series SET code = 'otra'",
    "DELETE FROM receipts_series",
)


@pytest.mark.parametrize("attack", ATTACKS)
def test_raw_sql_can_neither_change_nor_delete_paper(receipt: Receipt, collector: User, attack: str) -> None:
    services.document(receipt)
    services.record_print(receipt=receipt, ordinal=0, user=collector, at=AT)
    before = (
        list(Receipt.objects.values()),
        list(ReceiptDocument.objects.values("sha256")),
        list(Series.objects.values()),
    )
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(attack)
    assert before == (
        list(Receipt.objects.values()),
        list(ReceiptDocument.objects.values("sha256")),
        list(Series.objects.values()),
    )


def test_the_document_is_drawn_once_and_stored_with_its_hash(receipt: Receipt) -> None:
    first = services.document(receipt)
    assert hashlib.sha256(bytes(first.content)).hexdigest() == first.sha256
    assert services.document(receipt).pk == first.pk
    assert ReceiptDocument.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_processes_that_draw_at_once_store_one_document(receipt: Receipt) -> None:
    start, seen = threading.Barrier(2), []

    def draw() -> None:
        start.wait()
        seen.append(services.document(Receipt.objects.get(pk=receipt.pk)).sha256)
        connection.close()

    threads = [threading.Thread(target=draw) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 2
    assert set(seen) == {ReceiptDocument.objects.get().sha256}


def test_the_first_printing_is_the_original_and_each_later_one_a_numbered_reprint(
    receipt: Receipt, collector: User
) -> None:
    rows = [
        services.record_print(receipt=receipt, ordinal=ordinal, user=collector, at=AT)
        for ordinal in (0, 1, 2)
    ]
    assert services.printed(rows[0]) == bytes(services.document(receipt).content)
    assert services.printed(rows[1]) != services.printed(rows[2])
    assert services.printed(rows[2]) == services.printed(ReceiptPrint.objects.get(ordinal=2))


def test_asking_twice_for_one_reprint_counts_it_once(receipt: Receipt, collector: User) -> None:
    services.record_print(receipt=receipt, ordinal=0, user=collector, at=AT)
    once = services.record_print(receipt=receipt, ordinal=1, user=collector, at=AT)
    again = services.record_print(receipt=receipt, ordinal=1, user=collector, at=AT + dt.timedelta(seconds=1))
    assert (again.pk, again.printed_at) == (once.pk, AT)


def test_an_ordinal_that_another_person_took_or_that_leaves_a_gap_is_refused(
    receipt: Receipt, collector: User
) -> None:
    services.record_print(receipt=receipt, ordinal=0, user=collector, at=AT)
    for ordinal, user in ((0, staff(Role.COLLECTOR)), (2, collector)):
        with pytest.raises(PrintTakenError):
            services.record_print(receipt=receipt, ordinal=ordinal, user=user, at=AT)
    assert ReceiptPrint.objects.count() == 1
