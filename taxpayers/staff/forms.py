"""The forms of the administrator."""

from crispy_forms.helper import FormHelper
from django import forms
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from revenue.web.fields import DateField, NameField
from taxpayers.staff.models import Role, User


class HouseForm(forms.Form):
    """A form whose tag and buttons are in the template."""

    @property
    def helper(self) -> FormHelper:
        """Return crispy's helper."""
        made = FormHelper()
        made.form_tag = False
        return made


class UserForm(HouseForm):
    """A new user: they choose their own password with a link."""

    username = forms.CharField(
        label=_("Usuario"),
        max_length=60,
        validators=[
            UnicodeUsernameValidator(
                message=_("Use solo letras, números y los signos @ . + - _ en el usuario, sin espacios.")
            )
        ],
        help_text=_("Con lo que entra al sistema: letras, números y @ . + - _, sin espacios."),
        error_messages={"required": _("Escriba el usuario.")},
    )
    first_name = NameField(
        label=_("Nombre"), max_length=100, error_messages={"required": _("Escriba el nombre.")}
    )
    last_name = NameField(
        label=_("Apellidos"), max_length=100, error_messages={"required": _("Escriba los apellidos.")}
    )
    email = forms.EmailField(
        label=_("Correo electrónico"),
        max_length=254,
        error_messages={
            "required": _("Escriba el correo electrónico: sirve para recuperar la contraseña."),
            "invalid": _("Escriba el correo electrónico completo, por ejemplo nombre@ejemplo.com."),
        },
    )

    def clean_username(self) -> str:
        """Refuse a name that somebody has, whatever its case."""
        username: str = User.normalize_username(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(_("Ese usuario ya existe: escoja otro."), "taken")
        return username


class AppointmentForm(HouseForm):
    """A role between two days, and the document that gives it."""

    role = forms.ChoiceField(
        label=_("Función"), choices=Role.choices, error_messages={"required": _("Escoja la función.")}
    )
    title = NameField(
        label=_("Título"),
        max_length=80,
        help_text=_("Como sale en los recibos, por ejemplo «Recaudador Oficial» o «Recaudador Auxiliar»."),
        error_messages={"required": _("Escriba el título del nombramiento.")},
    )
    starts_on = DateField(label=_("Primer día"))
    ends_on = DateField(
        label=_("Último día (opcional)"), required=False, help_text=_("Ese día todavía puede actuar.")
    )
    citation = NameField(
        label=_("Documento"),
        max_length=200,
        help_text=_("El que hace el nombramiento, por ejemplo «Carta del Alcalde del 1 de julio de 2026»."),
        error_messages={"required": _("Escriba el documento que hace el nombramiento.")},
    )


class AppointmentEndForm(HouseForm):
    """The last day of an appointment and why it ends."""

    last_day = DateField(
        label=_("Último día"), help_text=_("Ese día todavía puede actuar; el siguiente, ya no.")
    )
    reason = NameField(
        label=_("Razón"),
        max_length=200,
        help_text=_("Por ejemplo: renuncia, traslado, carta del Alcalde."),
        error_messages={"required": _("Escriba por qué termina.")},
    )
