"""Form fields of this house: amounts in cents and dates as Puerto Rico writes them."""

import datetime as dt
import re
import unicodedata

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MAX_AMOUNT_CENTS = 99_999_999_999  # $999,999,999.99: above it a slip of the finger is likelier than a payment

_AMOUNT = re.compile(r"\$?\s*(?P<dollars>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.(?P<cents>[0-9]{1,2}))?")
_DATE_ORDERS = ("%d/%m/%Y", "%d-%m-%Y", "%Y-%m-%d")


class AmountField(forms.CharField):
    """An amount of money typed as `1,234.56`, cleaned to integer cents.

    Only ASCII digits, at most two decimals, commas as thousands separators where they belong; anything else is
    refused with a sentence, never guessed.
    """

    default_error_messages = {
        "required": _("Escriba la cantidad, por ejemplo 1,234.56."),
        "invalid": _("Escriba la cantidad en dólares y centavos, por ejemplo 1,234.56."),
        "zero": _("La cantidad debe ser mayor que cero."),
        "too_much": _("La cantidad no puede pasar de $999,999,999.99."),
    }

    def __init__(self, *, allow_zero: bool = False, **kwargs: object) -> None:
        self.allow_zero = allow_zero
        kwargs.setdefault("max_length", 20)
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.widget.attrs.update({"inputmode": "decimal", "autocomplete": "off", "class": "amount"})

    def prepare_value(self, value: object) -> object:
        """Show cents as dollars; show what was typed as it was typed."""
        return f"{value // 100:,}.{value % 100:02d}" if isinstance(value, int) else value

    def clean(self, value: object) -> int | None:
        """Return the cents typed, or None for an empty optional field."""
        text = super().clean(value)
        if text in self.empty_values:
            return None
        match = _AMOUNT.fullmatch(text)
        if match is None:
            raise ValidationError(self.error_messages["invalid"], "invalid")
        dollars, cents = match["dollars"].replace(",", ""), (match["cents"] or "").ljust(2, "0")
        if len(dollars) > 12 or (amount := int(dollars + cents)) > MAX_AMOUNT_CENTS:
            raise ValidationError(self.error_messages["too_much"], "too_much")
        if amount == 0 and not self.allow_zero:
            raise ValidationError(self.error_messages["zero"], "zero")
        return amount


class DateField(forms.CharField):
    """A date typed as day/month/year (or the browser's year-month-day), cleaned to a `date`."""

    default_error_messages = {
        "required": _("Escriba la fecha como día/mes/año, por ejemplo 15/7/2026."),
        "invalid": _("Esa fecha no existe: escríbala como día/mes/año, por ejemplo 15/7/2026."),
    }

    def __init__(self, **kwargs: object) -> None:
        kwargs.setdefault("max_length", 10)
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.widget.attrs.update({"inputmode": "numeric", "autocomplete": "off", "class": "date"})

    def prepare_value(self, value: object) -> object:
        """Show a date as day/month/year; show what was typed as it was typed."""
        return f"{value.day}/{value.month}/{value.year}" if isinstance(value, dt.date) else value

    def clean(self, value: object) -> dt.date | None:
        """Return the date typed, or None for an empty optional field."""
        text = super().clean(value)
        if text in self.empty_values:
            return None
        if text.isascii():
            for order in _DATE_ORDERS:
                try:
                    date = dt.datetime.strptime(text, order).date()  # noqa: DTZ007 - a plain date (rule C8)
                except ValueError:
                    continue
                if 1900 <= date.year <= 2200:
                    return date
        raise ValidationError(self.error_messages["invalid"], "invalid")


class NameField(forms.CharField):
    """A name or line of text: Unicode-composed, spaces folded, no control characters."""

    default_error_messages = {"control": _("Quite los caracteres invisibles de este texto.")}

    def to_python(self, value: object) -> str:
        """Return the text in NFC with single spaces."""
        text = " ".join(unicodedata.normalize("NFC", super().to_python(value) or "").split())
        if any(unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Cn"} for sign in text):
            raise ValidationError(self.error_messages["control"], "control")
        return text
