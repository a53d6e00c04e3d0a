"""The Django application of paper."""

from django.apps import AppConfig


class ReceiptsConfig(AppConfig):
    """Numbered series, receipts with their stored PDFs, prints, and the outbox."""

    name = "receipts"
    verbose_name = "Recibos"
