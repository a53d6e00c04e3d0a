"""Addresses of the expediente."""

from django.urls import path

from revenue.expediente import views

urlpatterns = [path("<str:number>/", views.expediente, name="expediente")]
