"""Addresses of declarations: /declaraciones/."""

from django.urls import path

from revenue.charges import views

urlpatterns = [
    path("nueva/<str:number>/", views.declaration_new, name="declaration_new"),
    path("nueva/<str:number>/computo/", views.declaration_preview, name="declaration_preview"),
    path("<int:pk>/", views.declaration_detail, name="declaration_detail"),
]
