"""Looking for an entry of the audit by person, action and dates."""

import django_filters
from django.utils.translation import gettext_lazy as _

from revenue.web.fields import DateField
from taxpayers.audit import selectors
from taxpayers.audit.labels import label
from taxpayers.audit.models import AuditEntry
from taxpayers.staff.models import User


class DayFilter(django_filters.Filter):
    """A plain date of Puerto Rico against an instant."""

    field_class = DateField


def _action_choices() -> list[tuple[str, str]]:
    return [(action, label(action)) for action in selectors.actions()]


class AuditFilter(django_filters.FilterSet):
    """Who, what, and between which days, both included."""

    persona = django_filters.ModelChoiceFilter(
        field_name="actor",
        label=_("Persona"),
        queryset=lambda request: User.objects.filter(pk__in=AuditEntry.objects.values("actor")).order_by(
            "first_name"
        ),
        empty_label=_("Todas"),
    )
    accion = django_filters.ChoiceFilter(
        field_name="action", label=_("Acción"), choices=_action_choices, empty_label=_("Todas")
    )
    desde = DayFilter(field_name="at", lookup_expr="date__gte", label=_("Desde"))
    hasta = DayFilter(field_name="at", lookup_expr="date__lte", label=_("Hasta"))

    class Meta:
        model = AuditEntry
        fields: list[str] = []
