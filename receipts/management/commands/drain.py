"""Work the outbox: the small process that stands in for a queue, and sweeps what a queue forgot."""

import argparse
import signal
import threading
from types import FrameType
from typing import Any

import structlog
from django.core.management.base import BaseCommand
from django.db import InterfaceError, OperationalError, close_old_connections

from receipts import outbox
from revenue.web import clock

IDLE_SECONDS = 1.0
DATABASE_AWAY_SECONDS = 5.0

_log = structlog.get_logger(__name__)


class Command(BaseCommand):
    """`manage.py drain` works messages as they come until SIGTERM; `--once` works what waits now and ends."""

    help = "Works the outbox (PDFs, letters) until it is told to stop; --once works what waits now."
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add `--once`."""
        parser.add_argument("--once", action="store_true", help="end when nothing waits")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        """Work messages one at a time; a signal lets the one in hand finish."""
        if once:
            worked = 0
            while outbox.drain_once(at=clock.now()):
                worked += 1
            self.stdout.write(f"{worked}")
            return
        stopping = threading.Event()

        def stop(signum: int, frame: FrameType | None) -> None:
            stopping.set()

        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, stop)
        while not stopping.is_set():
            stopping.wait(_work_one())


def _work_one() -> float:
    """Work one message and return how many seconds to wait before the next; a database that is away is waited for."""
    try:
        close_old_connections()
        return 0.0 if outbox.drain_once(at=clock.now()) else IDLE_SECONDS
    except (OperationalError, InterfaceError) as error:
        _log.warning("outbox_database_away", error=type(error).__name__)
        return DATABASE_AWAY_SECONDS
