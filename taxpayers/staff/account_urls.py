"""Addresses of signing in: /cuenta/. Only the pages of allauth that this house uses, in Spanish.

Nobody signs up and nobody changes their address of e-mail here: those pages don't exist.
"""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from django.urls import path, re_path

urlpatterns = [
    path("entrar/", account.login, name="account_login"),
    path("salir/", account.logout, name="account_logout"),
    path("inactiva/", account.account_inactive, name="account_inactive"),
    path("confirmar/", account.reauthenticate, name="account_reauthenticate"),
    path("contrasena/", account.password_change, name="account_change_password"),
    path("contrasena/nueva/", account.password_set, name="account_set_password"),
    path("contrasena/recuperar/", account.password_reset, name="account_reset_password"),
    path("contrasena/recuperar/enviado/", account.password_reset_done, name="account_reset_password_done"),
    re_path(
        "^contrasena/escoger/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "contrasena/lista/", account.password_reset_from_key_done, name="account_reset_password_from_key_done"
    ),
    path("segundo-factor/", mfa.index, name="mfa_index"),
    path("segundo-factor/entrar/", mfa.authenticate, name="mfa_authenticate"),
    path("segundo-factor/confirmar/", mfa.reauthenticate, name="mfa_reauthenticate"),
    path("segundo-factor/activar/", totp.activate_totp, name="mfa_activate_totp"),
    path("segundo-factor/desactivar/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("segundo-factor/codigos/", recovery_codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path(
        "segundo-factor/codigos/nuevos/",
        recovery_codes.generate_recovery_codes,
        name="mfa_generate_recovery_codes",
    ),
    path(
        "segundo-factor/codigos/bajar/",
        recovery_codes.download_recovery_codes,
        name="mfa_download_recovery_codes",
    ),
]
