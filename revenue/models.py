"""Django looks for models here; each topic keeps its own."""

from revenue.charges.models import (
    AcknowledgementCounter,
    BusinessVolume,
    DeclaredDebt,
    ExemptionDecree,
    VolumeDeclaration,
)
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
from revenue.municipality.models import (
    MovedDate,
    Municipality,
    NonWorkingDay,
    NoRollPeriod,
    PolicyRow,
    RateTable,
    RateTier,
)

__all__ = [
    "Account",
    "AcknowledgementCounter",
    "Adjustment",
    "Allocation",
    "BusinessVolume",
    "Cobro",
    "CobroPayment",
    "Correction",
    "Debt",
    "DeclaredDebt",
    "Drawer",
    "ExemptionDecree",
    "InstrumentCheck",
    "MovedDate",
    "Municipality",
    "NoRollPeriod",
    "NonWorkingDay",
    "Payment",
    "PaymentPart",
    "PolicyRow",
    "RateTable",
    "RateTier",
    "Tender",
    "TenderIdentification",
    "TenderShare",
    "VolumeDeclaration",
]
