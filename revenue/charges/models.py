"""What becomes owed because somebody declared it: the volume of business of a year, and the debts it created.

A declaration is never edited. What it came to is kept as it was computed that day, with the table, the tiers and the
dates used, so that a later ordinance or circular changes nothing that was already told.
"""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from revenue.ledger.models import Debt
from revenue.municipality.models import TableRow
from revenue.rules.fiscal_years import fiscal_year_label
from revenue.rules.rate_tables import Decree
from taxpayers.models import Business, Taxpayer


class VolumeDeclaration(models.Model):
    """The declaración de volumen de negocios of a person for a fiscal year, over all their businesses (rule P1)."""

    taxpayer = models.ForeignKey(
        Taxpayer, models.PROTECT, related_name="declarations", verbose_name=_("contribuyente")
    )
    fiscal_year = models.PositiveSmallIntegerField(_("año fiscal"))  # the year of its 1 July
    acknowledgement = models.PositiveIntegerField(_("número de acuse"))
    filed_on = models.DateField(_("recibida el"))
    filing_due_on = models.DateField(_("vencía el"))
    sworn_by = models.CharField(_("jurada por"), max_length=200)
    sworn_title = models.CharField(_("título o cargo"), max_length=80)
    volume_cents = models.BigIntegerField(_("volumen declarado"))
    tax_cents = models.BigIntegerField(_("patente"))
    computation = models.JSONField(_("cómputo"))
    amends = models.OneToOneField(
        "self", models.PROTECT, null=True, related_name="amended_by", verbose_name=_("enmienda a")
    )
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("entrada por")
    )
    entered_at = models.DateTimeField(_("entrada el"))
    request_key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    request_digest = models.CharField(max_length=64, editable=False)

    class Meta:
        verbose_name = _("declaración de volumen de negocios")
        ordering = ("-fiscal_year", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("taxpayer", "fiscal_year"),
                condition=Q(amends__isnull=True),
                name="one_declaration_a_year",
            ),
            models.UniqueConstraint(fields=("fiscal_year", "acknowledgement"), name="acknowledged_once"),
            models.CheckConstraint(
                condition=Q(volume_cents__gte=0, tax_cents__gte=0), name="declared_is_not_negative"
            ),
        )

    def __str__(self) -> str:
        return self.number

    def get_absolute_url(self) -> str:
        """Return the address of the declaration with its acknowledgement."""
        return reverse("declaration_detail", args=[self.pk])

    @property
    def fiscal_year_label(self) -> str:
        """Return the fiscal year as documents name it: 2026-27."""
        return fiscal_year_label(self.fiscal_year)

    @property
    def number(self) -> str:
        """Return the acknowledgement's number: D-2026-27-000001."""
        return f"D-{self.fiscal_year_label}-{self.acknowledgement:06d}"

    @property
    def is_late(self) -> bool:
        """Say whether it was received after its last day."""
        return self.filed_on > self.filing_due_on


class BusinessVolume(models.Model):
    """What one business contributed to a declaration."""

    declaration = models.ForeignKey(VolumeDeclaration, models.PROTECT, related_name="volumes")
    business = models.ForeignKey(Business, models.PROTECT, related_name="volumes")
    license_class = models.CharField(_("clase"), max_length=12, choices=Business.LicenseClass.choices)
    volume_cents = models.BigIntegerField(_("volumen"))
    decree = models.ForeignKey("ExemptionDecree", models.PROTECT, null=True, related_name="volumes")

    class Meta:
        verbose_name = _("volumen de un negocio")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("declaration", "business"), name="a_business_is_declared_once"),
            models.CheckConstraint(condition=Q(volume_cents__gte=0), name="volume_is_not_negative"),
        )

    def __str__(self) -> str:
        return f"{self.business}: {self.volume_cents}"


class DeclaredDebt(models.Model):
    """The debt that a declaration created for one of its instalments."""

    declaration = models.ForeignKey(VolumeDeclaration, models.PROTECT, related_name="declared_debts")
    debt = models.OneToOneField(Debt, models.PROTECT, related_name="declared")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return str(self.debt)


class AcknowledgementCounter(models.Model):
    """The last acknowledgement given in a fiscal year: its lock makes the numbers consecutive."""

    fiscal_year = models.PositiveSmallIntegerField(unique=True)
    last_number = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.fiscal_year}: {self.last_number}"


class ExemptionDecree(TableRow):
    """A decree that exempts a percent of one business's volume, or of its patente, between two dates (rule P1)."""

    class Reduces(models.TextChoices):
        VOLUME = "volume", _("El volumen")
        TAX = "tax", _("La patente")

    business = models.ForeignKey(Business, models.PROTECT, related_name="decrees", verbose_name=_("negocio"))
    reduces = models.CharField(_("reduce"), max_length=6, choices=Reduces.choices)
    percent = models.DecimalField(_("por ciento"), max_digits=5, decimal_places=2)
    starts_on = models.DateField(_("desde"))
    ends_on = models.DateField(_("hasta"))

    class Meta(TableRow.Meta):
        verbose_name = _("decreto de exención")
        ordering = ("starts_on", "pk")
        constraints = (  # type: ignore[assignment]
            *TableRow.Meta.constraints,
            models.CheckConstraint(
                name="decree_ends_after_it_starts", condition=Q(ends_on__gte=F("starts_on"))
            ),
            models.CheckConstraint(name="decree_is_a_percent", condition=Q(percent__gt=0, percent__lte=100)),
        )

    def __str__(self) -> str:
        return f"{self.business}: {self.percent}%"

    @property
    def as_rule(self) -> Decree:
        """Return the decree as the rules want it. Raises RateTableError when it makes no sense."""
        basis_points = int(self.percent * 100)
        return Decree(basis_points, self.reduces, self.starts_on, self.ends_on, self.citation)
