"""Who did what, when: one row per change, written in the transaction of the change and never touched again.

The subject is kept as text (kind, key, label) rather than as a foreign key: the entry outlives whatever happens to the
row, and every topic can be a subject without this one knowing it.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """One change. `data` never holds a social security, employer or document number."""

    at = models.DateTimeField(_("cuándo"), db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("quién")
    )
    action = models.CharField(_("qué"), max_length=60, db_index=True)
    subject_kind = models.CharField(max_length=60)
    subject_key = models.CharField(max_length=40)
    subject_label = models.CharField(_("sobre qué"), max_length=320)
    data = models.JSONField(_("detalles"), default=dict)

    class Meta:
        verbose_name = _("entrada de auditoría")
        verbose_name_plural = _("entradas de auditoría")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["subject_kind", "subject_key"], name="audit_subject")]

    def __str__(self) -> str:
        return f"{self.action} {self.subject_label}"
