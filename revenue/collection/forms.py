"""Forms of the counter. They check shape only; what the law and the sums refuse is the service's.

A cobro is one `CobroForm` (who pays, the key of the visit), one `AccountLineForm` for each account, and
`MAX_TENDERS` tender forms, of which those left empty count for nothing. `read_intent` joins them once all are valid.
"""

import datetime as dt
import uuid
from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from revenue.collection.intent import (
    AccountIntent,
    CobroIntent,
    IdentificationIntent,
    InstrumentIntent,
    TenderIntent,
)
from revenue.collection.models import Tender, TenderIdentification
from revenue.collection.private_numbers import long_numbers, private_number
from revenue.web.fields import AmountField, DateField, NameField

MAX_TENDERS = 6
Kind = Tender.Kind
INSTRUMENTS = {
    Kind.PERSONAL_CHEQUE,
    Kind.CERTIFIED_CHEQUE,
    Kind.MANAGERS_CHEQUE,
    Kind.POSTAL_ORDER,
    Kind.BANK_ORDER,
}


class _PrivateForm(forms.Form):
    """A form that keeps no card number and no social security number, in whichever field it was typed."""

    def refuse_private_numbers(self, names: Iterable[str]) -> None:
        """Add an error to each of the fields `names` that carries one."""
        for name in names:
            text = self.cleaned_data.get(name)
            if isinstance(text, str) and (sentence := private_number(text)):
                self.add_error(name, sentence)


class DrawerForm(forms.Form):
    """The drawer of the day: which window, and the float as counted."""

    window = NameField(
        label=_("Ventanilla"),
        max_length=40,
        error_messages={"required": _("Escriba en qué ventanilla cobra.")},
    )
    float_cents = AmountField(
        label=_("Fondo contado"), allow_zero=True, help_text=_("El efectivo con que empieza el día.")
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Start where the counting starts: the window is the last one's, and seldom changes."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        first = "float_cents" if self.initial.get("window") else "window"
        self.fields[first].widget.attrs["data-autofocus"] = True


class CobroForm(_PrivateForm):
    """Who pays, and the key that makes a retry the same visit."""

    request_key = forms.UUIDField(widget=forms.HiddenInput)
    payer_name = NameField(
        label=_("Recibido de"),
        max_length=300,
        error_messages={"required": _("Escriba el nombre de quien paga.")},
    )
    accepts_credit = forms.BooleanField(required=False, widget=forms.HiddenInput)
    told_digest = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    @staticmethod
    def new_key() -> uuid.UUID:
        """Return the key of a new visit."""
        return uuid.uuid4()

    def clean(self) -> dict[str, object]:
        """Refuse a card number in place of a name."""
        self.refuse_private_numbers(["payer_name"])
        return self.cleaned_data


class AccountLineForm(forms.Form):
    """How much of the money goes to one account; the account is its prefix (`prefix_of`), and never typed."""

    amount = AmountField(label=_("Cantidad a pagar"), required=False)
    takes_discount = forms.BooleanField(label=_("Pagar el año completo con el descuento"), required=False)

    @staticmethod
    def prefix_of(account_id: int) -> str:
        """Return the prefix under which an account's fields travel."""
        return f"cuenta-{account_id}"


class TenderForm(_PrivateForm):
    """One means of payment; which fields are needed follows from its kind (S3 sec. 13)."""

    kind = forms.ChoiceField(
        label=_("Medio de pago"),
        choices=Kind.choices,
        initial=Kind.CASH,
        required=False,
        error_messages={"invalid_choice": _("Escoja un medio de pago que el municipio acepte hoy.")},
    )
    handed = AmountField(label=_("Cantidad entregada"), required=False)
    reference = NameField(label=_("Número"), max_length=40, required=False)
    drawn_on = DateField(label=_("Fecha del cheque o giro"), required=False)
    drawer_name = NameField(label=_("Librador"), max_length=300, required=False)
    bank_name = NameField(label=_("Banco o institución que lo paga"), max_length=120, required=False)
    bank_address = NameField(label=_("Dirección del banco"), max_length=200, required=False)
    payable_to_post = forms.BooleanField(
        label=_("Girado al puesto de Director de Finanzas del municipio"), required=False
    )
    amounts_agree = forms.BooleanField(label=_("Letras y números coinciden"), required=False)
    signed = forms.BooleanField(label=_("Firmado por el librador, firma completa"), required=False)
    alterations_initialled = forms.BooleanField(
        label=_("Sin enmiendas en fecha o importe, o iniciadas por el librador"), required=False
    )
    person_name = NameField(label=_("Nombre completo de la persona"), max_length=300, required=False)
    residential_address = NameField(label=_("Dirección residencial"), max_length=300, required=False)
    business_name = NameField(label=_("Negocio u oficina"), max_length=300, required=False)
    business_address = NameField(label=_("Dirección del negocio u oficina"), max_length=300, required=False)
    document_kind = forms.ChoiceField(
        label=_("Documento"), choices=[("", "—"), *TenderIdentification.Document.choices], required=False
    )
    document_last_four = forms.RegexField(
        r"\A[0-9A-Za-z]{4}\Z",
        label=_("Últimos 4 del documento"),
        required=False,
        max_length=4,
        error_messages={"invalid": _("Escriba solo los últimos cuatro signos del documento.")},
    )
    telephone = forms.RegexField(
        r"\A(?=(?:[^0-9]*[0-9]){7,15}[^0-9]*\Z)[0-9+() .-]{7,20}\Z",
        label=_("Teléfono de la casa o del negocio"),
        required=False,
        error_messages={"invalid": _("Escriba el teléfono, por ejemplo 787-555-0100.")},
    )

    INSTRUMENT_FIELDS = ("drawn_on", "drawer_name", "bank_name", "bank_address")
    CHECKS = {
        "payable_to_post": _(
            "No se acepta: debe estar girado al puesto de Director de Finanzas del municipio."
        ),
        "amounts_agree": _("No se acepta: la cantidad en letras y en números debe coincidir."),
        "signed": _("No se acepta: debe tener la firma completa del librador."),
        "alterations_initialled": _(
            "No se acepta: el librador debe iniciar cada enmienda de fecha o importe."
        ),
    }
    MISSING = {
        "reference": _("Escriba el número del cheque, giro o autorización."),
        "drawn_on": _("Escriba la fecha del cheque o giro."),
        "drawer_name": _("Escriba quién lo libra."),
        "bank_name": _("No se acepta: debe indicar el nombre del banco o institución que lo paga."),
        "bank_address": _("No se acepta: debe indicar la dirección del banco o institución que lo paga."),
        "person_name": _("Para un cheque sin certificar, escriba el nombre completo de la persona."),
        "residential_address": _(
            "Para un cheque sin certificar, escriba la dirección residencial de la persona."
        ),
        "business_name": _("Para un cheque sin certificar, escriba el nombre del negocio u oficina."),
        "business_address": _("Para un cheque sin certificar, escriba la dirección del negocio u oficina."),
        "document_kind": _("Para un cheque sin certificar, pida licencia de conductor, pasaporte o Real ID."),
        "document_last_four": _("Escriba los últimos cuatro signos del documento."),
        "telephone": _("Para un cheque sin certificar, escriba el teléfono de la casa o del negocio."),
    }
    IDENTIFICATION_FIELDS = (
        "person_name",
        "residential_address",
        "business_name",
        "business_address",
        "document_kind",
        "document_last_four",
        "telephone",
    )

    def __init__(
        self, *args: object, received_on: dt.date, accepted: frozenset[str], **kwargs: object
    ) -> None:
        """Take the day of receipt and the kinds that the municipality accepts that day."""
        kwargs |= {"empty_permitted": True, "use_required_attribute": False}
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.received_on = received_on
        self.fields["kind"].choices = [choice for choice in Kind.choices if choice[0] in accepted]  # type: ignore[attr-defined]

    @property
    def is_used(self) -> bool:
        """Tell whether anything was handed over on this line."""
        return bool(self.cleaned_data.get("handed"))

    @property
    def kind_label(self) -> str:
        """Return the kind in words."""
        return str(Kind(self.cleaned_data["kind"]).label)

    def clean_kind(self) -> str:
        """Take a line without a kind for one left empty."""
        return self.cleaned_data["kind"] or Kind.CASH

    def clean(self) -> dict[str, object]:
        """Refuse a means of payment that the regulation does not accept, each with its reason."""
        data = super().clean() or {}
        kind = data.get("kind")
        needed = self.needed(kind)
        self._forget_errors_except({"kind", "handed", *needed})
        if not data.get("handed"):
            if needed and "handed" not in self.errors:
                self.add_error(
                    "handed", _("Escriba la cantidad de este medio de pago; si no lo hay, elija Efectivo.")
                )
            return data
        self._require(needed)
        if kind in INSTRUMENTS:
            self._check_instrument(data)
        self.refuse_private_numbers(needed)
        if (
            kind == Kind.CARD
            and "reference" not in self.errors
            and long_numbers(str(data.get("reference", "")))
        ):
            self.add_error(
                "reference", _("Escriba el número de aprobación del terminal, nunca el de la tarjeta.")
            )
        return data

    def needed(self, kind: object) -> tuple[str, ...]:
        """Return the fields that a kind needs besides its amount: nothing of the others is read or kept."""
        if kind == Kind.PERSONAL_CHEQUE:
            return ("reference", *self.INSTRUMENT_FIELDS, *self.IDENTIFICATION_FIELDS)
        if kind in INSTRUMENTS:
            return ("reference", *self.INSTRUMENT_FIELDS)
        return ("reference",) if kind in {Kind.CARD, Kind.ELECTRONIC} else ()

    def _forget_errors_except(self, names: set[str]) -> None:
        """Forget what is wrong in fields that the kind does not need: the page may not even show them."""
        for name in self.errors.keys() - names:
            del self.errors[name]

    def _require(self, names: Iterable[str]) -> None:
        for name in names:
            if not self.cleaned_data.get(name) and name not in self.errors:
                self.add_error(name, self.MISSING[name])

    def _check_instrument(self, data: dict[str, object]) -> None:
        drawn_on = data.get("drawn_on")
        if isinstance(drawn_on, dt.date) and drawn_on > self.received_on:
            self.add_error("drawn_on", _("No se acepta: su fecha es posterior al día en que se recibe."))
        for name, sentence in self.CHECKS.items():
            if not data.get(name):
                self.add_error(name, sentence)

    def intent(self) -> TenderIntent:
        """Return the tender as plain values."""
        data = self.cleaned_data
        is_instrument = data["kind"] in INSTRUMENTS
        instrument = (
            InstrumentIntent(**{name: data[name] for name in self.INSTRUMENT_FIELDS})
            if is_instrument
            else None
        )
        identification = (
            IdentificationIntent(**{name: data[name] for name in self.IDENTIFICATION_FIELDS})
            if data["kind"] == Kind.PERSONAL_CHEQUE
            else None
        )
        reference = "" if data["kind"] == Kind.CASH else data["reference"]
        return TenderIntent(data["kind"], data["handed"], reference, instrument, identification)


def read_intent(form: CobroForm, lines: dict[int, AccountLineForm], tenders: list[TenderForm]) -> CobroIntent:
    """Join valid forms into the intent of a visit; `lines` are by account."""
    return CobroIntent(
        request_key=form.cleaned_data["request_key"],
        payer_name=form.cleaned_data["payer_name"],
        accounts=read_accounts(lines),
        tenders=tuple(tender.intent() for tender in tenders if tender.is_used),
    )


def read_accounts(lines: dict[int, AccountLineForm]) -> tuple[AccountIntent, ...]:
    """Return what is to be paid on each account, those left blank apart."""
    return tuple(
        AccountIntent(account_id, line.cleaned_data["amount"], line.cleaned_data["takes_discount"])
        for account_id, line in lines.items()
        if line.cleaned_data.get("amount")
    )
