"""Tables that only grow, on whichever database the tests run."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from revenue.web.append_only import append_only

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Iterator[str]:
    """A table with one row: what it says, and when it was printed."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE paper (id integer PRIMARY KEY, says text, printed text)")
        cursor.execute("INSERT INTO paper VALUES (1, 'uno', '')")
    yield "paper"
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE paper")


def run(operation: Operation, *, backwards: bool = False) -> None:
    state = ProjectState.from_apps(apps)
    with connection.schema_editor() as editor:
        if backwards:
            operation.database_backwards("taxpayers", editor, state, state)
        else:
            operation.database_forwards("taxpayers", editor, state, state)


def execute(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


ATTACKS = [
    "UPDATE paper SET says = 'dos'",
    "UPDATE paper SET printed = 'x', says = 'dos'",
    "DELETE FROM paper",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_row_stays_as_it_was_written(table: str, attack: str) -> None:
    run(append_only(table))
    with pytest.raises(IntegrityError, match="append-only: rows of paper"):
        execute(attack)
    execute("INSERT INTO paper VALUES (2, 'dos', '')")


def test_without_exceptions_no_column_may_change(table: str) -> None:
    run(append_only(table))
    with pytest.raises(IntegrityError):
        execute("UPDATE paper SET printed = 'x'")


@pytest.mark.parametrize("attack", ATTACKS)
def test_only_the_columns_named_may_change(table: str, attack: str) -> None:
    run(append_only(table, except_columns=["printed"]))
    execute("UPDATE paper SET printed = 'hoy'")
    with pytest.raises(IntegrityError):
        execute(attack)


def test_a_column_that_does_not_exist_is_a_programmers_error(table: str) -> None:
    with pytest.raises(AssertionError):
        run(append_only(table, except_columns=["prnted"]))


def test_the_operation_is_repeated_and_reversed(table: str) -> None:
    operation = append_only(table)
    run(operation)
    run(operation)
    run(operation, backwards=True)
    execute("UPDATE paper SET says = 'dos'")
    execute("DELETE FROM paper")
