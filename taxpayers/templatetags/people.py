"""How people and their history are written on pages."""

import datetime as dt

from django import forms, template

from taxpayers.audit.labels import detail, label
from taxpayers.staff.models import Appointment

register = template.Library()
register.filter("action_label", label)


@register.filter
def details(data: dict[str, object]) -> list[tuple[str, str]]:
    """List the details of an audit entry as (name, value) pairs in words, leaving out what is empty."""
    pairs = ((name, value if isinstance(value, list) else [value]) for name, value in data.items() if value)
    return [(detail(name), ", ".join(map(detail, values))) for name, values in pairs]


@register.filter
def covers(appointment: Appointment, day: dt.date) -> bool:
    """Say whether an appointment is in force on a day."""
    return appointment.covers(day)


@register.filter
def without_placeholders(form: forms.BaseForm) -> forms.BaseForm:
    """Take the placeholders out of a form of allauth: each only repeats the label above it."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
    return form
