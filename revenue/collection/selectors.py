"""Reading the counter: the collector's drawer and the visits of a day."""

import datetime as dt

from django.db.models import QuerySet, Sum

from revenue.collection.models import Cobro, Drawer, Tender
from revenue.municipality.selectors import accepts
from taxpayers.models import Address, Taxpayer, User


def open_drawer(collector: User, on: dt.date) -> Drawer | None:
    """Return the drawer that the collector opened on a day and has not closed."""
    return Drawer.objects.filter(collector=collector, opened_on=on, closed_at__isnull=True).first()


def last_window(collector: User) -> str:
    """Return the window at which the collector last opened a drawer; nothing the first time."""
    return (
        Drawer.objects.filter(collector=collector)
        .order_by("-opened_at")
        .values_list("window", flat=True)
        .first()
        or ""
    )


def cobros_of(drawer: Drawer) -> QuerySet[Cobro]:
    """Return the visits of a drawer, newest first, with their receipts."""
    return drawer.cobros.select_related("receipt__series").order_by("-recorded_at")


def collected_cents(drawer: Drawer) -> int:
    """Return what a drawer has taken, change and float apart."""
    return drawer.cobros.aggregate(total=Sum("total_cents"))["total"] or 0


def accepted_kinds(on: dt.date) -> frozenset[str]:
    """Return the means of payment that the municipality accepts on a day (S3 sec. 13, two of them by policy)."""
    kinds = set(Tender.Kind.values)
    if not accepts("uncertified_cheques", on):
        kinds -= {Tender.Kind.PERSONAL_CHEQUE}
    if not accepts("electronic_payments", on):
        kinds -= {Tender.Kind.CARD, Tender.Kind.ELECTRONIC}
    return frozenset(kinds)


def payer_on_file(payer: Taxpayer) -> dict[str, str]:
    """Return what the record already answers of a payer's cheque; the document is seen each time, and is left out."""
    home, business = (
        payer.address(Address.Kind.RESIDENTIAL),
        payer.businesses.select_related("address").first(),
    )
    return {
        "drawer_name": payer.display_name,
        "person_name": payer.display_name if payer.is_individual else "",
        "residential_address": str(home or ""),
        "business_name": business.trade_name if business else "",
        "business_address": str((business and business.address) or ""),
        "telephone": payer.phone,
    }


def drawer_page(drawer: Drawer) -> dict[str, object]:
    """Return everything a drawer took in its day: visits, and totals by means of payment, change apart."""
    totals = Tender.objects.filter(cobro__drawer=drawer).values("kind").annotate(cents=Sum("amount_cents"))
    return {
        "drawer": drawer,
        "collected_cents": collected_cents(drawer),
        "cobros": cobros_of(drawer),
        "totals": [(Tender.Kind(row["kind"]).label, row["cents"]) for row in totals.order_by("kind")],
    }
