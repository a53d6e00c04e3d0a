"""Social security and employer numbers: recognised, checked and masked; pure functions on text.

They are never a key, never shown whole, never in an address, a log, the audit or the history (Ley 243-2006).
"""

import re
from enum import StrEnum

_SSN = re.compile(r"([0-9]{3})[- ]?([0-9]{2})[- ]?([0-9]{4})")
_EIN = re.compile(r"([0-9]{2})[- ]?([0-9]{7})")


class IdentifierKind(StrEnum):
    """Who gave the number: the Social Security Administration to a person, the IRS to an employer."""

    SSN = "ssn"
    EIN = "ein"


def digits_of(kind: IdentifierKind, text: str) -> str | None:
    """Return the nine digits of a number typed with or without its hyphens, or None when it can't be one."""
    match = (_SSN if kind is IdentifierKind.SSN else _EIN).fullmatch(text.strip())
    if match is None or any(set(group) == {"0"} for group in match.groups()):
        return None
    return "".join(match.groups())


def recognise(text: str) -> list[tuple[IdentifierKind, str]]:
    """Return what a typed text may be: (kind, digits) pairs; nine bare digits may be either number, a name neither."""
    read = [(kind, digits_of(kind, text)) for kind in IdentifierKind]
    return [(kind, digits) for kind, digits in read if digits is not None]


def masked(kind: IdentifierKind, last_four: str) -> str:
    """Return the number as it is shown: ***-**-1234, or **-***1234 for an employer's."""
    return f"***-**-{last_four}" if kind is IdentifierKind.SSN else f"**-***{last_four}"
