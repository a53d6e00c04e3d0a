"""The audit in words: what each action and each detail is called. What has no words yet is shown by its code.

Topics above this one name their own when the application starts, in the `ready` of their AppConfig:
`name_actions({"receipt.issued": _("Recibo emitido")})`.
"""

import datetime as dt
import re
from collections.abc import Mapping

from django.utils import formats
from django.utils.translation import gettext_lazy as _

from taxpayers.people.models import Identification, Taxpayer
from taxpayers.staff.models import Role

_DATE = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-([0-2][0-9]|3[01])", re.ASCII)

_ACTIONS: dict[str, object] = {
    "user.created": _("Usuario creado"),
    "user.deactivated": _("Usuario desactivado"),
    "user.reactivated": _("Usuario activado"),
    "user.password_link": _("Enlace de contraseña creado"),
    "user.second_factor_reset": _("Segundo factor restablecido"),
    "appointment.made": _("Nombramiento registrado"),
    "appointment.ended": _("Nombramiento terminado"),
    "taxpayer.registered": _("Contribuyente registrado"),
    "taxpayer.changed": _("Contribuyente modificado"),
    "officer.added": _("Oficial añadido"),
    "officer.changed": _("Oficial modificado"),
    "identification.added": _("Identificación añadida"),
    "business.added": _("Negocio añadido"),
    "business.changed": _("Negocio modificado"),
    "business.ceased": _("Cese de negocio registrado"),
}


_DETAILS: dict[str, object] = {
    "activity": _("actividad"),
    "activity_code": _("código de actividad"),
    "address": _("dirección"),
    "business": _("negocio"),
    "ceased_on": _("cesó el"),
    "cessation_noticed_on": _("aviso recibido el"),
    "changed": _("cambió"),
    "citation": _("documento"),
    "ein_number": _("número patronal"),
    "email": _("correo electrónico"),
    "ends_on": _("último día"),
    "first_surname": _("primer apellido"),
    "former_ends_on": _("último día anterior"),
    "given_names": _("nombre"),
    "kind": _("tipo"),
    "legal_name": _("nombre legal"),
    "license_class": _("clase"),
    "name": _("nombre"),
    "officer": _("oficial"),
    "other_than": _("distinto de"),
    "other_title": _("otro cargo"),
    "phone": _("teléfono"),
    "postal_address": _("dirección postal"),
    "reason": _("razón"),
    "residential_address": _("dirección residencial"),
    "role": _("función"),
    "second_surname": _("segundo apellido"),
    "ssn_number": _("seguro social"),
    "started_on": _("comenzó el"),
    "starts_on": _("primer día"),
    "title": _("título"),
    "trade_name": _("nombre comercial"),
    "username": _("usuario"),
    **{role.value: role.label for role in Role},
    **{kind.value: kind.label for kind in Taxpayer.Kind},
    **{kind.value: kind.label for kind in Identification.Kind},
}


def name_actions(labels: Mapping[str, object]) -> None:
    """Add the words of another topic's actions."""
    _ACTIONS.update(labels)


def name_details(labels: Mapping[str, object]) -> None:
    """Add the words of another topic's details."""
    _DETAILS.update(labels)


def label(action: str) -> str:
    """Return an action in words."""
    return str(_ACTIONS.get(action, action))


def detail(word: object) -> str:
    """Return the name of a detail, or a value, in Spanish: the product's own words, and dates with their month."""
    if not isinstance(word, str):
        return str(word)
    if _DATE.fullmatch(word):
        return formats.date_format(dt.date.fromisoformat(word), "DATE_FORMAT")
    return str(_DETAILS.get(word, word))
