"""Secrets at rest: encrypted columns, and blind indexes to find them by exact match.

The key ring is `settings.FIELD_ENCRYPTION_KEYS`, newest first: the first key writes, every key reads. To rotate, put a
new key in front, run `manage.py rotate_field_keys`, and drop the old one. Encryption is Fernet through
django-fernet-encrypted-fields, whose keys hang from SECRET_KEY and whose unreadable values come back as ciphertext;
here they hang from the ring alone, and a value that no key opens is an error.
"""

import base64
import functools
import hashlib
import hmac

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from encrypted_fields.fields import EncryptedTextField


class UnreadableSecretError(Exception):
    """A stored secret that none of FIELD_ENCRYPTION_KEYS opens: the ring lost a key still in use."""


class SecretField(EncryptedTextField):
    """Text encrypted with the newest key of the ring; an empty text is stored as NULL."""

    # The library caches one ring per field; ours follows the settings, so that a rotation needs no restart in tests.
    @property
    def f(self) -> MultiFernet:
        """Return the key ring of the settings."""
        return ring()

    def from_db_value(self, value: str | None, expression: object, connection: object) -> str | None:
        """Return the text, or raise UnreadableSecretError."""
        return None if value is None else decrypt(value)

    def to_python(self, value: object) -> object:
        """Return text as it is: only what comes from the database is ciphertext."""
        return value


def encrypt(text: str) -> str:
    """Return `text` encrypted with the newest key."""
    return ring().encrypt(text.encode()).decode()


def decrypt(token: str) -> str:
    """Return the text of a token made by `encrypt`; raise UnreadableSecretError when no key opens it."""
    try:
        return ring().decrypt(token.encode()).decode()
    except InvalidToken as error:
        raise UnreadableSecretError("FIELD_ENCRYPTION_KEYS has no key for a stored secret") from error


def blind_index(text: str) -> str:
    """Return the keyed digest under which `text` is stored now: equal texts have equal digests, and nothing shows."""
    return blind_indexes(text)[0]


def blind_indexes(text: str) -> list[str]:
    """Return the digests of `text` under every key of the ring: a search in the middle of a rotation misses none."""
    return [
        hmac.new(_derive(key, b"blind index"), text.encode(), hashlib.sha256).hexdigest()
        for key in settings.FIELD_ENCRYPTION_KEYS
    ]


def ring() -> MultiFernet:
    """Return the ciphers of the key ring, newest first."""
    keys = [base64.urlsafe_b64encode(_derive(key, b"encryption")) for key in settings.FIELD_ENCRYPTION_KEYS]
    return MultiFernet([Fernet(key) for key in keys])


@functools.lru_cache(maxsize=64)
def _derive(key: str, purpose: bytes) -> bytes:
    """Return 32 bytes of `key` for one purpose: a digest can't help to open a ciphertext."""
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(key.encode())
