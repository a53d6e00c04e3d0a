"""The addresses of the house, with a stand-in for the expediente that another topic provides."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def expediente(request: HttpRequest, number: str) -> HttpResponse:
    """Answer with the number that was opened."""
    return HttpResponse(number)


urlpatterns = [
    path("cuentas/<str:number>/", expediente, name="expediente"),
    path("", include("revenue.urls")),
]
