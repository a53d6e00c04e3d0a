"""What each rule says to a citizen: the sentence of law with its article, and the same in plain words of Puerto Rico."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources

from revenue.rules.assessment import HOLD, PENDING_HOLD, Step
from revenue.rules.facts import DECLARED

# The kinds of step whose words are those of another one.
_SAME_WORDS = {
    "extension_interest": "interest",
    "held_interest": "interest",
    HOLD: "hold",
    PENDING_HOLD: "hold",
    "carried": "opening",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of law as its text prints it, its article (both empty when no text says it), and the plain words."""

    article: str
    quote: str
    plain: str


def _read() -> dict[str, dict[str, Sentence]]:
    text = (resources.files(__package__) / "law" / "sentences.toml").read_text(encoding="utf-8")
    return {
        kind: {key: Sentence(**row) for key, row in rows.items()}
        for kind, rows in tomllib.loads(text).items()
    }


SENTENCES: Mapping[str, Mapping[str, Sentence]] = _read()
"""Every sentence, by what it explains and by the tax, nature or rule that it is of."""


def what_it_is(tax: str, nature: str) -> Sentence:
    """What a debt is: by its tax, or by its nature when it is a deficiency or an addition."""
    return SENTENCES["what"][tax if nature == DECLARED else nature]


def when_it_is_due(tax: str, nature: str) -> Sentence:
    """When a debt must be paid."""
    return SENTENCES["due"][tax if nature == DECLARED else nature]


def sentences_of(steps: Iterable[Step]) -> Iterator[Sentence]:
    """The sentences behind some steps, each once, in the order in which they are met; none for a rounding."""
    met = set()
    for step in steps:
        kind = _SAME_WORDS.get(step.concept, step.concept)
        sentence = SENTENCES.get(kind, {}).get(step.rule or "")
        if sentence is not None and sentence not in met:
            met.add(sentence)
            yield sentence
