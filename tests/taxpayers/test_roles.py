"""An appointment lets its holder act from its first day through its last, and not a day more."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from taxpayers.audit.models import AuditEntry
from taxpayers.staff import services
from taxpayers.staff.errors import AppointmentRefusedError
from taxpayers.staff.models import Appointment, Role, User
from taxpayers.staff.selectors import appointment_on, roles_on
from tests.taxpayers.conftest import AT, TODAY

FIRST, LAST = dt.date(2026, 7, 1), dt.date(2026, 11, 30)
DAY = dt.timedelta(days=1)


@pytest.mark.parametrize(
    ("on", "acts"),
    [
        pytest.param(FIRST - DAY, False, id="the day before the first"),
        pytest.param(FIRST, True, id="the first day"),
        pytest.param(LAST, True, id="the last day"),
        pytest.param(LAST + DAY, False, id="the day after the last"),
    ],
)
def test_a_role_is_held_from_the_first_day_through_the_last(
    appoint_directly: Callable[..., User], on: dt.date, acts: bool
) -> None:
    collector = appoint_directly(Role.COLLECTOR, FIRST, LAST)
    assert roles_on(collector, on) == (frozenset({Role.COLLECTOR}) if acts else frozenset())
    assert (appointment_on(collector, Role.COLLECTOR, on) is not None) is acts


def test_an_open_appointment_has_no_last_day(appoint_directly: Callable[..., User]) -> None:
    assert roles_on(appoint_directly(Role.CLERK, FIRST), dt.date(2099, 1, 1)) == {Role.CLERK}


def test_a_deactivated_user_has_no_role(appoint_directly: Callable[..., User]) -> None:
    clerk = appoint_directly(Role.CLERK)
    clerk.is_active = False
    assert roles_on(clerk, TODAY) == frozenset()
    assert appointment_on(clerk, Role.CLERK, TODAY) is None


def appoint(
    admin: User, user: User, role: Role, starts_on: dt.date, ends_on: dt.date | None = None
) -> Appointment:
    return services.appoint(
        actor=admin,
        user=user,
        role=role,
        title=str(role.label),
        starts_on=starts_on,
        ends_on=ends_on,
        citation="Carta 7",
        at=AT,
    )


@pytest.mark.parametrize(
    ("starts_on", "ends_on", "refused"),
    [
        pytest.param(LAST, None, True, id="from the last day of the former"),
        pytest.param(LAST + DAY, None, False, id="from the day after it"),
        pytest.param(FIRST - DAY, FIRST, True, id="through the first day of the former"),
        pytest.param(FIRST - DAY, FIRST - DAY, False, id="through the day before it"),
        pytest.param(FIRST + DAY, LAST - DAY, True, id="inside it"),
        pytest.param(FIRST - DAY, LAST + DAY, True, id="around it"),
    ],
)
def test_the_same_role_twice_on_a_day_is_refused(
    admin: User,
    appoint_directly: Callable[..., User],
    starts_on: dt.date,
    ends_on: dt.date | None,
    refused: bool,
) -> None:
    collector = appoint_directly(Role.COLLECTOR, FIRST, LAST)
    if not refused:
        appoint(admin, collector, Role.COLLECTOR, starts_on, ends_on)
        assert collector.appointments.count() == 2
        return
    with pytest.raises(AppointmentRefusedError) as refusal:
        appoint(admin, collector, Role.COLLECTOR, starts_on, ends_on)
    assert refusal.value.code == "overlapping_appointment"
    assert collector.appointments.count() == 1


@pytest.mark.parametrize("role", [Role.COLLECTOR, Role.CLERK, Role.DIRECTOR, Role.AUDITOR])
def test_an_administrator_holds_no_other_role(
    admin: User, appoint_directly: Callable[..., User], role: Role
) -> None:
    for held, wanted in ((Role.ADMIN, role), (role, Role.ADMIN)):
        person = appoint_directly(held, FIRST)
        with pytest.raises(AppointmentRefusedError) as refusal:
            appoint(admin, person, wanted, TODAY)
        assert refusal.value.code == "incompatible_roles"


def test_a_clerk_may_also_collect(admin: User, appoint_directly: Callable[..., User]) -> None:
    clerk = appoint_directly(Role.CLERK, FIRST)
    appoint(admin, clerk, Role.COLLECTOR, TODAY)
    assert roles_on(clerk, TODAY) == {Role.CLERK, Role.COLLECTOR}


def test_nobody_appoints_themselves(admin: User) -> None:
    with pytest.raises(AppointmentRefusedError) as refusal:
        appoint(admin, admin, Role.ADMIN, dt.date(2030, 1, 1))
    assert refusal.value.code == "own_appointment"


def test_the_database_refuses_an_appointment_recorded_by_its_holder(admin: User) -> None:
    row = Appointment(
        user=admin,
        role=Role.COLLECTOR,
        title="x",
        starts_on=TODAY,
        citation="x",
        recorded_by=admin,
        recorded_at=AT,
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


def test_dates_in_reverse_are_refused(admin: User, appoint_directly: Callable[..., User]) -> None:
    with pytest.raises(AppointmentRefusedError) as refusal:
        appoint(admin, appoint_directly(None), Role.CLERK, TODAY, TODAY - DAY)
    assert refusal.value.code == "dates_reversed"


def end(admin: User, appointment: Appointment, last_day: dt.date) -> Appointment:
    return services.appointment_end(
        actor=admin, appointment=appointment, last_day=last_day, reason="Renuncia", today=TODAY, at=AT
    )


@pytest.mark.parametrize(("days", "acts_today"), [(-1, False), (0, True)])
def test_an_appointment_ended_yesterday_gives_nothing_today(
    admin: User, appoint_directly: Callable[..., User], days: int, acts_today: bool
) -> None:
    collector = appoint_directly(Role.COLLECTOR)
    end(admin, collector.appointments.get(), TODAY + days * DAY)
    assert bool(roles_on(collector, TODAY)) is acts_today
    entry = AuditEntry.objects.get(action="appointment.ended")
    assert entry.data["ends_on"] == (TODAY + days * DAY).isoformat()
    assert entry.actor == admin


def test_what_was_collected_before_yesterday_keeps_its_authority(
    admin: User, appoint_directly: Callable[..., User]
) -> None:
    appointment = appoint_directly(Role.COLLECTOR).appointments.get()
    with pytest.raises(AppointmentRefusedError):
        end(admin, appointment, TODAY - 2 * DAY)
    appointment.refresh_from_db()
    assert appointment.ends_on is None


def test_an_end_is_never_moved_later(admin: User, appoint_directly: Callable[..., User]) -> None:
    appointment = appoint_directly(Role.COLLECTOR, FIRST, TODAY + DAY).appointments.get()
    with pytest.raises(AppointmentRefusedError):
        end(admin, appointment, TODAY + 2 * DAY)


def test_an_appointment_that_has_ended_is_left_alone(
    admin: User, appoint_directly: Callable[..., User]
) -> None:
    appointment = appoint_directly(Role.COLLECTOR, FIRST, TODAY - DAY).appointments.get()
    with pytest.raises(AppointmentRefusedError):
        end(admin, appointment, TODAY)


def test_an_administrator_does_not_end_their_own_appointment(admin: User) -> None:
    with pytest.raises(AppointmentRefusedError):
        end(admin, admin.appointments.get(), TODAY)
