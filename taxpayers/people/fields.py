"""Form fields of a person's file: telephone, postal code, identifiers, activity code. Each error is one sentence."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from revenue.web.fields import NameField
from taxpayers.people.identifiers import IdentifierKind, digits_of

_PHONE_MARKS = re.compile(r"[ ().+-]")


class PhoneField(forms.CharField):
    """A telephone typed in any usual way, cleaned to `787-555-0100`."""

    default_error_messages = {
        "invalid": _("Escriba el teléfono con sus diez números, por ejemplo 787-555-0100.")
    }

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 20)
        super().__init__(**kwargs)
        self.widget.attrs.update({"inputmode": "tel", "autocomplete": "off", "class": "medium"})

    def clean(self, value: object) -> str:
        """Return ten digits with hyphens, or an empty text for an empty optional field."""
        text = super().clean(value)
        if not text:
            return ""
        digits = _PHONE_MARKS.sub("", text)
        if len(digits) == 11 and digits.startswith("1"):
            digits = digits[1:]
        if len(digits) != 10 or not (digits.isascii() and digits.isdecimal()):
            raise ValidationError(self.error_messages["invalid"], "invalid")
        return f"{digits[:3]}-{digits[3:6]}-{digits[6:]}"


class PatternField(forms.CharField):
    """A short code that must look like `pattern`, in ASCII."""

    def __init__(self, *, pattern: str, invalid: Any, css_class: str, **kwargs: Any) -> None:
        self.pattern = re.compile(pattern, re.ASCII)
        kwargs["error_messages"] = {"invalid": invalid, **kwargs.pop("error_messages", {})}
        super().__init__(**kwargs)
        self.widget.attrs.update({"inputmode": "numeric", "autocomplete": "off", "class": css_class})

    def validate(self, value: str) -> None:
        """Refuse what doesn't look like the pattern."""
        super().validate(value)
        if value and not self.pattern.fullmatch(value):
            raise ValidationError(self.error_messages["invalid"], "invalid")


class IdentifierField(forms.CharField):
    """A social security or employer number, cleaned to its nine digits; empty means leave it as it is."""

    _EXAMPLES = {IdentifierKind.SSN: "123-45-6789", IdentifierKind.EIN: "12-3456789"}

    def __init__(self, *, kind: IdentifierKind, **kwargs: Any) -> None:
        self.kind = kind
        super().__init__(required=False, max_length=20, **kwargs)
        self.widget.attrs.update({"inputmode": "numeric", "autocomplete": "off", "class": "medium"})

    def clean(self, value: object) -> str:
        """Return nine digits, or an empty text."""
        text = super().clean(value)
        if not text:
            return ""
        digits = digits_of(self.kind, text)
        if digits is None:
            sentence = _(
                "Ese número no es válido: escriba sus nueve números, por ejemplo %(shape)s, o déjelo en blanco."
            )
            raise ValidationError(sentence, "invalid", {"shape": self._EXAMPLES[self.kind]})
        return digits


def line(
    label: Any, *, missing: Any = None, max_length: int = 100, css_class: str = "", **kwargs: Any
) -> NameField:
    """Return a field for one line of text: required, with its own sentence, when `missing` says what is missing."""
    messages: dict[str, Any] = {"required": missing} if missing else {}
    field = NameField(
        label=label,
        required=missing is not None,
        max_length=max_length,
        error_messages=messages,
        **kwargs,
    )
    field.widget.attrs.update({"autocomplete": "off", **({"class": css_class} if css_class else {})})
    return field


def zip_code(**kwargs: Any) -> PatternField:
    """Return a field for a postal code of five digits, or nine with a hyphen."""
    return PatternField(
        label=_("Código postal"),
        pattern=r"[0-9]{5}(-[0-9]{4})?",
        invalid=_("Escriba el código postal con cinco números, por ejemplo 00736."),
        css_class="narrow",
        max_length=10,
        error_messages={"required": _("Escriba el código postal.")},
        **kwargs,
    )
