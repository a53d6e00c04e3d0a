"""Reading paper: one receipt by number or by code, the printings, and what the outbox has not done."""

from django.db.models import Count, F, Max, Q, QuerySet

from receipts.codes import code_typed
from receipts.models import OutboxMessage, Receipt, Series


def receipts() -> QuerySet[Receipt]:
    """Return every receipt, newest first, with what a list shows of each."""
    return Receipt.objects.select_related("series", "issued_by")


def receipt_by_code(text: str) -> Receipt | None:
    """Return the receipt of a verification code, typed in any case and with or without hyphens, or None."""
    code = code_typed(text)
    return receipts().filter(verification_code=code).first() if code else None


def broken_series() -> QuerySet[Series]:
    """Return the series whose numbers are not exactly 1 to `last_number` (V5); none, always."""
    counted = Series.objects.annotate(issued=Count("receipts"), highest=Max("receipts__number", default=0))
    return counted.exclude(issued=F("last_number"), highest=F("last_number"))


def outbox_pending() -> QuerySet[OutboxMessage]:
    """Return the work that waits or is being done, oldest first."""
    return OutboxMessage.objects.filter(done_at=None, dead_at=None).order_by("available_at", "id")


def outbox_dead() -> QuerySet[OutboxMessage]:
    """Return the work that failed too often and needs a person."""
    return OutboxMessage.objects.filter(~Q(dead_at=None)).order_by("dead_at", "id")
