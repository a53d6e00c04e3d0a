"""Addresses of the expediente."""

from django.urls import path

from revenue.expediente import views
from revenue.web import converters as _keys  # noqa: F401 - it registers key
from taxpayers.people import converters as _converters  # noqa: F401 - it registers taxpayer_number

urlpatterns = [
    path("<taxpayer_number:number>/", views.expediente, name="expediente"),
    path("<taxpayer_number:number>/deuda/<key:pk>/", views.debt_why, name="debt_why"),
]
