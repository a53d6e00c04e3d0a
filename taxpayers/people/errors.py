"""What can be refused about people and businesses."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from revenue.rules.errors import DomainError

if TYPE_CHECKING:
    from taxpayers.people.selectors import Duplicate


class IdentifierTakenError(DomainError):
    """A social security or employer number that another taxpayer already has: refused outright."""

    def __init__(self, number: str) -> None:
        message = _("Ese número ya es de %(number)s: abra ese expediente en vez de registrar otro.") % {
            "number": number
        }
        super().__init__("identifier_taken", message, number=number)


class PossibleDuplicatesError(DomainError):
    """Taxpayers who may be the same person, whom the clerk has not yet said are somebody else."""

    def __init__(self, duplicates: "Sequence[Duplicate]") -> None:
        message = _(
            "Puede que ya esté registrado: revise la lista y, si no es ninguno, marque «Es otra persona»."
        )
        super().__init__("possible_duplicates", message)
        self.duplicates = duplicates


class BusinessError(DomainError):
    """Dates of a business that contradict each other."""


def ceased_before_start() -> BusinessError:
    """A business can't end before it begins."""
    return BusinessError(
        "ceased_before_start", _("El negocio no pudo cesar antes de comenzar: corrija la fecha de cese.")
    )


def notice_in_the_future() -> BusinessError:
    """A notice is on file or it is not."""
    return BusinessError(
        "notice_in_the_future", _("El aviso no pudo recibirse en el futuro: corrija la fecha del aviso.")
    )
