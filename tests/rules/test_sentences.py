"""What a citizen is told of each rule: quoted as the texts print it, with its article and plain words."""

from __future__ import annotations

from datetime import date

import pytest

from revenue.rules.facts import NATURES, TAXES, AccountFacts, Adjustment, Cost, Debt, Opening, Payment
from revenue.rules.replay import replay
from revenue.rules.sentences import SENTENCES, sentences_of, what_it_is, when_it_is_due
from tests.rules.pages import RULES
from tests.rules.test_docs import QUOTED, words

EVERY = [(kind, key, one) for kind, rows in SENTENCES.items() for key, one in rows.items()]


@pytest.mark.parametrize(
    ("kind", "key", "sentence"), EVERY, ids=[f"{kind}.{key}" for kind, key, _one in EVERY]
)
def test_a_sentence_is_in_the_texts_and_has_plain_words(kind, key, sentence):
    law = words(" ".join(QUOTED.findall((RULES / "coverage.md").read_text(encoding="utf-8"))))
    assert words(sentence.quote) in law
    assert bool(sentence.quote) == bool(sentence.article)
    assert sentence.plain.endswith(".")


@pytest.mark.parametrize("tax", TAXES)
@pytest.mark.parametrize("nature", NATURES)
def test_every_debt_says_what_it_is_and_when_it_is_due(tax, nature):
    assert what_it_is(tax, nature).quote
    assert when_it_is_due(tax, nature).quote


def late(tax="license_tax", nature="declared", **fields):
    return Debt("D1", "A1", tax, nature, 33_333, date(2025, 7, 15), **fields)


@pytest.mark.parametrize(
    "debt",
    [
        late(),
        late(extended_to=date(2025, 8, 14)),
        late(nature="deficiency", demanded_on=date(2025, 7, 15)),
        late("personal_property", demanded_on=date(2025, 8, 1)),
        late("real_property"),
        late(
            costs=(Cost(date(2025, 9, 1), 500),), adjustments=(Adjustment(date(2025, 9, 1), "surcharge", 1),)
        ),
        late(opening=Opening(date(2025, 7, 15), 100, 900)),
    ],
    ids=lambda debt: f"{debt.tax} {debt.nature}",
)
@pytest.mark.parametrize(
    "as_of", [date(2025, 7, 20), date(2025, 8, 20), date(2025, 10, 1), date(2026, 7, 15)]
)
def test_every_step_but_the_principal_and_a_rounding_has_its_sentence(debt, as_of):
    paid = Payment("P1", "A1", date(2025, 9, 30), 2_000)
    for step in replay(AccountFacts((debt,), (paid,)), as_of).explain("D1").steps:
        assert len(list(sentences_of([step]))) == (step.concept not in ("principal", "rounding")), step
