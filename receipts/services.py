"""Issuing, rendering and printing: the only writer of receipts.

Lock order of the house: drawer, accounts by id, then the series, last. The series row is what every receipt of the year waits for, so nothing
slow follows its lock: the PDF is drawn after the commit.
"""

import datetime as dt
import hashlib
import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from receipts import outbox, paper, pdf, snapshot, words
from receipts.errors import ReprintRefused, SeriesMissing
from receipts.models import Receipt, ReceiptDocument, ReceiptPrint, Series

RENDER = "receipt.render"
ORIGINAL = 0

# Nothing that is mistaken for something else when read aloud or written by hand: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
CODE_ALPHABET = "34679ACDEFGHJKMNPQRTWXY"
CODE_GROUPS, CODE_GROUP_LENGTH = 3, 4


def series_open(*, kind: Series.Kind, fiscal_year: str, window: str = "", prefix: str = "") -> Series:
    """Return the series of `kind` for a fiscal year ("2026-27") and window, opening it at number zero the first time.

    Its code is prefix, year and window joined by hyphens; it heads every printed number: `2026-27-000123`.
    """
    code = "-".join(part for part in (prefix, fiscal_year, window) if part)
    series, _created = Series.objects.get_or_create(kind=kind, fiscal_year=fiscal_year, window=window, defaults={"code": code})
    return series


def issue(*, series: str, snapshot: dict[str, Any], issued_by: AbstractUser, at: dt.datetime) -> Receipt:
    """Give the next number of `series` to the visit described by `snapshot` (the draft of receipts/snapshot.py).

    Call it inside the transaction that takes the money, as its last act: it locks the series row until that commits, which is what makes the
    numbers consecutive with no gap and no repeat (rules.md section 8, V5). Rendering is promised in the same transaction.

    Raises:
        SnapshotInvalid: naming the field; nothing is written.
        SeriesMissing: no such series of receipts.
    """
    assert connection.in_atomic_block, "issue() belongs inside the transaction that takes the money"
    draft = read_draft(snapshot)
    try:
        counter = Series.objects.select_for_update().get(code=series, kind=Series.Kind.RECEIPT)
    except Series.DoesNotExist:
        raise SeriesMissing(
            "series_missing", _("No existe la serie de recibos %(series)s: pida que la abran.") % {"series": series}, series=series
        ) from None
    counter.last_number += 1
    counter.save(update_fields=["last_number"])
    code = new_verification_code()
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


def new_verification_code() -> str:
    """Return a code that nobody can guess (23^12, 54 bits) and anybody can copy by hand: `K7QD-M3XA-9FTR`."""
    group = CODE_GROUP_LENGTH
    return "-".join("".join(secrets.choice(CODE_ALPHABET) for _sign in range(group)) for _group in range(CODE_GROUPS))


def document(receipt: Receipt, *, at: dt.datetime | None = None) -> ReceiptDocument:
    """Return the stored PDF of a receipt, drawing and storing it the first time.

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
                "rendered_at": at or timezone.now(),
            },
        )
    return stored
