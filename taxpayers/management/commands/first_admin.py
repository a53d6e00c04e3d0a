"""`manage.py first_admin`: the first administrator of an installation, who appoints everybody else."""

from argparse import ArgumentParser
from typing import Any

from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse

from revenue.web import clock
from taxpayers.staff import services
from taxpayers.staff.models import Appointment, Role


class Command(BaseCommand):
    """Create the first administrator and print the link with which they choose a password."""

    help = "Crea el primer administrador y muestra el enlace con que escoge su contraseña."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the person and the document that names them."""
        parser.add_argument("username")
        parser.add_argument("--first-name", required=True)
        parser.add_argument("--last-name", required=True)
        parser.add_argument("--email", required=True)
        parser.add_argument(
            "--citation", required=True, help="Documento que lo nombra, por ejemplo una carta del Alcalde."
        )

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse when there has ever been an administrator: from then on appointments are made on screen."""
        if Appointment.objects.filter(role=Role.ADMIN).exists():
            raise CommandError("Ya hubo un administrador: los demás se nombran en la página de Personal.")
        at = clock.now()
        person = services.user_create(
            actor=None,
            username=options["username"],
            first_name=options["first_name"],
            last_name=options["last_name"],
            email=options["email"],
            at=at,
        )
        services.appoint(
            actor=None,
            user=person,
            role=Role.ADMIN,
            title="Administrador",
            starts_on=clock.today(),
            ends_on=None,
            citation=options["citation"],
            at=at,
        )
        key = services.password_key(actor=None, user=person, at=at)
        path = reverse("account_reset_password_from_key", args=[user_pk_to_url_str(person), key])
        self.stdout.write(
            f"Abra este enlace una sola vez para escoger la contraseña:\n{settings.SITE_URL}{path}"
        )
