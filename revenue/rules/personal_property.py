"""Propiedad mueble: what its rules add to a debt (M1, M2), and what not filing, negligence and fraud cost (M3, M4)."""

from __future__ import annotations

from datetime import date

from revenue.rules.additions import Additions, Hold
from revenue.rules.days import add_days
from revenue.rules.facts import Debt
from revenue.rules.money import percent_of
from revenue.rules.parameters import LAW, Law
from revenue.rules.readings import Policies

DUE_MONTH, DUE_DAY = 5, 15


def due_on(year: int) -> date:
    """Return and payment are due 15 May (rule M5).

    >>> due_on(2025)
    datetime.date(2025, 5, 15)
    """
    return date(year, DUE_MONTH, DUE_DAY)


def additions(debt: Debt, known_on: date | None, policies: Policies, law: Law) -> Additions:
    """The terms of a personal property debt (M1, M2).

    «(a) Intereses sobre el monto de la contribución adeudada al tipo de diez por ciento (10%) anual desde
    la fecha prescrita para su pago hasta la fecha en que mediante notificación y requerimiento el
    Secretario solicite el pago, (b) A partir de diez (10) días desde la notificación de requerimiento se
    impondrán igualmente intereses…» (S1 §1); «Este apartado 2 no se aplicará en los casos en que se haya
    concedido prórroga para el pago de la contribución y se cumpla con los términos de la misma.» (S1 §2)

    Readings: `personal_property_demand_gap`; an extension does not change the 10%, quiets the surcharge
    through X, and when it is breached charges only what is paid after X, with the days from the
    prescribed date. Example: $2,000.00 due 15 May 2025 and demanded on 24 June owes $22.47 of interest on
    5 July: 40 days, and the one day after the ten that bear none.
    """
    extended_to = debt.extended_to_as_known(known_on)
    return Additions(
        rates=law.schedule("personal_property.late_interest"),
        start_on=debt.due_on,
        clock_on=debt.due_on,
        quiet_on=extended_to or debt.due_on,
        brackets=law.brackets("personal_property.surcharge", debt.due_on),
        surcharge=law.row("personal_property.surcharge", debt.due_on),
        year_basis=policies.year_basis,
        hold=_demand_gap(debt, policies, law),
        surcharge_reading="breached_personal_property_extension" if extended_to else None,
    )


def _demand_gap(debt: Debt, policies: Policies, law: Law) -> Hold | None:
    """The days after the notice and demand that bear no interest, or count only if it is not obeyed (M1)."""
    if debt.demanded_on is None or policies.personal_property_demand_gap == "none":
        return None
    period = law.row("personal_property.demand_period", debt.demanded_on)
    return Hold(
        from_on=debt.demanded_on,
        through_on=debt.pay_by or add_days(debt.demanded_on, period.value),
        counts_back=policies.personal_property_demand_gap == "free_if_paid",
        rule=period.rule,
        article=period.article,
        reading="personal_property_demand_gap",
    )


def negligence_penalty(deficiency_cents: int, day: date, law: Law = LAW) -> int:
    """10% of the whole deficiency for negligence or intentional disregard without fraud, assessed as part of it (M4).

    «…el diez por ciento (10%) del monto total de la deficiencia (en adición a dicha deficiencia) será
    tasado, cobrado y pagado en la misma forma que si fuera una deficiencia junto con los intereses
    correspondientes.» (S1 §4). Example: $500.00 adds $50.00.
    """
    return percent_of(deficiency_cents, law.value("personal_property.negligence_penalty", day))


def fraud_penalty(deficiency_cents: int, day: date, law: Law = LAW) -> int:
    """100% of the deficiency when the return is missing or false to evade the tax; never together with
    negligence (M4).

    «…se adicionará al monto de la deficiencia que tase el Secretario el cien por ciento (100%) de dicho
    monto.» (S1 §5). Example: $500.00 adds $500.00.
    """
    return percent_of(deficiency_cents, law.value("personal_property.fraud_penalty", day))
