"""The expediente's page, and the page that tells one of its debts."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from revenue.expediente import selectors
from revenue.expediente.forms import AsOfForm
from revenue.expediente.why import why
from taxpayers.models import Taxpayer
from taxpayers.staff.access import StaffRequest, staff_required
from taxpayers.staff.models import Role


@require_safe
@staff_required(Role.CLERK, Role.COLLECTOR, Role.DIRECTOR, Role.AUDITOR)
def expediente(request: StaffRequest, number: str) -> HttpResponse:
    """Show everything about one taxpayer as of a date, today by default."""
    taxpayer = get_object_or_404(Taxpayer.objects.prefetch_related("businesses"), number=number)
    form = AsOfForm({"al": request.GET.get("al", ""), "conocido": request.GET.get("conocido", "")})
    asked = form.cleaned_data if form.is_valid() else {}
    page = selectors.expediente(
        taxpayer, as_of=asked.get("al") or request.today, known_on=asked.get("conocido") or None
    )
    context = {
        "page": page,
        "form": form,
        "known_on": asked.get("conocido"),
        "is_today": page.as_of == request.today,
        "collects": Role.COLLECTOR in request.roles,
        "declares": Role.CLERK in request.roles,
    }
    return render(request, "expediente/expediente.html", context, status=200 if form.is_valid() else 422)


@require_safe
@staff_required(Role.CLERK, Role.COLLECTOR, Role.DIRECTOR, Role.AUDITOR)
def debt_why(request: StaffRequest, number: str, pk: int) -> HttpResponse:
    """Tell one debt as of a date, today by default: each sum beside the sentence of law behind it."""
    taxpayer = get_object_or_404(Taxpayer, number=number)
    form = AsOfForm({"al": request.GET.get("al", ""), "conocido": request.GET.get("conocido", "")})
    asked = form.cleaned_data if form.is_valid() else {}
    known_on = asked.get("conocido") or None
    told = why(taxpayer, pk, as_of=asked.get("al") or request.today, known_on=known_on)
    if told is None:
        raise Http404
    context = {"taxpayer": taxpayer, "why": told, "form": form, "known_on": known_on}
    return render(request, "expediente/why.html", context, status=200 if form.is_valid() else 422)
