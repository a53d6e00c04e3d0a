"""Django looks for models here; each topic keeps its own."""

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
    "Correction",
    "Debt",
    "Payment",
    "PaymentPart",
]
