"""Addresses of staff: /personal/."""

from django.urls import path

from revenue.web import converters as _keys  # noqa: F401 - it registers key
from taxpayers.staff import views

urlpatterns = [
    path("", views.user_list, name="user_list"),
    path("nuevo/", views.user_create, name="user_create"),
    path("<key:pk>/", views.user_detail, name="user_detail"),
    path("<key:pk>/enlace/", views.password_link, name="password_link"),
    path("<key:pk>/segundo-factor/", views.second_factor_reset, name="second_factor_reset"),
    path("<key:pk>/desactivar/", views.user_deactivate, name="user_deactivate"),
    path("<key:pk>/activar/", views.user_reactivate, name="user_reactivate"),
    path("<key:pk>/nombramientos/nuevo/", views.appointment_add, name="appointment_add"),
    path("<key:pk>/nombramientos/<key:appointment_pk>/fin/", views.appointment_end, name="appointment_end"),
]
