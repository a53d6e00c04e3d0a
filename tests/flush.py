"""How the tests empty tables whose rows the database itself refuses to let go (invariant V7).

Payments, receipts and audit rows are kept by triggers, also against the clean-up after a test that commits. The
triggers stay in force while a test runs; only that clean-up steps past them.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.operations import BaseDatabaseOperations

_execute_sql_flush = BaseDatabaseOperations.execute_sql_flush


@contextmanager
def _without_sqlite_triggers(connection: BaseDatabaseWrapper) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _sql in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        yield
        for _name, sql in triggers:
            cursor.execute(sql)


@contextmanager
def _without_postgresql_triggers(connection: BaseDatabaseWrapper) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        yield
        cursor.execute("SET session_replication_role = DEFAULT")


def execute_sql_flush(self: BaseDatabaseOperations, sql_list: Iterable[str]) -> None:
    """Run the statements of Django's flush with the triggers set aside: all of it at once, or nothing."""
    without = _without_sqlite_triggers if self.connection.vendor == "sqlite" else _without_postgresql_triggers
    with transaction.atomic(self.connection.alias), without(self.connection):
        _execute_sql_flush(self, sql_list)
