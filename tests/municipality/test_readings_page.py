"""The page of policies and readings: what is in force, what each alternative would change in dollars, and who signed it."""

import datetime as dt

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from revenue.municipality import services
from revenue.municipality.errors import ReadingAlreadyConfirmed, ReadingChanged
from revenue.municipality.models import ReadingConfirmation
from revenue.municipality.reading_samples import SAMPLES
from revenue.municipality.readings_page import readings_page
from revenue.rules.readings import READINGS
from taxpayers.audit.models import AuditEntry
from taxpayers.models import Appointment, User
from taxpayers.staff.models import Role
from tests.municipality.conftest import NOW

TODAY = dt.date(2026, 12, 1)
NO_SUM = {"uncertified_cheques", "electronic_payments"}

# What each sample comes to, worked out by hand from the law.
BY_HAND = {
    "year_basis": [106_479, 106_500],  # 45 days at 12%: $14.79, or $15.00; and 5%
    "license_tax_surcharge_clock": [100_855, 105_855],  # 26 days; 5% from the semester's day 31
    "deficiency_surcharge_clock": [100_959, 105_959],  # 35 days at 10%; day 25 or day 35 of the surcharge
    "january_prescribed_day": [106_019, 100_986],  # day 31 or day 30
    "electronic_no_roll": [100_953, 106_019],  # day 29 or day 31
    "full_payment_discount": [95_000, 100_000],
    "filing_addition_base": [10_000, 5_000],
    "returned_payment_fee": [100_329, 102_329],
    "day_count": [100_986, 106_019],
    "day_thirty": [103_288, 108_288],
    "same_month_roll": [102_493, 100_000],
    "extension_interest_ends_when_paid": [100_822, 102_493],
    "law_of_the_day": [106_241, 106_479],  # 16 days at 12% and 29 at 9%, or 45 at 12%
    "on_whose_behalf": [0, 100_000],
}


@pytest.fixture
def sign_in(client, director):
    def sign_in_as(role: Role, user: User | None = None):
        user = user or User.objects.create_user(role.value)
        Appointment.objects.create(
            user=user,
            role=role,
            title=role.value,
            starts_on=dt.date(2020, 1, 1),
            citation="C",
            recorded_at=NOW,
        )
        client.force_login(user)
        return client

    with time_machine.travel(NOW, tick=False):
        yield sign_in_as


def confirm(name: str, actor: User, read: str | None = None, on: dt.date = TODAY):
    value = str(READINGS[name].default) if read is None else read
    return services.reading_confirm(reading=name, read=value, actor=actor, on=on, at=NOW)


def line_of(name: str, on: dt.date = TODAY):
    page = readings_page(on)
    return next(one for one in (*page.switches, *page.recorded) if one.reading.id == name)


def test_every_reading_has_a_sample_or_changes_no_sum():
    assert set(READINGS) - set(SAMPLES) == NO_SUM
    assert set(SAMPLES) <= set(READINGS)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_tells_every_alternative_and_each_makes_a_difference(name):
    sample, reading = SAMPLES[name](), READINGS[name]
    choices = [choice.value for choice in reading.choices]
    if name == "component_order":
        choices = choices[:1]
    assert [value for value in choices if value not in sample.cents] == []
    assert len(set(sample.cents.values())) == len(sample.cents) >= 2
    assert sample.story.endswith((".", "adición."))


@pytest.mark.parametrize("name", BY_HAND)
def test_a_sample_comes_to_what_the_law_says_by_hand(name):
    assert list(SAMPLES[name]().cents.values()) == BY_HAND[name]


@pytest.mark.django_db
def test_without_decisions_every_default_is_in_force_and_nobody_has_signed():
    page = readings_page(TODAY)
    assert (page.confirmed, page.total) == (0, len(READINGS))
    for line in (*page.switches, *page.recorded):
        assert [one.is_default for one in line.choices if one.is_in_force] == [True]


def test_a_policy_moves_what_is_in_force_from_its_day_and_the_difference_turns_round(admin, director):
    row = services.policy_enter(
        policy="year_basis", value=360, starts_on=TODAY, citation="Orden 1", actor=admin, at=NOW
    )
    services.row_approve(row=row, approver=director, at=NOW)
    before, after = line_of("year_basis", TODAY - dt.timedelta(days=1)), line_of("year_basis")
    assert [one.difference_cents for one in before.choices] == [0, 21]
    assert [one.difference_cents for one in after.choices] == [-21, 0]
    assert (before.row, after.row.citation) == (None, "Orden 1")


def test_a_signature_covers_the_value_signed_and_falls_when_it_changes(admin, director):
    confirm("year_basis", director)
    assert line_of("year_basis").is_confirmed
    row = services.policy_enter(
        policy="year_basis", value=360, starts_on=TODAY, citation="Orden 1", actor=admin, at=NOW
    )
    assert line_of("year_basis").is_confirmed  # not approved yet
    services.row_approve(row=row, approver=director, at=NOW)
    assert not line_of("year_basis").is_confirmed
    confirm("year_basis", director, "360")
    assert line_of("year_basis").is_confirmed
    assert line_of("component_order").confirmation is None
    confirm("component_order", director)
    assert line_of("component_order").is_confirmed


def test_nobody_signs_a_reading_that_they_did_not_see_nor_twice(director):
    with pytest.raises(ReadingChanged):
        confirm("year_basis", director, "360")
    confirm("day_count", director)
    with pytest.raises(ReadingAlreadyConfirmed):
        confirm("day_count", director)
    assert ReadingConfirmation.objects.count() == 1


def test_a_signature_leaves_its_audit_and_is_never_changed(director):
    row = confirm("day_count", director)
    entry = AuditEntry.objects.get(action="reading.confirmed")
    assert (entry.actor, entry.data["reading"]) == (director, "day_count")
    for statement in (
        "UPDATE revenue_readingconfirmation SET reading = 'x'",
        "DELETE FROM revenue_readingconfirmation",
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert str(row) == READINGS["day_count"].question


@pytest.mark.parametrize("role", list(Role))
def test_all_staff_read_the_page_and_only_the_director_may_sign(sign_in, role):
    staff = sign_in(role)
    text = staff.get(reverse("readings")).content.decode()
    assert READINGS["real_property_additions"].question in text
    assert ("Confirmar esta lectura" in text) is (role is Role.DIRECTOR)
    signed = staff.post(reverse("reading_confirm", args=["day_count"]), {"valor": "start_out_end_in"})
    assert signed.status_code == (302 if role is Role.DIRECTOR else 403)
    assert ReadingConfirmation.objects.count() == (role is Role.DIRECTOR)


def test_the_director_signs_and_the_page_says_who_and_when(sign_in, director):
    staff = sign_in(Role.DIRECTOR, director)
    address = reverse("reading_confirm", args=["day_count"])
    text = staff.post(address, {"valor": "start_out_end_in"}, follow=True).content.decode()
    assert "Rosa Colón, el 1 de diciembre de 2026" in text
    assert "Confirmadas por el Director de Finanzas: 1 de" in text
    again = staff.post(address, {"valor": "start_out_end_in"}, follow=True).content.decode()
    assert "ya está confirmada" in again
    assert (
        "cambió desde que abrió la página"
        in staff.post(
            reverse("reading_confirm", args=["day_thirty"]), {"valor": ""}, follow=True
        ).content.decode()
    )
    assert staff.post(reverse("reading_confirm", args=["ninguna"])).status_code == 404
    assert staff.get(address).status_code == 405


def test_the_tables_link_to_it_and_its_queries_do_not_grow_with_the_readings(
    sign_in, django_assert_max_num_queries
):
    staff = sign_in(Role.DIRECTOR)
    assert reverse("readings") in staff.get(reverse("tables")).content.decode()
    with django_assert_max_num_queries(12):
        staff.get(reverse("readings"))
