"""Forms of municipal tables. They check shape only; ceilings, gaps and citations are the services'."""

import datetime as dt

from django import forms
from django.forms import formset_factory
from django.utils.translation import gettext_lazy as _

from revenue.municipality.models import MovedDate, RateTable
from revenue.rules.fiscal_years import fiscal_year_label
from revenue.rules.rate_tables import Tier
from revenue.rules.readings import SWITCHES
from revenue.web.fields import AmountField, DateField, NameField

TIERS = 8
_FEE = "returned_payment_fee"


def citation_field() -> NameField:
    """Return the field of what orders a row."""
    return NameField(
        label=_("Ordenanza, resolución o carta circular"),
        max_length=300,
        error_messages={
            "required": _("Escriba la ordenanza, resolución o carta circular: nada entra sin su cita.")
        },
    )


def fiscal_year_field(today: dt.date) -> forms.TypedChoiceField:
    """Return the field of a fiscal year: from ten years back to the next one."""
    years = range(today.year + 1, today.year - 11, -1)
    return forms.TypedChoiceField(
        label=_("Año fiscal"), choices=[(year, fiscal_year_label(year)) for year in years], coerce=int
    )


class ClosureForm(forms.Form):
    """A day on which the municipality does not work."""

    title = _("Entrar un día de cierre")

    on = DateField(label=_("Fecha"))
    name = NameField(
        label=_("Motivo"),
        max_length=120,
        error_messages={"required": _("Escriba por qué cierra el municipio ese día.")},
    )

    def __init__(self, *args: object, today: dt.date, **kwargs: object) -> None:
        """Put the citation last, as in every form of these tables."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["citation"] = citation_field()


class NoRollPeriodForm(forms.Form):
    """A period whose last days to pay do not roll (rule P3)."""

    title = _("Entrar un período sin extensión al próximo día laborable")

    starts_on = DateField(label=_("Desde"))
    ends_on = DateField(label=_("Hasta"))
    notified_on = DateField(label=_("Día en que se notificó a los contribuyentes"))

    def __init__(self, *args: object, today: dt.date, **kwargs: object) -> None:
        """Put the citation last, as in every form of these tables."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["citation"] = citation_field()


class MovedDateForm(forms.Form):
    """A last day that a circular moved (rule P13)."""

    title = _("Mover una fecha límite")

    kind = forms.ChoiceField(label=_("Fecha límite"), choices=MovedDate.Kind.choices)

    def __init__(self, *args: object, today: dt.date, **kwargs: object) -> None:
        """Add the years that can be moved."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["fiscal_year"] = fiscal_year_field(today)
        self.fields["moved_to"] = DateField(label=_("Nueva fecha"))
        self.fields["citation"] = citation_field()


class PolicyForm(forms.Form):
    """The value of a policy from a day on: every policy with its values in one list."""

    title = _("Cambiar una política")

    def __init__(self, *args: object, today: dt.date, **kwargs: object) -> None:
        """List the policies of rules.md section 10 with their values."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        groups = [
            (one.question, [(f"{one.id}|{place}", choice.label) for place, choice in enumerate(one.choices)])
            for one in SWITCHES.values()
        ]
        groups.append(
            (SWITCHES[_FEE].question, [(f"{_FEE}|fee", str(_("Sí: el cargo que se escribe abajo")))])
        )
        self.fields["choice"] = forms.ChoiceField(label=_("Política y valor"), choices=groups)
        self.fields["fee"] = AmountField(label=_("Cargo por cheque devuelto, si se cobra"), required=False)
        self.fields["starts_on"] = DateField(label=_("Rige desde"))
        self.fields["citation"] = citation_field()

    def clean(self) -> dict[str, object]:
        """Return the policy and its value as the service takes them."""
        typed = super().clean() or {}
        policy, place = str(typed.pop("choice", "|")).split("|")
        fee = typed.pop("fee", None)
        if place == "fee" and fee is None and "fee" not in self.errors:
            self.add_error("fee", _("Escriba el cargo por cheque devuelto."))
        elif place:
            typed["policy"] = policy
            typed["value"] = fee if place == "fee" else SWITCHES[policy].choices[int(place)].value
        return typed


class RateTableForm(forms.Form):
    """The class, year and ordinance of a table of rates; its tiers are a `TierFormSet`."""

    license_class = forms.ChoiceField(label=_("Clase"), choices=RateTable.LicenseClass.choices)

    def __init__(self, *args: object, today: dt.date, **kwargs: object) -> None:
        """Add the years from which a table may rule."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["fiscal_year_from"] = fiscal_year_field(today)
        self.fields["adopted_on"] = DateField(label=_("Ordenanza aprobada el"))
        self.fields["citation"] = citation_field()


class TierForm(forms.Form):
    """One line of a table: volumes between two bounds that owe a flat amount or a rate."""

    volume_from = AmountField(label=_("Volumen desde"), required=False)
    volume_to = AmountField(label=_("Hasta (vacío: en adelante)"), required=False)
    flat = AmountField(label=_("Cuota fija"), required=False)
    rate_percent = forms.DecimalField(
        label=_("o tasa, por ciento"),
        required=False,
        min_value=0,
        max_digits=6,
        decimal_places=4,
        localize=True,
        error_messages={
            name: _("Escriba la tasa como 0.50.")
            for name in ("invalid", "min_value", "max_digits", "max_decimal_places", "max_whole_digits")
        },
    )

    def clean(self) -> dict[str, object]:
        """A line with anything in it says where it begins."""
        typed = super().clean() or {}
        is_used = any(value is not None for value in typed.values())
        if is_used and typed.get("volume_from") is None and "volume_from" not in self.errors:
            self.add_error("volume_from", _("Escriba desde qué volumen rige este renglón."))
        return typed

    @property
    def tier(self) -> Tier | None:
        """Return the line as the rules want it; None for an empty one."""
        typed = self.cleaned_data
        if typed.get("volume_from") is None:
            return None
        return Tier(typed["volume_from"], typed["volume_to"], typed["flat"], typed["rate_percent"])


TierFormSet = formset_factory(TierForm, extra=TIERS, max_num=TIERS, absolute_max=TIERS, validate_max=True)
