"""The counter's pages."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from revenue.collection import selectors, services
from revenue.collection.counter import Counter, counter_adding, counter_for
from revenue.collection.errors import DistributionChanged, DrawerNotOpen
from revenue.collection.forms import DrawerForm
from revenue.collection.intent import CobroIntent
from revenue.rules.errors import DomainError
from revenue.web import clock
from taxpayers.models import Taxpayer
from taxpayers.people.selectors import taxpayers_numbered
from taxpayers.staff.access import StaffRequest, staff_required
from taxpayers.staff.models import Role

SHOWING = {"corregir", "recuperar"}  # what was typed comes back to be changed: nothing of it is checked yet


@require_http_methods(["GET", "POST"])
@staff_required(Role.COLLECTOR)
def drawer_open(request: StaffRequest) -> HttpResponse:
    """Open the collector's drawer of the day, and go on with whoever was waiting; once open, show what it has taken."""
    drawer = selectors.open_drawer(request.user, request.today)
    if drawer is not None and request.method == "GET":
        return render(request, "collection/drawer.html", selectors.drawer_page(drawer))
    form = DrawerForm(request.POST or None, initial={"window": selectors.last_window(request.user)})
    if form.is_valid():
        try:
            services.drawer_open(collector=request.user, at=clock.now(), **form.cleaned_data)
        except DomainError as error:
            form.add_error(None, str(error))
        else:
            return _drawer_opened(request)
    page = {"form": form, "today": request.today}
    return render(request, "collection/drawer_open.html", page, status=422 if form.is_bound else 200)


def _drawer_opened(request: StaffRequest) -> HttpResponse:
    waiting = taxpayers_numbered([request.GET.get("para", "")]).first()
    if waiting is None:
        messages.success(request, _("Caja abierta. Busque al contribuyente para cobrar."))
        return redirect("home")
    messages.success(request, _("Caja abierta."))
    return redirect("cobro_new", waiting.number)


@require_http_methods(["GET", "POST"])
@staff_required(Role.COLLECTOR)
def cobro_new(request: StaffRequest, number: str) -> HttpResponse:
    """Take money from a payer: the form, then what to tell them, then the receipt."""
    drawer = selectors.open_drawer(request.user, request.today)
    if drawer is None and request.method == "GET":
        messages.warning(request, str(DrawerNotOpen()))
        return redirect(f"{reverse('drawer_open')}?para={number}")
    payer, action = get_object_or_404(Taxpayer, number=number), request.POST.get("accion")
    page: dict[str, object] = {"drawer": drawer, "today": request.today}
    if request.method == "GET" or action in SHOWING:
        return _form(
            request,
            counter_for(request, payer, request.today, check=False),
            page,
            recovered=action == "recuperar",
        )
    if request.POST.get("otro", "").strip():
        return _form(request, counter_adding(request, payer, request.today), page)
    counter = counter_for(request, payer, request.today, check=True)
    intent = counter.preview(request.today)
    if intent is None:
        return _form(request, counter, page)
    if action == "cobrar":
        return _confirm(request, counter, intent, page)
    if drawer is None:
        counter.errors.append(str(DrawerNotOpen()))
        return _form(request, counter, page)
    return render(request, "collection/cobro_told.html", {**page, "counter": counter})


def _form(
    request: StaffRequest, counter: Counter, page: dict[str, object], *, recovered: bool = False
) -> HttpResponse:
    context = {**page, "counter": counter, "recovered": recovered}
    return render(request, "collection/cobro_new.html", context, status=422 if counter.has_errors else 200)


def _confirm(
    request: StaffRequest, counter: Counter, intent: CobroIntent, page: dict[str, object]
) -> HttpResponse:
    context = {**page, "counter": counter}
    try:
        cobro = services.cobro_confirm(
            intent=intent,
            told_digest=counter.form.cleaned_data["told_digest"],
            accepts_credit=counter.form.cleaned_data["accepts_credit"],
            collector=request.user,
            at=clock.now(),
        )
    except DistributionChanged as error:
        counter.errors.append(str(error))
        counter.preview(request.today)
        return render(request, "collection/cobro_told.html", context, status=409)
    except DomainError as error:
        counter.errors.append(str(error))
        return render(request, "collection/cobro_told.html", context, status=422)
    return redirect(cobro.receipt)


@require_POST
@staff_required(Role.COLLECTOR)
def cobro_distribution(request: StaffRequest, number: str) -> HttpResponse:
    """Tell, while the collector types, where the money would go."""
    counter = counter_for(request, get_object_or_404(Taxpayer, number=number), request.today, check=True)
    counter.foresee(request.today)
    return render(request, "collection/_distribution.html", {"counter": counter, "compact": True})
