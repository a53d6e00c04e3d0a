"""Production's database as docs/postgresql-roles.sql makes it: the application's role cannot undo the safeguards."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.postgres import PrivateCluster, binaries
from tests.test_settings import PRODUCTION

pytestmark = pytest.mark.postgres
PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def cluster() -> Iterator[PrivateCluster]:
    """A cluster whose database, roles and tables are made just as the operations page says."""
    with PrivateCluster() as cluster:
        psql = [
            str(binaries() / "psql"),
            "--quiet",
            "-v",
            "owner_password=dueño",
            "-v",
            "app_password=aplicación",
        ]
        roles = PROJECT / "docs" / "postgresql-roles.sql"
        subprocess.run([*psql, "-f", roles, cluster.url], check=True, capture_output=True)
        environment = PRODUCTION | {"DATABASE_URL": cluster.url_of("revenue_owner", "revenue")}
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, check=True, cwd=PROJECT, env=environment)
        yield cluster


@pytest.fixture
def application(cluster: PrivateCluster) -> Iterator[psycopg.Connection]:
    """A connection as the application's role."""
    with psycopg.connect(cluster.url_of("revenue_app", "revenue"), autocommit=True) as connection:
        yield connection


def test_the_application_reads_and_writes_rows(application: psycopg.Connection) -> None:
    application.execute("INSERT INTO django_session VALUES ('clave', 'datos', now())")
    application.execute("UPDATE django_session SET session_data = 'otros'")
    assert application.execute("SELECT session_data FROM django_session").fetchall() == [("otros",)]
    application.execute("DELETE FROM django_session")


@pytest.mark.parametrize(
    "attack",
    [
        "ALTER TABLE taxpayers_auditentry DISABLE TRIGGER ALL",
        "TRUNCATE taxpayers_auditentry",
        "DROP TABLE taxpayers_auditentry",
        "DROP TRIGGER taxpayers_auditentry_no_update ON taxpayers_auditentry",
        "CREATE OR REPLACE FUNCTION append_only_refuse() RETURNS trigger AS 'BEGIN RETURN NEW; END' LANGUAGE plpgsql",
        "SET session_replication_role = replica",
        "CREATE TABLE public.mine (id int)",
    ],
)
def test_the_application_cannot_undo_the_safeguards(application: psycopg.Connection, attack: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        application.execute(attack)
