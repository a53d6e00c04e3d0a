"""`manage.py demo`: load the demo town once; `--print-users` says who can sign in."""

import argparse

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from revenue.office import demo
from revenue.web import clock
from taxpayers.demo import DEMO_PASSWORD, STAFF
from taxpayers.models import Taxpayer


class Command(BaseCommand):
    """Fill an empty demo town; a town that has people is left as it is."""

    help = "Load the demo town: people, businesses, years of declarations and payments."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take `--print-users`."""
        parser.add_argument(
            "--print-users", action="store_true", help="print one user and password for each role"
        )

    def handle(self, *args: object, **options: object) -> None:
        """Load the town, or say who can sign in."""
        if not settings.DEMO:
            raise CommandError(
                "The demo town is loaded only where DEMO=true: it would fill a real one with invented people."
            )
        if options["print_users"]:
            for username, _names, _surnames, _role, title, *_rest in STAFF:
                self.stdout.write(f"  {username:15} {DEMO_PASSWORD}   {title}")
        elif not Taxpayer.objects.exists():
            self.stdout.write("Loading the demo town (about half a minute)")
            demo.load(clock.today(), self.stdout.write)
