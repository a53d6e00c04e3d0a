"""Who may do what on a date."""

import datetime as dt

from django.db.models import Prefetch, Q, QuerySet

from taxpayers.staff.models import Appointment, Role, User


def in_force(on: dt.date) -> Q:
    """Return the condition of the appointments in force on a day: the first and last days count."""
    return Q(starts_on__lte=on) & (Q(ends_on__isnull=True) | Q(ends_on__gte=on))


def roles_on(user: User, on: dt.date) -> frozenset[Role]:
    """Return the roles a user holds on a day; none when the user is not active."""
    if not user.is_active:
        return frozenset()
    return frozenset(
        Role(role) for role in user.appointments.filter(in_force(on)).values_list("role", flat=True)
    )


def appointment_on(user: User, role: Role, on: dt.date) -> Appointment | None:
    """Return the appointment that gives a user a role on a day, or None."""
    return user.appointments.filter(in_force(on), role=role).first() if user.is_active else None


def nearest_appointment(user: User, roles: frozenset[Role], on: dt.date) -> Appointment | None:
    """Return the appointment that best explains a refusal: the next to start, else the last that ended."""
    appointments = user.appointments.filter(role__in=roles)
    coming = appointments.filter(starts_on__gt=on).order_by("starts_on").first()
    return coming or appointments.filter(ends_on__lt=on).order_by("-ends_on").first()


def staff() -> QuerySet[User]:
    """Return everybody who has or had an appointment, or was created to have one, with their appointments."""
    appointments = Prefetch("appointments", Appointment.objects.order_by("-starts_on", "-pk"))
    return User.objects.prefetch_related(appointments).order_by(
        "-is_active", "first_name", "last_name", "username"
    )
