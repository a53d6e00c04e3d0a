"""What a declaration refuses."""

import datetime as dt
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from revenue.rules.days import display_date
from revenue.rules.errors import DomainError
from revenue.rules.fiscal_years import fiscal_year_label

if TYPE_CHECKING:
    from revenue.charges.models import VolumeDeclaration


class NothingToDeclare(DomainError):
    """No business owes the patente of that year."""

    def __init__(self, fiscal_year: int) -> None:
        message = _(
            "Ningún negocio de este contribuyente debe patente del año %(year)s: revise el año o añada el negocio."
        )
        super().__init__("nothing_to_declare", message % {"year": fiscal_year_label(fiscal_year)})


class BusinessesDiffer(DomainError):
    """The volumes are not those of the person's businesses that owe that year: one by one, and no other's."""

    def __init__(self) -> None:
        super().__init__(
            "businesses_differ",
            _("Los negocios de este contribuyente cambiaron: vuelva a abrir la declaración."),
        )


class AlreadyDeclared(DomainError):
    """One declaration a year: what changes it is an amendment."""

    def __init__(self, earlier: "VolumeDeclaration") -> None:
        message = _(
            "El año %(year)s ya se declaró el %(day)s con el acuse %(number)s: abra esa declaración en el expediente;"
            " para cambiarla hace falta una enmienda."
        ) % {
            "year": earlier.fiscal_year_label,
            "day": display_date(earlier.filed_on),
            "number": earlier.number,
        }
        super().__init__("already_declared", message, declaration=earlier.pk)


class ReceivedInTheFuture(DomainError):
    """Paper comes in today or came in before."""

    def __init__(self) -> None:
        super().__init__(
            "received_in_the_future",
            _("La declaración no pudo recibirse en el futuro: escriba la fecha de hoy o una anterior."),
        )


class YearNotOver(DomainError):
    """The base is the volume of an accounting year that has ended (rule P1)."""

    def __init__(self, fiscal_year: int) -> None:
        message = _(
            "El año %(label)s se declara desde el %(day)s: elija otro año fiscal o corrija la fecha de recibo."
        )
        day = display_date(dt.date(fiscal_year, 1, 1))
        super().__init__("year_not_over", message % {"label": fiscal_year_label(fiscal_year), "day": day})


class NotSworn(DomainError):
    """A declaration is sworn by somebody with a name."""

    def __init__(self) -> None:
        super().__init__("not_sworn", _("Escriba quién jura la declaración y su título o cargo."))


class ComputationChanged(DomainError):
    """The tables or the businesses changed between what was shown and its confirmation."""

    def __init__(self) -> None:
        super().__init__(
            "computation_changed",
            _("El cómputo cambió desde que lo revisó y no se guardó nada: revíselo otra vez."),
        )


class RequestKeyReused(DomainError):
    """The same key with another body: another declaration, not a repetition."""

    def __init__(self) -> None:
        super().__init__(
            "request_key_reused",
            _("Esta página ya se usó para otra declaración: abra una nueva desde el expediente."),
        )


class DecreeUpsideDown(DomainError):
    """A decree ends before it starts."""

    def __init__(self) -> None:
        super().__init__("decree_upside_down", _("El decreto termina antes de empezar: corrija las fechas."))
