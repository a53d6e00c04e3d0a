"""What the municipality decides: who it is, its calendar, its rates and its policies (law is code, ordinance is data).

Every decision is a row: dated, cited, entered by one person and approved by another. A row acts from its approval on and
is never edited: a correction is a new row (rule C9). What a statute fixes is not here but in `revenue/rules/law`.
"""

import datetime as dt
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from revenue.rules.fiscal_years import fiscal_year_label
from revenue.rules.rate_tables import FINANCIAL, GENERAL
from revenue.rules.readings import READINGS, SWITCHES


class Municipality(models.Model):
    """The one municipality that this installation serves, as its documents name it."""

    name = models.CharField(_("nombre"), max_length=80)  # "Municipio de Cayey"
    town = models.CharField(_("pueblo"), max_length=60)
    office = models.CharField(_("oficina que actúa"), max_length=120)
    address = models.TextField(_("dirección"))
    phone = models.CharField(_("teléfono"), max_length=20)
    email = models.EmailField(_("correo electrónico"), blank=True)
    seal = models.CharField(_("sello"), max_length=120, blank=True)  # a path under static/

    class Meta:
        verbose_name = _("municipio")
        constraints = (models.CheckConstraint(name="there_is_one_municipality", condition=Q(pk=1)),)

    def __str__(self) -> str:
        return self.name

    @property
    def address_lines(self) -> list[str]:
        """Return the address as it goes on a letterhead."""
        return self.address.splitlines()

    @property
    def payable_to(self) -> str:
        """Return the post to which every cheque is drawn (S3 sec. 13)."""
        return f"Director de Finanzas, {self.name}"


class TableRowQuerySet(models.QuerySet[Any]):
    """Rows of a municipal table."""

    def in_force(self) -> "TableRowQuerySet":
        """Keep the rows that a second person approved."""
        return self.filter(approved_by__isnull=False)

    def pending(self) -> "TableRowQuerySet":
        """Keep the rows that wait for approval."""
        return self.filter(approved_by__isnull=True, entered_by__isnull=False)


class TableRow(models.Model):
    """What every row of a municipal table carries: its citation, who entered it and who approved it (V15)."""

    citation = models.CharField(_("cita"), max_length=300)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("entrada por")
    )
    entered_at = models.DateTimeField(_("entrada el"))
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("aprobada por")
    )
    approved_at = models.DateTimeField(_("aprobada el"), null=True)

    objects = TableRowQuerySet.as_manager()

    class Meta:
        abstract = True
        constraints = (
            models.CheckConstraint(name="%(class)s_has_its_citation", condition=~Q(citation="")),
            models.CheckConstraint(
                name="%(class)s_is_approved_by_another", condition=~Q(approved_by=F("entered_by"))
            ),
            models.CheckConstraint(
                name="%(class)s_approval_has_its_day",
                condition=Q(approved_by__isnull=True, approved_at__isnull=True)
                | Q(approved_by__isnull=False, approved_at__isnull=False),
            ),
        )


class NonWorkingDayQuerySet(TableRowQuerySet):
    """Days on which nobody works."""

    def in_force(self) -> "NonWorkingDayQuerySet":
        """Keep the holidays, which the law sets, and the closures that a second person approved."""
        return self.filter(Q(scope=NonWorkingDay.Scope.HOLIDAY) | Q(approved_by__isnull=False))


class NonWorkingDay(TableRow):
    """A day that is not a working one: a holiday of Puerto Rico, or a closure of this municipality (rule C10).

    Holidays come from the law and are loaded by `manage.py load_holidays`, so nobody enters or approves them.
    """

    class Scope(models.TextChoices):
        HOLIDAY = "holiday", _("Feriado")
        CLOSURE = "closure", _("Cierre del municipio")

    on = models.DateField(_("fecha"))
    name = models.CharField(_("nombre"), max_length=120)
    scope = models.CharField(_("alcance"), max_length=10, choices=Scope.choices)
    entered_by = models.ForeignKey(  # type: ignore[assignment]
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("entrada por")
    )

    objects = NonWorkingDayQuerySet.as_manager()  # type: ignore[misc]

    class Meta(TableRow.Meta):
        verbose_name = _("día no laborable")
        ordering = ("on",)
        constraints = (  # type: ignore[assignment]
            *TableRow.Meta.constraints,
            models.UniqueConstraint(fields=("on", "scope"), name="a_day_is_closed_once"),
            models.CheckConstraint(
                name="a_closure_is_entered_by_somebody",
                condition=Q(scope="holiday") | Q(entered_by__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.on}: {self.name}"


class PolicyRow(TableRow):
    """The value of a policy of rules.md section 10 from a day on."""

    policy = models.CharField(_("política"), max_length=40)
    value = models.JSONField(_("valor"))
    starts_on = models.DateField(_("rige desde"))

    class Meta(TableRow.Meta):
        verbose_name = _("política")
        ordering = ("starts_on", "pk")  # of two rows of one day, the later corrects the earlier

    def __str__(self) -> str:
        return f"{self.policy} {self.starts_on}"

    @property
    def question(self) -> str:
        """Return the question that the policy answers."""
        return SWITCHES[self.policy].question

    @property
    def frozen_value(self) -> object:
        """Return the value as the rules compare it."""
        return frozen(self.value)


class ReadingConfirmation(models.Model):
    """The Director's signature under a reading of the law: the value signed, who signed it and when.

    It only grows. A reading whose value changes afterwards waits for its signature again.
    """

    reading = models.CharField(_("lectura"), max_length=40)
    value = models.JSONField(_("valor"))
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("confirmada por")
    )
    confirmed_at = models.DateTimeField(_("confirmada el"))

    class Meta:
        verbose_name = _("confirmación de una lectura")
        ordering = ("pk",)

    def __str__(self) -> str:
        return READINGS[self.reading].question

    @property
    def frozen_value(self) -> object:
        """Return the value as the rules compare it."""
        return frozen(self.value)


def frozen(value: object) -> object:
    """Return a value read from JSON as the rules compare it: a list is a tuple there."""
    return tuple(value) if isinstance(value, list) else value


class NoRollPeriod(TableRow):
    """A period whose last days to pay stay on a day that is not a working one, from its notice on (rule P3)."""

    starts_on = models.DateField(_("desde"))
    ends_on = models.DateField(_("hasta"))
    notified_on = models.DateField(_("notificado el"))

    class Meta(TableRow.Meta):
        verbose_name = _("período sin extensión al próximo día laborable")
        ordering = ("starts_on", "pk")
        constraints = (  # type: ignore[assignment]
            *TableRow.Meta.constraints,
            models.CheckConstraint(
                name="no_roll_period_ends_after_it_starts", condition=Q(ends_on__gte=F("starts_on"))
            ),
        )

    def __str__(self) -> str:
        return f"{self.starts_on}-{self.ends_on}"


class MovedDate(TableRow):
    """A last day that a circular moved for one fiscal year (rule P13): it wins over the computed one."""

    class Kind(models.TextChoices):
        FILING = "filing", _("Declaración de volumen de negocios")
        FIRST_INSTALMENT = "first", _("Primer plazo de la patente")
        SECOND_INSTALMENT = "second", _("Segundo plazo de la patente")

    kind = models.CharField(_("fecha límite"), max_length=8, choices=Kind.choices)
    fiscal_year = models.PositiveSmallIntegerField(_("año fiscal"))
    moved_to = models.DateField(_("nueva fecha"))

    class Meta(TableRow.Meta):
        verbose_name = _("fecha movida por carta circular")
        ordering = ("fiscal_year", "pk")

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.fiscal_year}: {self.moved_to}"


class RateTable(TableRow):
    """The rates of one class of business from a fiscal year on, as an ordinance sets them (rule P1).

    It stays until a later one begins: without a new ordinance by 1 July the last one holds.
    """

    class LicenseClass(models.TextChoices):
        GENERAL = GENERAL, _("General")
        FINANCIAL = FINANCIAL, _("Financiera")

    license_class = models.CharField(_("clase"), max_length=12, choices=LicenseClass.choices)
    fiscal_year_from = models.PositiveSmallIntegerField(_("año fiscal en que comienza a regir"))
    adopted_on = models.DateField(
        _("ordenanza aprobada el"), null=True, blank=True
    )  # unknown for old ordinances

    class Meta(TableRow.Meta):
        verbose_name = _("tabla de tasas")
        ordering = ("license_class", "-fiscal_year_from", "-pk")

    def __str__(self) -> str:
        return f"{self.get_license_class_display()} {self.fiscal_year_label}"

    @property
    def fiscal_year_label(self) -> str:
        """Return the fiscal year in which it begins, as documents name it."""
        return fiscal_year_label(self.fiscal_year_from)

    @property
    def in_force_from(self) -> dt.date:
        """Return the 1 July on which it begins."""
        return dt.date(self.fiscal_year_from, 7, 1)


class RateTier(models.Model):
    """Volumes between two bounds, both included, that owe a flat amount or a rate on the whole volume."""

    table = models.ForeignKey(RateTable, models.CASCADE, related_name="tiers")
    volume_from_cents = models.BigIntegerField()
    volume_to_cents = models.BigIntegerField(null=True)
    flat_cents = models.BigIntegerField(null=True)
    rate_percent = models.DecimalField(max_digits=6, decimal_places=4, null=True)

    class Meta:
        ordering = ("table", "volume_from_cents")
        constraints = (
            models.UniqueConstraint(fields=("table", "volume_from_cents"), name="tier_starts_once"),
            models.CheckConstraint(
                name="tier_is_flat_or_a_rate",
                condition=Q(flat_cents__isnull=False, rate_percent__isnull=True)
                | Q(flat_cents__isnull=True, rate_percent__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.table}: {self.volume_from_cents}"
