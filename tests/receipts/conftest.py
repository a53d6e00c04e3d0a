"""Collectors, a series, and receipts issued as the counter issues them."""

import datetime as dt
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from receipts import services
from receipts.models import Receipt, Series
from taxpayers.staff.models import Role, User
from taxpayers.staff.services import appoint
from tests.receipts import samples

AT = dt.datetime(2026, 8, 14, 14, 31, 5, tzinfo=dt.UTC)  # 10:31:05 a. m. in Puerto Rico

_usernames = (f"persona{number}" for number in itertools.count(1))


def staff(role: Role | None, *, first_name: str = "Ana", last_name: str = "Núñez") -> User:
    """Return a new user with an appointment in force, or with none."""
    user = User.objects.create_user(username=next(_usernames), first_name=first_name, last_name=last_name)
    if role:
        appoint(
            actor=None,
            user=user,
            role=role,
            title=str(role.label),
            starts_on=dt.date(2020, 1, 1),
            ends_on=None,
            citation="Orden 1",
            at=AT,
        )
    return user


def signed_in(user: User) -> Client:
    """Return a browser in which `user` has signed in."""
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def collector(db: None) -> User:
    return staff(Role.COLLECTOR)


@pytest.fixture
def series(db: None) -> Series:
    return services.series_open(kind=Series.Kind.RECEIPT, fiscal_year="2026-27")


@pytest.fixture
def issue(series: Series, collector: User) -> Callable[..., Receipt]:
    def issue_one(
        draft: dict[str, Any] | None = None, *, at: dt.datetime = AT, by: User = collector
    ) -> Receipt:
        with transaction.atomic():
            return services.issue(series=series.code, snapshot=draft or samples.draft(), issued_by=by, at=at)

    return issue_one


@pytest.fixture
def receipt(issue: Callable[..., Receipt]) -> Receipt:
    return issue()
