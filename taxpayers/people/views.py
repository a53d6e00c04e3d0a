"""The pages of people: search, register, read and change a taxpayer."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from revenue.web import clock
from taxpayers.people import history, selectors, services
from taxpayers.people.errors import IdentifierTakenError, PossibleDuplicatesError
from taxpayers.people.forms import IdentificationForm, OfficerForm, SearchForm, TaxpayerForm
from taxpayers.people.models import Identification, Officer, Taxpayer
from taxpayers.staff.access import StaffRequest, staff_required
from taxpayers.staff.models import Role

# Who takes the money does not decide from whom: a collector reads these pages and a clerk writes them.
reads = staff_required(Role.CLERK, Role.COLLECTOR, Role.DIRECTOR, Role.AUDITOR)
writes = staff_required(Role.CLERK)

# Addresses are in Spanish: /contribuyentes/nuevo/corporacion/
KIND_SLUGS = {
    "individuo": Taxpayer.Kind.INDIVIDUAL,
    "corporacion": Taxpayer.Kind.CORPORATION,
    "sociedad": Taxpayer.Kind.PARTNERSHIP,
    "sucesion": Taxpayer.Kind.ESTATE,
    "sin-fines-de-lucro": Taxpayer.Kind.NONPROFIT,
}
_SECRETS = ("q", "ssn", "ein", "number")


def find(number: str, *prefetch: str) -> Taxpayer:
    """Return the taxpayer with a number, or answer 404: the only door to one from an address."""
    return get_object_or_404(Taxpayer.objects.prefetch_related(*prefetch), number=number)


@sensitive_post_parameters(*_SECRETS)
@require_http_methods(["GET", "HEAD", "POST"])
@reads
def taxpayer_search(request: StaffRequest) -> HttpResponse:
    """Search as one types. The text comes by POST: an identifier never reaches an address or a log."""
    form = SearchForm(request.POST or None)
    text = form.cleaned_data["q"] if form.is_bound and form.is_valid() else ""
    found = selectors.search(text, limit=selectors.SEARCH_LIMIT + 1)
    context = {
        "form": form,
        "text": text,
        "found": found[: selectors.SEARCH_LIMIT],
        "more": len(found) > selectors.SEARCH_LIMIT,
        "may_register": Role.CLERK in request.roles,
    }
    if request.htmx:
        return render(request, "taxpayers/people/_results.html", context)
    if len(found) == 1:
        return redirect(found[0])
    return render(request, "taxpayers/people/taxpayer_search.html", context)


@require_safe
@writes
def taxpayer_new(request: StaffRequest) -> HttpResponse:
    """Ask which kind of taxpayer to register."""
    kinds = [(slug, kind.label) for slug, kind in KIND_SLUGS.items()]
    return render(request, "taxpayers/people/taxpayer_new.html", {"kinds": kinds})


@sensitive_post_parameters(*_SECRETS)
@writes
def taxpayer_register(request: StaffRequest, kind: str) -> HttpResponse:
    """Register a taxpayer, after looking at who may already be the same person."""
    form = TaxpayerForm(request.POST or None, kind=KIND_SLUGS[kind])
    context = {"form": form, "kind": KIND_SLUGS[kind], "duplicates": []}
    if form.is_valid():
        others = request.POST.get("other_than", "").split(",")
        try:
            taxpayer = services.taxpayer_register(
                actor=request.user, data=form.data_typed, other_than=others, at=clock.now()
            )
        except IdentifierTakenError as error:
            form.add_error(None, error.message)
            context["taken"] = error.data["number"]
        except PossibleDuplicatesError as error:
            context["duplicates"] = error.duplicates
        else:
            messages.success(request, _("Registrado con el número %(number)s.") % {"number": taxpayer.number})
            return redirect("taxpayer_detail", taxpayer.number)
    return render(
        request, "taxpayers/people/taxpayer_register.html", context, status=422 if form.is_bound else 200
    )


@sensitive_post_parameters(*_SECRETS)
@writes
def taxpayer_edit(request: StaffRequest, number: str) -> HttpResponse:
    """Change a taxpayer's names, addresses and numbers."""
    taxpayer = find(number, "addresses", "tax_identifiers")
    form = TaxpayerForm(request.POST or None, kind=Taxpayer.Kind(taxpayer.kind), taxpayer=taxpayer)
    context = {"form": form, "taxpayer": taxpayer}
    if form.is_valid():
        try:
            services.taxpayer_edit(
                actor=request.user, taxpayer=taxpayer, data=form.data_typed, at=clock.now()
            )
        except IdentifierTakenError as error:
            form.add_error(None, error.message)
            context["taken"] = error.data["number"]
        else:
            messages.success(request, _("Los cambios se guardaron."))
            return redirect("taxpayer_detail", number)
    return render(
        request, "taxpayers/people/taxpayer_edit.html", context, status=422 if form.is_bound else 200
    )


@require_safe
@reads
def taxpayer_detail(request: StaffRequest, number: str) -> HttpResponse:
    """Show who a taxpayer is: names, addresses, businesses, officers, numbers masked, and the history of each."""
    taxpayer = get_object_or_404(selectors.taxpayer_file(number))
    context = {
        "taxpayer": taxpayer,
        "changes": history.changes_of(taxpayer),
        "may_write": Role.CLERK in request.roles,
        "today": request.today,
    }
    return render(request, "taxpayers/people/taxpayer_detail.html", context)


@writes
def officer_save(request: StaffRequest, number: str, pk: int | None = None) -> HttpResponse:
    """Add an officer of an entity, or change one."""
    taxpayer = find(number)
    officer = get_object_or_404(Officer, taxpayer=taxpayer, pk=pk) if pk else None
    form = OfficerForm(request.POST or None, officer=officer)
    if form.is_valid():
        services.officer_save(
            actor=request.user, taxpayer=taxpayer, officer=officer, at=clock.now(), **form.cleaned_data
        )
        messages.success(request, _("El oficial se guardó."))
        return redirect("taxpayer_detail", number)
    context = {"form": form, "taxpayer": taxpayer, "officer": officer}
    return render(
        request, "taxpayers/people/officer_save.html", context, status=422 if form.is_bound else 200
    )


@sensitive_post_parameters(*_SECRETS)
@writes
def identification_add(request: StaffRequest, number: str) -> HttpResponse:
    """Keep a document that the taxpayer shows today."""
    taxpayer = find(number)
    form = IdentificationForm(request.POST or None)
    if form.is_valid():
        services.identification_add(
            actor=request.user,
            taxpayer=taxpayer,
            kind=Identification.Kind(form.cleaned_data["kind"]),
            number=form.cleaned_data["number"],
            expires_on=form.cleaned_data["expires_on"],
            shown_on=request.today,
            at=clock.now(),
        )
        messages.success(request, _("La identificación se guardó; su número queda cifrado."))
        return redirect("taxpayer_detail", number)
    context = {"form": form, "taxpayer": taxpayer}
    return render(
        request, "taxpayers/people/identification_add.html", context, status=422 if form.is_bound else 200
    )
