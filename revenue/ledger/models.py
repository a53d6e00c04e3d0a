"""The rows of money: accounts, the facts of each account, and what each payment went to.

A fact is never edited. It has two dates, effective (`on`, `received_on`, `entered_on`) and recorded, and a place in its
account's sequence taken under the account's lock, because a timestamp does not follow the order of commits (rule C11).
Balances, status and credit are not here: they are computed by replaying the facts (`selectors.py`).
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from taxpayers.models import Taxpayer

COMPONENTS = ("costs", "interest", "surcharge", "principal")


class Tax(models.TextChoices):
    """The taxes this office collects; the values are those of the rules."""

    LICENSE = "license_tax", _("Patente municipal")
    PERSONAL_PROPERTY = "personal_property", _("Propiedad mueble")
    REAL_PROPERTY = "real_property", _("Propiedad inmueble")


class Account(models.Model):
    """The scope of the oldest-debt-first rule (A1): one tax of one person, or one real property."""

    taxpayer = models.ForeignKey(Taxpayer, on_delete=models.PROTECT, related_name="accounts")
    tax = models.CharField(max_length=20, choices=Tax.choices)
    reference = models.CharField(max_length=40, blank=True)  # the cadastre number, for real property
    last_sequence = models.PositiveBigIntegerField(default=0)

    class Meta:
        """One account for each scope."""

        constraints = (
            models.UniqueConstraint(fields=("taxpayer", "tax", "reference"), name="account_once_per_scope"),
        )

    def __str__(self) -> str:
        """Return the tax and whose it is."""
        return f"{self.get_tax_display()}, {self.taxpayer}"


class Fact(models.Model):
    """What every fact of an account carries: its place, when it was recorded, and by whom."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="%(class)ss")
    sequence = models.PositiveBigIntegerField()
    recorded_at = models.DateTimeField()
    recorded_on = models.DateField()
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        """Facts are read in the order in which they were recorded."""

        abstract = True
        ordering = ("account_id", "sequence")


class Debt(Fact):
    """A dated amount that the account owes: an instalment, a deficiency, an addition."""

    class Nature(models.TextChoices):
        """How the debt came to be; the values are those of the rules."""

        DECLARED = "declared", _("declarada")
        DEFICIENCY = "deficiency", _("deficiencia")
        ADDITION = "addition", _("adición")

    nature = models.CharField(max_length=12, choices=Nature.choices, default=Nature.DECLARED)
    label = models.CharField(max_length=120)
    fiscal_year = models.PositiveSmallIntegerField(help_text=_("año en que comienza el año fiscal"))
    instalment = models.PositiveSmallIntegerField(null=True, blank=True)
    principal_cents = models.BigIntegerField()
    due_on = models.DateField()
    semester_start_on = models.DateField(null=True, blank=True)
    demanded_on = models.DateField(null=True, blank=True)
    pay_by = models.DateField(null=True, blank=True)
    entered_on = models.DateField(help_text=_("el día desde el que se debe"))

    class Meta(Fact.Meta):
        """A debt is above zero, and each instalment of a year is declared once."""

        constraints = (
            models.UniqueConstraint(fields=("account", "sequence"), name="debt_sequence_once"),
            models.CheckConstraint(condition=Q(principal_cents__gt=0), name="debt_above_zero"),
        )

    def __str__(self) -> str:
        """Return the label, as documents print it."""
        return self.label


class Adjustment(Fact):
    """A discount, waiver or amnesty: its authority, component and amount (rule A8)."""

    debt = models.ForeignKey(Debt, on_delete=models.PROTECT, related_name="adjustments")
    on = models.DateField()
    component = models.CharField(max_length=10, choices=[(name, name) for name in COMPONENTS])
    amount_cents = models.BigIntegerField()
    authority = models.CharField(max_length=200)
    # The payment that earned it: were it returned, the adjustment falls with it (rule P4).
    earned_by = models.ForeignKey("Payment", on_delete=models.PROTECT, null=True, related_name="earned_adjustments")

    class Meta(Fact.Meta):
        """An adjustment is above zero."""

        constraints = (
            models.UniqueConstraint(fields=("account", "sequence"), name="adjustment_sequence_once"),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="adjustment_above_zero"),
        )


class Payment(Fact):
    """Money received for one account on one day, in as many parts as tenders brought it."""

    received_on = models.DateField()
    amount_cents = models.BigIntegerField()
    posted_parts: "list[PaymentPart]"  # set by payment_post on the row it returns: its parts, without reading them again

    class Meta(Fact.Meta):
        """A payment is above zero and was not received after it was recorded."""

        constraints = (
            models.UniqueConstraint(fields=("account", "sequence"), name="payment_sequence_once"),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="payment_above_zero"),
            models.CheckConstraint(
                condition=Q(received_on__lte=F("recorded_on")), name="payment_not_recorded_before_received"
            ),
        )


class PaymentPart(models.Model):
    """What one tender brought to one payment, so that one cheque of several can come back alone."""

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="parts")
    position = models.PositiveSmallIntegerField()
    amount_cents = models.BigIntegerField()

    class Meta:
        """Parts are above zero and keep the order of their tenders."""

        ordering = ("payment_id", "position")
        constraints = (
            models.UniqueConstraint(fields=("payment", "position"), name="part_position_once"),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="part_above_zero"),
        )


class Correction(Fact):
    """The document that undoes and makes again the allocations that a late fact changed (rule C11)."""

    reason = models.CharField(max_length=200)

    class Meta(Fact.Meta):
        """Corrections keep their place among the facts."""

        constraints = (models.UniqueConstraint(fields=("account", "sequence"), name="correction_sequence_once"),)


class Allocation(models.Model):
    """What part of a payment went to which components of which debt, on the day it did.

    A row with `reverses` undoes that other row, cent for cent; both stay. Live rows are those neither reversing nor
    reversed.
    """

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="allocations")
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="allocations")
    debt = models.ForeignKey(Debt, on_delete=models.PROTECT, related_name="allocations")
    on = models.DateField()
    costs_cents = models.BigIntegerField(default=0)
    interest_cents = models.BigIntegerField(default=0)
    surcharge_cents = models.BigIntegerField(default=0)
    principal_cents = models.BigIntegerField(default=0)
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")
    correction = models.ForeignKey(Correction, on_delete=models.PROTECT, null=True, related_name="allocations")
    posted_at = models.DateTimeField()

    class Meta:
        """Each component is zero or more (V3), some component is above zero, and an undoing names its correction."""

        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(
                    costs_cents__gte=0, interest_cents__gte=0, surcharge_cents__gte=0, principal_cents__gte=0
                ),
                name="allocation_never_negative",
            ),
            models.CheckConstraint(
                condition=Q(costs_cents__gt=0)
                | Q(interest_cents__gt=0)
                | Q(surcharge_cents__gt=0)
                | Q(principal_cents__gt=0),
                name="allocation_above_zero",
            ),
            models.CheckConstraint(
                condition=Q(reverses__isnull=True) | Q(correction__isnull=False), name="reversal_has_its_correction"
            ),
        )

    @property
    def total_cents(self) -> int:
        """Return the cents of the four components together."""
        return self.costs_cents + self.interest_cents + self.surcharge_cents + self.principal_cents
