"""Reading the audit."""

from django.db import models
from django.db.models import QuerySet

from taxpayers.audit.models import AuditEntry


def entries() -> QuerySet[AuditEntry]:
    """Return every entry, newest first, with who did it."""
    return AuditEntry.objects.select_related("actor")


def entries_about(subject: models.Model) -> QuerySet[AuditEntry]:
    """Return the entries about one row, newest first."""
    return entries().filter(subject_kind=subject._meta.label_lower, subject_key=str(subject.pk))


def actions() -> list[str]:
    """Return every action that has happened, in order of name."""
    return list(AuditEntry.objects.order_by("action").values_list("action", flat=True).distinct())
