"""Issuing, rendering and printing: the only writer of receipts.

Lock order of the house: drawer, accounts by id, then the series, last. The series row is what every receipt of the
year waits for, so nothing slow follows its lock: the PDF is drawn after the commit.
"""

import datetime as dt
import hashlib
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from receipts import codes, outbox, paper, pdf, words
from receipts.errors import PrintTakenError, SeriesMissingError
from receipts.models import Receipt, ReceiptDocument, ReceiptPrint, Series
from receipts.snapshot import Issued, compose, digest, read_draft
from taxpayers.staff.models import User

RENDER = "receipt.render"
ORIGINAL = 0


def series_open(*, kind: Series.Kind, fiscal_year: str, window: str = "", prefix: str = "") -> Series:
    """Return the series of `kind` for a fiscal year ("2026-27") and window, opening it at number zero the first time.

    Its code is prefix, year and window joined by hyphens; it heads every printed number: `2026-27-000123`.
    """
    code = "-".join(part for part in (prefix, fiscal_year, window) if part)
    series, _created = Series.objects.get_or_create(
        kind=kind, fiscal_year=fiscal_year, window=window, defaults={"code": code}
    )
    return series


def issue(*, series: str, snapshot: dict[str, Any], issued_by: User, at: dt.datetime) -> Receipt:
    """Give the next number of `series` to the visit described by `snapshot` (the draft of receipts/snapshot.py).

    Call it inside the transaction that takes the money, as its last act: it locks the series row until that
    commits, which is what makes the numbers consecutive with no gap and no repeat (rules.md section 8, V5).
    Rendering is promised in the same transaction.

    Raises:
        SnapshotInvalidError: naming the field; nothing is written.
        SeriesMissingError: no such series of receipts.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("issue() belongs inside the transaction that takes the money")
    draft = read_draft(snapshot)
    try:
        counter = Series.objects.select_for_update().get(code=series, kind=Series.Kind.RECEIPT)
    except Series.DoesNotExist:
        raise SeriesMissingError(
            "series_missing",
            _("No existe la serie de recibos %(series)s: pida que la abran.") % {"series": series},
            series=series,
        ) from None
    counter.last_number += 1
    counter.save(update_fields=["last_number"])
    code = codes.new_code()
    issued = Issued(
        series=counter.code,
        number=counter.last_number,
        label=f"{counter.code}-{counter.last_number:06d}",
        issued_at=timezone.localtime(at, timezone.get_default_timezone()).replace(microsecond=0),
        total_in_words=words.amount_in_words(draft.total_cents),
        verification_code=code,
        verification_url=settings.SITE_URL.rstrip("/") + reverse("receipt_verify_code", args=[code]),
    )
    content = compose(draft, issued)
    receipt = Receipt.objects.create(
        series=counter,
        number=issued.number,
        label=issued.label,
        snapshot=content,
        snapshot_sha256=digest(content),
        verification_code=code,
        total_cents=draft.total_cents,
        received_on=draft.received_on,
        issued_at=at,
        issued_by=issued_by,
    )
    outbox.enqueue(RENDER, {"receipt": receipt.pk}, at=at)
    return receipt


def document(receipt: Receipt, *, at: dt.datetime | None = None) -> ReceiptDocument:
    """Return the stored PDF of a receipt, drawing and storing it the first time; `at` defaults to the moment of issue.

    Several processes may draw at once: they draw the same bytes, and the first to insert wins.
    """
    stored = ReceiptDocument.objects.filter(receipt=receipt).first()
    if stored is None:
        content = pdf.receipt(paper.receipt_context(receipt.snapshot))
        stored, _created = ReceiptDocument.objects.get_or_create(
            receipt=receipt,
            defaults={
                "content": content,
                "sha256": hashlib.sha256(content).hexdigest(),
                "engine": pdf.ENGINE,
                "rendered_at": at or receipt.issued_at,
            },
        )
    return stored


@transaction.atomic
def record_print(*, receipt: Receipt, ordinal: int, user: User, at: dt.datetime) -> ReceiptPrint:
    """Record a printing: ordinal 0 is the original's, then 1, 2 ... for each reprint.

    The ordinal is the one the person was shown. Asked twice (a double click, Back) it is the same printing; a gap
    or somebody else's ordinal is refused, so that no two papers carry one number.

    Raises:
        PrintTakenError: the ordinal is not the next one, or another person took it.
    """
    done = ReceiptPrint.objects.filter(receipt=receipt).count()
    if ordinal <= done:
        row, _created = ReceiptPrint.objects.get_or_create(
            receipt=receipt,
            ordinal=ordinal,
            defaults={"printed_at": at, "printed_by": user, "printed_by_name": str(user)[:200]},
        )
        if row.printed_by_id == user.pk:
            return row
    raise PrintTakenError(
        "print_taken",
        _(
            "Este recibo se imprimió mientras tanto: vuelva a abrirlo y, si todavía lo necesita, pida otra reimpresión."
        ),
        ordinal=ordinal,
    )


def printed(row: ReceiptPrint) -> bytes:
    """Return the PDF of a printing: the stored one as issued, under the band of its reprint if it is one."""
    issued = bytes(document(row.receipt).content)
    if row.ordinal == ORIGINAL:
        return issued
    local = timezone.localtime(row.printed_at, timezone.get_default_timezone())
    return pdf.stamped(issued, paper.reprint_mark(ordinal=row.ordinal, at=local, user=row.printed_by_name))
