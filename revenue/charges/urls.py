"""Addresses of declarations: /declaraciones/."""

from django.urls import path

from revenue.charges import views
from revenue.web import converters as _keys  # noqa: F401 - it registers key
from taxpayers.people import converters as _converters  # noqa: F401 - it registers taxpayer_number

urlpatterns = [
    path("nueva/<taxpayer_number:number>/", views.declaration_new, name="declaration_new"),
    path("nueva/<taxpayer_number:number>/computo/", views.declaration_preview, name="declaration_preview"),
    path("<key:pk>/", views.declaration_detail, name="declaration_detail"),
]
