"""The demo town has years of declarations, the same every time."""

import datetime as dt

import pytest
from django.test import TestCase

from revenue.charges import demo
from revenue.charges.models import VolumeDeclaration
from revenue.ledger.models import Debt
from revenue.municipality import demo as municipality
from revenue.municipality.models import NonWorkingDay
from revenue.municipality.selectors import municipality as town_served
from taxpayers import demo as people
from taxpayers.models import User

TODAY = dt.date(2026, 12, 1)


@pytest.mark.django_db
class TestDemoTown(TestCase):
    """One town for all that is asked of it: its years take seconds to load."""

    @classmethod
    def setUpTestData(cls) -> None:
        taxpayers = people.load(None, TODAY)
        staff = {user.username: user for user in User.objects.all()}
        municipality.load(staff["administrador"], staff["director"], TODAY)
        demo.load(taxpayers, staff["oficinista"], TODAY)

    def test_the_town_has_years_of_debts_and_work_left_for_the_clerk(self) -> None:
        assert town_served().name == "Municipio de Cayey"
        filed = VolumeDeclaration.objects.all()
        assert {row.fiscal_year for row in filed} == set(range(2021, 2027))
        assert {row.is_late for row in filed} == {True, False}
        assert {row.tax_cents == 0 for row in filed} == {True, False}
        assert filed.filter(fiscal_year=2026).count() < filed.filter(fiscal_year=2025).count()
        assert all(row.filed_on.weekday() < 5 and row.filed_on < TODAY for row in filed)
        assert Debt.objects.filter(due_on=dt.date(2023, 7, 17)).exists()
        assert Debt.objects.filter(due_on=dt.date(2024, 1, 16)).exists()

    def test_acknowledgements_ascend_with_the_day_of_filing(self) -> None:
        for fiscal_year in range(2021, 2027):
            rows = list(VolumeDeclaration.objects.filter(fiscal_year=fiscal_year).order_by("acknowledgement"))
            assert [row.acknowledgement for row in rows] == list(range(1, len(rows) + 1))
            assert [row.filed_on for row in rows] == sorted(row.filed_on for row in rows)

    def test_one_closure_waits_for_the_director(self) -> None:
        assert NonWorkingDay.objects.pending().get().name == "Víspera de Navidad"
