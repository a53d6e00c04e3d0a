"""The first page, as each person needs it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    """Show the public welcome, or what the signed-in person may do today."""
    return render(request, "portal/home.html")
