"""The town of these tests, on a known day."""

from typing import Any

import pytest
from django.core.cache import cache

from tests.access import town as towns
from tests.access.town import Town


@pytest.fixture
def town(db: None, time_machine: Any) -> Town:
    cache.clear()  # the rate limits of signing in count there
    time_machine.move_to(towns.NOW, tick=False)
    return towns.build()
