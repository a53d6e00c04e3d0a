"""Cayey with its rates and holidays, a clerk, and a person with two businesses."""

import datetime as dt
import uuid

import pytest

from revenue.charges.models import VolumeDeclaration
from revenue.charges.selectors import VolumeEntry
from revenue.charges.services import declaration_file
from revenue.municipality import services as municipality
from revenue.municipality.published_rates import PUBLISHED, read_published
from taxpayers.models import Address, Business, Taxpayer, User

TODAY = dt.date(2026, 12, 1)
NOW = dt.datetime(2026, 12, 1, 14, 30, tzinfo=dt.UTC)


@pytest.fixture
def clerk(db) -> User:
    return User.objects.create_user("oficinista", first_name="Iris", last_name="Núñez")


@pytest.fixture
def director(db) -> User:
    return User.objects.create_user("directora", first_name="Rosa", last_name="Colón")


def enter_rates(town: str, clerk: User, director: User) -> None:
    for table in read_published(PUBLISHED, town):
        row = municipality.rate_table_enter(**vars(table), citation=f"Tabla de {town}", actor=clerk, at=NOW)
        municipality.row_approve(row=row, approver=director, at=NOW)


@pytest.fixture
def town(clerk, director) -> None:
    municipality.holidays_load(years=range(2015, 2029), at=NOW)
    enter_rates("Cayey", clerk, director)


def open_business(
    taxpayer: Taxpayer, name: str, started_on: dt.date = dt.date(2010, 3, 1), **columns
) -> Business:
    address = Address.objects.create(
        taxpayer=taxpayer, kind=Address.Kind.BUSINESS, line1="Calle 1", town="Cayey", zip_code="00736"
    )
    columns = {"license_class": "general", **columns}
    return Business.objects.create(
        taxpayer=taxpayer,
        trade_name=name,
        activity_code="4451",
        activity="Comestibles",
        started_on=started_on,
        address=address,
        **columns,
    )


@pytest.fixture
def taxpayer(clerk) -> Taxpayer:
    return Taxpayer.objects.create(
        number="C-000001",
        kind=Taxpayer.Kind.INDIVIDUAL,
        given_names="Iris",
        first_surname="Ibáñez",
        name_key="ibanez iris",
        sort_name="ibanez iris",
        search_text="iris ibanez",
        registered_at=NOW,
        registered_by=clerk,
    )


@pytest.fixture
def business(taxpayer) -> Business:
    return open_business(taxpayer, "Colmado Ibáñez")


@pytest.fixture
def file(town, taxpayer, clerk):
    """File a declaration from (business, cents of volume) pairs."""

    def file_declaration(
        *volumes: tuple[Business, int], fiscal_year: int = 2026, **more
    ) -> VolumeDeclaration:
        entries = [VolumeEntry(one.pk, one.license_class, cents) for one, cents in volumes]
        arguments = {
            "taxpayer": taxpayer,
            "filed_on": dt.date(fiscal_year, 4, 15),
            "sworn_by": "Iris Ibáñez",
            "sworn_title": "Dueña",
            "request_key": uuid.uuid4(),
            "actor": clerk,
            "at": NOW,
            **more,
        }
        return declaration_file(fiscal_year=fiscal_year, volumes=entries, **arguments)

    return file_declaration
