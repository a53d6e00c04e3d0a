"""Who signs in, and what each appointment lets them do on a date.

A role is never a flag on the user: it is an appointment with its first and last day and the document that makes it, so
that what somebody might do on any past day can be told from the rows.
"""

import datetime as dt

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What an appointment lets its holder do."""

    CLERK = "clerk", _("Oficinista de patentes")
    COLLECTOR = "collector", _("Recaudador")
    DIRECTOR = "director", _("Director de Finanzas")
    AUDITOR = "auditor", _("Auditor")
    ADMIN = "admin", _("Administrador")


class User(AbstractUser):
    """A person who signs in: staff by an appointment in force, a taxpayer otherwise."""

    class Meta:
        verbose_name = _("usuario")
        verbose_name_plural = _("usuarios")

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Appointment(models.Model):
    """One role of one person between two days, both included, and the document that gives it.

    It is ended by writing its last day, never by deleting it. `recorded_by` is empty only on the first administrator's,
    which the installation writes before there is anybody else.
    """

    user = models.ForeignKey(User, models.PROTECT, related_name="appointments", verbose_name=_("persona"))
    role = models.CharField(_("función"), max_length=20, choices=Role.choices)
    title = models.CharField(_("título"), max_length=80)
    starts_on = models.DateField(_("primer día"))
    ends_on = models.DateField(_("último día"), null=True, blank=True)
    citation = models.CharField(_("documento"), max_length=200)
    recorded_by = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", verbose_name=_("registrado por")
    )
    recorded_at = models.DateTimeField(_("registrado el"))

    class Meta:
        verbose_name = _("nombramiento")
        verbose_name_plural = _("nombramientos")
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="appointment_ends_after_it_starts",
                condition=models.Q(ends_on__isnull=True) | models.Q(ends_on__gte=models.F("starts_on")),
            ),
            models.CheckConstraint(
                name="appointment_is_not_by_its_holder",
                condition=models.Q(recorded_by__isnull=True) | ~models.Q(recorded_by=models.F("user")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}: {self.user}"

    def covers(self, on: dt.date) -> bool:
        """Say whether the appointment is in force on a day; its first and last days count."""
        return self.starts_on <= on and (self.ends_on is None or on <= self.ends_on)
