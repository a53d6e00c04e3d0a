"""What can be refused about staff."""

import datetime as dt

from django.utils import formats
from django.utils.translation import gettext as _

from revenue.rules.errors import DomainError


class AppointmentRefusedError(DomainError):
    """An appointment that may not be made or ended so."""


def own_appointment() -> AppointmentRefusedError:
    """Nobody grants themselves a role."""
    return AppointmentRefusedError(
        "own_appointment", _("Nadie registra su propio nombramiento: pídalo a otro administrador.")
    )


def overlapping(starts_on: dt.date, ends_on: dt.date | None) -> AppointmentRefusedError:
    """The same role twice on one day."""
    first = formats.date_format(starts_on, "DATE_FORMAT")
    message = _(
        "Esta persona ya tiene esa función desde el %(first)s: termine ese nombramiento o escoja otras fechas."
    ) % {"first": first}
    if ends_on:
        message = _("Esta persona ya tiene esa función del %(first)s al %(last)s: escoja otras fechas.") % {
            "first": first,
            "last": formats.date_format(ends_on, "DATE_FORMAT"),
        }
    return AppointmentRefusedError("overlapping_appointment", message)


def incompatible(held: str) -> AppointmentRefusedError:
    """Administrators and auditors hold no other role."""
    return AppointmentRefusedError(
        "incompatible_roles",
        _(
            "Esta persona ya es %(held)s en esas fechas, y un administrador o un auditor no puede tener otra función."
        )
        % {"held": held},
    )


def dates_reversed() -> AppointmentRefusedError:
    """The last day is before the first."""
    return AppointmentRefusedError(
        "dates_reversed", _("El último día no puede ser anterior al primero: corrija las fechas.")
    )


def cannot_end(reason: str) -> AppointmentRefusedError:
    """The end asked for rewrites the past."""
    return AppointmentRefusedError("cannot_end", reason)
