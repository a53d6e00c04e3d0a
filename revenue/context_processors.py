"""What every page knows: whether this is a demo town, whether the second factor is asked, and who is signed in."""

from django.conf import settings
from django.http import HttpRequest

from revenue.portal.navigation import Frame


def house(request: HttpRequest) -> dict[str, object]:
    """Return the settings and the frame that each page shows."""
    return {
        "DEMO": settings.DEMO,
        "SECOND_FACTOR_REQUIRED": settings.SECOND_FACTOR_REQUIRED,
        "frame": Frame(request),
    }
