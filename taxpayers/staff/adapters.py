"""What this house changes in allauth: nobody signs up, and second-factor secrets are encrypted at rest."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.http import HttpRequest

from taxpayers import encryption


class AccountAdapter(DefaultAccountAdapter):
    """Sign-in of the people an administrator created."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Refuse: a staff user exists because an administrator made it."""
        return False


class MFAAdapter(DefaultMFAAdapter):
    """Second factors whose secrets a copy of the database does not reveal."""

    def encrypt(self, text: str) -> str:
        """Return the secret encrypted with the key ring of the settings."""
        return encryption.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret in the clear."""
        return encryption.decrypt(encrypted_text)
