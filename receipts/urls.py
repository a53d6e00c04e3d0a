"""Addresses of paper. `verificar/` is public; the rest is for the staff."""

from django.urls import path

from receipts import views
from revenue.web import converters as _keys  # noqa: F401 - it registers key

urlpatterns = [
    path("", views.receipt_list, name="receipt_list"),
    path("verificar/", views.receipt_verify, name="receipt_verify"),
    path("verificar/<str:code>/", views.receipt_verify_code, name="receipt_verify_code"),
    path("<slug:series>/<key:number>/", views.receipt_detail, name="receipt_detail"),
    path("<slug:series>/<key:number>/pdf/", views.receipt_pdf, name="receipt_pdf"),
    path("<slug:series>/<key:number>/imprimir/", views.receipt_print, name="receipt_print"),
    path("<slug:series>/<key:number>/reimprimir/", views.receipt_reprint, name="receipt_reprint"),
    path(
        "<slug:series>/<key:number>/reimpresiones/<key:ordinal>/",
        views.receipt_reprint_pdf,
        name="receipt_reprint_pdf",
    ),
]
