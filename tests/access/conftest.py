"""The town of these tests, on a known day: made once for all of them, and each undoes what it does (`town.undone`)."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.core.cache import cache

from tests.access import town as towns
from tests.access.town import Town


@pytest.fixture(scope="package")
def town(django_db_setup: None, django_db_blocker: Any) -> Iterator[Town]:
    with django_db_blocker.unblock(), time_machine.travel(towns.NOW, tick=False), towns.undone():
        yield towns.build()


@pytest.fixture(autouse=True)
def _no_attempts_to_sign_in_yet() -> None:
    cache.clear()
