"""Numbers that must never be kept: a payment card's, and a social security number (Ley 243-2006).

People paste them where a reference is asked. Cheques, money orders and confirmations have long numbers too: what
tells a card is its first digit, its length and its check digit together.
"""

import re
import unicodedata

from django.utils.translation import gettext as _

CARD_LENGTHS = range(13, 20)
_LONG_NUMBER = re.compile(r"[0-9](?:[\W_]*[0-9]){11,}")
_SOCIAL_SECURITY = re.compile(r"(?<![\w-])[0-9]{3}-[0-9]{2}-[0-9]{4}(?![\w-])")


def private_number(text: str) -> str | None:
    """Return the sentence that refuses `text`, or None when it carries neither number."""
    text = _ascii_digits(text)
    if _SOCIAL_SECURITY.search(text):
        return _("Quite el número de seguro social: aquí no se guarda.")
    if any(_is_card(run) for run in long_numbers(text)):
        return _("Quite el número de la tarjeta: aquí no se guarda, ni entero ni en partes.")
    return None


def long_numbers(text: str) -> list[str]:
    """Return each run of twelve digits or more, its spaces, dashes and dots taken out."""
    return [re.sub(r"[^0-9]", "", run) for run in _LONG_NUMBER.findall(_ascii_digits(text))]


def _ascii_digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)


def _is_card(digits: str) -> bool:
    """Tell a card's number, alone or followed by its expiry: issuers number them from 2 to 6."""
    return any(
        number[0] in "23456" and len(number) in CARD_LENGTHS and _check_digit_agrees(number)
        for number in {digits, digits[:16]}
    )


def _check_digit_agrees(number: str) -> bool:
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in number[-2::-2])
    return (sum(doubled) + sum(int(digit) for digit in number[::-2])) % 10 == 0
