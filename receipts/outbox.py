"""The outbox: work that leaves a transaction only by being committed with it.

`enqueue()` inserts a row beside the change that promises the work. A drainer claims rows one by one with a
conditional update that must hit exactly one row, runs the handler registered for the kind, and marks the row done.
A drainer that dies leaves a claim that grows stale and is taken again, so a handler must be safe to repeat.
"""

import datetime as dt
from collections.abc import Callable
from typing import Any

import structlog
from django.db import connection
from django.db.models import F, Q, QuerySet
from django.db.transaction import TransactionManagementError
from django.utils.module_loading import autodiscover_modules

from receipts.models import OutboxMessage

Handler = Callable[[dict[str, Any], dt.datetime], None]

MAX_ATTEMPTS = 8
FIRST_DELAY = dt.timedelta(seconds=10)
LONGEST_DELAY = dt.timedelta(hours=1)
STALE_AFTER = dt.timedelta(minutes=10)  # above the longest handler

_handlers: dict[str, Handler] = {}
_log = structlog.get_logger(__name__)


def handles(kind: str) -> Callable[[Handler], Handler]:
    """Register the decorated function as the one that works messages of `kind`: it gets the payload and the instant."""

    def register(handler: Handler) -> Handler:
        if _handlers.setdefault(kind, handler) is not handler:
            raise ValueError(f"two handlers for {kind}")
        return handler

    return register


def enqueue(kind: str, payload: dict[str, Any], *, at: dt.datetime) -> OutboxMessage:
    """Promise work of `kind`: it will be done if and only if the caller's transaction commits.

    The payload holds ids, never personal data.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError(
            "enqueue() outside a transaction could outlive the change it belongs to"
        )
    return OutboxMessage.objects.create(kind=kind, payload=payload, created_at=at, available_at=at)


def delay_after(attempts: int) -> dt.timedelta:
    """Return how long to wait after the given number of failed attempts: 10 s, 20 s, 40 s ... at most an hour."""
    return min(FIRST_DELAY * int(2 ** (attempts - 1)), LONGEST_DELAY)


def waiting(at: dt.datetime) -> QuerySet[OutboxMessage]:
    """Return what may be claimed at `at`, oldest first: available, and not in the hands of a living drainer."""
    free = Q(claimed_at=None) | Q(claimed_at__lt=at - STALE_AFTER)
    return OutboxMessage.objects.filter(free, done_at=None, dead_at=None, available_at__lte=at).order_by(
        "available_at", "id"
    )


def _handler_of(kind: str) -> Handler:
    if kind not in _handlers:
        autodiscover_modules("tasks")  # each application registers its handlers in its tasks.py
    return _handlers[kind]


def drain_once(*, at: dt.datetime) -> OutboxMessage | None:
    """Work the oldest waiting message and return it; None when nothing waits."""
    message = _claim(at)
    if message is None:
        return None
    if message.attempts > MAX_ATTEMPTS:
        # Its drainer died each time before it could say why: a message that kills must not kill for ever.
        _settle(message, at, dead_at=at, last_error="the process died while working it")
        return message
    try:
        _handler_of(message.kind)(message.payload, at)
    except Exception as error:  # whatever a handler raises is kept with the message, and the drainer goes on
        _fail(message, at, error)
    else:
        _settle(message, at, done_at=at, last_error="")
    return message


def _claim(at: dt.datetime) -> OutboxMessage | None:
    """Take the oldest waiting message; the loser of a race tries the next one."""
    for message in waiting(at)[:20]:
        # The race: two drainers read the same row. Only the one whose update still finds the claim that it read has it.
        mine = OutboxMessage.objects.filter(
            pk=message.pk,
            claimed_at=message.claimed_at,
            attempts=message.attempts,
            done_at=None,
            dead_at=None,
        ).update(claimed_at=at, attempts=F("attempts") + 1)
        if mine == 1:
            message.claimed_at, message.attempts = at, message.attempts + 1
            return message
    return None


def _fail(message: OutboxMessage, at: dt.datetime, error: Exception) -> None:
    # The kind of error only: its text could carry a name or an address.
    _log.warning(
        "outbox_failed",
        kind=message.kind,
        message=message.pk,
        attempts=message.attempts,
        error=type(error).__name__,
    )
    reason = f"{type(error).__name__}: {error}"[:1000]
    if message.attempts >= MAX_ATTEMPTS:
        _settle(message, at, dead_at=at, last_error=reason)
    else:
        _settle(
            message, at, claimed_at=None, available_at=at + delay_after(message.attempts), last_error=reason
        )


def _settle(message: OutboxMessage, claim: dt.datetime, /, **changes: Any) -> None:
    """Write the outcome, unless the claim went stale and another drainer has the message now."""
    held = OutboxMessage.objects.filter(pk=message.pk, claimed_at=claim, attempts=message.attempts)
    if held.update(**changes) == 1:
        for name, value in changes.items():
            setattr(message, name, value)
