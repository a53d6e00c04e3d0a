"""The rows of paper: numbered series, receipts as issued, their stored PDFs, their prints, and the outbox.

A receipt, its document and its prints are only ever inserted: triggers refuse to change or delete them (quality.md V7).
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Series(models.Model):
    """A run of consecutive numbers: one per kind of document and fiscal year, and per window where the municipality
    wants it.

    `last_number` is the counter. It is read and written only under the row's lock, taken last in the issuing
    transaction, so that numbers ascend with commits and a rolled-back payment gives its number back (V5).
    """

    class Kind(models.TextChoices):
        """What the numbers are given to; corrections have series of their own."""

        RECEIPT = "receipt", _("Recibos")
        CORRECTION = "correction", _("Correcciones")

    code = models.SlugField(_("serie"), max_length=30, unique=True)
    kind = models.CharField(_("clase"), max_length=20, choices=Kind)
    fiscal_year = models.CharField(_("año fiscal"), max_length=7)
    window = models.CharField(_("ventanilla"), max_length=10, blank=True)
    last_number = models.PositiveIntegerField(_("último número"), default=0)

    class Meta:
        """One series per kind, year and window."""

        verbose_name = _("serie")
        verbose_name_plural = _("series")
        constraints = (models.UniqueConstraint(fields=("kind", "fiscal_year", "window"), name="series_once"),)

    def __str__(self) -> str:
        return self.code


class Receipt(models.Model):
    """A document issued: its number, all that it says (receipts/snapshot.py) and the hash of that. It never changes."""

    series = models.ForeignKey(Series, models.PROTECT, related_name="receipts", verbose_name=_("serie"))
    number = models.PositiveIntegerField(_("número"))
    label = models.CharField(_("número impreso"), max_length=45, unique=True)
    snapshot = models.JSONField(_("contenido"))
    snapshot_sha256 = models.CharField(max_length=64)
    verification_code = models.CharField(_("código"), max_length=14, unique=True)
    total_cents = models.BigIntegerField(_("total"))
    received_on = models.DateField(_("recibido"))
    issued_at = models.DateTimeField(_("emitido"), db_index=True)
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="receipts_issued",
        verbose_name=_("emitido por"),
    )

    class Meta:
        """A number is given once in its series."""

        verbose_name = _("recibo")
        verbose_name_plural = _("recibos")
        ordering = ("-issued_at", "-id")
        constraints = (
            models.UniqueConstraint(fields=("series", "number"), name="receipt_number_once"),
            models.CheckConstraint(
                condition=models.Q(number__gt=0, total_cents__gt=0), name="receipt_positive"
            ),
        )

    def __str__(self) -> str:
        return self.label


class ReceiptDocument(models.Model):
    """The PDF of a receipt, stored as issued, in the database: it commits, and is backed up, with its receipt."""

    receipt = models.OneToOneField(Receipt, models.PROTECT, related_name="document", verbose_name=_("recibo"))
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    engine = models.CharField(max_length=40)
    rendered_at = models.DateTimeField()

    class Meta:
        """Names."""

        verbose_name = _("documento")
        verbose_name_plural = _("documentos")

    def __str__(self) -> str:
        return f"{self.receipt_id}.pdf"


class ReceiptPrint(models.Model):
    """One printing: ordinal 0 is the original's, 1 and on are the reprints, each marked with its ordinal."""

    receipt = models.ForeignKey(Receipt, models.PROTECT, related_name="prints", verbose_name=_("recibo"))
    ordinal = models.PositiveIntegerField(_("reimpresión"))
    printed_at = models.DateTimeField(_("impreso"))
    printed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("impreso por")
    )
    printed_by_name = models.CharField(max_length=200)

    class Meta:
        """Each ordinal once."""

        verbose_name = _("impresión")
        verbose_name_plural = _("impresiones")
        ordering = ("ordinal",)
        constraints = (models.UniqueConstraint(fields=("receipt", "ordinal"), name="print_ordinal_once"),)

    def __str__(self) -> str:
        return f"{self.receipt_id}/{self.ordinal}"


class OutboxMessage(models.Model):
    """Work promised by a committed transaction: done at least once, however often the process that does it dies.

    Waiting: neither `done_at` nor `dead_at`. Claimed: `claimed_at` is recent. Dead: it failed too often and waits
    for a person.
    """

    kind = models.CharField(max_length=60)
    payload = models.JSONField()
    created_at = models.DateTimeField()
    available_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    dead_at = models.DateTimeField(null=True, blank=True)
    last_error = models.TextField(blank=True)

    class Meta:
        """The drainer's one query reads only what waits."""

        verbose_name = _("trabajo pendiente")
        verbose_name_plural = _("trabajos pendientes")
        indexes = (
            models.Index(
                fields=("available_at", "id"),
                condition=models.Q(done_at=None, dead_at=None),
                name="outbox_waiting",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
