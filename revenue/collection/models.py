"""The counter's rows: a drawer, each visit (cobro), and what was handed over.

A cobro is one payer, one or several tenders, one or several account payments, one receipt (rules.md section 8).
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from receipts.models import Receipt
from revenue.ledger.models import Payment, PaymentPart


class Drawer(models.Model):
    """A collector's drawer for one day, opened with its float counted. Change is not income: the float is apart."""

    collector = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="drawers")
    window = models.CharField(max_length=40)
    opened_on = models.DateField()
    opened_at = models.DateTimeField()
    float_cents = models.BigIntegerField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """A collector has one open drawer a day, and a float is never negative."""

        constraints = (
            models.UniqueConstraint(
                fields=("collector", "opened_on"),
                condition=Q(closed_at__isnull=True),
                name="one_open_drawer_a_day",
            ),
            models.CheckConstraint(condition=Q(float_cents__gte=0), name="float_never_negative"),
        )

    def __str__(self) -> str:
        """Return the window and the day."""
        return f"{self.window}, {self.opened_on}"


class Cobro(models.Model):
    """One visit to the counter.

    `request_key` comes from the form: the same key with the same body is the same visit, however often it arrives (V10).
    It is the primary key because a cobro is written last, after its receipt took a number, while its tenders name it
    before: the number's lock is held for three rows only.
    """

    request_key = models.UUIDField(primary_key=True)
    request_digest = models.CharField(max_length=64)
    drawer = models.ForeignKey(Drawer, on_delete=models.PROTECT, related_name="cobros")
    payer_name = models.CharField(max_length=300)
    received_on = models.DateField()
    recorded_at = models.DateTimeField()
    total_cents = models.BigIntegerField()
    change_cents = models.BigIntegerField(default=0)
    receipt = models.OneToOneField(Receipt, on_delete=models.PROTECT, related_name="cobro")

    class Meta:
        """Newest last; every visit brought money."""

        ordering = ("recorded_at",)
        constraints = (
            models.CheckConstraint(condition=Q(total_cents__gt=0), name="cobro_above_zero"),
            models.CheckConstraint(condition=Q(change_cents__gte=0), name="change_never_negative"),
        )

    def __str__(self) -> str:
        """Return the receipt's number."""
        return str(self.receipt)


class CobroPayment(models.Model):
    """A payment to one account that a visit brought."""

    cobro = models.ForeignKey(Cobro, on_delete=models.PROTECT, related_name="payments")
    payment = models.OneToOneField(Payment, on_delete=models.PROTECT, related_name="cobro_payment")

    def __str__(self) -> str:
        """Return the payment."""
        return f"{self.payment}"


class Tender(models.Model):
    """A means of payment handed over: `handed_cents` as counted, of which `amount_cents` was kept (the rest is change)."""

    class Kind(models.TextChoices):
        """What the office may accept (S3 sec. 13)."""

        CASH = "cash", _("Efectivo")
        PERSONAL_CHEQUE = "personal_cheque", _("Cheque sin certificar")
        CERTIFIED_CHEQUE = "certified_cheque", _("Cheque certificado")
        MANAGERS_CHEQUE = "managers_cheque", _("Cheque de gerente")
        POSTAL_ORDER = "postal_order", _("Giro postal")
        BANK_ORDER = "bank_order", _("Giro bancario")
        CARD = "card", _("Tarjeta (terminal)")
        ELECTRONIC = "electronic", _("Pago electrónico")

    cobro = models.ForeignKey(Cobro, on_delete=models.PROTECT, related_name="tenders")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=Kind.choices)
    handed_cents = models.BigIntegerField()
    amount_cents = models.BigIntegerField()
    reference = models.CharField(max_length=40, blank=True)

    class Meta:
        """Only cash gives change; a tender that leaves nothing is no tender."""

        ordering = ("cobro_id", "position")
        constraints = (
            models.UniqueConstraint(fields=("cobro", "position"), name="tender_position_once"),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="tender_above_zero"),
            models.CheckConstraint(
                condition=Q(amount_cents__lte=F("handed_cents")), name="tender_kept_of_handed"
            ),
            models.CheckConstraint(
                condition=Q(kind="cash") | Q(amount_cents=F("handed_cents")), name="only_cash_gives_change"
            ),
        )

    def __str__(self) -> str:
        """Return its kind and the cents kept of it."""
        return f"{self.kind}: {self.amount_cents}"


class TenderShare(models.Model):
    """Which part of which payment a tender brought, so that one cheque of several can come back alone."""

    tender = models.ForeignKey(Tender, on_delete=models.PROTECT, related_name="shares")
    part = models.OneToOneField(PaymentPart, on_delete=models.PROTECT, related_name="tender_share")

    def __str__(self) -> str:
        """Return the tender and the part."""
        return f"{self.tender} → {self.part}"


class InstrumentCheck(models.Model):
    """What the collector verified on a cheque or money order: the six points of S3 sec. 13(2), all of them yes."""

    POINTS = (
        "payable_to_post",
        "not_postdated",
        "amounts_agree",
        "signed",
        "bank_identified",
        "alterations_initialled",
    )

    tender = models.OneToOneField(Tender, on_delete=models.PROTECT, related_name="check_record")
    drawn_on = models.DateField()
    drawer_name = models.CharField(max_length=300)
    bank_name = models.CharField(max_length=120)
    bank_address = models.CharField(max_length=200)
    payable_to_post = models.BooleanField()  # (a)
    not_postdated = models.BooleanField()  # (b)
    amounts_agree = models.BooleanField()  # (c)
    signed = models.BooleanField()  # (d)
    bank_identified = models.BooleanField()  # (e)
    alterations_initialled = models.BooleanField()  # (f)

    class Meta:
        """One "no" and the instrument is not accepted: such a row can't exist."""

        constraints = (
            models.CheckConstraint(
                condition=Q(
                    payable_to_post=True,
                    not_postdated=True,
                    amounts_agree=True,
                    signed=True,
                    bank_identified=True,
                    alterations_initialled=True,
                ),
                name="every_point_verified",
            ),
        )

    def __str__(self) -> str:
        """Return its bank and date."""
        return f"{self.bank_name}, {self.drawn_on}"


class TenderIdentification(models.Model):
    """Who handed over an uncertified cheque in person (S3 sec. 13(1)): only the document's last four signs are kept."""

    class Document(models.TextChoices):
        """The documents that the regulation accepts."""

        LICENSE = "drivers_license", _("Licencia de conductor")
        PASSPORT = "passport", _("Pasaporte")
        REAL_ID = "real_id", _("Real ID")

    tender = models.OneToOneField(Tender, on_delete=models.PROTECT, related_name="identification")
    person_name = models.CharField(max_length=300)
    residential_address = models.CharField(max_length=300)
    business_name = models.CharField(max_length=300)
    business_address = models.CharField(max_length=300)
    document_kind = models.CharField(max_length=16, choices=Document.choices)
    document_last_four = models.CharField(max_length=4)
    telephone = models.CharField(max_length=20)

    def __str__(self) -> str:
        """Return the kind of document and its tender; never the person, because logs print rows."""
        return f"{self.document_kind} {self.tender_id}"
