"""Registering and changing taxpayers: the only writers of names, addresses, officers and numbers.

Each function is one transaction that also writes its audit entry. The history keeps the values before and after; the
audit names which fields changed, and never carries an identifier.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field

from django.db import models, transaction

from taxpayers import encryption
from taxpayers.audit.services import record
from taxpayers.people import names, selectors
from taxpayers.people.errors import IdentifierTakenError, PossibleDuplicatesError
from taxpayers.people.identifiers import IdentifierKind
from taxpayers.people.models import Address, Identification, Officer, TaxIdentifier, Taxpayer, TaxpayerCounter
from taxpayers.staff.models import User


@dataclass(frozen=True)
class AddressData:
    """The lines of an address."""

    line1: str
    town: str
    zip_code: str
    line2: str = ""
    state: str = "PR"


@dataclass(frozen=True)
class TaxpayerData:
    """What is known of a taxpayer: an individual has given names and surnames, everybody else a legal name.

    Without a postal address letters go to the residential one. `identifiers` holds the nine digits of the numbers to
    set; a number left out stays as it was.
    """

    kind: Taxpayer.Kind
    legal_name: str = ""
    given_names: str = ""
    first_surname: str = ""
    second_surname: str = ""
    phone: str = ""
    email: str = ""
    residential: AddressData | None = None
    postal: AddressData | None = None
    identifiers: Mapping[IdentifierKind, str] = field(default_factory=dict)

    @property
    def columns(self) -> dict[str, str]:
        """Return the columns of the taxpayer's own row."""
        own = ("legal_name", "given_names", "first_surname", "second_surname", "phone", "email")
        return {name: getattr(self, name) for name in own}


@transaction.atomic
def taxpayer_register(
    *, actor: User, data: TaxpayerData, other_than: Iterable[str] = (), at: dt.datetime
) -> Taxpayer:
    """Register a taxpayer under the next number.

    `other_than` are the numbers of the possible duplicates the clerk looked at and says are somebody else. Raises
    IdentifierTakenError when another has the same social security or employer number, and PossibleDuplicatesError when
    somebody like this one is not among `other_than`.
    """
    taxpayer = Taxpayer(kind=data.kind, registered_at=at, registered_by=actor, **data.columns)
    # The number first: its lock makes registrations take turns, so two of the same person can't miss each other.
    taxpayer.number = _next_number()
    _refuse_taken(data.identifiers, taxpayer)
    known = frozenset(other_than)
    duplicates = selectors.possible_duplicates(name=taxpayer.display_name, phone=data.phone)
    if any(duplicate.taxpayer.number not in known for duplicate in duplicates):
        raise PossibleDuplicatesError(duplicates)
    _derive(taxpayer, [])
    save(taxpayer, actor=actor, at=at)
    _set_addresses(taxpayer, data, actor=actor, at=at)
    _set_identifiers(taxpayer, data.identifiers)
    details = {"kind": str(data.kind), "other_than": sorted(known & {d.taxpayer.number for d in duplicates})}
    record(actor=actor, action="taxpayer.registered", subject=taxpayer, at=at, data=details)
    return taxpayer


@transaction.atomic
def taxpayer_edit(*, actor: User, taxpayer: Taxpayer, data: TaxpayerData, at: dt.datetime) -> Taxpayer:
    """Change what is known of a taxpayer; the kind and the number stay. Nothing is written when nothing changed.

    Raises IdentifierTakenError when another has the same social security or employer number.
    """
    if data.identifiers:
        _take_turn()  # an edit and a registration with the same number can't miss each other either
    taxpayer = lock(taxpayer)
    _refuse_taken(data.identifiers, taxpayer)
    changed = changes(taxpayer, data.columns)
    if changed:
        refresh_search(taxpayer)
        save(taxpayer, actor=actor, at=at)
    changed += _set_addresses(taxpayer, data, actor=actor, at=at)
    changed += _set_identifiers(taxpayer, data.identifiers)
    if changed:
        record(actor=actor, action="taxpayer.changed", subject=taxpayer, at=at, data={"changed": changed})
    return taxpayer


@transaction.atomic
def officer_save(
    *,
    actor: User,
    taxpayer: Taxpayer,
    officer: Officer | None,
    name: str,
    title: Officer.Title,
    other_title: str,
    starts_on: dt.date,
    ends_on: dt.date | None,
    at: dt.datetime,
) -> Officer:
    """Add an officer, or change one: their title and the first and last days they hold it."""
    taxpayer = lock(taxpayer)
    adding = officer is None
    action = "officer.added" if adding else "officer.changed"
    officer = officer or Officer(taxpayer=taxpayer)
    columns = {
        "name": name,
        "title": title,
        "other_title": other_title,
        "starts_on": starts_on,
        "ends_on": ends_on,
    }
    changed = changes(officer, columns)
    if changed:
        save(officer, actor=actor, at=at)
        details = {"officer": str(officer), "changed": [] if adding else changed}
        record(actor=actor, action=action, subject=taxpayer, at=at, data=details)
    return officer


@transaction.atomic
def identification_add(
    *,
    actor: User,
    taxpayer: Taxpayer,
    kind: Identification.Kind,
    number: str,
    expires_on: dt.date | None,
    shown_on: dt.date,
    at: dt.datetime,
) -> Identification:
    """Keep a document the taxpayer showed: its number encrypted, its last four signs to recognise it."""
    identification = Identification.objects.create(
        taxpayer=taxpayer,
        kind=kind,
        number=number,
        last_four=number[-4:],
        expires_on=expires_on,
        shown_on=shown_on,
    )
    record(actor=actor, action="identification.added", subject=taxpayer, at=at, data={"kind": str(kind)})
    return identification


def identifier_digest(kind: IdentifierKind, digits: str) -> str:
    """Return the digest under which a number is stored and found."""
    return encryption.blind_index(f"{kind}:{digits}")


def lock(taxpayer: Taxpayer) -> Taxpayer:
    """Return the taxpayer as it is now, locked until the transaction ends: changes to one person take turns."""
    return Taxpayer.objects.select_for_update().get(pk=taxpayer.pk)


def changes(row: models.Model, columns: Mapping[str, object]) -> list[str]:
    """Set columns of a row and return the names of those that were different."""
    changed = [name for name, value in columns.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, columns[name])
    return changed


def save(row: models.Model, *, actor: User, at: dt.datetime) -> None:
    """Save a row with history, under the name of who changed it and the instant of the request."""
    _sign(row, actor=actor, at=at)
    row.save()


def _sign(row: models.Model, *, actor: User, at: dt.datetime) -> None:
    row._history_user, row._history_date = actor, at  # type: ignore[attr-defined]


def refresh_search(taxpayer: Taxpayer) -> None:
    """Derive again, without saving, the columns by which a taxpayer is found."""
    _derive(taxpayer, taxpayer.businesses.values_list("trade_name", flat=True))


def _derive(taxpayer: Taxpayer, trade_names: Iterable[str]) -> None:
    name = taxpayer.display_name
    surname_first = " ".join((taxpayer.first_surname, taxpayer.second_surname, taxpayer.given_names))
    taxpayer.name_key = names.name_key(name)[:240]
    taxpayer.sort_name = " ".join(names.words(surname_first if taxpayer.is_individual else name))[:240]
    bare_number = str(int(taxpayer.number.removeprefix("C-")))
    taxpayer.search_text = names.index_words(name, *trade_names, taxpayer.number, bare_number)


def _take_turn() -> TaxpayerCounter:
    """Return the counter, locked: whoever asks meanwhile waits for this transaction to end."""
    TaxpayerCounter.objects.get_or_create(pk=1)
    return TaxpayerCounter.objects.select_for_update().get(pk=1)


def _next_number() -> str:
    counter = _take_turn()
    counter.last_number += 1
    counter.save(update_fields=["last_number"])
    return selectors.number_of(counter.last_number)


def _refuse_taken(identifiers: Mapping[IdentifierKind, str], taxpayer: Taxpayer) -> None:
    for kind, digits in identifiers.items():
        owner = selectors.identifier_owner(kind, digits)
        if owner is not None and owner.pk != taxpayer.pk:
            raise IdentifierTakenError(owner.number)


def _set_addresses(taxpayer: Taxpayer, data: TaxpayerData, *, actor: User, at: dt.datetime) -> list[str]:
    """Make the residential and postal addresses what was given, None being none. Return which changed."""
    changed = []
    for kind, lines in ((Address.Kind.RESIDENTIAL, data.residential), (Address.Kind.POSTAL, data.postal)):
        address = taxpayer.addresses.filter(kind=kind).first() or Address(taxpayer=taxpayer, kind=kind)
        if lines is None and address.pk is not None:
            _sign(address, actor=actor, at=at)
            address.delete()
            changed.append(f"{kind}_address")
        elif lines is not None and changes(address, asdict(lines)):
            save(address, actor=actor, at=at)
            changed.append(f"{kind}_address")
    return changed


def _set_identifiers(taxpayer: Taxpayer, identifiers: Mapping[IdentifierKind, str]) -> list[str]:
    """Write the numbers given and return which kinds changed."""
    changed = []
    for kind, digits in identifiers.items():
        held = taxpayer.tax_identifiers.filter(kind=kind).first()
        if held is not None and held.number == digits:
            continue
        TaxIdentifier.objects.update_or_create(
            taxpayer=taxpayer,
            kind=kind,
            defaults={
                "number": digits,
                "last_four": digits[-4:],
                "blind_index": identifier_digest(kind, digits),
            },
        )
        changed.append(f"{kind}_number")
    return changed
