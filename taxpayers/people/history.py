"""What changed in a taxpayer's file, told from the history of its rows: who, when, and each value before and after."""

import datetime as dt
import itertools
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from taxpayers.people.models import Address, Business, Officer, Taxpayer

_LIMIT = 200  # rows of history read per table
_QUIET = frozenset({"id", "taxpayer", "registered_at", "registered_by", "address", "number"})
_VERBS = {"+": gettext_lazy("Añadido"), "~": gettext_lazy("Cambiado"), "-": gettext_lazy("Eliminado")}


@dataclass(frozen=True)
class Difference:
    """One field before and after."""

    label: str
    before: str
    after: str


@dataclass(frozen=True)
class Change:
    """One row added, changed or removed."""

    at: dt.datetime
    actor: str
    what: str
    verb: str
    differences: tuple[Difference, ...]


def changes_of(taxpayer: Taxpayer) -> list[Change]:
    """Return every change of a taxpayer, newest first: the person, addresses, officers and businesses."""
    own = _changes(Taxpayer.history.filter(id=taxpayer.pk))
    related = [
        _changes(model.history.filter(taxpayer_id=taxpayer.pk)) for model in (Address, Officer, Business)
    ]
    return sorted(itertools.chain(own, *related), key=lambda change: change.at, reverse=True)


def _changes(rows: models.QuerySet[Any]) -> list[Change]:
    """Return the changes told by the history of one table: each row against the one before it of the same object."""
    newest_first = rows.select_related("history_user").order_by("id", "-history_date", "-history_id")[:_LIMIT]
    found = []
    for row, former in itertools.zip_longest(newest_first, list(newest_first)[1:]):
        before = former if former is not None and former.id == row.id else None
        differences = (
            tuple(_differences(before, row)) if row.history_type == "~" and before is not None else ()
        )
        found.append(
            Change(
                at=row.history_date,
                actor=str(row.history_user or ""),
                what=_subject(row),
                verb=str(_VERBS[row.history_type]),
                differences=differences,
            )
        )
    return found


def _differences(before: Any, after: Any) -> list[Difference]:
    fields = [field for field in after.tracked_fields if field.name not in _QUIET]
    pairs = ((field, _shown(before, field), _shown(after, field)) for field in fields)
    return [Difference(str(field.verbose_name), old, new) for field, old, new in pairs if old != new]


def _shown(row: Any, field: "models.Field[Any, Any]") -> str:
    value = getattr(row, field.attname)
    if field.choices:
        return str(dict(field.flatchoices).get(value, value))
    if isinstance(value, dt.date):
        return formats.date_format(value, "DATE_FORMAT")
    return "" if value is None else str(value)


def _subject(row: Any) -> str:
    kind = row.instance_type
    if kind is Taxpayer:
        return _("Datos del contribuyente")
    if kind is Address:
        return _("Dirección: %(kind)s") % {"kind": Address.Kind(row.kind).label}
    return f"{kind._meta.verbose_name.capitalize()}: {row.trade_name if kind is Business else row.name}"
