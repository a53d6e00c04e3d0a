"""The demo town's people: every kind, every role, the same each time."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from taxpayers import demo
from taxpayers.people.models import Business, Officer, TaxIdentifier, Taxpayer
from taxpayers.people.selectors import search
from taxpayers.staff.models import Role, User
from taxpayers.staff.selectors import roles_on
from tests.taxpayers.conftest import TODAY

pytestmark = pytest.mark.django_db


def test_the_demo_has_somebody_of_every_kind_and_role() -> None:
    people = demo.load(None, TODAY)
    assert len(people) >= 40
    assert {taxpayer.kind for taxpayer in people.values()} == set(Taxpayer.Kind)
    assert {business.license_class for business in Business.objects.all()} == set(Business.LicenseClass)
    assert {officer.title for officer in Officer.objects.all()} == set(Officer.Title)
    assert TaxIdentifier.objects.exists()
    held = {user.username: roles_on(user, TODAY) for user in User.objects.all()}
    assert frozenset().union(*held.values()) == frozenset(Role)
    assert held["exrecaudador"] == frozenset()
    assert roles_on(User.objects.get(username="exrecaudador"), TODAY - dt.timedelta(days=1)) == {
        Role.COLLECTOR
    }
    assert search("penuelas nunez")


@pytest.mark.parametrize("today", [dt.date(2024, 2, 29), dt.date(2026, 1, 1), dt.date(2027, 12, 31)])
def test_the_demo_loads_on_any_day(today: dt.date) -> None:
    people = demo.load(None, today)
    assert people["panaderia-nunez"].number == "C-000001"


def test_the_people_of_the_demo_sign_in(client: Client) -> None:
    demo.load(None, TODAY)
    client.post(reverse("account_login"), {"login": "recaudador", "password": demo.DEMO_PASSWORD})
    assert client.get(reverse("taxpayer_search")).status_code == 200
