"""Patente municipal: what its rules add to a debt (P5-P9). What it charges in the first place is in `filing`."""

from __future__ import annotations

from datetime import date, timedelta

from revenue.rules.additions import Additions, Hold
from revenue.rules.circulars import SURCHARGE, CircularTable
from revenue.rules.days import add_days, semester_of
from revenue.rules.errors import FactsError
from revenue.rules.facts import DECLARED, Debt
from revenue.rules.parameters import Law
from revenue.rules.readings import Policies


def additions(debt: Debt, known_on: date | None, policies: Policies, law: Law) -> Additions:
    """The terms of a patente debt: extended, deficiency or addition, or an ordinary instalment.

    Raises FactsError when the policy `semester_start` is in force and the debt does not say when its
    semester starts.
    """
    if debt.nature != DECLARED:
        return _deficiency(debt, policies, law)
    extended_to = debt.extended_to_as_known(known_on)
    if extended_to is not None:
        return _extended(debt, extended_to, policies, law)
    return _ordinary(debt, policies, law)


def last_day_to_pay(debt: Debt, law: Law) -> date:
    """`pay_by`: the last day printed on the notice and demand, the tenth day after it unless it says a
    later one (P9).
    """
    assert debt.demanded_on is not None, debt
    return debt.pay_by or add_days(debt.demanded_on, law.value("license_tax.demand_period", debt.demanded_on))


def _ordinary(debt: Debt, policies: Policies, law: Law) -> Additions:
    """P5 and P8: late interest from the prescribed date, and surcharge by the days of delay.

    «…no se pagare en o antes de la fecha prescrita para su pago, se cobrarán como parte de la patente
    intereses sobre la cantidad no pagada, al tipo del doce (12) por ciento anual desde la fecha prescrita
    para su pago hasta que la misma sea pagada.» (S0(a)(1)); «(1) Por una demora en el pago de treinta
    (30) días o menos no habrá recargo…» (S0(c)).

    Reading `license_tax_surcharge_clock`: the days count from the prescribed date; with `semester_start`,
    the first day of the semester is day 1 and nothing is due through the prescribed date. A circular's
    table for the semester replaces the days. Example: $1,000.00 due 15 July 2025 and unpaid on 15 August:
    31 days, $10.19 of interest and $50.00 of surcharge.
    """
    clock_on = debt.due_on
    if policies.license_tax_surcharge_clock == "semester_start":
        if debt.semester_start_on is None:
            raise FactsError(
                "semester_start_missing",
                "semester_start: la política «semester_start» necesita el primer día del semestre. "
                "Indíquelo en la deuda.",
                debt=debt.id,
            )
        clock_on = debt.semester_start_on - timedelta(days=1)
    return Additions(
        rates=law.schedule("license_tax.late_interest"),
        start_on=debt.due_on,
        clock_on=clock_on,
        quiet_on=debt.due_on,
        brackets=law.brackets("license_tax.surcharge", debt.due_on),
        surcharge=law.row("license_tax.surcharge", debt.due_on),
        year_basis=policies.year_basis,
        circular=_circular_of_semester(debt.due_on, law),
        surcharge_reading="license_tax_surcharge_clock",
    )


def _extended(debt: Debt, extended_to: date, policies: Policies, law: Law) -> Additions:
    """P6-P8 of a debt extended to X: 10% instead of 12% through X; after it, 10% on principal and unpaid
    extension interest.

    «…se cobrarán como parte de tal cantidad, intereses sobre la misma a una taza de diez por ciento (10%)
    anual desde la fecha en que el pago debió hacerse de no haberse concedido la prórroga, hasta la
    expiración del término de la prórroga.» (S3 sec. 12); «…en lugar de los intereses provistos en la
    cláusula (1) de este inciso, se cobrarán intereses al diez (10) por ciento anual sobre el monto no
    pagado, desde la fecha de la expiración de la prórroga…» (S0(a)(2)).

    Readings: the grant acts from the prescribed date; the surcharge clock starts at X; a circular's
    table, which counts from the semester, does not reach a debt that could still be paid. Example:
    $1,000.00 due 15 July 2025 extended to 14 October owes $24.93 of interest on that day, and on 14
    November 10% of 31 days on $1,024.93 plus $51.25 of surcharge.
    """
    return Additions(
        rates=law.schedule("license_tax.interest_after_extension"),
        start_on=debt.due_on,
        clock_on=extended_to,
        quiet_on=extended_to,
        brackets=law.brackets("license_tax.surcharge", debt.due_on),
        surcharge=law.row("license_tax.surcharge", debt.due_on),
        year_basis=policies.year_basis,
        joins_on=extended_to,
        extension_rates=law.schedule("license_tax.extension_interest"),
        surcharge_reading="surcharge_clock_after_extension",
    )


def _deficiency(debt: Debt, policies: Policies, law: Law) -> Additions:
    """P9 and P8 of a deficiency or an addition: nothing if fully paid by `pay_by`, else 10% from the notice.

    «…no se pagaren totalmente dentro de los diez (10) días siguientes a la fecha de la notificación y
    requerimiento del Director de Finanzas, se cobrarán como parte de la patente intereses sobre el monto
    no pagado, al tipo del diez por ciento (10%) anual desde la fecha de tal notificación y requerimiento
    hasta que el mismo sea pagado.» (S0(b))

    Reading `deficiency_surcharge_clock`: the days of delay count from `pay_by`, or from the notice.
    Example: $500.00 demanded on 3 March 2025 owes nothing more on the 13th and $1.51 of interest, 11
    days, on the 14th.
    """
    assert debt.demanded_on is not None, debt
    pay_by = last_day_to_pay(debt, law)
    period = law.row("license_tax.demand_period", debt.demanded_on)
    from_notice = policies.deficiency_surcharge_clock == "notice"
    return Additions(
        rates=law.schedule("license_tax.deficiency_interest"),
        start_on=debt.demanded_on,
        clock_on=debt.demanded_on if from_notice else pay_by,
        quiet_on=pay_by,
        brackets=law.brackets("license_tax.surcharge", debt.due_on),
        surcharge=law.row("license_tax.surcharge", debt.due_on),
        year_basis=policies.year_basis,
        hold=Hold(debt.demanded_on, pay_by, counts_back=True, rule=period.rule, article=period.article),
        surcharge_reading="deficiency_surcharge_clock",
    )


def _circular_of_semester(due_on: date, law: Law) -> CircularTable | None:
    """The circular's surcharge table for the semester in which a debt falls due, when the municipality
    entered one (P8).
    """
    for table in law.circulars:
        if table.kind == SURCHARGE and semester_of(table.semester_start_on) == semester_of(due_on):
            return table
    return None
