"""The year of a declaration: when it is due and when its patente is, in two instalments; the discount; filing late.

Dates here are computed with the working-day calendar; a circular may move them, and then the
municipality's row wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from revenue.rules.circulars import CircularTable
from revenue.rules.days import WorkingCalendar, add_days, add_months, days_between, semester_of
from revenue.rules.money import percent_of, split_in_two
from revenue.rules.parameters import LAW, Law

_APRIL_15 = (4, 15)
_JULY_1, _JANUARY_2 = (7, 1), (1, 2)
_JANUARY, _JULY = 1, 7


@dataclass(frozen=True, slots=True)
class NoRoll:
    """The policy that keeps a last day on a day that is not a working day, for payers notified to pay
    electronically (P3).

    It reaches the last days from `from_on` through `to_on` if its notice was given on or before the last
    day.
    """

    from_on: date
    to_on: date
    notified_on: date

    def keeps(self, day: date) -> bool:
        return self.from_on <= day <= self.to_on and self.notified_on <= day


@dataclass(frozen=True, slots=True)
class Instalment:
    """One of the two instalments of a year's patente. `nominal_on` is the last day before rolling."""

    amount_cents: int
    semester_start_on: date
    nominal_on: date
    due_on: date


def prescribed_date(nominal_on: date, calendar: WorkingCalendar, no_roll: NoRoll | None = None) -> date:
    """A last day to pay: rolled to the next working day, unless a notified no-roll policy keeps it (P3).

    «…si el día que vence la fecha límite para pago es un sábado, domingo, día feriado o día en que el
    municipio no está operando, el contribuyente deberá realizar el pago electrónico, y no se extiende la
    fecha límite para el próximo día laborable.» (S3 sec. 11). Example: 15 July 2023, a Saturday, rolls to
    Monday 17.
    """
    if no_roll is not None and no_roll.keeps(nominal_on):
        return nominal_on
    return calendar.roll_forward(nominal_on)


def instalments(
    tax_cents: int,
    fiscal_year_start: int,
    calendar: WorkingCalendar,
    january_prescribed_day: int = 15,
    no_roll: NoRoll | None = None,
) -> tuple[Instalment, Instalment]:
    """The two instalments of a year's patente; an odd cent goes to the first (P2).

    «Las patentes vencen en plazos semestrales el 1 de julio y 2 de enero de cada año y se pagarán no más
    tarde de los primeros quince (15) días de cada semestre del año económico.» (S3 sec. 11)

    Reading `january_prescribed_day`: 15 January, or the 16th if the fifteen days are counted from the
    2nd. Example: $1,000.01 for 2025-26 owes $500.01 by 15 July 2025 and $500.00 by 15 January 2026.
    """
    first, second = split_in_two(tax_cents)
    days = (date(fiscal_year_start, _JULY, 15), date(fiscal_year_start + 1, _JANUARY, january_prescribed_day))
    starts = (date(fiscal_year_start, *_JULY_1), date(fiscal_year_start + 1, *_JANUARY_2))
    return (
        Instalment(first, starts[0], days[0], prescribed_date(days[0], calendar, no_roll)),
        Instalment(second, starts[1], days[1], prescribed_date(days[1], calendar, no_roll)),
    )


def full_payment_discount(tax_cents: int, paid_on: date, filing_due_on: date, law: Law = LAW) -> int:
    """5% of the year's patente, rounded once, for paying it all with the declaration by the filing date
    (P4); else zero.

    «…la persona podrá pagar la totalidad de la patente, al momento de radicar la Declaración de Volumen
    de Negocios…» (S3 sec. 11). It is an adjustment to the principal of the two instalments
    (`split_in_two`), undone if the payment is returned. Example: $1,000.00 paid on 22 April 2024 is
    $50.00 less.
    """
    if paid_on > filing_due_on:
        return 0
    return percent_of(tax_cents, law.value("license_tax.full_payment_discount", paid_on))


def filing_due_on(year: int, calendar: WorkingCalendar, law: Law = LAW) -> date:
    """The declaration is due five working days after 15 April (P13): 22 April in 2016, 2021 and 2024."""
    april_15 = date(year, *_APRIL_15)
    return calendar.add_working_days(april_15, law.value("license_tax.filing_period", april_15))


def filing_extended_to(due_on: date, calendar: WorkingCalendar, law: Law = LAW) -> date:
    """The end of an extension to file: six calendar months after the due date, rolled (P13, C10).

    22 April 2024 gives 22 October 2024. It is not the extension to pay.
    """
    return calendar.roll_forward(add_months(due_on, law.value("license_tax.filing_extension", due_on)))


def late_filing_basis_points(
    due_on: date,
    filed_on: date,
    tax: str = "license_tax",
    law: Law = LAW,
    circular: CircularTable | None = None,
) -> int:
    """The percent added for filing late: 5% for each 30 days or fraction, at most 25% (P10, M3). Zero when in time.

    «(1) Cinco por ciento (5%) si la omisión es por no más de treinta (30) días, y (2) Cinco por ciento
    (5%) adicional por cada período o fracción de período adicional de treinta (30) días mientras subsista
    la omisión, sin que, se exceda de veinticinco por ciento (25%) en total.» (S1 §3(a)). A circular's
    dated table for the year replaces it. Example: due 22 April 2024, filed 23 May, day 31: 10%.
    """
    if circular is not None:
        return circular.basis_points_on(filed_on)
    days_late = days_between(due_on, filed_on)
    if days_late <= 0:
        return 0
    periods = -(-days_late // law.value(f"{tax}.late_filing_period", due_on))
    each, cap = (law.value(f"{tax}.{name}", due_on) for name in ("late_filing_addition", "late_filing_cap"))
    return min(periods * each, cap)


def late_filing_addition(
    base_cents: int,
    due_on: date,
    filed_on: date,
    tax: str = "license_tax",
    law: Law = LAW,
    circular: CircularTable | None = None,
) -> int:
    """The addition in cents, rounded once. `base_cents` is the whole tax, or the unpaid one by policy (P10, M3).

    A sworn reasonable cause that is accepted means that this is not called: the addition is not assessed.
    """
    return percent_of(base_cents, late_filing_basis_points(due_on, filed_on, tax, law, circular))


def last_day_to_pay(
    demanded_on: date, calendar: WorkingCalendar, tax: str = "license_tax", law: Law = LAW
) -> date:
    """The last day that a notice and demand prints: the tenth after it, rolled to a working day (P9, M1, C10)."""
    return calendar.roll_forward(add_days(demanded_on, law.value(f"{tax}.demand_period", demanded_on)))


def extension_expiry(asked_on: date, calendar: WorkingCalendar, *, may_be_non_working: bool = False) -> date:
    """The day on which an extension to pay expires: the day fixed, or the next working one (section 7).

    «El municipio se asegurará que el día fijado para el vencimiento de la prórroga, sea un día laborable.
    De establecer por error un día no laborable, el contribuyente tendrá hasta el próximo día laborable
    para remitir el pago.» (S3 sec. 12). A municipality with electronic payment may choose a day that is
    not (`may_be_non_working`).
    """
    return asked_on if may_be_non_working else calendar.roll_forward(asked_on)


def owes_semester(semester_start_on: date, ceased_on: date | None, notified_on: date | None) -> bool:
    """Whether a business owes the patente of a semester (P11).

    «No se cobrará contribución alguna a negocios o industrias, en cualquier semestre subsiguiente a aquel
    en que cesaren sus operaciones.» (S3 sec. 11), once the written notice with the date of cessation is
    on file.
    """
    if ceased_on is None or notified_on is None:
        return True
    return semester_of(ceased_on) >= semester_of(semester_start_on)


def is_free_semester(semester_start_on: date, started_on: date) -> bool:
    """A new business is free in the semester in which it starts (P12)."""
    return semester_of(semester_start_on) == semester_of(started_on)


def new_business_filing_due_on(started_on: date, calendar: WorkingCalendar, law: Law = LAW) -> date:
    """A new business files by day 15 of the semester after the one in which it starts, rolled (P12).

    Started on 3 March 2025: 15 July 2025.
    """
    year, half = semester_of(started_on)
    day = law.value("license_tax.new_business_filing_day", started_on)
    return calendar.roll_forward(date(year, _JULY, day) if half == 1 else date(year + 1, _JANUARY, day))
