"""Who signs in, and what each appointment lets them do on a date."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person who signs in: staff by an appointment in force, a taxpayer otherwise."""
