"""Reading declarations: which businesses declare, what a year's payer may save, and what was filed."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from revenue.charges.computation import DeclaredLine
from revenue.charges.errors import BusinessesDiffer
from revenue.charges.models import DeclaredDebt, ExemptionDecree, VolumeDeclaration
from revenue.ledger.models import Debt
from revenue.municipality.selectors import policy_value
from revenue.rules.filing import full_payment_discount
from taxpayers.models import Business, Taxpayer

YEARS_BACK = 10  # older years are entered with the history that is imported, not at the counter

_AUTHORITY = (
    "Descuento de 5% por pagar el año completo con la declaración (Reglamento de 2016, sec. 11; regla P4)"
)


@dataclass(frozen=True)
class VolumeEntry:
    """What was typed for one business: its class and its volume in cents."""

    business_id: int
    license_class: str
    volume_cents: int


@dataclass(frozen=True)
class FullPaymentDiscount:
    """What paying a whole year at once takes off: the instalment it reduces, and by how many cents (rule P4)."""

    debt: Debt
    amount_cents: int
    authority: str


def fiscal_years(today: dt.date) -> list[int]:
    """Return the fiscal years that can be declared today, newest first: the one that begins this calendar year first."""
    return list(range(today.year, today.year - YEARS_BACK - 1, -1))


def declaring_businesses(taxpayer: Taxpayer, fiscal_year: int) -> list[Business]:
    """Return the businesses of a person that owe some semester of a fiscal year (rules P11, P12)."""
    semesters = (dt.date(fiscal_year, 7, 1), dt.date(fiscal_year + 1, 1, 2))
    businesses = taxpayer.businesses.select_related("address").order_by("trade_name", "pk")
    return [one for one in businesses if any(DeclaredLine(one, "", 0).owes(day) for day in semesters)]


def declared_lines(
    taxpayer: Taxpayer, fiscal_year: int, entries: Iterable[VolumeEntry]
) -> list[DeclaredLine]:
    """Return what was typed with its businesses and the decrees in force that 1 July.

    Raises BusinessesDiffer unless there is exactly one entry for each business that declares that year.
    """
    typed = {entry.business_id: entry for entry in entries}
    businesses = declaring_businesses(taxpayer, fiscal_year)
    if typed.keys() != {business.pk for business in businesses}:
        raise BusinessesDiffer
    decrees = _decrees(businesses, dt.date(fiscal_year, 7, 1))
    return [
        DeclaredLine(one, typed[one.pk].license_class, typed[one.pk].volume_cents, decrees.get(one.pk))
        for one in businesses
    ]


def _decrees(businesses: list[Business], on: dt.date) -> dict[int, ExemptionDecree]:
    rows = ExemptionDecree.objects.in_force().filter(
        business__in=businesses, starts_on__lte=on, ends_on__gte=on
    )
    return {row.business_id: row for row in rows.order_by("pk")}


def declaration_of(taxpayer: Taxpayer, fiscal_year: int) -> VolumeDeclaration | None:
    """Return the declaration in force of a person for a fiscal year: the last amendment, if it was amended."""
    filed = VolumeDeclaration.objects.filter(
        taxpayer=taxpayer, fiscal_year=fiscal_year, amended_by__isnull=True
    )
    return filed.first()


def full_year_discount(declaration: VolumeDeclaration, as_of: dt.date) -> int | None:
    """Return the cents that paying the whole year on a day takes off a declaration's patente; None if nothing does.

    The declaration was on time, the day is not after its last day, and the policy gives the discount (rule P4).
    """
    if declaration.is_late or as_of < declaration.filed_on:
        return None
    if policy_value("full_payment_discount", as_of) == "off":
        return None
    return full_payment_discount(declaration.tax_cents, as_of, declaration.filing_due_on) or None


def full_payment_discounts(account_ids: Iterable[int], *, as_of: dt.date) -> dict[int, FullPaymentDiscount]:
    """Return, by account, the discount that paying the whole year on a day would earn (rule P4).

    It reduces the year's last instalment. A declaration that already earned it is left out.
    """
    found = {}
    for row in _discountable(account_ids, as_of):
        cents = full_year_discount(row.declaration, as_of)
        if cents:
            found[row.debt.account_id] = FullPaymentDiscount(row.debt, cents, _AUTHORITY)
    return found


def _discountable(account_ids: Iterable[int], as_of: dt.date) -> QuerySet[DeclaredDebt]:
    """Return the instalments, in order, of declarations still within their last day that earned nothing yet."""
    earned = DeclaredDebt.objects.filter(debt__adjustments__earned_by__isnull=False).values("declaration")
    rows = DeclaredDebt.objects.filter(
        debt__account__in=list(account_ids), declaration__filing_due_on__gte=as_of
    )
    return rows.exclude(declaration__in=earned).select_related("declaration", "debt").order_by("pk")
