"""Django looks for models here; each topic keeps its own."""

from taxpayers.staff.models import User

__all__ = ["User"]
