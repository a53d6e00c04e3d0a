"""How money and dates are written on every page."""

import datetime as dt

from django import template
from django.utils import formats

register = template.Library()


@register.filter
def money(cents: int | None) -> str:
    """Write integer cents as `$1,234.56`; nothing for None."""
    if cents is None:
        return ""
    sign = "−" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


@register.filter
def long_date(date: dt.date | None) -> str:
    """Write a date with its month in words: `15 de julio de 2025`."""
    return formats.date_format(date, "DATE_FORMAT") if date else ""
