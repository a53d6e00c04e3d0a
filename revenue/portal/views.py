"""The first page, as each person needs it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from revenue.portal.navigation import Frame
from revenue.web import clock
from taxpayers.staff.models import Role


def home(request: HttpRequest) -> HttpResponse:
    """Show the public welcome, or what the signed-in person may do today; a collector arrives at the counter."""
    if not request.user.is_authenticated:
        return render(request, "portal/welcome.html")
    frame = Frame(request)
    template = "portal/counter.html" if Role.COLLECTOR in frame.roles else "portal/desk.html"
    return render(request, template, {"frame": frame, "today": clock.today()})
