"""Rate tables: the published ones of real towns, what is refused, and which one rules a fiscal year (rule P1)."""

import datetime as dt
from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from revenue.municipality import services
from revenue.municipality.errors import (
    CitationMissing,
    OrdinanceTooLate,
    OwnRowError,
    RatesFileError,
    RowAlreadyApproved,
    TownNotInFile,
)
from revenue.municipality.models import RateTable
from revenue.municipality.published_rates import PUBLISHED, read_published, tables_of
from revenue.municipality.selectors import rate_table, tables_for
from revenue.rules import rate_tables
from revenue.rules.errors import RateTableError
from revenue.rules.rate_tables import DeclaredVolume, Tier, tax_for_year
from taxpayers.models import AuditEntry, User
from tests.municipality.conftest import NOW

ALL = (Tier(500_001, None, None, Decimal("0.50")),)


def enter(
    admin: User,
    tiers: tuple[Tier, ...] = ALL,
    *,
    year: int = 2020,
    citation: str = "Ordenanza 3",
    adopted_on: dt.date | None = None,
) -> RateTable:
    return services.rate_table_enter(
        license_class="general",
        fiscal_year_from=year,
        tiers=tiers,
        citation=citation,
        actor=admin,
        at=NOW,
        adopted_on=adopted_on,
    )


def in_force(fiscal_year: int) -> rate_tables.RateTable:
    table = rate_table("general", fiscal_year)
    assert table is not None
    return table


@pytest.fixture
def load(admin, director):
    def load_town(town: str) -> None:
        call_command(
            "load_rates",
            municipality=town,
            citation="Tabla publicada",
            entered_by=admin.username,
            approved_by=director.username,
        )

    return load_town


@pytest.mark.parametrize(
    ("town", "volume_cents", "tax_cents"),
    [
        ("Adjuntas", 500_000, 0),  # $5,000.00 is exempt
        ("Adjuntas", 500_001, 2_500),  # $5,000.01 x 0.50% = $25.00005
        ("Adjuntas", 10_000_000, 50_000),
        ("Aguada", 833_400, 2_500),  # flat
        ("Aguada", 833_499, 2_500),  # looked up without its cents
        ("Aguada", 833_500, 2_501),  # 8,335.00 x 0.30% = 25.005
        ("Aguada", 10_000_000, 30_000),  # the tier's rate on the whole volume
        ("Aguada", 10_000_099, 30_000),  # 100,000.99 is looked up as 100,000: 300.00297
        ("Aguada", 10_000_100, 40_000),  # 100,001.00 x 0.40% = 400.004
        ("Aguada", 20_000_100, 100_001),  # 200,001.00 x 0.50% = 1,000.005
        ("Barranquitas", 10_000_000, 30_000),
        ("Cayey", 10_000_000, 50_000),
    ],
)
def test_published_tables_tax_the_volume_to_the_cent(load, town, volume_cents, tax_cents):
    load(town)
    declared = [DeclaredVolume("general", volume_cents)]
    assert tax_for_year(declared, tables_for(2016), 2016).tax_cents == tax_cents


def test_cayey_taxes_financial_businesses_at_their_own_ceiling(load):
    load("Cayey")
    declared = [DeclaredVolume("financial", 10_000_000)]
    assert tax_for_year(declared, tables_for(2026), 2026).tax_cents == 150_000


def test_every_town_of_the_published_file_can_be_entered(load):
    towns = {line.split(",")[0] for line in PUBLISHED.read_text(encoding="utf-8").splitlines()[1:]}
    for town in towns:
        load(town)
    assert RateTable.objects.count() == len(towns) + 1  # Cayey has two classes


def test_a_flat_tier_above_the_ceiling_is_refused(admin):
    tiers = (Tier(500_001, 833_400, 5_000, None), Tier(833_401, None, None, Decimal("0.50")))
    with pytest.raises(RateTableError, match="tope legal"):
        enter(admin, tiers)
    assert not RateTable.objects.exists()


@pytest.mark.parametrize(
    ("tiers", "sentence"),
    [
        ((Tier(500_001, None, None, Decimal("0.51")),), "pasa del tope legal"),
        ((Tier(600_000, None, None, Decimal("0.50")),), r"\$5,001.00 no está en ningún renglón"),
        (
            (Tier(500_001, 900_000, None, Decimal("0.30")), Tier(900_000, None, None, Decimal("0.50"))),
            "está en dos renglones",
        ),
        (
            (Tier(500_001, 900_000, None, Decimal("0.30")), Tier(900_002, None, None, Decimal("0.50"))),
            r"\$9,000.01 no está",
        ),
        ((Tier(500_001, 900_000, None, Decimal("0.30")),), "no está en ningún renglón"),
        ((Tier(500_001, None, 100, Decimal("0.30")),), "una de las dos"),
    ],
)
def test_a_table_above_the_ceiling_or_with_a_hole_is_refused_and_nothing_is_kept(admin, tiers, sentence):
    with pytest.raises(RateTableError, match=sentence):
        enter(admin, tiers)
    assert not RateTable.objects.exists()


def test_a_table_without_its_ordinance_is_refused(admin):
    with pytest.raises((CitationMissing, RateTableError), match="ordenanza"):
        enter(admin, citation=" ")


def test_a_table_rules_once_a_second_person_approves_it(admin, director):
    row = enter(admin)
    assert rate_table("general", 2020) is None
    with pytest.raises(OwnRowError):
        services.row_approve(row=row, approver=admin, at=NOW)
    services.row_approve(row=row, approver=director, at=NOW)
    assert in_force(2020).citation == "Ordenanza 3"
    with pytest.raises(RowAlreadyApproved):
        services.row_approve(row=row, approver=director, at=NOW)
    assert list(AuditEntry.objects.values_list("action", "actor__username").order_by("pk")) == [
        ("table_row.entered", "administradora"),
        ("table_row.approved", "directora"),
    ]


def test_not_even_the_database_lets_who_entered_a_row_approve_it(admin):
    row = enter(admin)
    with pytest.raises(IntegrityError), transaction.atomic():
        RateTable.objects.filter(pk=row.pk).update(approved_by=admin, approved_at=NOW)


def test_without_a_new_ordinance_the_last_table_stays(admin, director):
    for year, rate in ((2018, "0.30"), (2022, "0.40")):
        row = enter(admin, (Tier(500_001, None, None, Decimal(rate)),), year=year)
        services.row_approve(row=row, approver=director, at=NOW)
    rates = [in_force(year).tiers[0].rate_percent for year in (2018, 2021, 2022, 2026)]
    assert rates == [Decimal("0.30"), Decimal("0.30"), Decimal("0.40"), Decimal("0.40")]
    assert rate_table("general", 2017) is None


def test_a_correction_of_the_same_year_is_a_new_row_that_wins(admin, director):
    for rate in ("0.30", "0.40"):
        row = enter(admin, (Tier(500_001, None, None, Decimal(rate)),))
        services.row_approve(row=row, approver=director, at=NOW)
    assert in_force(2020).tiers[0].rate_percent == Decimal("0.40")
    assert RateTable.objects.count() == 2


def test_an_ordinance_of_1_july_rules_that_year_and_one_of_the_2nd_does_not(admin):
    enter(admin, adopted_on=dt.date(2020, 7, 1))
    with pytest.raises(OrdinanceTooLate, match="después del 1 de julio de 2020"):
        enter(admin, adopted_on=dt.date(2020, 7, 2))


def test_a_file_that_cannot_be_read_names_the_line():
    row = {"municipality": "Cayey", "fiscal_year": "2016-17", "class": "general", "volume_from": "5000.01"}
    full = {**row, "volume_to": "", "flat_amount": "", "rate_percent": "0.50"}
    assert tables_of([full], "Cayey")[0].tiers == ALL
    for change in ({"volume_from": "5,000"}, {"rate_percent": "NaN"}, {"fiscal_year": "2016"}):
        with pytest.raises(RatesFileError, match="Línea 2:"):
            tables_of([{**full, **change}], "Cayey")
    with pytest.raises(RatesFileError, match="falta la columna"):
        tables_of([row], "Cayey")


def test_a_town_that_is_not_in_the_file_is_said_so(admin):
    with pytest.raises(TownNotInFile):
        read_published(PUBLISHED, "Macondo")
    with pytest.raises(CommandError, match="Macondo"):
        call_command("load_rates", municipality="Macondo", citation="x", entered_by=admin.username)
