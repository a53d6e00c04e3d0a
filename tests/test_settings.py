"""The product refuses to start when it would be unsafe, with a sentence that says what to set."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
PRODUCTION = {
    "SECRET_KEY": "k3y-of-fifty-characters-made-for-this-test-and-nothing-else",
    "FIELD_ENCRYPTION_KEYS": "another-key-made-for-this-test",
    "ALLOWED_HOSTS": "rentas.example.org",
    "SITE_URL": "https://rentas.example.org",
    "DATABASE_URL": "postgres://app:secret@db/rentas",
}


def load(**environment: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a fresh process that has only these variables."""
    show = (
        "from revenue import settings as s; print(s.DEBUG, s.SECURE_SSL_REDIRECT, s.SECOND_FACTOR_REQUIRED)"
    )
    return subprocess.run(
        [sys.executable, "-c", show],
        cwd=PROJECT,
        env={"PATH": os.environ["PATH"]} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_starts_when_everything_is_set() -> None:
    outcome = load(**PRODUCTION)
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.split() == ["False", "True", "True"], "no debugging, HTTPS, and a second factor"


@pytest.mark.parametrize("name", PRODUCTION)
@pytest.mark.parametrize("how", ["left out", "left empty"])
def test_production_refuses_to_start_without(name: str, how: str) -> None:
    environment = {key: value for key, value in PRODUCTION.items() if key != name}
    if how == "left empty":
        environment[name] = ""
    outcome = load(**environment)
    assert outcome.returncode != 0
    refusal = outcome.stderr.splitlines()[-1]
    assert refusal.startswith("django.core.exceptions.ImproperlyConfigured: ")
    assert name in refusal


def test_production_refuses_sqlite() -> None:
    outcome = load(**PRODUCTION | {"DATABASE_URL": "sqlite:///town.sqlite3"})
    assert outcome.returncode != 0
    assert "SQLite serves demo towns only" in outcome.stderr


def test_production_refuses_to_go_without_the_second_factor() -> None:
    outcome = load(**PRODUCTION | {"SECOND_FACTOR_REQUIRED": "false"})
    assert outcome.returncode != 0
    assert "SECOND_FACTOR_REQUIRED can only be off in a demo town" in outcome.stderr


def test_the_demo_town_needs_nothing_set_and_leaves_the_second_factor_off() -> None:
    outcome = load(DEMO="true")
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.split() == ["False", "False", "False"]


def test_every_variable_that_the_settings_read_is_documented() -> None:
    settings, page = PROJECT / "revenue" / "settings.py", PROJECT / "docs" / "operations.md"
    read = set(re.findall(r"\benv\.\w+\(\s*['\"](\w+)['\"]", settings.read_text(encoding="utf-8")))
    documented = set(re.findall(r"`([A-Z_]+)`", page.read_text(encoding="utf-8")))
    assert len(read) > 5, "the settings are read otherwise now: mend this test"
    assert not read - documented
