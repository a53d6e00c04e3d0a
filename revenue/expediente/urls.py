"""Addresses of the expediente."""

from django.urls import path

from revenue.expediente import views

urlpatterns = [
    path("<str:number>/", views.expediente, name="expediente"),
    path("<str:number>/deuda/<int:pk>/", views.debt_why, name="debt_why"),
]
