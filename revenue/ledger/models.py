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

    def __str__(self) -> str:
        """Return its place: the account and the sequence in it."""
        return f"{self._meta.model_name} {self.account_id}/{self.sequence}"


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
    earned_by = models.ForeignKey(
        "Payment", on_delete=models.PROTECT, null=True, related_name="earned_adjustments"
    )

    class Meta(Fact.Meta):
        """An adjustment is above zero."""

        constraints = (
            models.UniqueConstraint(fields=("account", "sequence"), name="adjustment_sequence_once"),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="adjustment_above_zero"),
        )


class Cost(Fact):
    """A cost of enforcement (costa de apremio), collected together with the tax that caused it (rule I9)."""

    debt = models.ForeignKey(Debt, on_delete=models.PROTECT, related_name="costs")
    on = models.DateField()
    amount_cents = models.BigIntegerField()
    description = models.CharField(max_length=200)

    class Meta(Fact.Meta):
        """A cost is above zero."""

        constraints = (
            models.UniqueConstraint(fields=("account", "sequence"), name="cost_sequence_once"),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="cost_above_zero"),
        )


class Opening(Fact):
    """What had been paid of a debt before the account came here: history that is never allocated again (rule C11)."""

    debt = models.OneToOneField(Debt, on_delete=models.PROTECT, related_name="opening")
    on = models.DateField()
    principal_cents = models.BigIntegerField(default=0)
    interest_cents = models.BigIntegerField(default=0)
    surcharge_cents = models.BigIntegerField(default=0)
    costs_cents = models.BigIntegerField(default=0)

    class Meta(Fact.Meta):
        """What was paid is never negative."""

        constraints = (
            models.UniqueConstraint(fields=("account", "sequence"), name="opening_sequence_once"),
            models.CheckConstraint(
                condition=Q(
                    principal_cents__gte=0, interest_cents__gte=0, surcharge_cents__gte=0, costs_cents__gte=0
                ),
                name="opening_never_negative",
            ),
        )


class Extension(Fact):
    """An extension to pay, or a deferral, until a day (rules P6, M2, I6): at most one for each debt."""

    debt = models.OneToOneField(Debt, on_delete=models.PROTECT, related_name="extension")
    extended_to = models.DateField()
    decided_on = models.DateField(null=True, help_text=_("vacío si consta desde siempre"))

    class Meta(Fact.Meta):
        """An extension keeps its place among the facts."""

        constraints = (
            models.UniqueConstraint(fields=("account", "sequence"), name="extension_sequence_once"),
        )


class Demand(Fact):
    """The notice and demand of a debt, with the last day to pay that it printed (rules P9, M1)."""

    debt = models.OneToOneField(Debt, on_delete=models.PROTECT, related_name="demand")
    demanded_on = models.DateField()
    pay_by = models.DateField(null=True, help_text=_("vacío: el décimo día después"))

    class Meta(Fact.Meta):
        """The last day to pay is never before the demand."""

        constraints = (
            models.UniqueConstraint(fields=("account", "sequence"), name="demand_sequence_once"),
            models.CheckConstraint(
                condition=Q(pay_by__isnull=True) | Q(pay_by__gt=F("demanded_on")), name="pay_by_after_demand"
            ),
        )


class Liability(models.Model):
    """Somebody who must pay a debt (rule I5); a debt that names nobody takes anyone's money."""

    debt = models.ForeignKey(Debt, on_delete=models.PROTECT, related_name="liabilities")
    taxpayer = models.ForeignKey(Taxpayer, on_delete=models.PROTECT, related_name="liabilities")

    class Meta:
        """Each is named once."""

        constraints = (models.UniqueConstraint(fields=("debt", "taxpayer"), name="liable_once"),)

    def __str__(self) -> str:
        """Return who must pay which debt."""
        return f"{self.debt}: {self.taxpayer}"


class PaymentPlan(Fact):
    """A payment plan: money paid under it goes to its debts first (rule A2)."""

    granted_on = models.DateField()
    debts = models.ManyToManyField(Debt, related_name="plans")

    class Meta(Fact.Meta):
        """A plan keeps its place among the facts."""

        constraints = (models.UniqueConstraint(fields=("account", "sequence"), name="plan_sequence_once"),)


class Payment(Fact):
    """Money received for one account on one day, in as many parts as tenders brought it."""

    received_on = models.DateField()
    amount_cents = models.BigIntegerField()
    # Money may come from anyone: what counts is on whose behalf it is paid (rule I5), and under which plan (rule A2).
    on_behalf_of = models.ForeignKey(Taxpayer, on_delete=models.PROTECT, null=True, related_name="+")
    plan = models.ForeignKey("PaymentPlan", on_delete=models.PROTECT, null=True, related_name="payments")
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

    def __str__(self) -> str:
        """Return its payment and its place in it."""
        return f"{self.payment}, {self.position}"


class PartReturn(Fact):
    """A part that counts as never delivered: its instrument was returned by the bank, or its visit voided (rule A4)."""

    part = models.OneToOneField(PaymentPart, on_delete=models.PROTECT, related_name="returned")
    returned_on = models.DateField()

    class Meta(Fact.Meta):
        """A return keeps its place among the facts."""

        constraints = (models.UniqueConstraint(fields=("account", "sequence"), name="return_sequence_once"),)


class Refund(Fact):
    """Cents of a payment given back: they never allocate again (rule A3)."""

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="refunds")
    on = models.DateField()
    amount_cents = models.BigIntegerField()

    class Meta(Fact.Meta):
        """A refund is above zero."""

        constraints = (
            models.UniqueConstraint(fields=("account", "sequence"), name="refund_sequence_once"),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="refund_above_zero"),
        )


class Correction(Fact):
    """The document that undoes and makes again the allocations that a late fact changed (rule C11)."""

    reason = models.CharField(max_length=200)

    class Meta(Fact.Meta):
        """Corrections keep their place among the facts."""

        constraints = (
            models.UniqueConstraint(fields=("account", "sequence"), name="correction_sequence_once"),
        )


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
    correction = models.ForeignKey(
        Correction, on_delete=models.PROTECT, null=True, related_name="allocations"
    )
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
                condition=Q(reverses__isnull=True) | Q(correction__isnull=False),
                name="reversal_has_its_correction",
            ),
        )

    def __str__(self) -> str:
        """Return what went where."""
        return f"{self.payment_id} → {self.debt_id}: {self.total_cents}"

    @property
    def total_cents(self) -> int:
        """Return the cents of the four components together."""
        return self.costs_cents + self.interest_cents + self.surcharge_cents + self.principal_cents
