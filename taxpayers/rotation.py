"""Rotating the key ring: every secret read with whatever key opens it and written with the newest.

It can be interrupted and repeated; searches find everybody meanwhile, because they ask under every key of the ring.
"""

from typing import Any

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db import transaction

from taxpayers import encryption
from taxpayers.encryption import SecretField
from taxpayers.people.identifiers import IdentifierKind
from taxpayers.people.models import TaxIdentifier
from taxpayers.people.services import identifier_digest

_BATCH = 500
_SECOND_FACTOR_SECRETS = ("secret", "seed")  # where allauth keeps what its adapter encrypted


def rotate() -> int:
    """Write every secret again with the newest key and return how many rows that was."""
    rows = 0
    for model in apps.get_models():
        names = [field.name for field in model._meta.fields if isinstance(field, SecretField)]
        if names:
            rows += _rotate(model, names)
    return rows + _rotate_second_factors()


def _rotate(model: Any, names: list[str]) -> int:
    rows = 0
    keys = list(model._default_manager.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), _BATCH):
        with transaction.atomic():
            batch = list(
                model._default_manager.select_for_update().filter(pk__in=keys[start : start + _BATCH])
            )
            changed = list(names)
            if model is TaxIdentifier:
                changed.append("blind_index")
                for row in batch:
                    row.blind_index = identifier_digest(IdentifierKind(row.kind), row.number)
            model._default_manager.bulk_update(batch, changed)
            rows += len(batch)
    return rows


@transaction.atomic
def _rotate_second_factors() -> int:
    rows = 0
    for authenticator in Authenticator.objects.select_for_update():
        held = [name for name in _SECOND_FACTOR_SECRETS if authenticator.data.get(name)]
        for name in held:
            authenticator.data[name] = encryption.encrypt(encryption.decrypt(authenticator.data[name]))
        if held:
            authenticator.save(update_fields=["data"])
            rows += 1
    return rows
