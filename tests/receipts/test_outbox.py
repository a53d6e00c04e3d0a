"""The outbox: promised with the change, done at least once, never by two at a time, given up aloud."""

import datetime as dt
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.db.transaction import TransactionManagementError

from receipts import outbox, selectors
from receipts.models import OutboxMessage, Receipt, ReceiptDocument
from tests.receipts.conftest import AT

SECOND = dt.timedelta(seconds=1)
Work = Callable[[dict[str, Any], dt.datetime], None]


@pytest.fixture
def handle() -> Iterator[Callable[[Work], None]]:
    """Register the handler of messages of kind `test`, for one test."""
    yield lambda handler: outbox._handlers.__setitem__("test", handler)
    outbox._handlers.pop("test", None)


def promise(at: dt.datetime = AT, **payload: Any) -> OutboxMessage:
    with transaction.atomic():
        return outbox.enqueue("test", payload, at=at)


def explode(payload: dict[str, Any], at: dt.datetime) -> None:
    raise ValueError("no hay papel")


@pytest.mark.django_db(transaction=True)
def test_a_promise_outside_a_transaction_is_a_programming_error() -> None:
    with pytest.raises(TransactionManagementError, match="outside a transaction"):
        outbox.enqueue("test", {}, at=AT)


@pytest.mark.django_db
def test_a_promise_vanishes_with_its_transaction() -> None:
    with transaction.atomic():
        outbox.enqueue("test", {}, at=AT)
        transaction.set_rollback(True)
    assert outbox.drain_once(at=AT) is None


@pytest.mark.django_db
def test_messages_are_worked_oldest_first_and_once(handle: Callable[[Work], None]) -> None:
    done: list[int] = []
    handle(lambda payload, at: done.append(payload["n"]))
    promise(AT, n=2)
    promise(AT - SECOND, n=1)
    promise(AT + SECOND, n=3)
    while outbox.drain_once(at=AT):
        pass
    assert done == [1, 2]
    assert outbox.drain_once(at=AT + SECOND).payload == {"n": 3}  # type: ignore[union-attr]
    assert not selectors.outbox_pending().exists()


@pytest.mark.django_db
def test_a_claimed_message_is_left_alone_until_its_claim_is_stale(handle: Callable[[Work], None]) -> None:
    taken: list[OutboxMessage | None] = []
    handle(lambda payload, at: taken.append(outbox.drain_once(at=at)))
    promise()
    outbox.drain_once(at=AT)
    assert taken == [None]

    OutboxMessage.objects.update(done_at=None)  # as if its drainer had died before saying that it was done
    assert outbox.drain_once(at=AT + outbox.STALE_AFTER) is None
    again = outbox.drain_once(at=AT + outbox.STALE_AFTER + SECOND)
    assert again is not None
    assert (again.attempts, again.done_at) == (2, AT + outbox.STALE_AFTER + SECOND)


@pytest.mark.django_db
def test_of_two_drainers_that_read_one_row_only_one_has_it(
    handle: Callable[[Work], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    handle(lambda payload, at: done.append(payload["who"]))
    promise(who="once")
    seen_by_both = list(outbox.waiting(AT))
    monkeypatch.setattr(outbox, "waiting", lambda at: seen_by_both)
    first = outbox.drain_once(at=AT)
    seen_by_both[0].claimed_at, seen_by_both[0].attempts = None, 0  # what the second had read
    second = outbox.drain_once(at=AT)
    assert (first is not None, second, done) == (True, None, ["once"])


@pytest.mark.django_db
def test_a_drainer_whose_claim_went_stale_does_not_speak_for_the_one_that_took_over(
    handle: Callable[[Work], None],
) -> None:
    later = AT + outbox.STALE_AFTER + SECOND

    def slow(payload: dict[str, Any], at: dt.datetime) -> None:
        if at == AT:
            OutboxMessage.objects.update(claimed_at=later, attempts=2)  # another drainer took it meanwhile
            raise ValueError("too late")

    handle(slow)
    message = promise()
    outbox.drain_once(at=AT)
    message.refresh_from_db()
    assert (message.claimed_at, message.last_error) == (later, "")


@pytest.mark.django_db
def test_a_failure_is_kept_and_tried_again_ever_later(handle: Callable[[Work], None]) -> None:
    handle(explode)
    message, at, waits = promise(), AT, []
    for _attempt in range(outbox.MAX_ATTEMPTS - 1):
        assert outbox.drain_once(at=at) is not None
        message.refresh_from_db()
        assert outbox.drain_once(at=message.available_at - SECOND) is None
        waits.append((message.available_at - at).total_seconds())
        at = message.available_at
    assert waits == [10, 20, 40, 80, 160, 320, 640]
    assert message.last_error == "ValueError: no hay papel"


def test_the_wait_grows_to_an_hour_and_no_longer() -> None:
    assert outbox.delay_after(9) == dt.timedelta(seconds=2560)
    assert outbox.delay_after(10) == outbox.delay_after(30) == dt.timedelta(hours=1)


@pytest.mark.django_db
def test_a_message_that_always_fails_is_given_up_and_listed(handle: Callable[[Work], None]) -> None:
    handle(explode)
    message = promise()
    for hours in range(outbox.MAX_ATTEMPTS + 3):
        outbox.drain_once(at=AT + dt.timedelta(hours=hours))
    message.refresh_from_db()
    assert message.attempts == outbox.MAX_ATTEMPTS
    assert message.dead_at == AT + dt.timedelta(hours=outbox.MAX_ATTEMPTS - 1)
    assert list(selectors.outbox_dead()) == [message]
    assert not selectors.outbox_pending().exists()


@pytest.mark.django_db
def test_a_message_that_kills_its_process_is_given_up_too(handle: Callable[[Work], None]) -> None:
    def kill(payload: dict[str, Any], at: dt.datetime) -> None:
        raise SystemExit

    handle(kill)
    message, at = promise(), AT
    for _attempt in range(outbox.MAX_ATTEMPTS):
        with pytest.raises(SystemExit):
            outbox.drain_once(at=at)
        at += outbox.STALE_AFTER + SECOND
    outbox.drain_once(at=at)
    message.refresh_from_db()
    assert message.dead_at == at


@pytest.mark.django_db
def test_a_kind_that_nobody_handles_fails_by_name() -> None:
    with transaction.atomic():
        message = outbox.enqueue("unheard.of", {}, at=AT)
    outbox.drain_once(at=AT)
    message.refresh_from_db()
    assert "unheard.of" in message.last_error


def test_issuing_promises_the_pdf_and_draining_stores_it(
    receipt: Receipt, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("drain", once=True)
    assert capsys.readouterr().out.strip() == "1"
    assert ReceiptDocument.objects.get().receipt == receipt
    assert not selectors.outbox_pending().exists()


@pytest.mark.django_db(transaction=True)
def test_the_drainer_works_until_it_is_told_to_stop_and_ends_cleanly(receipt: Receipt) -> None:
    database = settings.DATABASES["default"]
    where = (
        f"sqlite:///{database['NAME']}"
        if database["ENGINE"].endswith("sqlite3")
        else "postgres://{USER}:{PASSWORD}@/{NAME}?host={HOST}&port={PORT}".format(**database)
    )
    environment = {
        **os.environ,
        "TESTING": "true",
        "DATABASE_URL": where,
        "DJANGO_SETTINGS_MODULE": "revenue.settings",
    }
    drainer = subprocess.Popen([sys.executable, "manage.py", "drain"], cwd=settings.BASE_DIR, env=environment)
    try:
        limit = time.monotonic() + 60
        while not ReceiptDocument.objects.exists():
            assert time.monotonic() < limit, "the drainer stored nothing"
            time.sleep(0.1)
        drainer.send_signal(signal.SIGTERM)
        assert drainer.wait(timeout=30) == 0
    finally:
        drainer.kill()
