"""Addresses of the public pages and the first page after signing in."""

from django.urls import path
from django.views.generic import TemplateView

urlpatterns = [path("", TemplateView.as_view(template_name="portal/home.html"), name="home")]
