"""Addresses of the public pages and the first page after signing in."""

from django.urls import path
from django.views.i18n import set_language

from revenue.portal import style, views

urlpatterns = [
    path("", views.home, name="home"),
    path("idioma/", set_language, name="set_language"),
    path("estilo/", style.style, name="style"),
]
