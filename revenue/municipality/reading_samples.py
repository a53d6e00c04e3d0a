"""The samples of the readings that have no switch: what the rules do, beside what the other reading would give.

The rules run only the adopted reading, so that the other one is put together here: from a fact a day earlier, a debt
without its payment, or the same functions over another base. Each function says how.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from revenue.municipality.samples import (
    JANUARY_15,
    JULY_15,
    PRINCIPAL_CENTS,
    SWITCH_SAMPLES,
    Sample,
    balance,
    inmueble,
    mueble,
    owed,
    paid,
    patente,
)
from revenue.rules.facts import AccountFacts, Adjustment, Tender
from revenue.rules.money import percent_of
from revenue.rules.parameters import LAW, Law, Row, Schedule
from revenue.rules.replay import replay

_DAY = dt.timedelta(days=1)
_X = dt.date(2025, 10, 14)


def _one_rounding() -> Sample:
    """Each period rounded by itself is the sum of the steps as they are shown."""
    payments = (paid(dt.date(2025, 7, 18), 30_000), paid(dt.date(2025, 7, 24), 30_000, "Q"))
    as_of = dt.date(2025, 8, 4)
    found = replay(AccountFacts((patente(),), payments), as_of)
    each = sum(step.amount_cents for step in found.explain("1").steps if step.concept == "rounding")
    story = _("$1,000.00 de patente con dos pagos de $300.00, a los 3 y a los 9 días; lo que falta a los 20.")
    total = found.balances["1"].total_cents
    return Sample(story, {"once": total, "each_period": total - each})


def _day_count() -> Sample:
    """Counting both days is one day more: as if it had been due the day before."""
    as_of = JULY_15 + 30 * _DAY
    story = _("$1,000.00 de patente, pagados el 14 de agosto de 2025, 30 días después de la fecha prescrita.")
    both_in = owed(patente(due_on=JULY_15 - _DAY), as_of=as_of)
    return Sample(story, {"start_out_end_in": owed(patente(), as_of=as_of), "both_in": both_in})


def _day_thirty() -> Sample:
    """Including day 30 brings the surcharge of the next day."""
    as_of = dt.date(2025, 7, 1) + 120 * _DAY
    now, next_day = balance(inmueble(), as_of), balance(inmueble(), as_of + _DAY)
    story = _("$1,000.00 de inmueble, pagados el día 30 del recargo: el 29 de octubre de 2025.")
    included = now.total_cents - now.surcharge_cents + next_day.surcharge_cents
    return Sample(story, {"excluded": now.total_cents, "included": included})


def _payment_day_balance() -> Sample:
    """On the new balance, the interest of that day is that of a payment of the day before."""
    on, as_of = dt.date(2025, 8, 4), dt.date(2025, 8, 14)
    story = _("$1,000.00 de patente con $500.00 pagados a los 20 días; lo que falta a los 30.")
    cents = {
        "old_balance": balance(patente(), as_of, paid(on, 50_000)).total_cents,
        "new_balance": balance(patente(), as_of, paid(on - _DAY, 50_000)).total_cents,
    }
    return Sample(story, cents)


def _surcharge_follows_each_dollar() -> Sample:
    """Today's percent on the whole debt is the surcharge of the debt without its payment."""
    as_of = JULY_15 + 61 * _DAY
    now = balance(patente(), as_of, paid(dt.date(2025, 8, 4), 50_000))
    whole = balance(patente(), as_of).surcharge_cents
    story = _("$1,000.00 de patente con $500.00 pagados a los 20 días; lo que falta a los 61.")
    return Sample(
        story,
        {
            "bracket_of_its_day": now.total_cents,
            "bracket_of_today": now.total_cents - now.surcharge_cents + whole,
        },
    )


def _waived_principal_keeps_surcharge() -> Sample:
    """Never owed is a debt that is smaller from the start; its interest until then is kept apart."""
    on, as_of = JULY_15 + 40 * _DAY, JULY_15 + 61 * _DAY
    waived = replace(patente(), adjustments=(Adjustment(on, "principal", 40_000),))
    now = balance(waived, as_of)
    smaller = balance(patente(cents=60_000), as_of).surcharge_cents
    story = _("$1,000.00 de patente, de los que se condonan $400.00 a los 40 días; lo que falta a los 61.")
    return Sample(
        story, {"as_paid": now.total_cents, "never": now.total_cents - now.surcharge_cents + smaller}
    )


def _no_interest_on_interest() -> Sample:
    """If all bore interest, what was owed on day 61 would bear it as principal."""
    on = JULY_15 + 61 * _DAY
    as_of = on + 365 * _DAY
    all_of_it = balance(patente(), on).total_cents
    bearing = balance(patente(due_on=on, cents=all_of_it), as_of)
    story = _(
        "$1,000.00 de patente un año después de su día 61; o si lo que se debía ese día devengara todo."
    )
    cents = {
        "only_where_said": balance(patente(), as_of).total_cents,
        "all": bearing.principal_cents + bearing.interest_cents,
    }
    return Sample(story, cents)


def _law_of_the_day() -> Sample:
    """A rate that would fall to 9% on 1 August: by each day, or by the due date, which is today's law."""
    name = "license_tax.late_interest"
    row = Row(dt.date(2025, 8, 1), None, "basis_points", 900, None, "P5", _("Ley ficticia"))
    changed = Law({**LAW.schedules, name: Schedule(name, [*LAW.schedule(name).rows, row])})
    as_of = JULY_15 + 45 * _DAY
    story = _(
        "$1,000.00 de patente pagados 45 días tarde, si el interés hubiera bajado al nueve por ciento el 1 de agosto de 2025."
    )
    cents = {
        "each_day": balance(patente(), as_of, law=changed).total_cents,
        "due_date": balance(patente(), as_of).total_cents,
    }
    return Sample(story, cents)


def _same_month_roll() -> Sample:
    """Rolling, 1 January 2026 would be Friday the 2nd."""
    new_year = dt.date(2026, 1, 1)
    as_of = new_year + 91 * _DAY
    story = _("$1,000.00 de inmueble que vencían el 1 de enero de 2026, pagados el día 91.")
    rolled = owed(inmueble(due_on=new_year + _DAY), as_of=as_of)
    return Sample(story, {"no": owed(inmueble(due_on=new_year), as_of=as_of), "yes": rolled})


def _replay() -> Sample:
    """Undoing only that payment leaves the later one where it went: each debt by itself."""
    first, second = patente("1"), patente("2", JANUARY_15)
    cheque = paid(JULY_15, PRINCIPAL_CENTS, tenders=(Tender(PRINCIPAL_CENTS, dt.date(2026, 1, 20)),))
    later = paid(JANUARY_15, PRINCIPAL_CENTS, "Q")
    as_of = dt.date(2026, 2, 10)
    story = _(
        "Dos plazos de $1,000.00 pagados a tiempo; el cheque del primero se devuelve después. Lo que falta al 10 de febrero de 2026."
    )
    cents = {
        "replay": owed(first, second, as_of=as_of, payments=(cheque, later)),
        "only_that_payment": owed(first, as_of=as_of) + owed(second, as_of=as_of, payments=(later,)),
    }
    return Sample(story, cents)


def _extension_acts_from_prescribed_date() -> Sample:
    """From the decision on: 12% until it, and 10% after it."""
    decided_on = dt.date(2025, 8, 13)
    before = balance(patente(), decided_on).interest_cents
    after = balance(patente(due_on=decided_on, extended_to=_X), _X).total_cents
    story = _(
        "$1,000.00 de patente con prórroga hasta el 14 de octubre de 2025, concedida el 13 de agosto, pagados ese último día."
    )
    granted = owed(patente(extended_to=_X), as_of=_X)
    return Sample(story, {"prescribed_date": granted, "decision": before + after})


def _extension_interest_ends_when_paid() -> Sample:
    """Through the expiry, it is the interest of X."""
    debt = patente(extended_to=_X)
    story = _("$1,000.00 de patente con prórroga hasta el 14 de octubre de 2025, pagados el 14 de agosto.")
    return Sample(story, {"payment": owed(debt, as_of=JULY_15 + 30 * _DAY), "expiry": owed(debt, as_of=_X)})


def _surcharge_clock_after_extension() -> Sample:
    """From the original date: the percent of a debt that was not extended, on the same base."""
    as_of = _X + 10 * _DAY
    now = balance(patente(extended_to=_X), as_of)
    percent = LAW.brackets("license_tax.surcharge", JULY_15).basis_points_on_day((as_of - JULY_15).days)
    base = balance(patente(extended_to=_X), _X).total_cents
    story = _(
        "$1,000.00 de patente con prórroga hasta el 14 de octubre de 2025, pagados 10 días después de vencida."
    )
    return Sample(
        story, {"expiry": now.total_cents, "prescribed_date": now.total_cents + percent_of(base, percent)}
    )


def _breached_personal_property_extension() -> Sample:
    """Everything: the surcharge of the debt without what was paid within the extension."""
    until = dt.date(2025, 8, 15)
    as_of = until + _DAY
    now = balance(mueble(extended_to=until), as_of, paid(until, 50_000))
    whole = balance(mueble(), as_of).surcharge_cents
    story = _(
        "$1,000.00 de mueble con prórroga hasta el 15 de agosto de 2025 y $500.00 pagados ese día; lo que falta al siguiente."
    )
    return Sample(
        story, {"paid_after": now.total_cents, "everything": now.total_cents - now.surcharge_cents + whole}
    )


def _surcharge_on_unpaid_part() -> Sample:
    """On the whole: the surcharge of the debt without its payment."""
    as_of = dt.date(2025, 7, 1) + 121 * _DAY
    now = balance(inmueble(), as_of, paid(dt.date(2025, 9, 1), 50_000))
    whole = balance(inmueble(), as_of).surcharge_cents
    story = _("$1,000.00 de inmueble con $500.00 pagados a tiempo; lo que falta el día 121.")
    return Sample(story, {"unpaid": now.total_cents, "whole": now.total_cents - now.surcharge_cents + whole})


def _legal_deferral() -> Sample:
    """Interest from the due date is what the reading `from_due_date` adds."""
    until = dt.date(2025, 12, 31)
    debt = inmueble(extended_to=until)
    story = _("$1,000.00 de inmueble aplazados por ley hasta el 31 de diciembre de 2025, pagados ese día.")
    interest = owed(debt, as_of=until, real_property_additions="from_due_date")
    return Sample(story, {"nothing": owed(debt, as_of=until), "interest": interest})


def _account_scope() -> Sample:
    """By person, money for the patente would go first to the older debt of mueble."""
    on, as_of = JULY_15 + 10 * _DAY, JULY_15 + 61 * _DAY
    money = (paid(on, PRINCIPAL_CENTS),)
    story = _(
        "$1,000.00 de mueble y otros de patente; se pagan $1,000.00 a la patente el 25 de julio de 2025. Lo que falta al 14 de septiembre."
    )
    cents = {
        "tax": owed(mueble(), as_of=as_of) + owed(patente(), as_of=as_of, payments=money),
        "person": owed(mueble(), as_of=as_of, payments=money) + owed(patente(), as_of=as_of),
    }
    return Sample(story, cents)


def _on_whose_behalf() -> Sample:
    """By who hands the money over, a bank that owes nothing pays nothing."""
    debt = inmueble(liable=("T",))
    as_of = dt.date(2025, 7, 1)
    owner, bank = (paid(as_of, PRINCIPAL_CENTS, on_behalf_of=who) for who in ("T", "B"))
    story = _(
        "$1,000.00 de inmueble que el banco paga por el dueño el 1 de julio de 2025: lo que el dueño queda debiendo."
    )
    cents = {
        "on_behalf_of": owed(debt, as_of=as_of, payments=(owner,)),
        "payer": owed(debt, as_of=as_of, payments=(bank,)),
    }
    return Sample(story, cents)


SAMPLES: Mapping[str, Callable[[], Sample]] = {
    **SWITCH_SAMPLES,
    "one_rounding": _one_rounding,
    "day_count": _day_count,
    "day_thirty": _day_thirty,
    "payment_day_balance": _payment_day_balance,
    "surcharge_follows_each_dollar": _surcharge_follows_each_dollar,
    "waived_principal_keeps_surcharge": _waived_principal_keeps_surcharge,
    "no_interest_on_interest": _no_interest_on_interest,
    "law_of_the_day": _law_of_the_day,
    "same_month_roll": _same_month_roll,
    "replay": _replay,
    "extension_acts_from_prescribed_date": _extension_acts_from_prescribed_date,
    "extension_interest_ends_when_paid": _extension_interest_ends_when_paid,
    "surcharge_clock_after_extension": _surcharge_clock_after_extension,
    "breached_personal_property_extension": _breached_personal_property_extension,
    "surcharge_on_unpaid_part": _surcharge_on_unpaid_part,
    "legal_deferral": _legal_deferral,
    "account_scope": _account_scope,
    "on_whose_behalf": _on_whose_behalf,
}
"""The sample of each reading, by its id."""
