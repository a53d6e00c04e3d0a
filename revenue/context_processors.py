"""What every page knows: whether this is a demo town and whether the second factor is asked."""

from django.conf import settings
from django.http import HttpRequest


def house(request: HttpRequest) -> dict[str, object]:
    """Return the settings that the frame of each page shows."""
    return {"DEMO": settings.DEMO, "SECOND_FACTOR_REQUIRED": settings.SECOND_FACTOR_REQUIRED}
