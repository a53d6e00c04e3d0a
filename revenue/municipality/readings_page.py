"""What the page of policies and readings shows: each open point, how it is read today, and what the others would cost."""

import datetime as dt
from dataclasses import dataclass

from revenue.municipality.models import PolicyRow, ReadingConfirmation
from revenue.municipality.pages import value_words
from revenue.municipality.reading_samples import SAMPLES
from revenue.municipality.samples import Sample
from revenue.rules.readings import READINGS, SWITCHES, Reading

SHOWN_WITHOUT_SAMPLE = 6  # every choice, unless they are the twenty-four orders of the components


@dataclass(frozen=True)
class ChoiceLine:
    """A way to read an open point: what the sample comes to, and how that differs from what is in force."""

    label: str
    is_in_force: bool
    is_default: bool
    cents: int | None
    difference_cents: int | None


@dataclass(frozen=True)
class ReadingLine:
    """An open point of the law as this office reads it on a day."""

    reading: Reading
    value: object
    row: PolicyRow | None
    sample: Sample | None
    confirmation: ReadingConfirmation | None

    @property
    def is_confirmed(self) -> bool:
        """Tell whether the Director signed the value that is in force."""
        return self.confirmation is not None and self.confirmation.frozen_value == self.value

    @property
    def value_as_text(self) -> str:
        """Return the value in force as who signs it sends it back."""
        return str(self.value)

    @property
    def choices(self) -> list[ChoiceLine]:
        """Return the value in force and the others, the default first."""
        cents = self.sample.cents if self.sample else {}
        base = cents.get(self.value, cents.get(self.reading.default))
        return [self._choice(value, cents.get(value), base) for value in self._shown()]

    def _shown(self) -> list[object]:
        values = [choice.value for choice in self.reading.choices]
        if self.sample and len(values) > SHOWN_WITHOUT_SAMPLE:
            values = []
        known = dict.fromkeys([*values, *(self.sample.cents if self.sample else ())])
        return list(known) if self.value in known else [*known, self.value]

    def _choice(self, value: object, cents: int | None, base: int | None) -> ChoiceLine:
        difference = None if cents is None or base is None else cents - base
        is_default = value == self.reading.default
        label = value_words(self.reading.id, value)
        return ChoiceLine(label, value == self.value, is_default, cents, difference)


@dataclass(frozen=True)
class ReadingsPage:
    """The readings that a dated policy can change, and those that stand without a switch."""

    switches: list[ReadingLine]
    recorded: list[ReadingLine]

    @property
    def confirmed(self) -> int:
        """Return how many are signed."""
        return sum(line.is_confirmed for line in (*self.switches, *self.recorded))

    @property
    def total(self) -> int:
        """Return how many there are."""
        return len(self.switches) + len(self.recorded)


def readings_page(today: dt.date) -> ReadingsPage:
    """Gather every reading as it is on a day, in two queries; the samples are computed now."""
    rows = PolicyRow.objects.in_force().filter(starts_on__lte=today).order_by("starts_on", "pk")
    newest = {row.policy: row for row in rows}
    confirmations = {
        row.reading: row for row in ReadingConfirmation.objects.select_related("confirmed_by").order_by("pk")
    }

    def line(reading: Reading) -> ReadingLine:
        row = newest.get(reading.id) if reading.switch else None
        sample = SAMPLES[reading.id]() if reading.id in SAMPLES else None
        value = row.frozen_value if row else reading.default
        return ReadingLine(reading, value, row, sample, confirmations.get(reading.id))

    return ReadingsPage(
        switches=[line(reading) for reading in SWITCHES.values()],
        recorded=[line(reading) for name, reading in READINGS.items() if name not in SWITCHES],
    )
