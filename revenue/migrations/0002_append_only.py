"""Money and what was told about it only grow: corrected by adding, never by editing."""

from django.db import migrations

from revenue.web.append_only import append_only

TABLES = (
    "adjustment",
    "allocation",
    "businessvolume",
    "cobro",
    "cobropayment",
    "correction",
    "cost",
    "debt",
    "declareddebt",
    "demand",
    "extension",
    "instrumentcheck",
    "liability",
    "opening",
    "partreturn",
    "payment",
    "paymentpart",
    "paymentplan",
    "refund",
    "tender",
    "tenderidentification",
    "tendershare",
    "volumedeclaration",
)


class Migration(migrations.Migration):
    dependencies = [("revenue", "0001_initial")]
    operations = [append_only(*(f"revenue_{table}" for table in TABLES))]
