"""Writing the audit."""

import datetime as dt
import re
from collections.abc import Mapping

from django.db import models, transaction

from taxpayers.audit.models import AuditEntry
from taxpayers.staff.models import User

_IDENTIFIER = re.compile(r"\b(?:[0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{2}-[0-9]{7})\b")
_SECRET_KEYS = frozenset({"ssn", "ein", "password"})


def record(
    *, actor: User | None, action: str, subject: models.Model, at: dt.datetime, data: Mapping[str, object]
) -> AuditEntry:
    """Write that `actor` did `action` ("taxpayer.registered") to `subject` at an instant, with JSON details.

    It is called by a service inside the transaction of the change, so that both exist or neither does. `actor` is None
    only for what the installation itself does. Personal identifiers in `data` are a programmer's error.
    """
    in_transaction = transaction.get_connection().in_atomic_block
    assert in_transaction, "an audit entry is written in the transaction of its change"
    assert subject.pk is not None, "a change is recorded after its row is saved"
    assert not _SECRET_KEYS & data.keys(), f"{action}: identifiers stay out of the audit"
    assert not _IDENTIFIER.search(str(data)), f"{action}: identifiers stay out of the audit"
    return AuditEntry.objects.create(
        at=at,
        actor=actor,
        action=action,
        subject_kind=subject._meta.label_lower,
        subject_key=str(subject.pk),
        subject_label=str(subject)[:320],
        data=dict(data),
    )
