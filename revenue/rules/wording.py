"""Steps in the Spanish of a citizen who owns a pencil: each reads like a sum on paper, with the article
and the rule behind it.
"""

from __future__ import annotations

from revenue.rules.assessment import Step
from revenue.rules.days import display_date
from revenue.rules.money import display_cents, display_percent

_CONCEPTS = {
    "interest": "intereses",
    "extension_interest": "intereses de prórroga",
    "held_interest": "intereses del período de espera, que no se pagó a tiempo",
    "surcharge": "recargo",
    "payment": "pago",
    "adjustment": "ajuste",
    "opening": "pagado antes",
}
_COMPONENTS = {"costs": "costas", "interest": "intereses", "surcharge": "recargos", "principal": "principal"}


def describe(step: Step) -> str:
    """The sentence of a step.

    "$1,000.00 × 12% × 31 días ÷ 365 = $10.19, intereses, del 15 de julio de 2025 al 15 de agosto de 2025
    (21 L.P.R.A. sec. 651x(a)(1), regla P5)."
    """
    return describe_sum(step) + _source(step)


def describe_sum(step: Step) -> str:
    """The sentence of a step without its article and rule, for a page that quotes them beside it."""
    amount = display_cents(step.amount_cents)
    if step.concept == "rounding":
        return f"{amount}, para redondear los {_COMPONENTS[step.component]} una sola vez"
    if step.concept == "carried":
        return f"{amount}, {_COMPONENTS[step.component]} ya pagados que cubrirán los que se añadan después"
    if step.concept == "hold":
        return f"{amount}, {_days(step)} que no devengan intereses, {_period(step)}"
    if step.concept == "pending_hold":
        return f"{amount}, {_days(step)} que no devengan intereses si se paga todo a tiempo, {_period(step)}"
    if step.base_cents is None or step.basis_points is None:
        return _movement(step, amount)
    product = f"{display_cents(step.base_cents)} × {display_percent(step.basis_points)}"
    if step.concept == "surcharge":
        assert step.to_on is not None
        return f"{product} = {amount}, recargo por {_days(step)} de demora, al {display_date(step.to_on)}"
    product = f"{product} × {_days(step)} ÷ {step.year_basis}"
    return f"{product} = {amount}, {_CONCEPTS[step.concept]}, {_period(step)}"


def _movement(step: Step, amount: str) -> str:
    assert step.from_on is not None
    on = display_date(step.from_on)
    if step.concept == "principal":
        return f"{amount}, principal con fecha prescrita del {on}"
    if step.concept == "cost":
        return f"{amount}, costas de apremio del {on}"
    return f"{amount}, {_CONCEPTS[step.concept]} el {on}, a {_COMPONENTS[step.component]}"


def _days(step: Step) -> str:
    return "1 día" if step.days == 1 else f"{step.days} días"


def _period(step: Step) -> str:
    assert step.from_on is not None
    assert step.to_on is not None
    return f"del {display_date(step.from_on)} al {display_date(step.to_on)}"


def _source(step: Step) -> str:
    named = [text for text in (step.article, f"regla {step.rule}" if step.rule else None) if text]
    return f" ({', '.join(named)})" if named else ""
