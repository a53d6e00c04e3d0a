"""What is issued stays: receipts, their documents and their prints are never changed or deleted; a series only counts on."""

from django.db import migrations

from revenue.web.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("receipts", "0001_initial")]

    operations = [
        append_only("receipts_receipt", "receipts_receiptdocument", "receipts_receiptprint"),
        append_only("receipts_series", except_columns=["last_number"]),
    ]
