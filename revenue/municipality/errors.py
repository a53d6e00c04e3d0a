"""What municipal tables refuse."""

import datetime as dt

from django.utils.translation import gettext as _

from revenue.rules.days import display_date
from revenue.rules.errors import DomainError


class MunicipalityMissing(DomainError):
    """Nobody has said which municipality this is."""

    def __init__(self) -> None:
        super().__init__(
            "municipality_missing",
            _("Falta registrar el municipio: pida al administrador que lo haga antes de seguir."),
        )


class CalendarMissing(DomainError):
    """A working day is asked of a year whose holidays are not loaded: an error, never a guess (rule C9)."""

    def __init__(self, year: int) -> None:
        message = _("Faltan los feriados de %(year)s: pida al administrador que los cargue antes de seguir.")
        super().__init__("calendar_missing", message % {"year": year}, year=year)


class OwnRowError(DomainError):
    """Whoever entered a row does not approve it (V15)."""

    def __init__(self) -> None:
        super().__init__("own_row", _("Usted entró este renglón: debe aprobarlo otra persona."))


class RowAlreadyApproved(DomainError):
    """A row is approved once."""

    def __init__(self) -> None:
        super().__init__("row_already_approved", _("Este renglón ya está aprobado: no hay nada que hacer."))


class CitationMissing(DomainError):
    """Nothing enters a table without what orders it."""

    def __init__(self) -> None:
        super().__init__(
            "citation_missing",
            _("Escriba la ordenanza, resolución o carta circular: nada entra sin su cita."),
        )


class DayAlreadyClosed(DomainError):
    """A day is closed once."""

    def __init__(self, on: dt.date) -> None:
        message = _("El %(day)s ya está en el calendario como cierre: escriba otra fecha.")
        super().__init__("day_already_closed", message % {"day": display_date(on)}, on=on)


class OrdinanceTooLate(DomainError):
    """An ordinance rules the fiscal years that begin after it: without one by 1 July the last table stays (P1)."""

    def __init__(self, adopted_on: dt.date, fiscal_year_from: int) -> None:
        message = _(
            "La ordenanza se aprobó el %(day)s, después del 1 de julio de %(year)s: indique un año fiscal posterior."
        )
        super().__init__(
            "ordinance_too_late", message % {"day": display_date(adopted_on), "year": fiscal_year_from}
        )


class PeriodUpsideDown(DomainError):
    """A period ends before it starts."""

    def __init__(self) -> None:
        super().__init__("period_upside_down", _("El período termina antes de empezar: corrija las fechas."))


class RatesFileError(DomainError):
    """A file of published rates that can't be read; the sentence names the line."""

    def __init__(self, line: int, reason: str) -> None:
        message = _("Línea %(line)s: %(reason)s Corrija el archivo y vuelva a cargarlo.")
        super().__init__("rates_file", message % {"line": line, "reason": reason}, line=line)


class TownNotInFile(DomainError):
    """The file has no rates of the town asked for."""

    def __init__(self, town: str) -> None:
        message = _(
            "El archivo no tiene tasas de «%(town)s»: revise cómo está escrito el nombre del municipio."
        )
        super().__init__("town_not_in_file", message % {"town": town}, town=town)


class ReadingChanged(DomainError):
    """The reading that was on the page is no longer the one in force: nobody signs what they did not see."""

    def __init__(self) -> None:
        super().__init__(
            "reading_changed",
            _("La lectura cambió desde que abrió la página: léala de nuevo antes de confirmarla."),
        )


class ReadingAlreadyConfirmed(DomainError):
    """A reading is signed once while it does not change."""

    def __init__(self) -> None:
        super().__init__(
            "reading_already_confirmed", _("Esta lectura ya está confirmada: no hay nada que hacer.")
        )
