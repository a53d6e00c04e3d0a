"""Every address of the site, by topic; public addresses are in Spanish."""

from django.urls import include, path

urlpatterns = [
    path("cuenta/", include("taxpayers.staff.account_urls")),
    path("", include("revenue.portal.urls")),
    path("contribuyentes/", include("taxpayers.people.urls")),
    path("personal/", include("taxpayers.staff.urls")),
    path("auditoria/", include("taxpayers.audit.urls")),
    path("recibos/", include("receipts.urls")),
    path("tablas/", include("revenue.municipality.urls")),
    path("expediente/", include("revenue.expediente.urls")),
    path("declaraciones/", include("revenue.charges.urls")),
    path("caja/", include("revenue.collection.urls")),
]
