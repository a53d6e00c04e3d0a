"""«¿Por qué debo esto?»: one debt told to a citizen who owns a pencil, each sum beside the sentence of law behind it."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from revenue.ledger.models import Debt
from revenue.ledger.selectors import DebtLine, statements
from revenue.municipality.selectors import policies_on
from revenue.rules.assessment import CARRIED, COST, Step
from revenue.rules.readings import READINGS
from revenue.rules.running import ADJUSTMENT, OPENING, PAYMENT
from revenue.rules.sentences import Sentence, sentences_of, what_it_is, when_it_is_due
from taxpayers.models import Taxpayer

_TAKEN = (PAYMENT, ADJUSTMENT, OPENING)


class ReadingInForce(NamedTuple):
    """A point that the law leaves open, and how this office reads it for this debt."""

    question: str
    answer: str


@dataclass(frozen=True)
class Part:
    """Something that was added to the debt: its sums, what the law says of it, and how an open point is read."""

    title: str
    steps: list[Step]
    sentences: list[Sentence]
    readings: list[ReadingInForce]

    @property
    def total_cents(self) -> int:
        """Return what the sums come to."""
        return sum(step.amount_cents for step in self.steps)


@dataclass(frozen=True)
class Taking:
    """What was paid, waived or already paid on a day, and how much of it each component took, in cents."""

    on: dt.date
    kind: str
    cents: dict[str, int]

    @property
    def title(self) -> str:
        """Return what it was, in words."""
        return {PAYMENT: _("Pago"), ADJUSTMENT: _("Ajuste"), OPENING: _("Pagado antes")}[self.kind]

    @property
    def total_cents(self) -> int:
        """Return what it took from the debt."""
        return sum(self.cents.values())


@dataclass(frozen=True)
class Why:
    """The story of a debt as of a date: what it is, when it was due, what was added, what was paid, and the total."""

    line: DebtLine
    what: Sentence
    due: Sentence
    parts: list[Part]
    takings: list[Taking]
    taken_sentences: list[Sentence]
    kept_cents: int

    @property
    def days_late(self) -> int:
        """Return the days since the last day to pay; zero or less when it has not passed."""
        return (self.line.as_of - self.line.must_pay_on).days

    @property
    def is_extended(self) -> bool:
        """Tell whether an extension or deferral moved the day on which it must be paid."""
        return self.line.must_pay_on != self.line.debt.due_on

    @property
    def taken_cents(self) -> int:
        """Return everything that was paid or waived."""
        return sum(one.total_cents for one in self.takings)


def why(taxpayer: Taxpayer, debt_pk: int, *, as_of: dt.date, known_on: dt.date | None = None) -> Why | None:
    """Tell a debt of a taxpayer; None when it is not theirs, or was not known on `known_on`."""
    debt = Debt.objects.select_related("account").filter(account__taxpayer=taxpayer, pk=debt_pk).first()
    if debt is None:
        return None
    statement = statements([debt.account], as_of=as_of, known_on=known_on)[0]
    line = next((one for one in statement.lines if one.debt.pk == debt_pk), None)
    return None if line is None else _told(line, debt.account.tax)


def _told(line: DebtLine, tax: str) -> Why:
    steps, debt = line.steps, line.debt
    added = [step for step in steps if step.concept not in (*_TAKEN, CARRIED)]
    taken = [step for step in steps if step.concept in _TAKEN]
    titles = {
        _("Intereses"): [step for step in added if step.component == "interest"],
        _("Recargo"): [step for step in added if step.component == "surcharge"],
        _("Costas de apremio"): [step for step in added if step.concept == COST],
    }
    return Why(
        line=line,
        what=what_it_is(tax, debt.nature),
        due=when_it_is_due(tax, debt.nature),
        parts=[_part(title, own, debt.due_on) for title, own in titles.items() if own],
        takings=_takings(taken),
        taken_sentences=list(sentences_of(taken)),
        kept_cents=sum(step.amount_cents for step in steps if step.concept == CARRIED),
    )


def _part(title: str, steps: list[Step], due_on: dt.date) -> Part:
    names = dict.fromkeys(step.reading for step in steps if step.reading)
    policies = policies_on(due_on) if names else None
    readings = []
    for name in names:
        reading = READINGS[name]
        value = getattr(policies, name, reading.default)
        readings.append(ReadingInForce(reading.question, reading.label(value)))
    return Part(title, steps, list(sentences_of(steps)), readings)


def _takings(steps: Iterable[Step]) -> list[Taking]:
    """Gather the components of each movement; two payments of one day are told as one."""
    found: dict[tuple[dt.date, str], Taking] = {}
    for step in steps:
        assert step.from_on is not None
        taking = found.setdefault((step.from_on, step.concept), Taking(step.from_on, step.concept, {}))
        taking.cents[step.component] = taking.cents.get(step.component, 0) - step.amount_cents
    return list(found.values())
