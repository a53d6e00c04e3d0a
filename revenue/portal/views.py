"""The first page, as each person needs it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from revenue.collection import selectors
from revenue.portal.navigation import Frame
from revenue.web import clock
from taxpayers.staff.access import StaffRequest, staff_required
from taxpayers.staff.models import Role

LAST_COBROS = 10


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the public welcome, the counter to a collector, and to everybody else what they may do today."""
    if not request.user.is_authenticated:
        return render(request, "portal/welcome.html")
    frame = Frame(request)
    if Role.COLLECTOR in frame.roles:
        return _counter(request)
    return render(request, "portal/desk.html", {"frame": frame, "today": clock.today()})


@staff_required(Role.COLLECTOR)
def _counter(request: StaffRequest) -> HttpResponse:
    """Show the search, and the collector's drawer with its latest cobros."""
    page: dict[str, object] = {"today": request.today}
    if drawer := selectors.open_drawer(request.user, request.today):
        page["drawer"] = drawer
        page["collected_cents"] = selectors.collected_cents(drawer)
        page["cobros"] = selectors.cobros_of(drawer)[:LAST_COBROS]
    return render(request, "portal/counter.html", page)
