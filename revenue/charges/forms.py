"""Forms of a declaration. They check shape only; what the law and the tables refuse is the service's.

A declaration is one `DeclarationForm` (when it came in, who swears, the key of the page) and one `VolumeForm` for each
business that declares the year.
"""

import datetime as dt
import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

from revenue.charges.selectors import VolumeEntry
from revenue.web.fields import AmountField, DateField, NameField
from taxpayers.models import Business


class DeclarationForm(forms.Form):
    """When a declaration came in and who swears to it; the key makes a repeated sending the same declaration."""

    request_key = forms.UUIDField(widget=forms.HiddenInput)
    told_digest = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    filed_on = DateField(
        label=_("Fecha de recibo"),
        help_text=_("El día en que el municipio recibió la declaración: hoy, o uno anterior si llegó antes."),
    )
    sworn_by = NameField(
        label=_("Quién la jura"),
        max_length=200,
        error_messages={"required": _("Escriba el nombre de la persona que jura la declaración.")},
    )
    sworn_title = NameField(
        label=_("Título o cargo"),
        max_length=80,
        help_text=_("Por ejemplo: dueña, presidente, socio gestor, albacea."),
        error_messages={"required": _("Escriba el título o cargo de quien jura la declaración.")},
    )
    is_sworn = forms.BooleanField(
        label=_("La declaración está firmada y juramentada."),
        error_messages={"required": _("Sin firma y juramento no se recibe: devuélvala para que la firmen.")},
    )

    @staticmethod
    def new_key() -> uuid.UUID:
        """Return the key of a new page."""
        return uuid.uuid4()


class VolumeForm(forms.Form):
    """The class and volume of one business."""

    license_class = forms.ChoiceField(label=_("Clase"), choices=Business.LicenseClass.choices)
    volume = AmountField(
        label=_("Volumen de negocios"),
        allow_zero=True,
        error_messages={"required": _("Escriba el volumen del año, o 0.00 si no tuvo.")},
    )

    def __init__(self, *args: object, business: Business, **kwargs: object) -> None:
        """Take the business that the row is about."""
        super().__init__(*args, prefix=f"negocio-{business.pk}", **kwargs)  # type: ignore[arg-type, misc]
        self.business = business
        self.fields["license_class"].initial = business.license_class

    @property
    def entry(self) -> VolumeEntry:
        """Return what was typed, once it is valid."""
        return VolumeEntry(self.business.pk, self.cleaned_data["license_class"], self.cleaned_data["volume"])


class FiscalYearForm(forms.Form):
    """Which fiscal year is declared."""

    def __init__(self, *args: object, years: list[tuple[int, str]], **kwargs: object) -> None:
        """Take the years that can be declared, with their names."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["ano"] = forms.TypedChoiceField(
            label=_("Año fiscal"),
            choices=years,
            coerce=int,
            help_text=_("El año declarado empieza el 1 de julio."),
        )


def initial_of(today: dt.date, sworn_by: str) -> dict[str, object]:
    """Return what a new declaration starts with."""
    return {"request_key": DeclarationForm.new_key(), "filed_on": today, "sworn_by": sworn_by}
