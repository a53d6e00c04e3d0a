"""How names are compared: without accents, case or marks, word by word, in any order.

"Núñez" and "nunez" are the same word; "D'Angelo" is found by "d'angelo", "dangelo" and "angelo", and "Ibáñez-Muñoz" by
either surname. Pure functions on text.
"""

import difflib
import re
import unicodedata

_MARKS = re.compile(r"[^\w]|_")
_COMPANY_WORDS = frozenset(
    {"inc", "corp", "llc", "co", "csp", "psc", "ltd", "compania", "corporation", "incorporado"}
)
_LINKING_WORDS = frozenset({"de", "del", "la", "las", "los", "el", "y", "e", "the", "and", "of"})
_ALIKE = 0.86  # ratio of difflib above which two names are worth a look by a person


def plain(text: str) -> str:
    """Return the text in lower case without accents: "Peñuelas" becomes "penuelas"."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def words(text: str) -> list[str]:
    """Return the comparable words of a text, split at every mark: "D'Angelo-Muñoz" gives d, angelo, munoz."""
    return _MARKS.sub(" ", plain(text)).split()


def index_words(*texts: str) -> str:
    """Return the words under which texts are found, each after a space so that a prefix is matched as `" prefix"`.

    What marks join is also kept in one piece: D'Angelo gives d, angelo and dangelo; C-000123 also c000123.
    """
    found: dict[str, None] = {}
    for chunk in " ".join(texts).split():
        pieces = words(chunk)
        found.update(dict.fromkeys([*pieces, "".join(pieces)] if pieces else []))
    return "".join(f" {word}" for word in found)


def name_key(name: str) -> str:
    """Return the words of a name in alphabetical order: one key whatever the order they were given in."""
    return " ".join(sorted(words(name)))


def telling_words(name: str) -> list[str]:
    """Return the words that tell one name from another: no "Inc.", no "de la", unless nothing else is left."""
    every = words(name)
    telling = [word for word in every if word not in _COMPANY_WORDS | _LINKING_WORDS and len(word) > 1]
    return telling or every


def alike(one: str, other: str) -> bool:
    """Say whether two names may be the same person: one holds every word of the other, or they differ by a slip.

    "María Núñez" is like "Núñez Peña, María"; "Panadería La Espiga, Inc." like "Panaderia La Espiga"; one shared word
    is not enough.
    """
    first, second = set(telling_words(one)), set(telling_words(other))
    shorter, longer = sorted((first, second), key=len)
    if shorter == longer or (len(shorter) > 1 and shorter < longer):
        return True
    ratio = difflib.SequenceMatcher(None, " ".join(sorted(first)), " ".join(sorted(second))).ratio()
    return ratio >= _ALIKE
