"""The administrator's pages: users and their appointments. No page here touches money."""

from allauth.account.utils import user_pk_to_url_str
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from revenue.web import clock
from taxpayers.staff import selectors, services
from taxpayers.staff.access import StaffRequest, staff_required
from taxpayers.staff.errors import AppointmentRefusedError
from taxpayers.staff.forms import AppointmentEndForm, AppointmentForm, UserForm
from taxpayers.staff.models import Role, User

administers = staff_required(Role.ADMIN)
_LINK_IN_SESSION = "password_link"


@require_safe
@staff_required(Role.ADMIN, readers=(Role.DIRECTOR, Role.AUDITOR))
def user_list(request: StaffRequest) -> HttpResponse:
    """List everybody who signs in, with what they may do today."""
    context = {
        "staff": selectors.staff(),
        "today": request.today,
        "administers": Role.ADMIN in request.roles,
    }
    return render(request, "taxpayers/staff/user_list.html", context)


@require_safe
@staff_required(Role.ADMIN, readers=(Role.DIRECTOR, Role.AUDITOR))
@never_cache
def user_detail(request: StaffRequest, pk: int) -> HttpResponse:
    """Show a user, every appointment they have had, and, once, the link just made for their password."""
    person = get_object_or_404(selectors.staff(), pk=pk)
    link = request.session.pop(_LINK_IN_SESSION, None)
    context = {
        "person": person,
        "password_link": link["url"] if link and link["user"] == pk else None,
        "today": request.today,
        "administers": Role.ADMIN in request.roles and person != request.user,
    }
    return render(request, "taxpayers/staff/user_detail.html", context)


@administers
def user_create(request: StaffRequest) -> HttpResponse:
    """Create a user and show, once, the link with which they choose a password."""
    form = UserForm(request.POST or None)
    if form.is_valid():
        person = services.user_create(actor=request.user, at=clock.now(), **form.cleaned_data)
        _show_link_once(request, person)
        messages.success(request, _("Usuario creado: entréguele el enlace y registre su nombramiento."))
        return redirect("user_detail", person.pk)
    return render(
        request, "taxpayers/staff/user_create.html", {"form": form}, status=422 if form.is_bound else 200
    )


@require_POST
@administers
def password_link(request: StaffRequest, pk: int) -> HttpResponse:
    """Make a new link for somebody who lost their password."""
    _show_link_once(request, _somebody_else(request, pk))
    return redirect("user_detail", pk)


@require_POST
@administers
def second_factor_reset(request: StaffRequest, pk: int) -> HttpResponse:
    """Forget the second factor of somebody who lost their telephone."""
    services.second_factor_reset(actor=request.user, user=_somebody_else(request, pk), at=clock.now())
    messages.success(request, _("Al entrar, esta persona tendrá que configurar otra vez su segundo factor."))
    return redirect("user_detail", pk)


@require_POST
@administers
def user_deactivate(request: StaffRequest, pk: int) -> HttpResponse:
    """Shut somebody out at once."""
    services.user_deactivate(actor=request.user, user=_somebody_else(request, pk), at=clock.now())
    messages.success(request, _("El usuario está desactivado: ya no puede entrar."))
    return redirect("user_detail", pk)


@require_POST
@administers
def user_reactivate(request: StaffRequest, pk: int) -> HttpResponse:
    """Let somebody in again."""
    services.user_reactivate(actor=request.user, user=_somebody_else(request, pk), at=clock.now())
    messages.success(request, _("El usuario está activo otra vez."))
    return redirect("user_detail", pk)


@administers
def appointment_add(request: StaffRequest, pk: int) -> HttpResponse:
    """Give somebody else a role between two days."""
    person = get_object_or_404(User, pk=pk)
    form = AppointmentForm(request.POST or None)
    if form.is_valid():
        typed = {**form.cleaned_data, "role": Role(form.cleaned_data["role"])}
        try:
            services.appoint(actor=request.user, user=person, at=clock.now(), **typed)
        except AppointmentRefusedError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("El nombramiento se registró."))
            return redirect("user_detail", pk)
    context = {"form": form, "person": person}
    return render(
        request, "taxpayers/staff/appointment_add.html", context, status=422 if form.is_bound else 200
    )


@administers
def appointment_end(request: StaffRequest, pk: int, appointment_pk: int) -> HttpResponse:
    """Write the last day of somebody else's appointment."""
    person = get_object_or_404(User, pk=pk)
    appointment = get_object_or_404(person.appointments, pk=appointment_pk)
    form = AppointmentEndForm(request.POST or None)
    if form.is_valid():
        try:
            services.appointment_end(
                actor=request.user,
                appointment=appointment,
                today=request.today,
                at=clock.now(),
                **form.cleaned_data,
            )
        except AppointmentRefusedError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("El último día quedó registrado."))
            return redirect("user_detail", pk)
    context = {"form": form, "appointment": appointment, "person": person}
    return render(
        request, "taxpayers/staff/appointment_end.html", context, status=422 if form.is_bound else 200
    )


def _somebody_else(request: StaffRequest, pk: int) -> User:
    """Return a user who is not the one asking, or answer 404: nobody administers themselves."""
    return get_object_or_404(User.objects.exclude(pk=request.user.pk), pk=pk)


def _show_link_once(request: StaffRequest, person: User) -> None:
    """Keep for the next page a link with which a person chooses a password."""
    key = services.password_key(actor=request.user, user=person, at=clock.now())
    path = reverse("account_reset_password_from_key", args=[user_pk_to_url_str(person), key])
    request.session[_LINK_IN_SESSION] = {"user": person.pk, "url": request.build_absolute_uri(path)}
