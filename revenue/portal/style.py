"""The style guide: every component of the house on one page, for whoever builds or checks a screen."""

from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from revenue.web.fields import AmountField, DateField, NameField


class SampleForm(forms.Form):
    """One field of each kind, to be seen empty, filled and in error."""

    payer = NameField(label=_("Nombre de quien paga"), max_length=120)
    amount = AmountField(label=_("Cantidad recibida"), help_text=_("Lo que el contribuyente entrega hoy."))
    received_on = DateField(label=_("Fecha de recibo"), help_text=_("Día, mes y año, por ejemplo 15/7/2026."))
    kind = forms.ChoiceField(
        label=_("Medio de pago"), choices=[("cash", _("Efectivo")), ("check", _("Cheque"))]
    )
    copies = forms.ChoiceField(
        label=_("Entrega del recibo"),
        choices=[("paper", _("En papel")), ("mail", _("Por correo electrónico"))],
        widget=forms.RadioSelect,
    )
    told = forms.BooleanField(label=_("Le dije al contribuyente a qué deudas va el pago"))


def style(request: HttpRequest) -> HttpResponse:
    """Show every component; only where nobody but the staff or the curious of a demo town can see it."""
    if not (settings.DEMO or settings.TESTING):
        raise Http404
    filled = SampleForm(
        {"payer": "Iris Núñez Ibáñez", "amount": "1.2.3", "received_on": "31/2/2026", "kind": "cash"},
        auto_id="filled_%s",
    )
    form = SampleForm(request.POST or None, initial={"amount": 123456})
    page = Paginator(range(400), 20).get_page(request.GET.get("pagina", 7))
    return render(request, "portal/style.html", {"form": form, "filled": filled, "page": page})
