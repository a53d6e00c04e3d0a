"""The forms of a person's file: one column, only the fields that fit its kind."""

from collections.abc import Mapping
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import HTML, Fieldset, Layout
from django import forms
from django.utils.translation import gettext_lazy as _

from revenue.web.fields import DateField, NameField
from taxpayers.people.fields import IdentifierField, PatternField, PhoneField, line, zip_code
from taxpayers.people.identifiers import IdentifierKind
from taxpayers.people.models import Address, Business, Identification, Officer, Taxpayer
from taxpayers.people.services import AddressData, TaxpayerData

Typed = Mapping[str, Any] | None

_ADDRESS_FIELDS = ("line1", "line2", "town", "state", "zip_code")


def helper(*rows: object) -> FormHelper:
    """Return crispy's helper for a form whose tag and buttons are in the template."""
    made = FormHelper()
    made.form_tag = False
    made.layout = Layout(*rows) if rows else None
    return made


class SearchForm(forms.Form):
    """What a person types to find another; it travels in the body of a POST, never in an address."""

    q = NameField(label=_("Buscar contribuyente"), required=False, max_length=120)


class AddressFieldsMixin(forms.Form):
    """The five lines of an address, under a prefix."""

    def add_address(self, prefix: str, *, required: bool) -> list[str]:
        """Add the fields and return their names."""
        need = required or None
        self.fields[f"{prefix}_line1"] = line(
            _("Dirección"),
            missing=need and _("Escriba la calle y el número, o el apartado."),
            help_text=_("Calle y número, o apartado postal."),
        )
        self.fields[f"{prefix}_line2"] = line(_("Urbanización, edificio o apartamento (opcional)"))
        self.fields[f"{prefix}_town"] = line(
            _("Pueblo"), missing=need and _("Escriba el pueblo."), max_length=60, css_class="medium"
        )
        self.fields[f"{prefix}_state"] = PatternField(
            label=_("Estado o territorio"),
            pattern="[A-Za-z]{2}",
            invalid=_("Escriba las dos letras del estado o territorio, por ejemplo PR."),
            css_class="narrow",
            max_length=2,
            required=required,
            initial="PR",
            error_messages={"required": _("Escriba las dos letras del estado o territorio, por ejemplo PR.")},
        )
        self.fields[f"{prefix}_state"].widget.attrs["inputmode"] = "text"
        self.fields[f"{prefix}_zip_code"] = zip_code(required=required)
        return [f"{prefix}_{name}" for name in _ADDRESS_FIELDS]

    def address_data(self, prefix: str) -> AddressData:
        """Return the address that was typed."""
        typed = {name: self.cleaned_data[f"{prefix}_{name}"] for name in _ADDRESS_FIELDS}
        return AddressData(**{**typed, "state": typed["state"].upper() or "PR"})


def address_initial(prefix: str, address: Address | None) -> dict[str, str]:
    """Return the initial values of an address already on file."""
    return {f"{prefix}_{name}": getattr(address, name) for name in _ADDRESS_FIELDS} if address else {}


class TaxpayerForm(AddressFieldsMixin):
    """Register or change a taxpayer of one kind; `taxpayer` is the one on file when it is being changed."""

    given_names = line(_("Nombre e inicial"), missing=_("Escriba el nombre."))
    first_surname = line(_("Primer apellido"), missing=_("Escriba el primer apellido."), max_length=60)
    second_surname = line(_("Segundo apellido (opcional)"), max_length=60)
    legal_name = line(_("Nombre legal"), missing=_("Escriba el nombre legal de la entidad."), max_length=200)
    phone = PhoneField(label=_("Teléfono (opcional)"), required=False)
    email = forms.EmailField(
        label=_("Correo electrónico (opcional)"),
        required=False,
        max_length=254,
        error_messages={
            "invalid": _("Escriba el correo electrónico completo, por ejemplo nombre@ejemplo.com.")
        },
    )
    postal_same = forms.BooleanField(
        label=_("La correspondencia llega a esa misma dirección"), required=False, initial=True
    )

    def __init__(self, data: Typed = None, *, kind: Taxpayer.Kind, taxpayer: Taxpayer | None = None) -> None:
        self.kind, self.taxpayer = kind, taxpayer
        super().__init__(data, initial=_initial(taxpayer) if taxpayer else {})
        individual = kind == Taxpayer.Kind.INDIVIDUAL
        for name in ["legal_name"] if individual else ["given_names", "first_surname", "second_surname"]:
            del self.fields[name]
        if kind == Taxpayer.Kind.ESTATE:
            self.fields["legal_name"].help_text = _("Por ejemplo: Sucesión de Ana Peña Ibáñez.")
        identifiers = self._add_identifiers(individual)
        residential = self.add_address("residential", required=True)
        postal = self.add_address("postal", required=False)
        names = [
            name
            for name in ("given_names", "first_surname", "second_surname", "legal_name")
            if name in self.fields
        ]
        self.helper = helper(
            Fieldset(_("Nombre"), *names),
            Fieldset(_("Para comunicarse"), "phone", "email"),
            Fieldset(_("Dirección residencial") if individual else _("Dirección física"), *residential),
            Fieldset(_("Dirección postal"), "postal_same", HTML(_POSTAL_HINT), *postal),
            Fieldset(_("Números de identificación contributiva"), HTML(_IDENTIFIER_HINT), *identifiers),
        )

    def _add_identifiers(self, individual: bool) -> list[str]:
        labels = {IdentifierKind.EIN: _("Número patronal (opcional)")}
        if individual:
            labels = {IdentifierKind.SSN: _("Seguro social (opcional)"), **labels}
        held = {i.kind: str(i) for i in self.taxpayer.tax_identifiers.all()} if self.taxpayer else {}
        for kind, label in labels.items():
            hint = (
                _("Tenemos %(masked)s. Déjelo en blanco para no cambiarlo.") % {"masked": held[kind]}
                if kind in held
                else ""
            )
            self.fields[kind.value] = IdentifierField(kind=kind, label=label, help_text=hint)
        return [kind.value for kind in labels]

    def clean(self) -> dict[str, object]:
        """Ask for the postal address when letters go elsewhere."""
        cleaned = super().clean() or self.cleaned_data
        if not cleaned.get("postal_same"):
            sentences = {
                "postal_line1": _("Escriba la dirección postal, o marque que es la misma."),
                "postal_town": _("Escriba el pueblo."),
                "postal_zip_code": _("Escriba el código postal."),
            }
            for name, sentence in sentences.items():
                if name in cleaned and not cleaned[name]:
                    self.add_error(name, sentence)
        return cleaned

    @property
    def data_typed(self) -> TaxpayerData:
        """Return what was typed, as the services take it."""
        typed = self.cleaned_data
        own = ("given_names", "first_surname", "second_surname", "legal_name", "phone", "email")
        return TaxpayerData(
            kind=self.kind,
            **{name: typed[name] for name in own if name in typed},
            residential=self.address_data("residential"),
            postal=None if typed["postal_same"] else self.address_data("postal"),
            identifiers={kind: typed[kind.value] for kind in IdentifierKind if typed.get(kind.value)},
        )


_POSTAL_HINT = (
    '{% load i18n %}<p class="form-text">{% translate "Si es otra, quite la marca y escríbala aquí." %}</p>'
)
_IDENTIFIER_HINT = (
    '{% load i18n %}<p class="form-text">'
    '{% translate "Se guardan cifrados y nunca salen en un recibo, una lista o una dirección de la red." %}</p>'
)


def _initial(taxpayer: Taxpayer) -> dict[str, Any]:
    own = ("given_names", "first_surname", "second_surname", "legal_name", "phone", "email")
    postal = taxpayer.address(Address.Kind.POSTAL)
    return {
        **{name: getattr(taxpayer, name) for name in own},
        **address_initial("residential", taxpayer.address(Address.Kind.RESIDENTIAL)),
        **address_initial("postal", postal),
        "postal_same": postal is None,
    }


class OfficerForm(forms.Form):
    """Somebody who signs for an entity."""

    name = line(_("Nombre"), missing=_("Escriba el nombre del oficial."), max_length=200)
    title = forms.ChoiceField(
        label=_("Cargo"), choices=Officer.Title.choices, error_messages={"required": _("Escoja el cargo.")}
    )
    other_title = line(_("Si escogió «Otro», ¿cuál?"), max_length=60)
    starts_on = DateField(label=_("Desde"))
    ends_on = DateField(label=_("Hasta (opcional)"), required=False)

    def __init__(self, data: Typed = None, *, officer: Officer | None = None) -> None:
        columns = ("name", "title", "other_title", "starts_on", "ends_on")
        initial = {name: getattr(officer, name) for name in columns} if officer else {}
        super().__init__(data, initial=initial)
        self.helper = helper()

    def clean(self) -> dict[str, object]:
        """Ask for the title that is not in the list, and for dates in order."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("title") != Officer.Title.OTHER:
            cleaned["other_title"] = ""
        elif not cleaned.get("other_title") and "other_title" in cleaned:
            self.add_error("other_title", _("Escriba cuál es el cargo."))
        starts_on, ends_on = cleaned.get("starts_on"), cleaned.get("ends_on")
        if starts_on and ends_on and ends_on < starts_on:
            self.add_error("ends_on", _("La última fecha no puede ser anterior a la primera: corríjala."))
        return cleaned


class IdentificationForm(forms.Form):
    """A document that the taxpayer shows at the counter."""

    kind = forms.ChoiceField(
        label=_("Documento"),
        choices=Identification.Kind.choices,
        error_messages={"required": _("Escoja el documento.")},
    )
    number = PatternField(
        label=_("Número"),
        pattern="[A-Za-z0-9-]{4,30}",
        invalid=_("Escriba el número del documento: letras, números y guiones, cuatro o más."),
        css_class="medium",
        max_length=30,
        error_messages={"required": _("Escriba el número del documento.")},
    )
    expires_on = DateField(label=_("Vence el (opcional)"), required=False)

    def __init__(self, data: Typed = None) -> None:
        super().__init__(data)
        self.fields["number"].widget.attrs["inputmode"] = "text"
        self.helper = helper()


class BusinessForm(AddressFieldsMixin):
    """A business: what it is called, what it does, since when and where."""

    trade_name = line(_("Nombre comercial"), missing=_("Escriba el nombre comercial."), max_length=200)
    license_class = forms.ChoiceField(
        label=_("Clase de patente"),
        choices=Business.LicenseClass.choices,
        widget=forms.RadioSelect,
        initial=Business.LicenseClass.GENERAL,
        error_messages={"required": _("Escoja la clase de patente.")},
    )
    activity_code = PatternField(
        label=_("Código de actividad (NAICS)"),
        pattern="[0-9]{2,6}",
        invalid=_("Escriba el código NAICS: de dos a seis números, por ejemplo 445110."),
        css_class="narrow",
        max_length=6,
        error_messages={"required": _("Escriba el código NAICS: de dos a seis números, por ejemplo 445110.")},
    )
    activity = line(_("Actividad"), missing=_("Describa la actividad en pocas palabras."), max_length=120)
    started_on = DateField(label=_("Comenzó el"))

    def __init__(self, data: Typed = None, *, business: Business | None = None) -> None:
        super().__init__(data, initial=_business_initial(business) if business else {})
        address = self.add_address("business", required=True)
        self.helper = helper(
            Fieldset(
                _("El negocio"), "trade_name", "license_class", "activity_code", "activity", "started_on"
            ),
            Fieldset(_("Dónde opera"), *address),
        )


def _business_initial(business: Business) -> dict[str, Any]:
    own = ("trade_name", "license_class", "activity_code", "activity", "started_on")
    return {
        **{name: getattr(business, name) for name in own},
        **address_initial("business", business.address),
    }


class CessationForm(forms.Form):
    """The end of a business and its written notice (rule P11)."""

    ceased_on = DateField(label=_("Último día de operaciones"))
    noticed_on = DateField(label=_("Aviso escrito recibido el"))

    def __init__(self, data: Typed = None, *, business: Business) -> None:
        initial = {"ceased_on": business.ceased_on, "noticed_on": business.cessation_noticed_on}
        super().__init__(data, initial=initial)
        self.helper = helper()
