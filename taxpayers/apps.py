"""The Django application of people and staff."""

from django.apps import AppConfig


class TaxpayersConfig(AppConfig):
    """People, businesses, staff, and the record of who did what."""

    name = "taxpayers"
    verbose_name = "Contribuyentes"
