"""Django looks for models here; each topic keeps its own."""

from taxpayers.audit.models import AuditEntry
from taxpayers.people.models import (
    Address,
    Business,
    Identification,
    Officer,
    TaxIdentifier,
    Taxpayer,
    TaxpayerCounter,
)
from taxpayers.staff.models import Appointment, User

__all__ = [
    "Address",
    "Appointment",
    "AuditEntry",
    "Business",
    "Identification",
    "Officer",
    "TaxIdentifier",
    "Taxpayer",
    "TaxpayerCounter",
    "User",
]
