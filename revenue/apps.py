"""The Django application of the revenue domain."""

from django.apps import AppConfig


class RevenueConfig(AppConfig):
    """All topics of `revenue/` are one Django application."""

    name = "revenue"
    verbose_name = "Rentas"
