"""Filing a declaration: what it owes, when, and what is refused (rules P1-P4, P10-P13)."""

import datetime as dt
import uuid
from decimal import Decimal
from typing import Any

import pytest

from revenue.charges import errors, services
from revenue.charges.computation import Computation
from revenue.charges.models import VolumeDeclaration
from revenue.charges.selectors import VolumeEntry
from revenue.ledger.models import Debt
from revenue.municipality import services as municipality
from revenue.municipality.errors import CalendarMissing, CitationMissing
from revenue.municipality.models import RateTable
from revenue.rules.errors import RateTableError
from revenue.rules.rate_tables import Tier
from taxpayers.models import AuditEntry, Taxpayer
from tests.charges.conftest import NOW, TODAY, enter_rates, open_business


def owed() -> list[tuple[dt.date, int]]:
    return list(Debt.objects.order_by("pk").values_list("due_on", "principal_cents"))


def test_two_instalments_exist_and_the_odd_cent_goes_to_the_first(file, business):
    declaration = file((business, 20_000_200))  # $200,002.00 x 0.50% = $1,000.01
    assert declaration.tax_cents == 100_001
    assert owed() == [(dt.date(2026, 7, 15), 50_001), (dt.date(2027, 1, 15), 50_000)]
    first, second = Debt.objects.order_by("pk")
    assert (first.label, second.label) == ("Patente 2026-27, primer plazo", "Patente 2026-27, segundo plazo")
    assert (first.semester_start_on, second.semester_start_on) == (dt.date(2026, 7, 1), dt.date(2027, 1, 2))
    assert {debt.entered_on for debt in (first, second)} == {dt.date(2026, 4, 15)}


def test_saturday_15_july_2023_and_martin_luther_king_2024_roll(file, business):
    declaration = file((business, 10_000_000), fiscal_year=2023)
    assert owed() == [(dt.date(2023, 7, 17), 25_000), (dt.date(2024, 1, 16), 25_000)]
    whys = [step["why"] for step in declaration.computation["instalments"]]
    assert whys == [
        "El 15 de julio de 2023 no es laborable (sábado).",
        "El 15 de enero de 2024 no es laborable (Natalicio de Martin Luther King Jr.).",
    ]


@pytest.mark.parametrize(("volume_cents", "debts"), [(500_000, 0), (500_001, 2)])
def test_five_thousand_dollars_are_exempt_and_a_cent_more_is_not(file, business, volume_cents, debts):
    declaration = file((business, volume_cents))
    assert Debt.objects.count() == debts
    assert declaration.tax_cents == (2_500 if debts else 0)
    assert declaration.computation["is_exempt"] is (debts == 0)


def test_a_volume_of_zero_is_declared_and_owes_nothing(file, business):
    assert file((business, 0)).tax_cents == 0


def test_the_exemption_is_by_person_over_all_their_businesses(file, taxpayer, business):
    other = open_business(taxpayer, "Fonda Ibáñez")
    declaration = file((business, 300_000), (other, 200_001))
    assert declaration.tax_cents == 2_500
    assert declaration.volumes.count() == 2


def test_each_class_owes_by_its_own_table(file, taxpayer, business):
    lender = open_business(taxpayer, "Préstamos Ibáñez", license_class="financial")
    declaration = file((business, 10_000_000), (lender, 10_000_000))
    assert declaration.tax_cents == 50_000 + 150_000
    assert [step.sum_in_words for step in Computation.restored(declaration.computation).classes] == [
        "$100,000.00 × 0.50%",
        "$100,000.00 × 1.50%",
    ]


def test_a_tax_of_one_cent_per_instalment_or_less_makes_no_empty_debt(file, business, clerk, director):
    row = municipality.rate_table_enter(
        license_class="general",
        fiscal_year_from=2026,
        tiers=[Tier(500_001, None, 1, None)],
        citation="Ordenanza 9",
        actor=clerk,
        at=NOW,
    )
    municipality.row_approve(row=row, approver=director, at=NOW)
    assert file((business, 600_000)).tax_cents == 1
    assert owed() == [(dt.date(2026, 7, 15), 1)]


def test_what_was_computed_stays_when_a_later_ordinance_changes_the_rates(file, business, clerk, director):
    declaration = file((business, 10_000_000))
    enter_rates("Barranquitas", clerk, director)
    declaration.refresh_from_db()
    (step,) = declaration.computation["classes"]
    assert (step["citation"], step["rate"], step["tax_cents"]) == ("Tabla de Cayey", "0.50%", 50_000)


def approve_policy(policy: str, value: object, clerk, director) -> None:
    row = municipality.policy_enter(
        policy=policy,
        value=value,
        starts_on=dt.date(2020, 1, 1),
        citation="Resolución 1",
        actor=clerk,
        at=NOW,
    )
    municipality.row_approve(row=row, approver=director, at=NOW)


def test_the_january_day_is_the_16th_by_policy(file, business, clerk, director):
    approve_policy("january_prescribed_day", 16, clerk, director)
    file((business, 10_000_000), fiscal_year=2024)
    assert owed()[1][0] == dt.date(2025, 1, 16)


def test_a_last_day_stays_on_saturday_under_a_notified_no_roll_period(file, business, clerk, director):
    approve_policy("electronic_no_roll", "on", clerk, director)
    row = municipality.no_roll_period_enter(
        starts_on=dt.date(2023, 7, 1),
        ends_on=dt.date(2023, 7, 31),
        notified_on=dt.date(2023, 6, 1),
        citation="Aviso de junio",
        actor=clerk,
        at=NOW,
    )
    municipality.row_approve(row=row, approver=director, at=NOW)
    declaration = file((business, 10_000_000), fiscal_year=2023)
    assert [day for day, _cents in owed()] == [dt.date(2023, 7, 15), dt.date(2024, 1, 16)]
    assert "electrónicamente" in declaration.computation["instalments"][0]["why"]


def test_a_circular_moves_a_date_with_its_citation(file, business, clerk, director):
    for kind, day in (("first", dt.date(2026, 8, 3)), ("filing", dt.date(2026, 5, 29))):
        row = municipality.date_move(
            kind=kind, fiscal_year=2026, moved_to=day, citation="Carta circular 3-2026", actor=clerk, at=NOW
        )
        municipality.row_approve(row=row, approver=director, at=NOW)
    declaration = file((business, 10_000_000))
    assert owed()[0][0] == dt.date(2026, 8, 3)
    assert declaration.filing_due_on == dt.date(2026, 5, 29)
    assert declaration.computation["instalments"][0]["why"] == "Carta circular 3-2026"


@pytest.mark.parametrize(
    ("filed_on", "basis_points", "addition_cents"),
    [
        (dt.date(2024, 4, 22), 0, 0),
        (dt.date(2024, 4, 23), 500, 2_500),
        (dt.date(2024, 5, 22), 500, 2_500),  # day 30
        (dt.date(2024, 5, 23), 1_000, 5_000),  # day 31
        (dt.date(2025, 4, 1), 2_500, 12_500),
    ],
)
def test_the_addition_for_filing_late_is_told_and_not_assessed(
    file, business, filed_on, basis_points, addition_cents
):
    declaration = file((business, 10_000_000), fiscal_year=2024, filed_on=filed_on)
    assert declaration.filing_due_on == dt.date(2024, 4, 22)
    assert declaration.computation["late_basis_points"] == basis_points
    assert declaration.computation["addition_cents"] == addition_cents
    assert declaration.is_late is (basis_points > 0)
    assert Debt.objects.count() == 2


def test_a_business_that_ceased_owes_its_semester_and_not_the_next(file, taxpayer):
    gone = open_business(
        taxpayer, "Cafetín", ceased_on=dt.date(2026, 7, 1), cessation_noticed_on=dt.date(2026, 7, 8)
    )
    declaration = file((gone, 10_000_000))
    assert owed() == [(dt.date(2026, 7, 15), 25_000)]
    assert declaration.tax_cents == 25_000
    assert "cesó el 1 de julio de 2026" in declaration.computation["notes"][0]


def test_a_business_that_ceased_on_30_june_does_not_declare_the_next_year(file, taxpayer):
    gone = open_business(
        taxpayer, "Cafetín", ceased_on=dt.date(2026, 6, 30), cessation_noticed_on=dt.date(2026, 7, 8)
    )
    with pytest.raises(errors.NothingToDeclare, match="2026-27"):
        file((gone, 10_000_000))


def test_a_new_business_is_free_in_its_first_semester_and_files_by_day_15_of_the_next(file, taxpayer):
    new = open_business(taxpayer, "Heladería", dt.date(2025, 8, 20))
    declaration = file((new, 10_000_000), fiscal_year=2025, filed_on=dt.date(2025, 12, 20))
    assert owed() == [(dt.date(2026, 1, 15), 25_000)]
    assert declaration.filing_due_on == dt.date(2026, 1, 15)
    assert "comenzó el 20 de agosto de 2025" in declaration.computation["notes"][0]


def test_another_business_of_the_person_owes_the_semester_that_one_does_not(file, taxpayer, business):
    new = open_business(taxpayer, "Heladería", dt.date(2026, 7, 2))
    file((business, 10_000_000), (new, 10_000_000))
    assert owed() == [(dt.date(2026, 7, 15), 25_000), (dt.date(2027, 1, 15), 50_000)]


def test_a_decree_in_force_that_1_july_reduces_the_volume_or_the_tax(file, business, clerk, director):
    terms: dict[str, Any] = {
        "percent": Decimal(60),
        "starts_on": dt.date(2026, 7, 1),
        "ends_on": dt.date(2027, 6, 30),
    }
    row = services.decree_enter(
        business=business, reduces="tax", citation="Decreto 26-10", actor=clerk, at=NOW, **terms
    )
    municipality.row_approve(row=row, approver=director, at=NOW)
    assert file((business, 10_000_000)).tax_cents == 20_000
    assert file((business, 10_000_000), fiscal_year=2025).tax_cents == 50_000


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"citation": " "}, CitationMissing),
        ({"ends_on": dt.date(2026, 6, 30)}, errors.DecreeUpsideDown),
        ({"percent": Decimal("100.01")}, RateTableError),
        ({"percent": Decimal(0)}, RateTableError),
    ],
)
def test_a_decree_that_makes_no_sense_is_refused(business, clerk, change, error):
    terms: dict[str, Any] = {
        "percent": Decimal(60),
        "starts_on": dt.date(2026, 7, 1),
        "ends_on": dt.date(2027, 6, 30),
        "citation": "Decreto 26-10",
    }
    with pytest.raises(error):
        services.decree_enter(business=business, reduces="tax", actor=clerk, at=NOW, **{**terms, **change})


def test_a_second_declaration_of_the_year_is_refused_and_says_what_to_do(file, business):
    first = file((business, 10_000_000))
    with pytest.raises(errors.AlreadyDeclared, match=f"{first.number}.*enmienda"):
        file((business, 10_000_000))
    assert Debt.objects.count() == 2


def test_the_same_form_sent_twice_files_once(file, business):
    key = uuid.uuid4()
    first = file((business, 10_000_000), request_key=key)
    assert file((business, 10_000_000), request_key=key) == first
    assert (VolumeDeclaration.objects.count(), Debt.objects.count()) == (1, 2)


def test_the_same_key_with_another_volume_is_refused(file, business):
    key = uuid.uuid4()
    file((business, 10_000_000), request_key=key)
    with pytest.raises(errors.RequestKeyReused):
        file((business, 10_000_001), request_key=key)


def test_acknowledgements_are_consecutive_in_each_fiscal_year(file, taxpayer, business, clerk):
    first = file((business, 10_000_000))
    with pytest.raises(errors.AlreadyDeclared):
        file((business, 10_000_000))
    former = file((business, 10_000_000), fiscal_year=2025)
    other = Taxpayer.objects.get(pk=taxpayer.pk)
    other.pk, other.number = None, "C-000002"
    other.save()
    second = file((open_business(other, "Otro"), 10_000_000), taxpayer=other)
    assert [one.number for one in (first, former, second)] == [
        "D-2026-27-000001",
        "D-2025-26-000001",
        "D-2026-27-000002",
    ]


def test_a_declaration_received_tomorrow_is_refused_and_one_of_today_is_not(file, business):
    with pytest.raises(errors.ReceivedInTheFuture):
        file((business, 10_000_000), filed_on=TODAY + dt.timedelta(1))
    assert file((business, 10_000_000), filed_on=TODAY).is_late


def test_a_year_whose_volume_has_not_ended_is_refused(file, business):
    with pytest.raises(errors.YearNotOver, match="1 de enero de 2026"):
        file((business, 10_000_000), filed_on=dt.date(2025, 12, 31))
    assert file((business, 10_000_000), filed_on=dt.date(2026, 1, 1)).pk


def test_volumes_are_those_of_each_business_that_declares_and_no_other(file, taxpayer, business):
    stranger = Taxpayer.objects.get(pk=taxpayer.pk)
    stranger.pk, stranger.number = None, "C-000002"
    stranger.save()
    foreign = open_business(stranger, "Ajeno")
    for volumes in ([], [(foreign, 100)], [(business, 100), (foreign, 100)]):
        with pytest.raises(errors.BusinessesDiffer):
            file(*volumes)
    assert not VolumeDeclaration.objects.exists()


@pytest.mark.parametrize("sworn", [{"sworn_by": " "}, {"sworn_title": ""}])
def test_a_declaration_nobody_swears_to_is_refused(file, business, sworn):
    with pytest.raises(errors.NotSworn):
        file((business, 10_000_000), **sworn)


def test_a_year_without_holidays_is_refused_and_nothing_is_kept(file, business):
    with pytest.raises(CalendarMissing, match="2012"):
        file((business, 10_000_000), fiscal_year=2012)
    assert not VolumeDeclaration.objects.exists()
    assert not Debt.objects.exists()


def test_a_class_without_rates_is_refused_and_nothing_is_kept(file, taxpayer, business, clerk, director):
    RateTable.objects.filter(license_class="general").delete()
    with pytest.raises(RateTableError, match="No hay tabla"):
        file((business, 10_000_000))
    assert not VolumeDeclaration.objects.exists()
    assert not Debt.objects.exists()


def test_the_confirmation_is_refused_if_what_was_reviewed_changed(file, taxpayer, business, clerk, director):
    entries = [VolumeEntry(business.pk, "general", 10_000_000)]
    told = services.declaration_preview(
        taxpayer=taxpayer, fiscal_year=2026, volumes=entries, filed_on=TODAY, today=TODAY
    )
    enter_rates("Barranquitas", clerk, director)
    with pytest.raises(errors.ComputationChanged):
        file((business, 10_000_000), filed_on=TODAY, told_digest=told.digest())
    assert not VolumeDeclaration.objects.exists()


def test_filing_leaves_who_when_and_what_in_the_audit(file, business, clerk):
    declaration = file((business, 10_000_000))
    entry = AuditEntry.objects.get(action="declaration.filed")
    assert (entry.actor, entry.at, entry.subject_label) == (clerk, NOW, declaration.number)
    assert entry.data["tax_cents"] == 50_000
    assert len(entry.data["debts"]) == 2
