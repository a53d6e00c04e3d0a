"""The clock, read once at the edge of each request and passed inward (rule C8)."""

import datetime as dt

from django.utils import timezone


def now() -> dt.datetime:
    """Return this instant, aware, in UTC."""
    return timezone.now()


def today() -> dt.date:
    """Return the plain date in Puerto Rico: an evening there is not tomorrow because of UTC."""
    return local_date(now())


def local_date(at: dt.datetime) -> dt.date:
    """Return the plain date in Puerto Rico of an instant."""
    return timezone.localdate(at, timezone=timezone.get_default_timezone())
