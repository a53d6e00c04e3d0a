"""Addresses of municipal tables: /tablas/."""

from django.urls import path

from revenue.municipality import views
from revenue.web import converters as _keys  # noqa: F401 - it registers key

urlpatterns = [
    path("", views.tables, name="tables"),
    path("politicas/", views.readings, name="readings"),
    path("politicas/<str:reading>/confirmar/", views.reading_confirm, name="reading_confirm"),
    path("calendario/<int:year>/", views.municipal_calendar, name="municipal_calendar"),
    path("entrar/tasas/", views.rate_table_enter, name="rate_table_enter"),
    path("entrar/<str:kind>/", views.table_row_enter, name="table_row_enter"),
    path("aprobar/<str:kind>/<key:pk>/", views.table_row_approve, name="table_row_approve"),
]
