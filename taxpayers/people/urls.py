"""Addresses of people: /contribuyentes/."""

from django.urls import path, register_converter

from revenue.web import converters as _keys  # noqa: F401 - it registers key
from taxpayers.people import business_views, views
from taxpayers.people.converters import NumberConverter


class KindConverter(NumberConverter):
    """The Spanish word of a kind of taxpayer."""

    regex = "|".join(views.KIND_SLUGS)


register_converter(KindConverter, "taxpayer_kind")

urlpatterns = [
    path("", views.taxpayer_search, name="taxpayer_search"),
    path("nuevo/", views.taxpayer_new, name="taxpayer_new"),
    path("nuevo/<taxpayer_kind:kind>/", views.taxpayer_register, name="taxpayer_register"),
    path("<taxpayer_number:number>/", views.taxpayer_detail, name="taxpayer_detail"),
    path("<taxpayer_number:number>/editar/", views.taxpayer_edit, name="taxpayer_edit"),
    path("<taxpayer_number:number>/oficiales/nuevo/", views.officer_save, name="officer_add"),
    path("<taxpayer_number:number>/oficiales/<key:pk>/", views.officer_save, name="officer_edit"),
    path(
        "<taxpayer_number:number>/identificaciones/nueva/",
        views.identification_add,
        name="identification_add",
    ),
    path("<taxpayer_number:number>/negocios/nuevo/", business_views.business_add, name="business_add"),
    path("<taxpayer_number:number>/negocios/<key:pk>/", business_views.business_edit, name="business_edit"),
    path(
        "<taxpayer_number:number>/negocios/<key:pk>/cese/",
        business_views.business_cease,
        name="business_cease",
    ),
]
