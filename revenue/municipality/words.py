"""How rates are written on every page."""

from decimal import Decimal


def rate_words(percent: Decimal) -> str:
    """Write a rate with two decimals, or as many as it has: 0.5 is `0.50%`, 0.125 is `0.125%`."""
    shown = percent.quantize(Decimal("0.01"))
    return f"{shown}%" if shown == percent else f"{percent.normalize():f}%"
