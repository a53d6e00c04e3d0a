"""The page of the audit."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from taxpayers.audit import selectors
from taxpayers.audit.filters import AuditFilter
from taxpayers.staff.access import StaffRequest, staff_required
from taxpayers.staff.models import Role

PER_PAGE = 50


@require_safe
@staff_required(Role.DIRECTOR, Role.AUDITOR)
def audit_list(request: StaffRequest) -> HttpResponse:
    """List who did what, newest first, by person, action and dates."""
    found = AuditFilter(request.GET, queryset=selectors.entries(), request=request)
    page = Paginator(found.qs, PER_PAGE).get_page(request.GET.get("pagina"))
    return render(request, "taxpayers/audit/audit_list.html", {"filter": found, "page": page})
