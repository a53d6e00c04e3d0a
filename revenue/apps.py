"""The Django application of the revenue domain."""

from django.apps import AppConfig


class RevenueConfig(AppConfig):
    """All topics of `revenue/` are one Django application."""

    name = "revenue"
    verbose_name = "Rentas"

    def ready(self) -> None:
        """Give the audit the words for this application's actions."""
        from revenue.audit_labels import ACTIONS, DETAILS
        from taxpayers.audit.labels import (  # models are there only once Django is ready
            name_actions,
            name_details,
        )

        name_actions(ACTIONS)
        name_details(DETAILS)
