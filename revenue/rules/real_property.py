"""Propiedad inmueble: the tax of a year and its semesters (I0, I1), when it is delinquent (I2), and what
is added (I3, I6). The order of its payments (I4, I5) is in `replay`; its costs (I9) are facts of the debt.
"""

from __future__ import annotations

from datetime import date

from revenue.rules.additions import Additions, Hold
from revenue.rules.days import add_days
from revenue.rules.facts import Debt
from revenue.rules.money import percent_of, split_in_two
from revenue.rules.parameters import LAW, Law
from revenue.rules.readings import Policies


def tax_for_year(valuation_cents: int, exempt_cents: int, rate_basis_points: int) -> int:
    """The tax of a fiscal year: (valuation - exonerations and exemptions) x rate, rounded once (I0). Never below zero.

    >>> tax_for_year(100_000_00, 15_000_00, 1_083)
    920550
    """
    return percent_of(max(0, valuation_cents - exempt_cents), rate_basis_points)


def semesters(fiscal_year_start: int, tax_cents: int) -> tuple[tuple[date, int], tuple[date, int]]:
    """The two semesters with their due dates, in advance: 1 July and 1 January; an odd cent goes to the
    first (I0, I1).

    «…será pagadera semestralmente al CRIM o su representante, por adelantado, el día primero (1ero) de
    julio y de enero de cada año.» (S2(a)). These dates do not roll (C10).
    """
    first, second = split_in_two(tax_cents)
    return (date(fiscal_year_start, 7, 1), first), (date(fiscal_year_start + 1, 1, 1), second)


def last_day_before_delinquency(due_on: date, law: Law = LAW) -> date:
    """Day 90 after the due date, the due date out; unpaid after it the debt is delinquent (I2). It does not roll.

    «Dicha contribución se convertirá en morosa si no se satisface dentro de los noventa (90) días después
    de la fecha de su vencimiento…» (S2(a)).

    >>> last_day_before_delinquency(date(2020, 1, 1))
    datetime.date(2020, 3, 31)
    """
    return add_days(due_on, law.value("real_property.delinquency_period", due_on))


def first_auction_day(notified_on: date, law: Law = LAW) -> date:
    """The first day of the public auction of what was seized, if review is not asked: the 31st after the notice (I7).

    «…a partir del trigésimo primer (31) día de la fecha de la notificación.» (S2)

    >>> first_auction_day(date(2025, 3, 3))
    datetime.date(2025, 4, 3)
    """
    return add_days(notified_on, law.value("real_property.auction_wait", notified_on))


def final_rate_difference(
    valuation_cents: int, exempt_cents: int, used_basis_points: int, final_basis_points: int
) -> int:
    """What a final rate changes in a tax computed with another: owed when positive, credited or refunded
    when negative (I8).

    «Cuando el tipo contributivo … resultare mayor que el usado por el CRIM para computar las
    contribuciones el contribuyente será responsable del pago de la diferencia resultante … Si, por el
    contrario, el tipo contributivo resultare menor …, entonces dicho funcionario reintegrará o acreditará
    al contribuyente la cantidad que se haya cobrado en exceso.» (S2)

    >>> final_rate_difference(100_000_00, 15_000_00, 1_000, 1_083)
    70550
    """
    final = tax_for_year(valuation_cents, exempt_cents, final_basis_points)
    return final - tax_for_year(valuation_cents, exempt_cents, used_basis_points)


def additions(debt: Debt, known_on: date | None, policies: Policies, law: Law) -> Additions:
    """The terms of a real property debt (I3, I6), by the reading `real_property_additions`.

    «…los colectores o representantes autorizados recaudarán en adición a dicha contribución morosa y como
    parte de la misma los siguientes recargos e intereses: (a) Un cinco por ciento (5%) … transcurridos
    treinta (30) días … (c) Intereses sobre el monto de la contribución computados a razón del diez por
    ciento (10%) anual a partir de la fecha fijada para el pago.» (S2(a))

    A deferral granted by law until X moves the end of the hold to the later of day 90 and X, and the
    surcharge days to X. Example (after_delinquency): $600.00 due 1 July 2025 owes nothing more on 29
    September, day 90, and $14.96 of interest, 91 days, on the 30th; 5% on day 121 and 10% on day 151.
    """
    extended_to = debt.extended_to_as_known(known_on)
    day_90 = last_day_before_delinquency(debt.due_on, law)
    through_on = day_90 if extended_to is None else max(day_90, extended_to)
    must_pay_on = extended_to or debt.due_on
    reading = policies.real_property_additions
    hold = None
    if reading != "from_due_date":
        row = law.row("real_property.delinquency_period", debt.due_on)
        hold = Hold(debt.due_on, through_on, True, row.rule, row.article, "real_property_additions")
    return Additions(
        rates=law.schedule("real_property.late_interest"),
        start_on=debt.due_on,
        clock_on=through_on if reading == "after_delinquency" else must_pay_on,
        quiet_on=must_pay_on if reading == "from_due_date" else through_on,
        brackets=law.brackets("real_property.surcharge", debt.due_on),
        surcharge=law.row("real_property.surcharge", debt.due_on),
        year_basis=policies.year_basis,
        hold=hold,
        surcharge_reading="real_property_additions",
    )
