"""`manage.py load_rates --municipality Cayey --citation "..." --entered-by ana [--approved-by rosa] [CSV]`.

Without a file it reads the project's own copy of the published rates. Without an approver the tables wait for the
Director's approval on the page of municipal tables.
"""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from revenue.municipality.published_rates import PUBLISHED, read_published
from revenue.municipality.services import rate_table_enter, row_approve
from revenue.rules.errors import DomainError
from revenue.web import clock
from taxpayers.staff.models import User


class Command(BaseCommand):
    """Enter a town's published rates: all of them or none."""

    help = "Entra las tasas publicadas de un municipio."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, the town, the citation and who enters and approves."""
        parser.add_argument("csv", nargs="?", type=Path, default=PUBLISHED)
        parser.add_argument("--municipality", required=True)
        parser.add_argument("--citation", required=True)
        parser.add_argument("--entered-by", required=True, metavar="USUARIO")
        parser.add_argument("--approved-by", metavar="USUARIO")

    def handle(self, *args: object, **options: object) -> None:
        """Enter each table and say so."""
        at = clock.now()
        actor, approver = _user(options["entered_by"]), _user(options["approved_by"])
        try:
            with transaction.atomic():
                for table in read_published(options["csv"], options["municipality"]):  # type: ignore[arg-type]
                    row = rate_table_enter(**vars(table), citation=options["citation"], actor=actor, at=at)  # type: ignore[arg-type]
                    if approver:
                        row_approve(row=row, approver=approver, at=at)
                    self.stdout.write(f"{row}: {len(table.tiers)} renglones.")
        except (DomainError, OSError) as error:
            raise CommandError(str(error)) from error


def _user(username: object) -> User | None:
    if username is None:
        return None
    user = User.objects.filter(username=username).first()
    if user is None:
        raise CommandError(f"No hay usuario «{username}»: escriba uno que exista.")
    return user
