"""The pages of declarations: typed by a clerk, read by whoever may see the expediente."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from revenue.charges.computation import Computation
from revenue.charges.declaring import DeclarationPage, page_for
from revenue.charges.errors import ComputationChanged
from revenue.charges.models import VolumeDeclaration
from revenue.rules.errors import DomainError
from revenue.web import clock
from taxpayers.models import Taxpayer
from taxpayers.staff.access import StaffRequest, staff_required
from taxpayers.staff.models import Role


@require_http_methods(["GET", "HEAD", "POST"])
@staff_required(Role.CLERK)
def declaration_new(request: StaffRequest, number: str) -> HttpResponse:
    """Enter a declaration: the form, then what it owes to be reviewed, then its acknowledgement."""
    page = page_for(request, get_object_or_404(Taxpayer, number=number), request.today)
    action = request.POST.get("accion", "")
    if request.method != "POST":
        return _render(request, "declaration_new", page)
    if action == "corregir":
        page.compute()
        return _render(request, "declaration_new", page)
    if action == "declarar" and page.is_valid() and not page.errors:
        return _file(request, page)
    if page.is_valid() and not page.errors and page.compute():
        return _render(request, "declaration_review", page)
    return _render(request, "declaration_new", page, status=422)


def _file(request: StaffRequest, page: DeclarationPage) -> HttpResponse:
    try:
        declaration = page.file(actor=request.user, at=clock.now())
    except ComputationChanged as error:
        page.errors.append(str(error))
        page.compute()
        return _render(request, "declaration_review", page, status=409)
    except DomainError as error:
        page.errors.append(str(error))
        return _render(request, "declaration_new", page, status=422)
    messages.success(
        request, _("La declaración se registró con el acuse %(number)s.") % {"number": declaration.number}
    )
    return redirect(declaration)


def _render(request: StaffRequest, name: str, page: DeclarationPage, status: int = 200) -> HttpResponse:
    return render(
        request, f"charges/{name}.html", {"page": page, "computation": page.computation}, status=status
    )


@require_POST
@staff_required(Role.CLERK)
def declaration_preview(request: StaffRequest, number: str) -> HttpResponse:
    """Tell, while the clerk types, what the declaration would owe."""
    page = page_for(request, get_object_or_404(Taxpayer, number=number), request.today)
    if not page.is_untouched:
        page.compute()
    return _render(request, "_preview", page)


@require_safe
@staff_required(Role.CLERK, Role.COLLECTOR, readers=(Role.DIRECTOR, Role.AUDITOR))
def declaration_detail(request: StaffRequest, pk: int) -> HttpResponse:
    """Show a declaration with its acknowledgement, to be printed."""
    rows = VolumeDeclaration.objects.select_related("taxpayer", "entered_by")
    declaration = get_object_or_404(rows.prefetch_related("volumes__business"), pk=pk)
    computation = Computation.restored(declaration.computation)
    return render(
        request, "charges/declaration_detail.html", {"declaration": declaration, "computation": computation}
    )
