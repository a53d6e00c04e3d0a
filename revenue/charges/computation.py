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
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from revenue.charges.models import ExemptionDecree
from revenue.municipality import selectors as municipality
from revenue.municipality.models import MovedDate
from revenue.rules import RULES_VERSION, filing
from revenue.rules.days import WorkingCalendar, display_date, semester_of
from revenue.rules.filing import Instalment
from revenue.rules.money import display_cents, display_percent
from revenue.rules.rate_tables import ClassTax, DeclaredVolume, Decree, RateTable, YearTax, tax_for_year
from taxpayers.models import Business

_WEEKDAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")


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
        decree = row and Decree(int(row.percent * 100), row.reduces, row.starts_on, row.ends_on, row.citation)
        return DeclaredVolume(self.license_class, self.volume_cents, decree)


@dataclass(frozen=True)
class ClassStep:
    """The patente of one class: its volume, the tier that applies, its citation and the tax."""

    license_class: str
    volume_cents: int
    tax_cents: int
    flat_cents: int | None
    rate_percent: str | None
    tier: str
    citation: str

    @property
    def label(self) -> str:
        """Return the class in words."""
        return str(Business.LicenseClass(self.license_class).label)

    @property
    def sum_in_words(self) -> str:
        """Return the step as a sum on paper."""
        tax = display_cents(self.tax_cents)
        if self.rate_percent is None:
            return _("Cuota fija de %(tax)s") % {"tax": tax}
        volume = display_cents(self.volume_cents)
        return f"{volume} × {self.rate_percent}% = {tax}"


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
    def late_percent(self) -> str:
        """Return the percent of the late-filing addition in words."""
        return display_percent(self.late_basis_points)

    def snapshot(self) -> dict[str, object]:
        """Return plain JSON values of it all, to be kept with the declaration."""
        return {
            "rules_version": RULES_VERSION,
            "is_exempt": self.is_exempt,
            "classes": [{**vars(step), "label": step.label, "sum": step.sum_in_words} for step in self.classes],
            "instalments": [
                {
                    "number": step.number,
                    "amount_cents": step.amount_cents,
                    "nominal_on": step.nominal_on.isoformat(),
                    "due_on": step.due_on.isoformat(),
                    "why": step.why,
                }
                for step in self.instalments
            ],
            "late_basis_points": self.late_basis_points,
            "addition_cents": self.addition_cents,
            "discount_cents": self.discount_cents,
            "notes": list(self.notes),
        }

    def digest(self) -> str:
        """Return what identifies this result: it travels in the form, and a confirmation must find the same."""
        told = [self.snapshot(), self.fiscal_year, self.filed_on.isoformat(), self.filing_due_on.isoformat()]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def compute(*, fiscal_year: int, lines: Sequence[DeclaredLine], filed_on: dt.date) -> Computation:
    """Compute what a declaration owes (rules P1-P4, P10-P13).

    Raises RateTableError when a class has no table for the year, and CalendarMissing when the year has no holidays.
    """
    tables = municipality.tables_for(fiscal_year)
    calendar = municipality.working_calendar(dt.date(fiscal_year, 1, 1), dt.date(fiscal_year + 1, 12, 1))
    moved = municipality.moved_dates(fiscal_year)
    year = _tax(lines, tables, fiscal_year)
    instalments, notes = _instalments(lines, year, tables, fiscal_year, calendar, moved)
    due_on = _filing_due_on(fiscal_year, lines, calendar, moved)
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
    lines: Sequence[DeclaredLine],
    year: YearTax,
    tables: dict[str, RateTable],
    fiscal_year: int,
    calendar: WorkingCalendar,
    moved: dict[str, MovedDate],
) -> tuple[tuple[InstalmentStep, ...], tuple[str, ...]]:
    """Return the instalments above zero, and a sentence for each semester that a business does not owe."""
    steps: list[InstalmentStep] = []
    notes: list[str] = []
    january_day = municipality.policy_value("january_prescribed_day", dt.date(fiscal_year + 1, 1, 2))
    assert isinstance(january_day, int)
    for number, kind in enumerate((MovedDate.Kind.FIRST_INSTALMENT, MovedDate.Kind.SECOND_INSTALMENT), start=1):
        start_on = filing.instalments(0, fiscal_year, calendar, january_day)[number - 1].semester_start_on
        free = [line for line in lines if not line.owes(start_on)]
        notes += [_free_note(line.business, start_on) for line in free]
        owing = [line for line in lines if line not in free]
        tax = 0 if year.is_exempt else (_tax(owing, tables, fiscal_year) if free else year).tax_cents
        nominal = filing.instalments(tax, fiscal_year, calendar, january_day)[number - 1]
        no_roll = municipality.no_roll_on(nominal.nominal_on)
        due_on = filing.prescribed_date(nominal.nominal_on, calendar, no_roll)
        step = _instalment_step(number, replace(nominal, due_on=due_on), calendar, moved.get(kind))
        if step.amount_cents:
            steps.append(step)
    return tuple(steps), tuple(notes)


def _instalment_step(
    number: int, one: Instalment, calendar: WorkingCalendar, moved: MovedDate | None
) -> InstalmentStep:
    due_on, why = one.due_on, ""
    if moved is not None:
        due_on, why = moved.moved_to, moved.citation
    elif due_on != one.nominal_on:
        why = _why_not_working(one.nominal_on, calendar)
    elif not calendar.is_working_day(due_on):
        why = _("No es día laborable y no se extiende: debe pagarse electrónicamente a más tardar ese día.")
    return InstalmentStep(number, one.amount_cents, one.semester_start_on, one.nominal_on, due_on, why)


def _why_not_working(day: dt.date, calendar: WorkingCalendar) -> str:
    """Return why a last day rolled: the holiday's name, or the day of the week."""
    names = calendar.non_working
    assert isinstance(names, municipality.NonWorkingDays)
    reason = names[day] if day in names else _WEEKDAYS[day.weekday()]
    return _("El %(day)s no es laborable (%(reason)s).") % {"day": display_date(day), "reason": reason}


def _free_note(business: Business, semester_start_on: dt.date) -> str:
    words = {"business": business.trade_name, "semester": display_date(semester_start_on)}
    if business.ceased_on is not None and semester_of(business.ceased_on) < semester_of(semester_start_on):
        words["day"] = display_date(business.ceased_on)
        return _("%(business)s cesó el %(day)s: no debe el semestre que empieza el %(semester)s (P11).") % words
    words["day"] = display_date(business.started_on)
    return _("%(business)s comenzó el %(day)s: no debe el semestre que empieza el %(semester)s (P12).") % words


def _filing_due_on(
    fiscal_year: int, lines: Sequence[DeclaredLine], calendar: WorkingCalendar, moved: dict[str, MovedDate]
) -> dt.date:
    """Return the declaration's last day: the circular's, a new business's own (P12), or the year's (P13)."""
    if MovedDate.Kind.FILING in moved:
        return moved[MovedDate.Kind.FILING].moved_to
    due_on = filing.filing_due_on(fiscal_year, calendar)
    started_on = min(line.business.started_on for line in lines)
    if started_on.year < fiscal_year:
        return due_on
    return max(due_on, filing.new_business_filing_due_on(started_on, calendar))


def _class_step(one: ClassTax, table: RateTable) -> ClassStep:
    tier = one.tier
    rate = tier.rate_percent
    return ClassStep(
        license_class=one.business_class,
        volume_cents=one.volume_cents,
        tax_cents=one.tax_cents,
        flat_cents=tier.flat_cents,
        rate_percent=None if rate is None else f"{rate:.2f}" if rate == round(rate, 2) else f"{rate.normalize():f}",
        tier=_bounds(tier.from_cents, tier.to_cents),
        citation=table.citation,
    )


def _bounds(from_cents: int, to_cents: int | None) -> str:
    if to_cents is None:
        return _("desde %(from)s") % {"from": display_cents(from_cents)}
    return _("de %(from)s a %(to)s") % {"from": display_cents(from_cents), "to": display_cents(to_cents)}
