"""Users and appointments: written only here, each with its audit entry in the same transaction."""

import datetime as dt

from allauth.mfa.models import Authenticator
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.utils.translation import gettext as _

from taxpayers.audit.services import record
from taxpayers.staff import errors
from taxpayers.staff.models import Appointment, Role, User

# Who gives roles out, and who checks the others, does nothing else: no money for one, no changes by the other.
_EXCLUSIVE = frozenset({Role.ADMIN, Role.AUDITOR})


@transaction.atomic
def user_create(
    *, actor: User | None, username: str, first_name: str, last_name: str, email: str, at: dt.datetime
) -> User:
    """Create a user without a password and without a role; they choose the password with a link."""
    user = User(username=username, first_name=first_name, last_name=last_name, email=email, date_joined=at)
    user.set_unusable_password()
    user.save()
    record(actor=actor, action="user.created", subject=user, at=at, data={"username": username})
    return user


@transaction.atomic
def appoint(
    *,
    actor: User | None,
    user: User,
    role: Role,
    title: str,
    starts_on: dt.date,
    ends_on: dt.date | None,
    citation: str,
    at: dt.datetime,
) -> Appointment:
    """Give a user a role between two days, both included.

    Raises AppointmentRefusedError for one's own appointment, the same role twice on a day, reversed dates, or an
    administrator or auditor who holds another role on those days.
    """
    if actor is not None and actor.pk == user.pk:
        raise errors.own_appointment()
    if ends_on is not None and ends_on < starts_on:
        raise errors.dates_reversed()
    User.objects.select_for_update().get(pk=user.pk)  # two administrators appointing one person at once
    _refuse_clashes(user=user, role=role, starts_on=starts_on, ends_on=ends_on)
    appointment = Appointment.objects.create(
        user=user,
        role=role,
        title=title,
        starts_on=starts_on,
        ends_on=ends_on,
        citation=citation,
        recorded_by=actor,
        recorded_at=at,
    )
    data = {"role": role.value, "title": title, "citation": citation, **_days(starts_on, ends_on)}
    record(actor=actor, action="appointment.made", subject=user, at=at, data=data)
    return appointment


@transaction.atomic
def appointment_end(
    *, actor: User, appointment: Appointment, last_day: dt.date, reason: str, today: dt.date, at: dt.datetime
) -> Appointment:
    """Write the last day of an appointment, on which it still counts: yesterday at the earliest, because what was
    done before would lose its authority.

    Raises AppointmentRefusedError when it has already ended, or the day is before yesterday, before its first day or
    after the end it already has.
    """
    appointment = Appointment.objects.select_for_update().get(pk=appointment.pk)
    if appointment.user_id == actor.pk:
        raise errors.own_appointment()
    if appointment.ends_on is not None and appointment.ends_on < today:
        raise errors.cannot_end(_("Este nombramiento ya terminó: no hay que hacer nada más."))
    if last_day < today - dt.timedelta(days=1):
        raise errors.cannot_end(
            _("El último día no puede ser anterior a ayer: lo cobrado antes perdería su autoridad.")
        )
    if last_day < appointment.starts_on:
        raise errors.cannot_end(
            _(
                "El último día no puede ser anterior al primero: para impedir que entre hoy, desactive el usuario."
            )
        )
    if appointment.ends_on is not None and last_day > appointment.ends_on:
        raise errors.cannot_end(
            _("Ese día es posterior al fin que ya tiene: registre un nombramiento nuevo.")
        )
    former = appointment.ends_on
    appointment.ends_on = last_day
    appointment.save(update_fields=["ends_on"])
    data = {
        "role": appointment.role,
        "title": appointment.title,
        "reason": reason,
        "ends_on": last_day.isoformat(),
        "former_ends_on": former.isoformat() if former else None,
    }
    record(actor=actor, action="appointment.ended", subject=appointment.user, at=at, data=data)
    return appointment


@transaction.atomic
def user_deactivate(*, actor: User, user: User, at: dt.datetime) -> None:
    """Shut a user out at once, sessions included. Raises AppointmentRefusedError for oneself."""
    if actor.pk == user.pk:
        raise errors.AppointmentRefusedError(
            "own_user", _("No puede desactivar su propio usuario: pídalo a otro administrador.")
        )
    if User.objects.filter(pk=user.pk, is_active=True).update(is_active=False):
        record(actor=actor, action="user.deactivated", subject=user, at=at, data={"username": user.username})


@transaction.atomic
def user_reactivate(*, actor: User, user: User, at: dt.datetime) -> None:
    """Let a user in again, with whatever appointments are in force."""
    if User.objects.filter(pk=user.pk, is_active=False).update(is_active=True):
        record(actor=actor, action="user.reactivated", subject=user, at=at, data={"username": user.username})


@transaction.atomic
def second_factor_reset(*, actor: User, user: User, at: dt.datetime) -> None:
    """Forget a user's second factor and recovery codes: the next sign-in must set up a new one."""
    forgotten, _by_model = Authenticator.objects.filter(user=user).delete()
    if forgotten:
        record(
            actor=actor,
            action="user.second_factor_reset",
            subject=user,
            at=at,
            data={"username": user.username},
        )


@transaction.atomic
def password_key(*, actor: User | None, user: User, at: dt.datetime) -> str:
    """Return the one-time key of the page where a user chooses a password: it dies with its first use or in three days.

    Nobody but the user ever knows the password; that a link was asked for is in the audit.
    """
    record(actor=actor, action="user.password_link", subject=user, at=at, data={"username": user.username})
    return PasswordResetTokenGenerator().make_token(user)


def _refuse_clashes(*, user: User, role: Role, starts_on: dt.date, ends_on: dt.date | None) -> None:
    for held in user.appointments.all():
        if (ends_on is not None and held.starts_on > ends_on) or (
            held.ends_on is not None and held.ends_on < starts_on
        ):
            continue
        if held.role == role:
            raise errors.overlapping(held.starts_on, held.ends_on)
        if {Role(held.role), role} & _EXCLUSIVE:
            raise errors.incompatible(held.title)


def _days(starts_on: dt.date, ends_on: dt.date | None) -> dict[str, str | None]:
    return {"starts_on": starts_on.isoformat(), "ends_on": ends_on.isoformat() if ends_on else None}
