"""Finding receipts by number, day and collector."""

import django_filters
from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from receipts.codes import code_typed
from receipts.models import Receipt
from revenue.web.fields import DateField
from taxpayers.staff.models import User

_MAX_DIGITS = 9  # a longer number fits no series


class DayFilter(django_filters.Filter):
    """A day typed as this house writes days."""

    field_class = DateField


def _who_issued(request: HttpRequest | None) -> QuerySet[User]:
    mine = Receipt.objects.filter(issued_by=OuterRef("pk"))
    return User.objects.filter(Exists(mine)).order_by("first_name", "last_name", "username")


class ReceiptFilter(django_filters.FilterSet):
    """The search form of the list of receipts; an empty form finds all."""

    numero = django_filters.CharFilter(
        label=_("Número o código del recibo"), method="by_number", max_length=45
    )
    desde = DayFilter(label=_("Recibido desde"), field_name="received_on", lookup_expr="gte")
    hasta = DayFilter(label=_("Hasta"), field_name="received_on", lookup_expr="lte")
    cajero = django_filters.ModelChoiceFilter(
        label=_("Recaudador"), field_name="issued_by", queryset=_who_issued, empty_label=_("Todos")
    )

    class Meta:
        """The filters above and no others."""

        model = Receipt
        fields: tuple[str, ...] = ()
        form = forms.Form

    def by_number(self, queryset: QuerySet[Receipt], name: str, value: str) -> QuerySet[Receipt]:
        """Find by the bare number, the whole printed number, or the verification code."""
        text = value.strip()
        if text.isascii() and text.isdigit():
            return (
                queryset.filter(number=int(text)) if len(text.lstrip("0")) <= _MAX_DIGITS else queryset.none()
            )
        return queryset.filter(Q(label__iexact=text) | Q(verification_code=code_typed(text) or None))
