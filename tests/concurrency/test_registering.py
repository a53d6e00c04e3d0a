"""Several clerks registering at once: every number once, none missing, and never the same person twice."""

import datetime as dt

from taxpayers.people.errors import IdentifierTakenError, PossibleDuplicatesError
from taxpayers.people.identifiers import IdentifierKind
from taxpayers.people.models import Taxpayer
from taxpayers.people.services import TaxpayerData, taxpayer_register
from taxpayers.staff.models import User
from tests.concurrency.conftest import Race

AT = dt.datetime(2026, 12, 1, 14, 30, tzinfo=dt.UTC)
CLERKS = 8


def register(clerk: User, name: str, identifiers: dict[IdentifierKind, str] | None = None) -> Taxpayer:
    data = TaxpayerData(kind=Taxpayer.Kind.CORPORATION, legal_name=name, identifiers=identifiers or {})
    return taxpayer_register(actor=clerk, data=data, at=AT)


def clerk_of_a_town_with_somebody() -> User:
    """Return a clerk after a first registration: making the counter would serialise the race by itself."""
    clerk = User.objects.create_user("oficinista")
    register(clerk, "Jagüey")
    return clerk


def test_numbers_are_consecutive_and_given_once(at_once: Race) -> None:
    clerk = clerk_of_a_town_with_somebody()
    names = ["Ceiba", "Flamboyán", "Guayacán", "Úcar", "Maga", "Tabonuco", "Ausubo", "Yagrumo"]
    made = at_once([lambda name=name: register(clerk, name) for name in names])  # type: ignore[misc]
    assert sorted(taxpayer.number for taxpayer in made) == [f"C-{n:06d}" for n in range(2, CLERKS + 2)]


def test_the_same_person_is_registered_once(at_once: Race) -> None:
    clerk = clerk_of_a_town_with_somebody()
    answers = at_once([lambda: register(clerk, "Panadería La Espiga")] * CLERKS)
    assert [type(answer) for answer in answers].count(Taxpayer) == 1
    assert [type(answer) for answer in answers].count(PossibleDuplicatesError) == CLERKS - 1


def test_the_same_identifier_is_taken_once(at_once: Race) -> None:
    clerk = clerk_of_a_town_with_somebody()
    names = ["Ceiba", "Flamboyán", "Guayacán", "Úcar", "Maga", "Tabonuco", "Ausubo", "Yagrumo"]
    number = {IdentifierKind.EIN: "891234567"}
    answers = at_once([lambda name=name: register(clerk, name, number) for name in names])  # type: ignore[misc]
    assert [type(answer) for answer in answers].count(IdentifierTakenError) == CLERKS - 1
    assert Taxpayer.objects.count() == 2
