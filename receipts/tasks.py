"""Work of paper that the outbox carries; each task is safe to repeat."""

import datetime as dt
from typing import Any

from receipts import outbox, services
from receipts.models import Receipt


@outbox.handles(services.RENDER)
def render(payload: dict[str, Any], at: dt.datetime) -> None:
    """Draw and store the PDF of the receipt `payload["receipt"]`, unless the counter already did."""
    services.document(Receipt.objects.get(pk=payload["receipt"]), at=at)
