"""What each reading changes, in dollars, for a sample debt: computed by the rules when the page is asked for.

A sample tells a small story and what it comes to under each choice. The choices that the rules run are run; those
that they do not (a reading without a switch) are put together from facts or functions of theirs that give the same.
`reading_samples` holds the readings without a switch.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from revenue.rules import filing
from revenue.rules.days import WorkingCalendar
from revenue.rules.facts import (
    ADDITION,
    DECLARED,
    LICENSE_TAX,
    PERSONAL_PROPERTY,
    REAL_PROPERTY,
    AccountFacts,
    Cost,
    Debt,
    Payment,
)
from revenue.rules.parameters import LAW, Law
from revenue.rules.readings import COMPONENTS, Policies
from revenue.rules.replay import Balance, replay

PRINCIPAL_CENTS = 100_000
JULY_15 = dt.date(2025, 7, 15)
JANUARY_15 = dt.date(2026, 1, 15)
FEE_CENTS = 2_000  # a sample fee: none of the texts sets one


@dataclass(frozen=True)
class Sample:
    """A story of a sample debt, and what it comes to, in cents, under each value of a reading."""

    story: str
    cents: Mapping[Any, int]


def patente(
    identity: str = "1", due_on: dt.date = JULY_15, cents: int = PRINCIPAL_CENTS, **more: Any
) -> Debt:
    """Return a sample instalment of the patente."""
    return Debt(identity, "A", LICENSE_TAX, DECLARED, cents, due_on, **more)


def mueble(identity: str = "1", due_on: dt.date = dt.date(2025, 5, 15), **more: Any) -> Debt:
    """Return a sample debt of personal property."""
    return Debt(identity, "A", PERSONAL_PROPERTY, DECLARED, PRINCIPAL_CENTS, due_on, **more)


def inmueble(identity: str = "1", due_on: dt.date = dt.date(2025, 7, 1), **more: Any) -> Debt:
    """Return a sample semester of real property."""
    return Debt(identity, "A", REAL_PROPERTY, DECLARED, PRINCIPAL_CENTS, due_on, **more)


def paid(on: dt.date, cents: int, identity: str = "P", **more: Any) -> Payment:
    """Return a sample payment."""
    return Payment(identity, "A", on, cents, **more)


def owed(*debts: Debt, as_of: dt.date, payments: tuple[Payment, ...] = (), **policies: Any) -> int:
    """Return what an account of sample debts owes in all on a day, in cents."""
    found = replay(AccountFacts(debts, payments), as_of, policies=Policies(**policies))
    return sum(balance.total_cents for balance in found.balances.values())


def balance(debt: Debt, as_of: dt.date, *payments: Payment, law: Law = LAW) -> Balance:
    """Return what one sample debt owes on a day, by component."""
    return replay(AccountFacts((debt,), payments), as_of, law=law).balances[debt.id]


def _year_basis() -> Sample:
    as_of = dt.date(2025, 8, 29)
    story = _("$1,000.00 de patente, que vencía el 15 de julio de 2025, pagados 45 días tarde.")
    return Sample(story, {value: owed(patente(), as_of=as_of, year_basis=value) for value in (365, 360)})


def _license_tax_surcharge_clock() -> Sample:
    debt = patente(semester_start_on=dt.date(2025, 7, 1))
    as_of = dt.date(2025, 8, 10)
    story = _(
        "$1,000.00 de patente, que vencía el 15 de julio de 2025, pagados el 10 de agosto, 26 días tarde."
    )
    clocks = ("prescribed_date", "semester_start")
    return Sample(story, {one: owed(debt, as_of=as_of, license_tax_surcharge_clock=one) for one in clocks})


def _deficiency_surcharge_clock() -> Sample:
    demanded_on = dt.date(2025, 3, 3)
    debt = Debt("1", "A", LICENSE_TAX, ADDITION, PRINCIPAL_CENTS, demanded_on, demanded_on=demanded_on)
    story = _("$1,000.00 notificados el 3 de marzo de 2025, pagados 35 días después.")
    as_of = dt.date(2025, 4, 7)
    return Sample(
        story, {one: owed(debt, as_of=as_of, deficiency_surcharge_clock=one) for one in ("pay_by", "notice")}
    )


def _personal_property_demand_gap() -> Sample:
    debt = mueble(demanded_on=dt.date(2025, 6, 24))
    payments = (paid(dt.date(2025, 6, 30), 50_000),)
    as_of = dt.date(2025, 7, 14)
    story = _(
        "$1,000.00 de mueble, requeridos el 24 de junio de 2025, con $500.00 pagados a los 6 días; lo que falta a los 20."
    )
    gaps = ("literal", "free_if_paid", "none")
    cents = {
        one: owed(debt, as_of=as_of, payments=payments, personal_property_demand_gap=one) for one in gaps
    }
    return Sample(story, cents)


def _real_property_additions() -> Sample:
    payments = (paid(dt.date(2025, 8, 15), 50_000),)
    as_of = dt.date(2025, 10, 9)
    story = _(
        "$1,000.00 de inmueble que vencían el 1 de julio de 2025, con $500.00 pagados el día 45; lo que falta el día 100."
    )
    ways = ("after_delinquency", "from_due_date", "at_delinquency")
    cents = {
        one: owed(inmueble(), as_of=as_of, payments=payments, real_property_additions=one) for one in ways
    }
    return Sample(story, cents)


def _component_order() -> Sample:
    payments = (paid(dt.date(2025, 9, 15), 50_000),)
    story = _("$1,000.00 de patente con $500.00 pagados 62 días tarde; lo que falta, al año de vencida.")
    orders = (COMPONENTS, ("principal", "costs", "interest", "surcharge"))
    as_of = dt.date(2026, 7, 15)
    return Sample(
        story,
        {one: owed(patente(), as_of=as_of, payments=payments, component_order=one) for one in orders},
    )


def _january_prescribed_day() -> Sample:
    story = _("$1,000.00 del segundo semestre, pagados el 15 de febrero de 2026.")
    dues = {day: dt.date(2026, 1, day) for day in (15, 16)}
    return Sample(
        story, {day: owed(patente(due_on=on), as_of=dt.date(2026, 2, 15)) for day, on in dues.items()}
    )


def _electronic_no_roll() -> Sample:
    nominal_on = dt.date(2023, 7, 15)
    period = filing.NoRoll(nominal_on, nominal_on, notified_on=dt.date(2023, 7, 1))
    story = _("$1,000.00 que vencían el sábado 15 de julio de 2023, pagados el 15 de agosto.")
    cents = {}
    for value, no_roll in (("off", None), ("on", period)):
        due_on = filing.prescribed_date(nominal_on, WorkingCalendar(), no_roll)
        cents[value] = owed(patente(due_on=due_on), as_of=dt.date(2023, 8, 15))
    return Sample(story, cents)


def _extension_on_non_working_day() -> Sample:
    asked_on = dt.date(2025, 10, 18)
    story = _("$1,000.00 con prórroga hasta el sábado 18 de octubre de 2025, pagados el 18 de noviembre.")
    cents = {}
    for value in ("off", "on"):
        until = filing.extension_expiry(asked_on, WorkingCalendar(), may_be_non_working=value == "on")
        cents[value] = owed(patente(extended_to=until), as_of=dt.date(2025, 11, 18))
    return Sample(story, cents)


def _full_payment_discount() -> Sample:
    filing_due_on = dt.date(2025, 4, 23)
    off = filing.full_payment_discount(PRINCIPAL_CENTS, filing_due_on, filing_due_on)
    story = _("$1,000.00 de patente del año, pagados por completo al declarar a tiempo.")
    return Sample(story, {"5%": PRINCIPAL_CENTS - off, "off": PRINCIPAL_CENTS})


def _plans_for_personal_property() -> Sample:
    debts = (mueble("1", dt.date(2024, 5, 15)), mueble("2", dt.date(2025, 5, 15)))
    on, as_of = dt.date(2025, 6, 20), dt.date(2026, 5, 15)
    planned, plain = paid(on, 60_000, plan=("2",)), paid(on, 60_000)
    story = _(
        "Dos años de mueble, $1,000.00 cada uno; $600.00 pagados bajo un plan del segundo. Lo que falta, al 15 de mayo de 2026."
    )
    cents = {
        one: owed(*debts, as_of=as_of, payments=(how,)) for one, how in (("on", planned), ("off", plain))
    }
    return Sample(story, cents)


def _filing_addition_base() -> Sample:
    due_on, filed_on = dt.date(2025, 4, 23), dt.date(2025, 5, 28)
    story = _("$1,000.00 de patente del año, con $500.00 ya pagados, declarados 35 días tarde: la adición.")
    bases = {"whole tax": PRINCIPAL_CENTS, "unpaid tax": PRINCIPAL_CENTS // 2}
    return Sample(
        story, {one: filing.late_filing_addition(cents, due_on, filed_on) for one, cents in bases.items()}
    )


def _returned_payment_fee() -> Sample:
    as_of = dt.date(2025, 7, 25)
    charged = replace(patente(), costs=(Cost(as_of, FEE_CENTS),))
    story = _(
        "Un cheque de $1,000.00 devuelto a los 10 días de vencida la patente, sin cargo o con uno de $20.00."
    )
    return Sample(story, {"none": owed(patente(), as_of=as_of), FEE_CENTS: owed(charged, as_of=as_of)})


SWITCH_SAMPLES: Mapping[str, Callable[[], Sample]] = {
    "year_basis": _year_basis,
    "license_tax_surcharge_clock": _license_tax_surcharge_clock,
    "deficiency_surcharge_clock": _deficiency_surcharge_clock,
    "personal_property_demand_gap": _personal_property_demand_gap,
    "real_property_additions": _real_property_additions,
    "component_order": _component_order,
    "january_prescribed_day": _january_prescribed_day,
    "electronic_no_roll": _electronic_no_roll,
    "extension_on_non_working_day": _extension_on_non_working_day,
    "full_payment_discount": _full_payment_discount,
    "plans_for_personal_property": _plans_for_personal_property,
    "filing_addition_base": _filing_addition_base,
    "returned_payment_fee": _returned_payment_fee,
}
"""The samples of the policies; what is accepted at the counter has none, for it changes no sum."""
