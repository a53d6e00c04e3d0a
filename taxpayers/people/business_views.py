"""The pages of a taxpayer's businesses."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from revenue.web import clock
from taxpayers.people import businesses
from taxpayers.people.errors import BusinessError
from taxpayers.people.forms import BusinessForm, CessationForm
from taxpayers.people.models import Business
from taxpayers.people.views import find, writes
from taxpayers.staff.access import StaffRequest


def _find_business(number: str, pk: int) -> Business:
    """Return a business of a taxpayer, or answer 404 when it is somebody else's."""
    return get_object_or_404(
        Business.objects.select_related("taxpayer", "address"), taxpayer__number=number, pk=pk
    )


def _data(form: BusinessForm) -> businesses.BusinessData:
    typed = form.cleaned_data
    own = ("trade_name", "license_class", "activity_code", "activity", "started_on")
    return businesses.BusinessData(
        **{name: typed[name] for name in own}, address=form.address_data("business")
    )


@writes
def business_add(request: StaffRequest, number: str) -> HttpResponse:
    """Add a business to a taxpayer."""
    taxpayer = find(number)
    form = BusinessForm(request.POST or None)
    if form.is_valid():
        businesses.business_add(actor=request.user, taxpayer=taxpayer, data=_data(form), at=clock.now())
        messages.success(request, _("El negocio se añadió."))
        return redirect("taxpayer_detail", number)
    context = {"form": form, "taxpayer": taxpayer}
    return render(
        request, "taxpayers/people/business_save.html", context, status=422 if form.is_bound else 200
    )


@writes
def business_edit(request: StaffRequest, number: str, pk: int) -> HttpResponse:
    """Change a business."""
    business = _find_business(number, pk)
    form = BusinessForm(request.POST or None, business=business)
    if form.is_valid():
        try:
            businesses.business_edit(actor=request.user, business=business, data=_data(form), at=clock.now())
        except BusinessError as error:
            form.add_error("started_on", error.message)
        else:
            messages.success(request, _("Los cambios se guardaron."))
            return redirect("taxpayer_detail", number)
    context = {"form": form, "taxpayer": business.taxpayer, "business": business}
    return render(
        request, "taxpayers/people/business_save.html", context, status=422 if form.is_bound else 200
    )


@writes
def business_cease(request: StaffRequest, number: str, pk: int) -> HttpResponse:
    """Record that a business ceased, with the day its written notice came in."""
    business = _find_business(number, pk)
    form = CessationForm(request.POST or None, business=business)
    if form.is_valid():
        try:
            businesses.business_cease(
                actor=request.user,
                business=business,
                today=request.today,
                at=clock.now(),
                **form.cleaned_data,
            )
        except BusinessError as error:
            form.add_error(
                "ceased_on" if error.code == "ceased_before_start" else "noticed_on", error.message
            )
        else:
            messages.success(request, _("El cese se registró."))
            return redirect("taxpayer_detail", number)
    context = {"form": form, "taxpayer": business.taxpayer, "business": business}
    return render(
        request, "taxpayers/people/business_cease.html", context, status=422 if form.is_bound else 200
    )
