"""Several people at once, each on a connection and in a thread of their own, with transactions that really commit."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

Race = Callable[[Sequence[Callable[[], Any]]], list[Any]]
PATIENCE_SECONDS = 60


@pytest.fixture
def at_once(transactional_db: None) -> Race:
    """Start all functions at the same instant and return, in their order, what each returned or raised."""

    def race(functions: Sequence[Callable[[], Any]]) -> list[Any]:
        start = threading.Barrier(len(functions))

        def run(function: Callable[[], Any]) -> Any:
            try:
                connection.ensure_connection()
                start.wait(PATIENCE_SECONDS)
                return function()
            except Exception as error:  # the tests compare what was refused
                return error
            finally:
                connection.close()

        with ThreadPoolExecutor(len(functions)) as pool:
            return [
                future.result(PATIENCE_SECONDS) for future in [pool.submit(run, each) for each in functions]
            ]

    return race
