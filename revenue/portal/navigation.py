"""Where each role may go: one list feeds the navigation of every page and the cards of the first one."""

import dataclasses
import functools

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from revenue.municipality.errors import MunicipalityMissing
from revenue.municipality.models import Municipality
from revenue.municipality.selectors import municipality
from revenue.web import clock
from taxpayers.staff.models import Appointment, Role, User
from taxpayers.staff.selectors import in_force


@dataclasses.dataclass(frozen=True)
class Place:
    """A page that some roles start from; `sections` are the first words of the addresses that belong to it."""

    url_name: str
    label: str | Promise
    purpose: str | Promise
    roles: frozenset[Role]
    sections: tuple[str, ...]
    in_navigation: bool = True
    shortcut: str = ""

    @functools.cached_property
    def url(self) -> str:
        """Return the address of the page, or nothing when this installation goes without its topic."""
        try:
            return reverse(self.url_name)
        except NoReverseMatch:
            return ""


PLACES = (
    Place(
        "home",
        _("Mostrador"),
        _("Busque a quien atiende, vea lo que debe y cobre."),
        frozenset({Role.COLLECTOR}),
        sections=("", "contribuyentes", "expediente", "caja"),
        shortcut="F2",
    ),
    Place(
        "taxpayer_search",
        _("Contribuyentes"),
        _("Búsquelos por nombre en cualquier orden, nombre comercial o número."),
        frozenset({Role.CLERK, Role.DIRECTOR, Role.AUDITOR}),
        sections=("contribuyentes", "expediente", "declaraciones"),
        shortcut="F2",
    ),
    Place(
        "taxpayer_new",
        _("Registrar un contribuyente"),
        _("Persona, corporación, sociedad, sucesión o entidad sin fines de lucro, con sus negocios."),
        frozenset({Role.CLERK}),
        sections=(),
        in_navigation=False,
    ),
    Place(
        "receipt_list",
        _("Recibos"),
        _("Cada recibo emitido, con su PDF y sus reimpresiones."),
        frozenset({Role.COLLECTOR, Role.DIRECTOR, Role.AUDITOR}),
        sections=("recibos",),
    ),
    Place(
        "user_list",
        _("Personal"),
        _("Usuarios y nombramientos, con el documento que los hace y sus fechas."),
        frozenset({Role.ADMIN, Role.DIRECTOR, Role.AUDITOR}),
        sections=("personal",),
    ),
    Place(
        "audit_list",
        _("Auditoría"),
        _("Quién hizo qué y cuándo, entrada por entrada."),
        frozenset({Role.DIRECTOR, Role.AUDITOR}),
        sections=("auditoria",),
    ),
)


@dataclasses.dataclass(frozen=True)
class Entry:
    """A place as the navigation of one page shows it."""

    url: str
    label: str | Promise
    shortcut: str
    current: bool


class Frame:
    """What the frame of a page says: whose office it is and who is signed in.

    Asked of the database once, and only by the pages that show it: a fragment costs nothing.
    """

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @functools.cached_property
    def appointments(self) -> list[Appointment]:
        """List the appointments that are in force today."""
        user = getattr(self.request, "user", None)
        if not isinstance(user, User) or not user.is_active:
            return []
        return list(user.appointments.filter(in_force(clock.today())))

    @functools.cached_property
    def roles(self) -> frozenset[Role]:
        """Return today's roles."""
        return frozenset(Role(appointment.role) for appointment in self.appointments)

    @functools.cached_property
    def municipality(self) -> Municipality | None:
        """Return the municipality, or None while nobody has registered it."""
        try:
            return municipality()
        except MunicipalityMissing:
            return None

    @property
    def title(self) -> str:
        """Return the titles of today's appointments."""
        return ", ".join(appointment.title for appointment in self.appointments)

    @property
    def places(self) -> list[Place]:
        """List the pages that today's roles start from."""
        return [place for place in PLACES if place.roles & self.roles and place.url]

    @property
    def navigation(self) -> list[Entry]:
        """List the entries of the navigation, saying to which of them this page belongs."""
        section = self.request.path.split("/")[1]
        return [
            Entry(place.url, place.label, place.shortcut, section in place.sections)
            for place in self.places
            if place.in_navigation
        ]
