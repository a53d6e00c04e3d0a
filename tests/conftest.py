"""What every test shares.

The suite runs on SQLite by itself (`pytest`) and on PostgreSQL under `python -m tests.postgres pytest`. Tests marked
`postgres`, and all of tests/concurrency and tests/crash, only count there: SQLite ignores row locks without a word.
"""

from pathlib import Path

import pytest
from django.conf import settings
from django.db.backends.base.operations import BaseDatabaseOperations
from hypothesis import settings as hypothesis_settings

from tests.flush import execute_sql_flush

TESTS = Path(__file__).parent
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_reset_sequences"}
POSTGRES_FOLDERS = {"concurrency", "crash"}

# Examples may take long on a busy machine; a failure prints how to repeat it.
hypothesis_settings.register_profile("house", deadline=None, print_blob=True)
hypothesis_settings.load_profile("house")


def on_postgresql() -> bool:
    """Say whether this run uses PostgreSQL."""
    return bool(settings.DATABASES["default"]["ENGINE"].endswith("postgresql"))


def pytest_report_header() -> str:
    """Say which database the run uses and what that leaves out."""
    if on_postgresql():
        return "database: PostgreSQL"
    return "database: SQLite, without the tests for PostgreSQL (python -m tests.postgres .venv/bin/pytest runs those)"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they need, and leave out those that need PostgreSQL when it is not there."""
    left_out = []
    for item in items:
        folder = item.path.relative_to(TESTS).parts[0]
        if folder in POSTGRES_FOLDERS:
            item.add_marker("postgres")
        if folder == "browser":
            item.add_marker("browser")
        fixtures = set(getattr(item, "fixturenames", ()))
        if (
            item.get_closest_marker("django_db")
            or item.get_closest_marker("postgres")
            or fixtures & DATABASE_FIXTURES
        ):
            item.add_marker("database")
        if item.get_closest_marker("postgres") and not on_postgresql():
            left_out.append(item)
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


@pytest.fixture(scope="session", autouse=True)
def _flush_past_triggers() -> None:
    """Let the clean-up after tests that commit empty the tables that triggers keep."""
    BaseDatabaseOperations.execute_sql_flush = execute_sql_flush
