"""Several clerks declaring at once: each person's year once, each acknowledgement once, none missing."""

import datetime as dt
import uuid

import pytest

from revenue.charges.errors import AlreadyDeclared
from revenue.charges.models import VolumeDeclaration
from revenue.charges.selectors import VolumeEntry
from revenue.charges.services import declaration_file
from revenue.ledger import services as ledger
from revenue.ledger.models import Debt, Tax
from revenue.municipality import services as municipality
from taxpayers.models import Taxpayer, User
from tests.charges.conftest import NOW, enter_rates, open_business
from tests.concurrency.conftest import Race

CLERKS = 8


@pytest.fixture
def clerk(transactional_db: None) -> User:
    clerk = User.objects.create_user("oficinista")
    municipality.holidays_load(years=[2026, 2027], at=NOW)
    enter_rates("Cayey", clerk, User.objects.create_user("directora"))
    return clerk


def person(ordinal: int, clerk: User) -> Taxpayer:
    name = f"Negocio {ordinal}"
    taxpayer = Taxpayer.objects.create(
        number=f"C-{ordinal:06d}",
        kind=Taxpayer.Kind.CORPORATION,
        legal_name=name,
        name_key=name,
        sort_name=name,
        search_text=name,
        registered_at=NOW,
        registered_by=clerk,
    )
    open_business(taxpayer, name)
    ledger.account_for(taxpayer=taxpayer, tax=Tax.LICENSE)  # opening it would serialise the race by itself
    return taxpayer


def declare(taxpayer: Taxpayer, clerk: User, key: uuid.UUID | None = None) -> VolumeDeclaration:
    business = taxpayer.businesses.get()
    return declaration_file(
        taxpayer=taxpayer,
        fiscal_year=2026,
        volumes=[VolumeEntry(business.pk, "general", 10_000_000)],
        filed_on=dt.date(2026, 4, 15),
        sworn_by="Iris Ibáñez",
        sworn_title="Presidenta",
        request_key=key or uuid.uuid4(),
        actor=clerk,
        at=NOW,
    )


def test_acknowledgements_are_consecutive_and_given_once(at_once: Race, clerk: User) -> None:
    people = [person(ordinal, clerk) for ordinal in range(1, CLERKS + 1)]
    filed = at_once([lambda taxpayer=taxpayer: declare(taxpayer, clerk) for taxpayer in people])  # type: ignore[misc]
    assert sorted(one.acknowledgement for one in filed) == list(range(1, CLERKS + 1))
    assert Debt.objects.count() == 2 * CLERKS


def test_one_person_declares_a_year_once(at_once: Race, clerk: User) -> None:
    taxpayer = person(1, clerk)
    answers = at_once([lambda: declare(taxpayer, clerk)] * CLERKS)
    assert [type(answer) for answer in answers].count(VolumeDeclaration) == 1
    assert [type(answer) for answer in answers].count(AlreadyDeclared) == CLERKS - 1
    assert Debt.objects.count() == 2


def test_one_form_sent_many_times_files_once_and_answers_the_same(at_once: Race, clerk: User) -> None:
    taxpayer, key = person(1, clerk), uuid.uuid4()
    answers = at_once([lambda: declare(taxpayer, clerk, key)] * CLERKS)
    assert {answer.pk for answer in answers} == {VolumeDeclaration.objects.get().pk}
    assert Debt.objects.count() == 2
