"""Addresses of the audit: /auditoria/."""

from django.urls import path

from taxpayers.audit import views

urlpatterns = [path("", views.audit_list, name="audit_list")]
