"""Dated policies of rules.md section 10, the no-roll periods and the moved dates."""

import datetime as dt

import pytest

from revenue.municipality import services
from revenue.municipality.errors import MunicipalityMissing, PeriodUpsideDown
from revenue.municipality.models import PolicyRow
from revenue.municipality.selectors import (
    accepts,
    moved_dates,
    municipality,
    no_roll_on,
    policies_on,
    policy_value,
)
from revenue.rules.errors import PolicyError
from revenue.rules.readings import Policies
from tests.municipality.conftest import NOW

START = dt.date(2025, 1, 1)
EVE = dt.date(2024, 12, 31)


@pytest.fixture
def enact(admin, director):
    def enact_policy(policy: str, value: object, starts_on: dt.date = START) -> PolicyRow:
        row = services.policy_enter(
            policy=policy, value=value, starts_on=starts_on, citation="Resolución 1", actor=admin, at=NOW
        )
        return services.row_approve(row=row, approver=director, at=NOW)

    return enact_policy


def test_without_rows_every_policy_is_its_default(db):
    assert policies_on(dt.date(1950, 1, 1)) == Policies()
    assert policy_value("january_prescribed_day", START) == 15
    assert policy_value("full_payment_discount", START) == "5%"
    assert accepts("uncertified_cheques", START)
    assert no_roll_on(START) is None


def test_a_policy_is_in_force_from_its_day_and_not_the_day_before(enact):
    enact("year_basis", 360)
    enact("january_prescribed_day", 16)
    enact("electronic_payments", "not accepted")
    assert (policies_on(EVE).year_basis, policies_on(START).year_basis) == (365, 360)
    assert [policy_value("january_prescribed_day", day) for day in (EVE, START)] == [15, 16]
    assert [accepts("electronic_payments", day) for day in (EVE, START)] == [True, False]


def test_later_policies_keep_the_earlier_ones_and_a_correction_wins(enact):
    order = ["principal", "interest", "surcharge", "costs"]
    enact("year_basis", 360)
    enact("component_order", order, dt.date(2025, 7, 1))
    enact("year_basis", 365)
    assert policies_on(dt.date(2025, 6, 30)) == Policies()
    assert policies_on(dt.date(2025, 7, 1)) == Policies(component_order=tuple(order))


def test_a_policy_waits_for_its_approval(admin):
    services.policy_enter(
        policy="year_basis", value=360, starts_on=START, citation="R 1", actor=admin, at=NOW
    )
    assert policies_on(START).year_basis == 365


@pytest.mark.parametrize(
    ("policy", "value"),
    [("year_basis", 364), ("year_basis", "360"), ("full_payment_discount", "10%"), ("invented", 1)],
)
def test_an_unknown_policy_or_value_is_refused(admin, policy, value):
    with pytest.raises(PolicyError):
        services.policy_enter(
            policy=policy, value=value, starts_on=START, citation="R 1", actor=admin, at=NOW
        )
    assert not PolicyRow.objects.exists()


def test_the_fee_of_a_returned_payment_is_an_amount(enact):
    enact("returned_payment_fee", 2_500)
    assert policy_value("returned_payment_fee", START) == 2_500


def test_a_last_day_stays_only_with_policy_electronic_payments_and_timely_notice(enact, admin, director):
    day = dt.date(2026, 8, 15)

    def period(notified_on: dt.date) -> None:
        row = services.no_roll_period_enter(
            starts_on=dt.date(2026, 8, 1),
            ends_on=dt.date(2026, 8, 31),
            notified_on=notified_on,
            citation="Aviso",
            actor=admin,
            at=NOW,
        )
        services.row_approve(row=row, approver=director, at=NOW)

    period(dt.date(2026, 8, 16))
    enact("electronic_no_roll", "on")
    assert no_roll_on(day) is None  # notified the day after
    period(dt.date(2026, 8, 15))
    kept = no_roll_on(day)
    assert kept is not None
    assert kept.keeps(day)
    enact("electronic_payments", "not accepted", dt.date(2026, 8, 10))
    assert no_roll_on(day) is None


def test_a_period_upside_down_is_refused(admin):
    with pytest.raises(PeriodUpsideDown):
        services.no_roll_period_enter(
            starts_on=START, ends_on=EVE, notified_on=EVE, citation="Aviso", actor=admin, at=NOW
        )


def test_of_two_circulars_that_move_a_date_the_later_row_wins(admin, director):
    for day in (20, 30):
        row = services.date_move(
            kind="filing",
            fiscal_year=2026,
            moved_to=dt.date(2026, 5, day),
            citation=f"Carta circular {day}",
            actor=admin,
            at=NOW,
        )
        services.row_approve(row=row, approver=director, at=NOW)
    assert moved_dates(2026)["filing"].moved_to == dt.date(2026, 5, 30)
    assert moved_dates(2025) == {}


def test_the_municipality_is_one_row_and_names_who_cheques_are_drawn_to(admin):
    with pytest.raises(MunicipalityMissing):
        municipality()
    for phone in ("787-555-0100", "787-555-0101"):
        services.municipality_set(
            actor=admin,
            at=NOW,
            name="Municipio de Cayey",
            town="Cayey",
            office="Oficina de Finanzas",
            address="Calle Núñez Romeu\nCayey, Puerto Rico 00736",
            phone=phone,
        )
    town = municipality()
    assert town.payable_to == "Director de Finanzas, Municipio de Cayey"
    assert (town.phone, len(town.address_lines)) == ("787-555-0101", 2)
