"""Rows that are never changed or deleted: triggers that refuse, on both databases, whoever asks (V7).

A model that must only grow names its table once, in a migration written by hand:

    operations = [append_only("taxpayers_auditentry")]

Three things to know. TRUNCATE is left out on purpose: it is a privilege of the table's owner, which the application's
role is not. Columns named in `except_columns` may be updated and every other column may not appear in an UPDATE, so
services save such rows with `update_fields`. SQLite drops the triggers of a table that a later migration rebuilds:
that migration repeats the operation, which replaces what it finds.
"""

from collections.abc import Iterable

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation

_REFUSE_ON_POSTGRESQL = """
CREATE OR REPLACE FUNCTION append_only_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'append-only: rows of % are never changed or deleted', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def append_only(table: str, *, except_columns: Iterable[str] = ()) -> Operation:
    """Return a migration operation after which `table` refuses UPDATE and DELETE with an IntegrityError.

    Only `except_columns` may be updated. The operation can be repeated, and reversed.
    """
    allowed = frozenset(except_columns)

    def forwards(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        _drop(editor, table)
        _create(editor, table, allowed)

    def backwards(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        _drop(editor, table)

    return migrations.RunPython(forwards, backwards, elidable=False)


def _names(editor: BaseDatabaseSchemaEditor, table: str) -> tuple[str, str]:
    quote = editor.quote_name
    return quote(f"{table}_no_update"), quote(f"{table}_no_delete")


def _drop(editor: BaseDatabaseSchemaEditor, table: str) -> None:
    on_table = f" ON {editor.quote_name(table)}" if editor.connection.vendor == "postgresql" else ""
    for name in _names(editor, table):
        editor.execute(f"DROP TRIGGER IF EXISTS {name}{on_table}")


def _create(editor: BaseDatabaseSchemaEditor, table: str, allowed: frozenset[str]) -> None:
    no_update, no_delete = _names(editor, table)
    quoted = editor.quote_name(table)
    if editor.connection.vendor == "postgresql":
        editor.execute(_REFUSE_ON_POSTGRESQL, params=None)  # its % is not a placeholder
        body = "FOR EACH ROW EXECUTE FUNCTION append_only_refuse()"
    else:
        reason = f"append-only: rows of {table} are never changed or deleted"
        body = f"FOR EACH ROW BEGIN SELECT RAISE(ABORT, '{reason}'); END"
    update_of = _update_of(editor, table, allowed)
    editor.execute(f"CREATE TRIGGER {no_update} BEFORE UPDATE{update_of} ON {quoted} {body}")
    editor.execute(f"CREATE TRIGGER {no_delete} BEFORE DELETE ON {quoted} {body}")


def _update_of(editor: BaseDatabaseSchemaEditor, table: str, allowed: frozenset[str]) -> str:
    """Return the `OF` clause that names every column that may not change; nothing when none may."""
    if not allowed:
        return ""
    with editor.connection.cursor() as cursor:
        description = editor.connection.introspection.get_table_description(cursor, table)
    columns = {column.name for column in description}
    assert allowed < columns, f"{table} has no column {sorted(allowed - columns)}"
    return " OF " + ", ".join(editor.quote_name(name) for name in sorted(columns - allowed))
