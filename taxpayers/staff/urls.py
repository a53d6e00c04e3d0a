"""Addresses of staff: /personal/."""

from django.urls import path

from taxpayers.staff import views

urlpatterns = [
    path("", views.user_list, name="user_list"),
    path("nuevo/", views.user_create, name="user_create"),
    path("<int:pk>/", views.user_detail, name="user_detail"),
    path("<int:pk>/enlace/", views.password_link, name="password_link"),
    path("<int:pk>/segundo-factor/", views.second_factor_reset, name="second_factor_reset"),
    path("<int:pk>/desactivar/", views.user_deactivate, name="user_deactivate"),
    path("<int:pk>/activar/", views.user_reactivate, name="user_reactivate"),
    path("<int:pk>/nombramientos/nuevo/", views.appointment_add, name="appointment_add"),
    path("<int:pk>/nombramientos/<int:appointment_pk>/fin/", views.appointment_end, name="appointment_end"),
]
