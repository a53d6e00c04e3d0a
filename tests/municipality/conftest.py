"""A town with the year's holidays, and two people who may enter and approve rows."""

import datetime as dt

import pytest

from revenue.municipality import services
from taxpayers.models import User

NOW = dt.datetime(2026, 12, 1, 14, 30, tzinfo=dt.UTC)


@pytest.fixture
def admin(db) -> User:
    return User.objects.create_user("administradora", first_name="Ana", last_name="Ruiz")


@pytest.fixture
def director(db) -> User:
    return User.objects.create_user("directora", first_name="Rosa", last_name="Colón")


@pytest.fixture
def holidays(db) -> None:
    services.holidays_load(years=range(2020, 2029), at=NOW)
