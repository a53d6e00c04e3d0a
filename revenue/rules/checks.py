"""Facts that contradict each other are refused before they are replayed (the refusals of rules.md section 9).

The sentences name the field as section 9 spells it, so that the command line and an import speak the same
words.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NoReturn

from revenue.rules.days import days_between, display_date
from revenue.rules.errors import FactsError
from revenue.rules.facts import DECLARED, LICENSE_TAX, REAL_PROPERTY, AccountFacts, Debt, Payment
from revenue.rules.parameters import Law


def check_facts(facts: AccountFacts, as_of: date, law: Law) -> None:
    """Refuse what cannot be replayed. Raises FactsError with a Spanish sentence that names the field."""
    if len({debt.tax for debt in facts.debts}) > 1:
        _refuse("tax", "una cuenta es de una sola contribución. Separe sus deudas en cuentas distintas.")
    if len({debt.account for debt in facts.debts} | {payment.account for payment in facts.payments}) > 1:
        _refuse("account", "se recorre una cuenta a la vez. Separe sus hechos por cuenta.")
    for debt in facts.debts:
        _check_debt(debt, law)
        if debt.opening is not None:
            _check_opening(debt, facts, as_of)
    named = any(debt.liable is not None for debt in facts.debts)
    for payment in facts.payments:
        _check_payment(payment)
        if named and payment.on_behalf_of is None:
            _refuse(
                "on_behalf_of",
                f"el pago {payment.id} no dice por quién se hace, y las deudas dicen quién responde. "
                "Indíquelo.",
            )
        if payment.plan and any(debt.tax == REAL_PROPERTY for debt in facts.debts):  # rule I4
            _refuse(
                "plan", "la propiedad inmueble se paga por orden riguroso de vencimiento, sin planes de pago."
            )


def _check_debt(debt: Debt, law: Law) -> None:
    if debt.extended_to is not None and debt.extended_to <= debt.due_on:
        _refuse(
            "extended_to",
            f"la prórroga de la deuda {debt.id} debe vencer después de la fecha prescrita. Corrija la fecha.",
        )
    if debt.extension_decided_on is not None and debt.extended_to is None:
        _refuse(
            "extension_decided_on",
            f"la deuda {debt.id} no dice hasta cuándo es la prórroga (extended_to). Indíquelo.",
        )
    if debt.pay_by is not None:
        _check_pay_by(debt, debt.pay_by, law)
    if debt.nature != DECLARED:
        _check_deficiency(debt)


def _check_pay_by(debt: Debt, pay_by: date, law: Law) -> None:
    """The last day printed on a notice is never earlier than the days that the law gives (P9, M1)."""
    if debt.demanded_on is None:
        _refuse(
            "demanded_on",
            f"la deuda {debt.id} tiene último día para pagar y no la fecha del requerimiento. Indíquela.",
        )
    if debt.tax == REAL_PROPERTY:
        _refuse("pay_by", f"la deuda {debt.id} es de propiedad inmueble: no lleva requerimiento con plazo.")
    shortest = law.value(f"{debt.tax}.demand_period", debt.demanded_on)
    if days_between(debt.demanded_on, pay_by) < shortest:
        _refuse(
            "pay_by",
            f"el último día para pagar de la deuda {debt.id} no puede ser antes del día {shortest}"
            " del requerimiento.",
        )


def _check_deficiency(debt: Debt) -> None:
    """A deficiency or addition is owed from its notice and demand; only the license tax has it (P9)."""
    if debt.tax != LICENSE_TAX:
        _refuse(
            "nature",
            f"solo la patente tiene deficiencias y adiciones aparte; la deuda {debt.id} es de otra "
            "contribución.",
        )
    if debt.demanded_on is None:
        _refuse(
            "demanded_on",
            f"la deuda {debt.id} necesita la fecha de su notificación y requerimiento. Indíquela.",
        )
    if debt.due_on != debt.demanded_on:
        _refuse(
            "due_on",
            f"la deuda {debt.id} se debe desde su notificación: su fecha prescrita es la del requerimiento.",
        )
    if debt.extended_to is not None:
        _refuse("extended_to", f"la deuda {debt.id} es una deficiencia o adición: no admite prórroga.")


def _check_opening(debt: Debt, facts: AccountFacts, as_of: date) -> None:
    """An opening comes before every other fact of its account, and not on an extended debt."""
    opening = debt.opening
    assert opening is not None
    if debt.extended_to is not None:
        _refuse("opening", f"la deuda {debt.id} tiene prórroga: su historia no puede entrar como ya pagada.")
    if opening.principal_cents > debt.principal_cents:
        _refuse(
            "opening.principal",
            f"lo ya pagado de la deuda {debt.id} es más que su principal. Corrija el importe.",
        )
    if opening.on > as_of:
        _refuse(
            "opening.on",
            f"la historia de la deuda {debt.id} es posterior a la fecha pedida, el {display_date(as_of)}.",
        )
    first_on = min(_days_of_facts(facts), default=opening.on)
    if opening.on > first_on:
        _refuse(
            "opening.on",
            f"la historia de la deuda {debt.id} debe ser anterior a todo otro hecho de la cuenta "
            f"({display_date(first_on)}).",
        )


def _days_of_facts(facts: AccountFacts) -> Iterator[date]:
    for debt in facts.debts:
        yield from (cost.on for cost in debt.costs)
        yield from (adjustment.on for adjustment in debt.adjustments)
    yield from (payment.on for payment in facts.payments)


def _check_payment(payment: Payment) -> None:
    if payment.recorded_on is not None and payment.recorded_on < payment.on:
        _refuse(
            "recorded_on", f"el pago {payment.id} no puede registrarse antes de recibirse. Corrija la fecha."
        )
    if payment.tenders and sum(tender.amount_cents for tender in payment.tenders) != payment.amount_cents:
        _refuse("tenders", f"los medios de pago de {payment.id} no suman su importe. Corrija los importes.")
    if any(tender.returned_on is not None and tender.returned_on < payment.on for tender in payment.tenders):
        _refuse(
            "returned_on", f"el pago {payment.id} no puede devolverse antes de recibirse. Corrija la fecha."
        )
    if any(refund.on < payment.on for refund in payment.refunds):
        _refuse(
            "refunds.on", f"el pago {payment.id} no puede reembolsarse antes de recibirse. Corrija la fecha."
        )
    if sum(refund.amount_cents for refund in payment.refunds) > payment.amount_cents:
        _refuse(
            "refunds.amount",
            f"los reembolsos del pago {payment.id} son más que lo recibido. Corrija los importes.",
        )


def _refuse(field: str, sentence: str) -> NoReturn:
    raise FactsError(field.replace(".", "_"), f"{field}: {sentence}", field=field)
