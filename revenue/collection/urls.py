"""Addresses of the counter."""

from django.urls import path

from revenue.collection import views

urlpatterns = [
    path("abrir/", views.drawer_open, name="drawer_open"),
    path("cobro/<str:number>/", views.cobro_new, name="cobro_new"),
    path("cobro/<str:number>/distribucion/", views.cobro_distribution, name="cobro_distribution"),
]
