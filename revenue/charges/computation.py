"""What a declaration owes, computed before anything is written: the page that previews it and the service that files it
use this same function, so what is told is what is owed.

The steps: the volumes of the person's businesses by class, each class by its own dated table (rule P1); the year's tax
in two instalments, each due on its own day (P2, P3, P13); and what filing on time or late brings (P4, P10).

A semester that some business does not owe, because it had ceased with notice (P11) or was just starting (P12), is
computed without that business: its instalment is that half of what the others owe for a year.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from revenue.charges.models import ExemptionDecree
from revenue.municipality import selectors as municipality
from revenue.municipality.last_days import YearDays, last_days
from revenue.municipality.words import rate_words
from revenue.rules import RULES_VERSION, filing
from revenue.rules.days import display_date, semester_of
from revenue.rules.money import display_cents, display_percent, split_in_two
from revenue.rules.parameters import LAW
from revenue.rules.rate_tables import ClassTax, DeclaredVolume, RateTable, YearTax, tax_for_year
from taxpayers.models import Business


@dataclass(frozen=True)
class DeclaredLine:
    """What one business contributes to a declaration."""

    business: Business
    license_class: str
    volume_cents: int
    decree: ExemptionDecree | None = None

    def owes(self, semester_start_on: dt.date) -> bool:
        """Say whether the business owes a semester: it started before it (P12) and had not ceased with notice (P11)."""
        business = self.business
        has_started = semester_of(business.started_on) < semester_of(semester_start_on)
        return has_started and filing.owes_semester(
            semester_start_on, business.ceased_on, business.cessation_noticed_on
        )

    @property
    def declared(self) -> DeclaredVolume:
        """Return the line as the rules want it."""
        row = self.decree
        decree = row.as_rule if row else None
        return DeclaredVolume(self.license_class, self.volume_cents, decree)


@dataclass(frozen=True)
class ClassStep:
    """The patente of one class: its volume, the tier that applies (`rate` is None for a flat amount), and the tax."""

    license_class: str
    volume_cents: int
    tax_cents: int
    rate: str | None
    tier: str
    citation: str

    @property
    def label(self) -> str:
        """Return the class in words."""
        return str(Business.LicenseClass(self.license_class).label)

    @property
    def sum_in_words(self) -> str:
        """Return the step as a sum on paper, its result apart."""
        if self.rate is None:
            return _("Cuota fija")
        return f"{display_cents(self.volume_cents)} × {self.rate}"


@dataclass(frozen=True)
class InstalmentStep:
    """One instalment that is owed, its last day to pay, and why that day is not the nominal one when it is not."""

    number: int
    amount_cents: int
    semester_start_on: dt.date
    nominal_on: dt.date
    due_on: dt.date
    why: str

    @property
    def label(self) -> str:
        """Return which instalment it is, in words."""
        return _("Primer plazo") if self.number == 1 else _("Segundo plazo")

    @classmethod
    def restored(cls, snapshot: dict[str, Any]) -> "InstalmentStep":
        """Return an instalment as it was kept."""
        days = ("semester_start_on", "nominal_on", "due_on")
        return cls(**{**snapshot, **{name: dt.date.fromisoformat(snapshot[name]) for name in days}})


@dataclass(frozen=True)
class Computation:
    """Everything a declaration comes to on the day it is filed; amounts in cents."""

    fiscal_year: int
    filed_on: dt.date
    volume_cents: int
    is_exempt: bool
    classes: tuple[ClassStep, ...]
    instalments: tuple[InstalmentStep, ...]
    filing_due_on: dt.date
    late_basis_points: int
    addition_cents: int
    discount_cents: int
    notes: tuple[str, ...]

    @property
    def tax_cents(self) -> int:
        """Return the year's patente: its instalments together."""
        return sum(step.amount_cents for step in self.instalments)

    @property
    def discount_percent(self) -> str:
        """Return the percent of the full-payment discount in words."""
        return display_percent(LAW.value("license_tax.full_payment_discount", self.filed_on))

    @property
    def late_percent(self) -> str:
        """Return the percent of the late-filing addition in words."""
        return display_percent(self.late_basis_points)

    def snapshot(self) -> dict[str, object]:
        """Return plain JSON values of it all, to be kept with the declaration."""
        plain = json.loads(json.dumps(asdict(self), default=dt.date.isoformat))
        return {**plain, "rules_version": RULES_VERSION}

    @classmethod
    def restored(cls, snapshot: dict[str, Any]) -> "Computation":
        """Return a computation as it was kept."""
        kept = {name: snapshot[name] for name in cls.__dataclass_fields__}
        for name in ("filed_on", "filing_due_on"):
            kept[name] = dt.date.fromisoformat(kept[name])
        kept["notes"] = tuple(kept["notes"])
        kept["classes"] = tuple(ClassStep(**step) for step in kept["classes"])
        kept["instalments"] = tuple(InstalmentStep.restored(step) for step in kept["instalments"])
        return cls(**kept)

    def digest(self) -> str:
        """Return what identifies this result: it travels in the form, and a confirmation must find the same."""
        return hashlib.sha256(json.dumps(self.snapshot(), sort_keys=True).encode()).hexdigest()


@translation.override(settings.LANGUAGE_CODE)  # its sentences are kept: they are in the language of documents
def compute(*, fiscal_year: int, lines: Sequence[DeclaredLine], filed_on: dt.date) -> Computation:
    """Compute what a declaration owes (rules P1-P4, P10-P13).

    Raises RateTableError when a class has no table for the year, and CalendarMissing when the year has no holidays.
    """
    tables = municipality.tables_for(fiscal_year)
    days = last_days(fiscal_year)
    year = _tax(lines, tables, fiscal_year)
    instalments, notes = _instalments(lines, year, tables, days)
    due_on = _filing_due_on(fiscal_year, lines, days)
    tax_cents = sum(step.amount_cents for step in instalments)
    gives_discount = municipality.policy_value("full_payment_discount", filed_on) != "off"
    return Computation(
        fiscal_year=fiscal_year,
        filed_on=filed_on,
        volume_cents=sum(line.volume_cents for line in lines),
        is_exempt=year.is_exempt,
        classes=tuple(_class_step(one, tables[one.business_class]) for one in year.classes),
        instalments=instalments,
        filing_due_on=due_on,
        late_basis_points=filing.late_filing_basis_points(due_on, filed_on),
        addition_cents=filing.late_filing_addition(tax_cents, due_on, filed_on),
        discount_cents=filing.full_payment_discount(tax_cents, filed_on, due_on) if gives_discount else 0,
        notes=notes,
    )


def _tax(lines: Sequence[DeclaredLine], tables: dict[str, RateTable], fiscal_year: int) -> YearTax:
    return tax_for_year([line.declared for line in lines], tables, fiscal_year)


def _instalments(
    lines: Sequence[DeclaredLine], year: YearTax, tables: dict[str, RateTable], days: YearDays
) -> tuple[tuple[InstalmentStep, ...], tuple[str, ...]]:
    """Return the instalments above zero, and a sentence for each semester that a business does not owe."""
    steps: list[InstalmentStep] = []
    notes: list[str] = []
    for place, one in enumerate(days.instalments):
        owing = [line for line in lines if line.owes(one.semester_start_on)]
        notes += [_free_note(line.business, one.semester_start_on) for line in lines if line not in owing]
        fiscal_year = days.instalments[0].semester_start_on.year
        semester = year if len(owing) == len(lines) or year.is_exempt else _tax(owing, tables, fiscal_year)
        cents = split_in_two(semester.tax_cents)[place]
        if cents:
            steps.append(
                InstalmentStep(place + 1, cents, one.semester_start_on, one.nominal_on, one.due_on, one.why)
            )
    return tuple(steps), tuple(notes)


def _free_note(business: Business, semester_start_on: dt.date) -> str:
    words = {"business": business.trade_name, "semester": display_date(semester_start_on)}
    if business.ceased_on is not None and semester_of(business.ceased_on) < semester_of(semester_start_on):
        words["day"] = display_date(business.ceased_on)
        return (
            _("%(business)s cesó el %(day)s: no debe el semestre que empieza el %(semester)s (P11).") % words
        )
    words["day"] = display_date(business.started_on)
    return (
        _("%(business)s comenzó el %(day)s: no debe el semestre que empieza el %(semester)s (P12).") % words
    )


def _filing_due_on(fiscal_year: int, lines: Sequence[DeclaredLine], days: YearDays) -> dt.date:
    """Return the declaration's last day: the year's, or a new business's own when it is later (P12, P13)."""
    started_on = min(line.business.started_on for line in lines)
    if days.filing_is_moved or started_on.year < fiscal_year:
        return days.filing_due_on
    return max(days.filing_due_on, filing.new_business_filing_due_on(started_on, days.calendar))


def _class_step(one: ClassTax, table: RateTable) -> ClassStep:
    tier = one.tier
    return ClassStep(
        license_class=one.business_class,
        volume_cents=one.volume_cents,
        tax_cents=one.tax_cents,
        rate=None if tier.rate_percent is None else rate_words(tier.rate_percent),
        tier=_bounds(tier.from_cents, tier.to_cents),
        citation=table.citation,
    )


def _bounds(from_cents: int, to_cents: int | None) -> str:
    if to_cents is None:
        return _("desde %(from)s") % {"from": display_cents(from_cents)}
    return _("de %(from)s a %(to)s") % {"from": display_cents(from_cents), "to": display_cents(to_cents)}
