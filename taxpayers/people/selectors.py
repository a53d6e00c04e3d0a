"""Finding people: the typed search, possible duplicates, and what one taxpayer's file shows."""

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Case, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils.translation import gettext as _

from taxpayers import encryption
from taxpayers.people import names
from taxpayers.people.identifiers import IdentifierKind, recognise
from taxpayers.people.models import Address, Taxpayer

NUMBER = "C-[0-9]{6,9}"
SEARCH_LIMIT = 20
_MAX_WORDS = 8
_CANDIDATES = 200


@dataclass(frozen=True)
class Duplicate:
    """A taxpayer who may be the one about to be registered, and why."""

    taxpayer: Taxpayer
    reasons: tuple[str, ...]


def search(text: str, *, limit: int = SEARCH_LIMIT) -> list[Taxpayer]:
    """Return taxpayers for a typed text, best first: each with `town` and its businesses at hand. Two queries.

    Every word must begin some word of the name, trade names or number, in any order, with or without accents. A text
    that looks like a social security or employer number is looked up by exact match instead.
    """
    wanted = names.words(text)[:_MAX_WORDS]
    identifiers = recognise(text)
    if not identifiers and len("".join(wanted)) < 2 and not text.strip().isdecimal():
        return []
    found = _by_identifiers(identifiers) if identifiers else _by_words(wanted)
    town = Address.objects.filter(taxpayer=OuterRef("pk")).order_by("-kind").values("town")[:1]
    return list(found.annotate(town=Subquery(town)).prefetch_related("businesses")[:limit])


def _by_words(wanted: list[str]) -> QuerySet[Taxpayer]:
    found = Taxpayer.objects.all()
    for word in wanted:
        found = found.filter(search_text__contains=f" {word}")
    typed_number = next((word for word in wanted if word.isdecimal() and len(word) <= 9), None)
    if typed_number is None:
        return found.order_by("sort_name", "pk")
    exact = When(number=number_of(int(typed_number)), then=Value(0))
    return found.order_by(Case(exact, default=Value(1), output_field=IntegerField()), "sort_name", "pk")


def _by_identifiers(identifiers: list[tuple[IdentifierKind, str]]) -> QuerySet[Taxpayer]:
    digests = [
        digest for kind, digits in identifiers for digest in encryption.blind_indexes(f"{kind}:{digits}")
    ]
    return (
        Taxpayer.objects.filter(tax_identifiers__blind_index__in=digests)
        .order_by("sort_name", "pk")
        .distinct()
    )


def number_of(ordinal: int) -> str:
    """Return the municipal number as it is written: C-000123."""
    return f"C-{ordinal:06d}"


def taxpayers_numbered(numbers: Iterable[str]) -> QuerySet[Taxpayer]:
    """Return the taxpayers with some numbers, as a browser sent them: what is no number finds nobody."""
    return Taxpayer.objects.filter(number__in={number for number in numbers if re.fullmatch(NUMBER, number)})


def identifier_owner(kind: IdentifierKind, digits: str) -> Taxpayer | None:
    """Return who has a social security or employer number, or None."""
    return _by_identifiers([(kind, digits)]).first()


def possible_duplicates(*, name: str, phone: str) -> list[Duplicate]:
    """Return who may already be this person: a like name or trade name in any order, or the same telephone."""
    nearby = _name_candidates(name) | (Q(phone=phone) if phone else Q(pk__in=[]))
    found = []
    for taxpayer in Taxpayer.objects.filter(nearby).prefetch_related("businesses")[:_CANDIDATES]:
        known_as = [taxpayer.display_name, *(business.trade_name for business in taxpayer.businesses.all())]
        reasons = []
        if any(names.alike(name, known) for known in known_as):
            reasons.append(_("nombre parecido"))
        if phone and taxpayer.phone == phone:
            reasons.append(_("mismo teléfono"))
        if reasons:
            found.append(Duplicate(taxpayer, tuple(reasons)))
    return sorted(found, key=lambda duplicate: (-len(duplicate.reasons), duplicate.taxpayer.number))


def _name_candidates(name: str) -> Q:
    """Return the condition of the names worth comparing: the same words, or two that begin like two of these."""
    telling = [word[:4] for word in names.telling_words(name)][:_MAX_WORDS]
    condition = Q(name_key=names.name_key(name)[:240])
    for pair in itertools.combinations(telling, 2) if len(telling) > 1 else [telling]:
        shared = Q()
        for word in pair:
            shared &= Q(search_text__contains=f" {word}")
        condition |= shared
    return condition


def taxpayer_file(number: str) -> QuerySet[Taxpayer]:
    """Return the query of one taxpayer with all that its file shows."""
    return Taxpayer.objects.filter(number=number).prefetch_related(
        "addresses", "businesses__address", "officers", "tax_identifiers", "identifications"
    )
