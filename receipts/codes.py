"""The short code with which anyone checks a receipt: made, and read back as people type it."""

import secrets

# Nothing that is mistaken for something else when read aloud or written by hand: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
ALPHABET = "34679ACDEFGHJKMNPQRTWXY"
GROUPS, GROUP_LENGTH = 3, 4


def new_code() -> str:
    """Return a code that nobody can guess (23^12, 54 bits) and anybody can copy by hand: `K7QD-M3XA-9FTR`."""
    return _grouped("".join(secrets.choice(ALPHABET) for _sign in range(GROUPS * GROUP_LENGTH)))


def code_typed(text: str) -> str:
    """Return the code in `text` as it is printed, whatever its case, spaces and hyphens; "" when it cannot be one."""
    signs = "".join(text.upper().replace("-", " ").split())
    possible = len(signs) == GROUPS * GROUP_LENGTH and set(signs) <= set(ALPHABET)
    return _grouped(signs) if possible else ""


def _grouped(signs: str) -> str:
    return "-".join(signs[start : start + GROUP_LENGTH] for start in range(0, len(signs), GROUP_LENGTH))
