"""The people who pay: taxpayers, their addresses, businesses, officers and numbers.

Columns that help to find somebody (`name_key`, `sort_name`, `search_text`) are derived from the others by the services
and kept out of the history. Numbers that identify a person live in tables of their own, encrypted, so that neither the
history nor a list of taxpayers ever carries them.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from taxpayers.encryption import SecretField
from taxpayers.people.identifiers import IdentifierKind, masked


class Taxpayer(models.Model):
    """A person or entity with a municipal number of its own, C-000123, given once and never reused."""

    class Kind(models.TextChoices):
        INDIVIDUAL = "individual", _("Individuo")
        CORPORATION = "corporation", _("Corporación")
        PARTNERSHIP = "partnership", _("Sociedad")
        ESTATE = "estate", _("Sucesión")
        NONPROFIT = "nonprofit", _("Entidad sin fines de lucro")

    number = models.CharField(_("número"), max_length=12, unique=True, editable=False)
    kind = models.CharField(_("tipo"), max_length=20, choices=Kind.choices)
    legal_name = models.CharField(_("nombre legal"), max_length=200, blank=True)
    given_names = models.CharField(_("nombre"), max_length=100, blank=True)
    first_surname = models.CharField(_("primer apellido"), max_length=60, blank=True)
    second_surname = models.CharField(_("segundo apellido"), max_length=60, blank=True)
    phone = models.CharField(_("teléfono"), max_length=20, blank=True, db_index=True)
    email = models.EmailField(_("correo electrónico"), blank=True)
    name_key = models.CharField(max_length=240, editable=False, db_index=True)
    sort_name = models.CharField(max_length=240, editable=False)
    search_text = models.TextField(editable=False)
    registered_at = models.DateTimeField(_("registrado el"))
    registered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("registrado por")
    )
    history = HistoricalRecords(excluded_fields=["name_key", "sort_name", "search_text"])

    class Meta:
        verbose_name = _("contribuyente")
        verbose_name_plural = _("contribuyentes")
        indexes = [models.Index(fields=["sort_name", "id"], name="taxpayer_by_name")]
        constraints = [
            models.CheckConstraint(
                name="taxpayer_has_the_name_of_its_kind",
                condition=Q(kind="individual", legal_name="") & ~Q(given_names="") & ~Q(first_surname="")
                | ~Q(kind="individual") & ~Q(legal_name=""),
            )
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.display_name}"

    def get_absolute_url(self) -> str:
        """Return the address of the expediente."""
        return reverse("expediente", args=[self.number])

    @property
    def display_name(self) -> str:
        """Return the name as people say it."""
        if self.kind != self.Kind.INDIVIDUAL:
            return self.legal_name
        return " ".join(part for part in (self.given_names, self.first_surname, self.second_surname) if part)

    @property
    def is_individual(self) -> bool:
        """Say whether this is one natural person."""
        return self.kind == self.Kind.INDIVIDUAL

    def address(self, kind: "Address.Kind") -> "Address | None":
        """Return the residential or the postal address, from what was prefetched when it was."""
        return next((address for address in self.addresses.all() if address.kind == kind), None)

    @property
    def postal_address(self) -> "Address | None":
        """Return where letters go: the postal address, or the residential one for want of it."""
        return self.address(Address.Kind.POSTAL) or self.address(Address.Kind.RESIDENTIAL)


class TaxpayerCounter(models.Model):
    """The last municipal number given: one row, whose lock makes two registrations at once take turns."""

    last_number = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.last_number)


class Address(models.Model):
    """Where somebody lives, gets mail or does business."""

    class Kind(models.TextChoices):
        RESIDENTIAL = "residential", _("Residencial")
        POSTAL = "postal", _("Postal")
        BUSINESS = "business", _("Del negocio")

    taxpayer = models.ForeignKey(Taxpayer, models.PROTECT, related_name="addresses")
    kind = models.CharField(_("tipo"), max_length=12, choices=Kind.choices)
    line1 = models.CharField(_("dirección"), max_length=100)
    line2 = models.CharField(_("urbanización, apartamento u otra línea"), max_length=100, blank=True)
    town = models.CharField(_("pueblo"), max_length=60)
    state = models.CharField(_("estado o territorio"), max_length=2, default="PR")
    zip_code = models.CharField(_("código postal"), max_length=10)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("dirección")
        verbose_name_plural = _("direcciones")
        constraints = [
            models.UniqueConstraint(
                fields=["taxpayer", "kind"],
                condition=~Q(kind="business"),
                name="one_residential_and_one_postal_address",
            )
        ]

    def __str__(self) -> str:
        return ", ".join(self.lines)

    @property
    def lines(self) -> list[str]:
        """Return the lines as they go on an envelope."""
        return [
            line for line in (self.line1, self.line2, f"{self.town} {self.state} {self.zip_code}") if line
        ]


class TaxIdentifier(models.Model):
    """A social security or employer number: encrypted, found by exact match only, at most one of each per taxpayer."""

    Kind = IdentifierKind

    taxpayer = models.ForeignKey(Taxpayer, models.PROTECT, related_name="tax_identifiers")
    kind = models.CharField(
        max_length=3, choices=[("ssn", _("Seguro social")), ("ein", _("Número patronal"))]
    )
    number = SecretField()
    last_four = models.CharField(max_length=4)
    blind_index = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("número de identificación contributiva")
        verbose_name_plural = _("números de identificación contributiva")
        constraints = [
            models.UniqueConstraint(fields=["taxpayer", "kind"], name="one_tax_identifier_of_a_kind"),
            models.UniqueConstraint(fields=["blind_index"], name="tax_identifier_belongs_to_one_taxpayer"),
        ]

    def __str__(self) -> str:
        return masked(IdentifierKind(self.kind), self.last_four)


class Identification(models.Model):
    """A document with a photograph that the taxpayer has shown; its number is encrypted but for the last four signs."""

    class Kind(models.TextChoices):
        DRIVERS_LICENSE = "drivers_license", _("Licencia de conducir")
        PASSPORT = "passport", _("Pasaporte")
        REAL_ID = "real_id", _("Real ID")

    taxpayer = models.ForeignKey(Taxpayer, models.PROTECT, related_name="identifications")
    kind = models.CharField(_("documento"), max_length=20, choices=Kind.choices)
    number = SecretField(_("número"))
    last_four = models.CharField(max_length=4)
    expires_on = models.DateField(_("vence el"), null=True, blank=True)
    shown_on = models.DateField(_("presentado el"))

    class Meta:
        verbose_name = _("identificación")
        verbose_name_plural = _("identificaciones")
        ordering = ["-shown_on", "-pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ····{self.last_four}"


class Officer(models.Model):
    """Somebody who signs for a corporation, partnership or other entity, with the title and the days they held it."""

    class Title(models.TextChoices):
        PRESIDENT = "president", _("Presidente")
        VICE_PRESIDENT = "vice_president", _("Vicepresidente")
        SECRETARY = "secretary", _("Secretario")
        TREASURER = "treasurer", _("Tesorero")
        OTHER = "other", _("Otro")

    taxpayer = models.ForeignKey(Taxpayer, models.PROTECT, related_name="officers")
    name = models.CharField(_("nombre"), max_length=200)
    title = models.CharField(_("cargo"), max_length=20, choices=Title.choices)
    other_title = models.CharField(_("cuál cargo"), max_length=60, blank=True)
    starts_on = models.DateField(_("desde"))
    ends_on = models.DateField(_("hasta"), null=True, blank=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("oficial")
        verbose_name_plural = _("oficiales")
        ordering = [F("ends_on").desc(nulls_first=True), "-starts_on"]
        constraints = [
            models.CheckConstraint(
                name="officer_ends_after_they_start",
                condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")),
            )
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.title_label}"

    @property
    def title_label(self) -> str:
        """Return the title in words."""
        return self.other_title or str(self.get_title_display())


class Business(models.Model):
    """An establishment that pays the patente, from the day it starts to the day it ceases (rules P11, P12)."""

    class LicenseClass(models.TextChoices):
        GENERAL = "general", _("General")
        FINANCIAL = "financial", _("Financiera")

    taxpayer = models.ForeignKey(Taxpayer, models.PROTECT, related_name="businesses")
    trade_name = models.CharField(_("nombre comercial"), max_length=200)
    license_class = models.CharField(_("clase"), max_length=12, choices=LicenseClass.choices)
    activity_code = models.CharField(_("código de actividad (NAICS)"), max_length=6)
    activity = models.CharField(_("actividad"), max_length=120)
    started_on = models.DateField(_("comenzó el"))
    ceased_on = models.DateField(_("cesó el"), null=True, blank=True)
    cessation_noticed_on = models.DateField(_("aviso de cese recibido el"), null=True, blank=True)
    address = models.OneToOneField(
        Address, models.PROTECT, related_name="business", verbose_name=_("dirección")
    )
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("negocio")
        verbose_name_plural = _("negocios")
        ordering = ["trade_name", "pk"]
        constraints = [
            models.CheckConstraint(
                name="business_ceases_after_it_starts",
                condition=Q(ceased_on__isnull=True) | Q(ceased_on__gte=F("started_on")),
            ),
            models.CheckConstraint(
                name="business_cessation_has_its_notice",
                condition=Q(ceased_on__isnull=True, cessation_noticed_on__isnull=True)
                | Q(ceased_on__isnull=False, cessation_noticed_on__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.trade_name
