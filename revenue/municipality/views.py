"""The pages of municipal tables: read by all staff, entered by the administrator, approved by the Director."""

import datetime as dt
from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from revenue.municipality import pages, services
from revenue.municipality.forms import (
    ClosureForm,
    MovedDateForm,
    NoRollPeriodForm,
    PolicyForm,
    RateTableForm,
    TierFormSet,
)
from revenue.municipality.readings_page import readings_page
from revenue.rules.errors import DomainError
from revenue.rules.readings import READINGS
from revenue.web import clock
from taxpayers.staff.access import StaffRequest, staff_required
from taxpayers.staff.models import Role

reads = staff_required(*Role)
enters = staff_required(Role.ADMIN)

# The word of each form in its address, the form, and the service that enters what it says.
ENTRIES: dict[str, tuple[Callable[..., forms.Form], Callable[..., object]]] = {
    "cierre": (ClosureForm, services.closure_enter),
    "periodo": (NoRollPeriodForm, services.no_roll_period_enter),
    "fecha": (MovedDateForm, services.date_move),
    "politica": (PolicyForm, services.policy_enter),
}


@require_safe
@reads
def tables(request: StaffRequest) -> HttpResponse:
    """Show the rates, the policies and the moved dates, and what waits for approval."""
    page = pages.tables_page(request.today)
    roles = request.roles
    permissions = {"enters": Role.ADMIN in roles, "approves": Role.DIRECTOR in roles}
    return render(request, "municipality/tables.html", {"page": page, **permissions})


@require_safe
@reads
def municipal_calendar(request: StaffRequest, year: int) -> HttpResponse:
    """Show the days of a year that are not working days, and its last days to declare and to pay."""
    if not dt.MINYEAR < year < dt.MAXYEAR:
        raise Http404
    page = pages.calendar_page(year)
    enters_closures = Role.ADMIN in request.roles
    return render(request, "municipality/municipal_calendar.html", {"page": page, "enters": enters_closures})


@require_safe
@reads
def readings(request: StaffRequest) -> HttpResponse:
    """Show how each point that the law leaves open is read, and what the other readings would change in dollars."""
    page = readings_page(request.today)
    roles = {"signs": Role.DIRECTOR in request.roles, "enters": Role.ADMIN in request.roles}
    return render(request, "municipality/readings.html", {"page": page, **roles})


@require_POST
@staff_required(Role.DIRECTOR)
def reading_confirm(request: StaffRequest, reading: str) -> HttpResponse:
    """Sign the reading that was on the page."""
    if reading not in READINGS:
        raise Http404
    read, today, at = request.POST.get("valor", ""), request.today, clock.now()
    try:
        services.reading_confirm(reading=reading, read=read, actor=request.user, on=today, at=at)
    except DomainError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Lectura confirmada con su nombre y la fecha de hoy."))
    return redirect(f"{reverse('readings')}#{reading}")


@require_http_methods(["GET", "HEAD", "POST"])
@enters
def table_row_enter(request: StaffRequest, kind: str) -> HttpResponse:
    """Enter a closure, a policy, a period or a moved date, to be approved by the Director."""
    if kind not in ENTRIES:
        raise Http404
    make_form, service = ENTRIES[kind]
    form = make_form(request.POST or None, today=request.today)
    if form.is_valid() and _entered(request, form, service, form.cleaned_data):
        return redirect("tables")
    return render(
        request, "municipality/table_row_enter.html", {"form": form}, status=422 if form.is_bound else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@enters
def rate_table_enter(request: StaffRequest) -> HttpResponse:
    """Enter the rates that an ordinance sets, to be approved by the Director."""
    form = RateTableForm(request.POST or None, today=request.today)
    tiers = TierFormSet(request.POST or None, prefix="renglon")
    if form.is_bound and all([form.is_valid(), tiers.is_valid()]):
        typed = {**form.cleaned_data, "tiers": [one.tier for one in tiers if one.tier]}
        if _entered(request, form, services.rate_table_enter, typed):
            return redirect("tables")
    status = 422 if form.is_bound else 200
    return render(
        request, "municipality/rate_table_enter.html", {"form": form, "tiers": tiers}, status=status
    )


@require_POST
@staff_required(Role.DIRECTOR)
def table_row_approve(request: StaffRequest, kind: str, pk: int) -> HttpResponse:
    """Put in force a row that somebody else entered."""
    if kind not in pages.KINDS:
        raise Http404
    row = get_object_or_404(pages.KINDS[kind].model, pk=pk)
    try:
        services.row_approve(row=row, approver=request.user, at=clock.now())
    except DomainError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Aprobado: rige según su fecha."))
    return redirect("tables")


def _entered(
    request: StaffRequest, form: forms.Form, service: Callable[..., object], typed: dict[str, object]
) -> bool:
    """Enter what was typed; on a refusal put its sentence on the form and return False."""
    at: dt.datetime = clock.now()
    try:
        service(**typed, actor=request.user, at=at)
    except DomainError as error:
        form.add_error(None, str(error))
        return False
    messages.success(request, _("Guardado: rige cuando lo apruebe el Director de Finanzas."))
    return True
