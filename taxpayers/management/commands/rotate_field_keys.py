"""`manage.py rotate_field_keys`: write every secret again with the newest of FIELD_ENCRYPTION_KEYS."""

from typing import Any

from django.core.management.base import BaseCommand

from taxpayers.rotation import rotate


class Command(BaseCommand):
    """Encrypt every secret again with the first key of the ring; afterwards the others can be dropped."""

    help = "Vuelve a cifrar los datos protegidos con la primera llave de FIELD_ENCRYPTION_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate and say how many rows that was."""
        rows = rotate()
        self.stdout.write(f"{rows} filas cifradas con la llave nueva: ya puede quitar las anteriores.")
