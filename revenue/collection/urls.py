"""Addresses of the counter."""

from django.urls import path

from revenue.collection import views
from taxpayers.people import converters as _converters  # noqa: F401 - it registers taxpayer_number

urlpatterns = [
    path("abrir/", views.drawer_open, name="drawer_open"),
    path("cobro/<taxpayer_number:number>/", views.cobro_new, name="cobro_new"),
    path("cobro/<taxpayer_number:number>/distribucion/", views.cobro_distribution, name="cobro_distribution"),
]
