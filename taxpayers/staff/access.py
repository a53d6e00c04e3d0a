"""The door of every staff page: who is signed in, with which role, today."""

import datetime as dt
import functools
from collections.abc import Callable, Iterable

from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import formats
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from revenue.web import clock
from taxpayers.staff import selectors
from taxpayers.staff.models import Role, User

View = Callable[..., HttpResponse]


class StaffRequest(HttpRequest):
    """What a view behind `staff_required` receives: a user with a role, the day it is, and the roles of that day."""

    user: User
    htmx: HtmxDetails
    today: dt.date
    roles: frozenset[Role]


_READING = frozenset({"GET", "HEAD"})


def staff_required(*roles: Role, readers: Iterable[Role] = ()) -> Callable[[View], View]:
    """Open a view to whoever holds one of `roles` today; `readers` may look (GET, HEAD) and not touch.

    Nobody signed in goes to the sign-in page; no second factor, while settings.SECOND_FACTOR_REQUIRED, to the page
    that sets it up; no role today, to a 403 page that says why. The view finds `request.today` and `request.roles`.
    """
    writing, reading = frozenset(roles), frozenset(roles) | frozenset(readers)

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def guarded(request: StaffRequest, *args: object, **kwargs: object) -> HttpResponse:
            user = request.user
            if not user.is_authenticated:
                return _to_sign_in(request)
            if settings.SECOND_FACTOR_REQUIRED and not _has_second_factor(request, user):
                return redirect("mfa_activate_totp")
            today = clock.today()
            held = selectors.roles_on(user, today)
            if not held & (reading if request.method in _READING else writing):
                sentence = _why_refused(user, held, writing, reading, today)
                return render(request, "taxpayers/staff/refused.html", {"sentence": sentence}, status=403)
            request.today, request.roles = today, held
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def _to_sign_in(request: StaffRequest) -> HttpResponse:
    """Send the browser to the sign-in page and back; a fragment asked for by a page moves the whole page there."""
    if not request.htmx:
        return redirect_to_login(request.get_full_path())
    page = request.htmx.current_url_abs_path or request.get_full_path()
    return HttpResponseClientRedirect(redirect_to_login(page).url)


def _has_second_factor(request: HttpRequest, user: User) -> bool:
    """Say whether this session passed the second factor, or the user has just set one up in it."""
    if any(record.get("method") == "mfa" for record in get_authentication_records(request)):
        return True
    return bool(is_mfa_enabled(user))


def _why_refused(
    user: User, held: frozenset[Role], writing: frozenset[Role], reading: frozenset[Role], today: dt.date
) -> str:
    """Return one sentence that says why the door stays shut and what to do next."""
    if held & reading:
        names = _listed(held & reading)
        return _("Como %(role)s puede ver esta página, pero no hacer cambios en ella.") % {"role": names}
    appointment = selectors.nearest_appointment(user, reading, today)
    if appointment is None:
        return _(
            "Esta página es para: %(roles)s. Si le corresponde, pida el nombramiento al administrador."
        ) % {"roles": _listed(writing)}
    if appointment.ends_on is None or appointment.starts_on > today:
        return _(
            "Su nombramiento de %(title)s empieza el %(day)s: hasta ese día no puede usar esta página."
        ) % {
            "title": appointment.title,
            "day": formats.date_format(appointment.starts_on, "DATE_FORMAT"),
        }
    return _("Su nombramiento de %(title)s terminó el %(day)s: pida uno nuevo al administrador.") % {
        "title": appointment.title,
        "day": formats.date_format(appointment.ends_on, "DATE_FORMAT"),
    }


def _listed(roles: frozenset[Role]) -> str:
    return ", ".join(str(role.label) for role in Role if role in roles)
