"""The two small forms of paper; shape only."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from receipts.codes import code_typed


class CodeForm(forms.Form):
    """The code at the foot of a receipt, typed by anyone."""

    codigo = forms.CharField(
        label=_("Código del recibo"),
        help_text=_(
            "Está al pie del recibo, junto al cuadro QR: doce letras y números, por ejemplo K7QD-M3XA-9FTR."
        ),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
        error_messages={"required": _("Escriba el código del recibo.")},
    )

    def clean_codigo(self) -> str:
        """Return the code as it is printed."""
        code = code_typed(self.cleaned_data["codigo"])
        if not code:
            raise ValidationError(
                _("Ese código no está completo o tiene un signo que no usamos: cópielo otra vez del recibo."),
                "invalid",
            )
        return code


class ReprintForm(forms.Form):
    """The ordinal that the person was shown, so that asking twice prints once."""

    ordinal = forms.IntegerField(min_value=1, max_value=100_000, widget=forms.HiddenInput)
