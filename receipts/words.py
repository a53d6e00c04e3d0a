"""Amounts in words, as cheques and receipts carry them in Puerto Rico."""

from decimal import Decimal

from num2words import num2words

_MILLION = 1_000_000


def amount_in_words(cents: int) -> str:
    """Write integer cents, zero or more, as `CIENTO VEINTITRÉS DÓLARES CON 45/100`.

    Spanish says "un millón DE dólares" when nothing follows the millions; num2words leaves the preposition out.
    """
    if cents < 0:
        raise ValueError("a receipt never carries a negative amount")
    dollars, rest = divmod(cents, 100)
    # As Decimal: num2words reads an int as a number of cents.
    words = num2words(Decimal(dollars), lang="es", to="currency", currency="USD").rsplit(" con ", 1)[0]
    if dollars and dollars % _MILLION == 0:
        words = words.replace(" dólares", " de dólares")
    return f"{words.upper()} CON {rest:02d}/100"
