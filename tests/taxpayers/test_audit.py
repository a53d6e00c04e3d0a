"""The audit says who did what, in the transaction of the change, and never lets go of a row."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse

from taxpayers.audit.models import AuditEntry
from taxpayers.audit.services import record
from taxpayers.staff.models import Role, User
from tests.taxpayers.conftest import AT


@pytest.fixture
def entry(clerk: User) -> AuditEntry:
    return record(actor=clerk, action="user.created", subject=clerk, at=AT, data={"username": "x"})


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE taxpayers_auditentry SET action = 'x'",
        "UPDATE taxpayers_auditentry SET action = action",
        "UPDATE taxpayers_auditentry SET data = '{}', actor_id = NULL",
        "DELETE FROM taxpayers_auditentry",
    ],
)
def test_a_row_is_not_changed_or_deleted_with_raw_sql(entry: AuditEntry, attack: str) -> None:
    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(attack)
    entry.refresh_from_db()
    assert entry.action == "user.created"


ORM_ATTACKS: list[Callable[[AuditEntry], Any]] = [
    lambda entry: entry.save(),
    lambda entry: entry.delete(),
    lambda entry: AuditEntry.objects.update(action="x"),
    lambda entry: AuditEntry.objects.all().delete(),
    lambda entry: AuditEntry.objects.bulk_update([entry], ["action"]),
]


@pytest.mark.parametrize("attack", ORM_ATTACKS)
def test_a_row_is_not_changed_or_deleted_with_the_orm(
    entry: AuditEntry, attack: Callable[[AuditEntry], Any]
) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        attack(entry)
    assert AuditEntry.objects.get().action == "user.created"


def test_a_user_with_entries_is_not_deleted(entry: AuditEntry, clerk: User) -> None:
    clerk.appointments.all().delete()
    with pytest.raises(ProtectedError):
        clerk.delete()


@pytest.mark.django_db(transaction=True)
def test_an_entry_outside_the_transaction_of_its_change_is_a_programmers_error() -> None:
    user = User.objects.create_user("nadie")
    with pytest.raises(AssertionError):
        record(actor=user, action="user.created", subject=user, at=AT, data={})


@pytest.mark.parametrize(
    "data", [{"ssn": "x"}, {"nota": "su seguro es 123-45-6789"}, {"cambios": ["12-3456789"]}, {"ein": None}]
)
def test_an_identifier_in_an_entry_is_a_programmers_error(clerk: User, data: dict[str, object]) -> None:
    with pytest.raises(AssertionError):
        record(actor=clerk, action="user.created", subject=clerk, at=AT, data=data)


def test_a_label_longer_than_its_column_is_cut(clerk: User) -> None:
    clerk.first_name = "ñ" * 500
    assert len(record(actor=clerk, action="user.created", subject=clerk, at=AT, data={}).subject_label) == 320


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.DIRECTOR, 200),
        (Role.AUDITOR, 200),
        (Role.ADMIN, 403),
        (Role.CLERK, 403),
        (Role.COLLECTOR, 403),
        (None, 403),
    ],
)
def test_the_audit_is_read_by_the_director_and_the_auditor(
    signed_in: Callable[[User], Client], appoint_directly: Callable[..., User], role: Role | None, status: int
) -> None:
    assert signed_in(appoint_directly(role)).get(reverse("audit_list")).status_code == status


@pytest.fixture
def page(signed_in: Callable[[User], Client], appoint_directly: Callable[..., User]) -> Callable[[str], Any]:
    """Open the audit as the auditor and return its entries."""
    browser = signed_in(appoint_directly(Role.AUDITOR))
    return lambda query: browser.get(f"{reverse('audit_list')}?{query}").context["page"]


def test_entries_are_found_by_person_action_and_day(
    clerk: User, admin: User, page: Callable[[str], Any]
) -> None:
    # 11:30 in the evening of 30 November in Puerto Rico is already 1 December in UTC.
    evening = dt.datetime(2026, 12, 1, 3, 30, tzinfo=dt.UTC)
    late = record(actor=clerk, action="user.created", subject=clerk, at=evening, data={})
    next_day = record(actor=admin, action="user.deactivated", subject=clerk, at=AT, data={})
    assert list(page("")) == [next_day, late]
    assert list(page(f"persona={clerk.pk}")) == [late]
    assert list(page("accion=user.deactivated")) == [next_day]
    assert list(page("desde=1/12/2026")) == [next_day]
    assert list(page("hasta=30/11/2026")) == [late]
    assert list(page("desde=30/11/2026&hasta=1/12/2026")) == [next_day, late]


@pytest.mark.parametrize(
    "query", ["desde=31/2/2026", "persona=999999", "accion=x", "pagina=x", "persona=%00"]
)
def test_a_filter_that_makes_no_sense_is_never_an_error_page(
    entry: AuditEntry, page: Callable[[str], Any], query: str
) -> None:
    page(query)


def test_a_page_of_the_audit_takes_the_same_queries_however_long_it_is(
    clerk: User,
    signed_in: Callable[[User], Client],
    appoint_directly: Callable[..., User],
    queries: Callable[[Callable[[], Any]], int],
) -> None:
    browser = signed_in(appoint_directly(Role.AUDITOR))
    counts = []
    for _time in range(2):
        for number in range(60):
            record(actor=clerk, action=f"prueba.{number % 7}", subject=clerk, at=AT, data={"n": number})
        counts.append(queries(lambda: browser.get(reverse("audit_list"))))
    assert counts[0] == counts[1]
    assert len(browser.get(reverse("audit_list"), {"pagina": "3"}).context["page"].object_list) == 20
