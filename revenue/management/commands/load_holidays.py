"""`manage.py load_holidays 2020 2021 ...`: write the holidays of Puerto Rico of those years."""

from django.core.management.base import BaseCommand, CommandParser

from revenue.municipality.services import holidays_load
from revenue.web import clock


class Command(BaseCommand):
    """Fill the table of days that are not working days; it can be repeated."""

    help = "Carga los feriados de Puerto Rico de los años indicados."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take one or more years."""
        parser.add_argument("years", nargs="+", type=int, metavar="AÑO")

    def handle(self, *args: object, years: list[int], **options: object) -> None:
        """Load the years and say how many days were added."""
        added = holidays_load(years=years, at=clock.now())
        self.stdout.write(f"Se añadieron {added} feriados.")
