"""From a snapshot to the words and figures on the page: what the receipt's template is given."""

import datetime as dt
import typing

from django.utils import formats, translation
from django.utils.translation import gettext as _

from receipts import pdf, snapshot

TIGHT_FROM_CENTS = 1_000_000_00


def receipt_context(stored: dict[str, typing.Any]) -> dict[str, object]:
    """Return the template's context for a stored snapshot; every instant already as local text."""
    draft, issued = snapshot.read(stored)
    same_day = issued.issued_at.date() == draft.received_on
    with translation.override(pdf.LANGUAGE):
        return {
            "draft": draft,
            "issued": issued,
            "issued_at": clock_time(issued.issued_at) if same_day else instant(issued.issued_at),
            "same_day": same_day,
            "tight": _widest_cents(draft) >= TIGHT_FROM_CENTS,
            "seal": pdf.seal_address(draft.municipality.seal),
            "qr": pdf.qr_address(issued.verification_url),
            "verification_page": issued.verification_url.removesuffix(f"/{issued.verification_code}/").split(
                "://"
            )[-1],
            "created": issued.issued_at.isoformat(),
        }


def instant(at: dt.datetime) -> str:
    """Write a local instant as `15 de julio de 2025, 10:31 a. m.`; the instant keeps its own offset."""
    return f"{formats.date_format(at.date(), 'DATE_FORMAT')}, {clock_time(at)}"


def clock_time(at: dt.datetime) -> str:
    """Write the time of a local instant as `10:31 a. m.`."""
    return f"{at.hour % 12 or 12}:{at.minute:02d} {_('a. m.') if at.hour < 12 else _('p. m.')}"


def _widest_cents(draft: snapshot.Draft) -> int:
    """Return the largest amount in the columns: from a million on they are set smaller, to stand side by side."""
    return max(max(max(account.totals), account.remaining_cents) for account in draft.accounts)


def reprint_mark(*, ordinal: int, at: dt.datetime, user: str) -> str:
    """Return the band of a reprint: which one, when (local), by whom."""
    with translation.override(pdf.LANGUAGE):
        return _("REIMPRESIÓN %(ordinal)d — %(at)s — %(user)s") % {
            "ordinal": ordinal,
            "at": instant(at),
            "user": user,
        }
