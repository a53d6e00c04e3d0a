"""Money is integer cents (rule C1).

Products with a rate stay exact (a numerator over a denominator) until one final rounding, half up, per
component. Nothing in this package touches a float.
"""

from __future__ import annotations

import re

from revenue.rules.errors import AmountError

BASIS_POINTS = 10_000
"""Basis points in the whole: a rate of 12% is 1,200."""

MAX_CENTS = 10**14 - 1
"""The largest amount the product takes: $999,999,999,999.99. It leaves room for sums in a 64-bit column."""

_AMOUNT = re.compile(r"(?P<dollars>[0-9]{1,12})(?:\.(?P<cents>[0-9]{1,2}))?")


def round_half_up(numerator: int, denominator: int) -> int:
    """The whole cents of `numerator / denominator`, halves up: the one rounding of rule C1.

    >>> round_half_up(5, 2), round_half_up(149, 100), round_half_up(0, 7)
    (3, 1, 0)
    """
    return (2 * numerator + denominator) // (2 * denominator)


def percent_of(cents: int, basis_points: int) -> int:
    """`basis_points` of `cents`, rounded once.

    >>> percent_of(123_456, 500)
    6173
    """
    return round_half_up(cents * basis_points, BASIS_POINTS)


def parse_cents(text: object) -> int:
    """Read an amount written with ASCII digits and at most two decimals ("1234.5" is 123450 cents). Zero is an amount.

    Raises AmountError for anything else: a number instead of text, a sign, a separator of thousands, an
    exponent, spaces, digits of another script, more than two decimals, or more than MAX_CENTS.
    """
    match = _AMOUNT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise AmountError(
            "not_an_amount", "Escriba el importe en dólares y centavos, sin comas ni signos, como 1234.50."
        )
    return int(match["dollars"]) * 100 + int((match["cents"] or "").ljust(2, "0"))


def format_cents(cents: int) -> str:
    """Plain text for machines: 123456 is "1234.56".

    >>> format_cents(123456), format_cents(-5)
    ('1234.56', '-0.05')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def display_cents(cents: int) -> str:
    """Text for people of Puerto Rico: 123456 is "$1,234.56", and a negative amount carries a real minus sign.

    >>> display_cents(123456), display_cents(-5)
    ('$1,234.56', '−$0.05')
    """
    sign = "−" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def display_percent(basis_points: int) -> str:
    """Text for people: 1200 is "12%", 50 is "0.50%".

    >>> display_percent(1200), display_percent(50), display_percent(1250)
    ('12%', '0.50%', '12.50%')
    """
    whole, rest = divmod(basis_points, 100)
    return f"{whole}.{rest:02d}%" if rest else f"{whole}%"


def split_in_two(cents: int) -> tuple[int, int]:
    """Two instalments of an amount; an odd cent goes to the first (rules P2, I0).

    >>> split_in_two(1001)
    (501, 500)
    """
    second = cents // 2
    return cents - second, second
