"""Django looks for models here; each topic keeps its own."""

from revenue.collection.models import (
    Cobro,
    CobroPayment,
    Drawer,
    InstrumentCheck,
    Tender,
    TenderIdentification,
    TenderShare,
)
from revenue.ledger.models import (
    Account,
    Adjustment,
    Allocation,
    Correction,
    Debt,
    Payment,
    PaymentPart,
)

__all__ = [
    "Account",
    "Adjustment",
    "Allocation",
    "Cobro",
    "CobroPayment",
    "Correction",
    "Debt",
    "Drawer",
    "InstrumentCheck",
    "Payment",
    "PaymentPart",
    "Tender",
    "TenderIdentification",
    "TenderShare",
]
