"""Addresses of this topic."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
