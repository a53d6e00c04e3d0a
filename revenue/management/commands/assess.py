"""`manage.py assess [--explain] [FILE|-]`: the rules from the command line (rules.md section 9)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from revenue.rules import cases
from revenue.rules.errors import CaseError


class Command(BaseCommand):
    """Thin over `revenue.rules.cases`: one answer a line, exit status 1 when any line could not be answered."""

    help = "Contesta casos de deudas, un objeto JSON por línea, con las mismas reglas que las pantallas."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        cases.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with cases.open_lines(options["file"]) as lines:
                status = cases.run(lines, self.stdout, explain=options["explain"])
        except CaseError as error:
            raise CommandError(str(error)) from error
        if status:
            sys.exit(status)
