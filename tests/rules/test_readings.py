"""Readings and policies: complete, unsigned until the Director signs them, dated, and refused when "
"impossible."""

from __future__ import annotations

from dataclasses import fields
from datetime import date

import pytest

from revenue.rules.errors import PolicyError
from revenue.rules.facts import AccountFacts, Debt, Payment
from revenue.rules.readings import (
    COMPONENTS,
    DEFAULT_POLICIES,
    READINGS,
    RECORDED,
    SWITCHES,
    Policies,
    PolicyHistory,
    policies_from,
)
from revenue.rules.replay import replay

SECTION_10 = {
    "year_basis": [365, 360],
    "license_tax_surcharge_clock": ["prescribed_date", "semester_start"],
    "deficiency_surcharge_clock": ["pay_by", "notice"],
    "personal_property_demand_gap": ["literal", "free_if_paid", "none"],
    "real_property_additions": ["after_delinquency", "from_due_date", "at_delinquency"],
    "january_prescribed_day": [15, 16],
    "electronic_no_roll": ["off", "on"],
    "extension_on_non_working_day": ["off", "on"],
    "full_payment_discount": ["5%", "off"],
    "uncertified_cheques": ["accepted", "not accepted"],
    "electronic_payments": ["accepted", "not accepted"],
    "plans_for_personal_property": ["on", "off"],
    "filing_addition_base": ["whole tax", "unpaid tax"],
    "returned_payment_fee": ["none"],
}


def test_the_switches_are_those_of_section_10_with_their_defaults_first():
    found = {name: [choice.value for choice in one.choices] for name, one in SWITCHES.items()}
    orders = found.pop("component_order")
    assert found == SECTION_10
    assert orders[0] == COMPONENTS
    assert len(set(orders)) == 24


def test_every_reading_says_its_question_why_and_citation_and_waits_for_its_signature():
    assert len(RECORDED) >= 3
    for reading in READINGS.values():
        assert reading.question.startswith("¿") or "¿" in reading.question
        assert reading.question.endswith("?")
        assert all((reading.rule, reading.why, reading.citation))
        assert all(choice.label for choice in reading.choices)
        assert reading.alternatives or reading.free_value
        assert reading.confirmed_by == ""


def test_the_policies_of_a_computation_are_the_switches_of_assess_with_their_defaults():
    in_assess = {name: reading.default for name, reading in SWITCHES.items() if reading.in_assess}
    assert {item.name: getattr(DEFAULT_POLICIES, item.name) for item in fields(Policies)} == in_assess


@pytest.mark.parametrize(
    "values",
    [
        {"year_basis": 364},
        {"year_basis": "365"},
        {"year_basis": 365.0},
        {"year_basis": True},
        {"component_order": ["costs"]},
        {"component_order": "costs"},
        {"component_order": ["costs", "costs", "interest", "principal"]},
        {"license_tax_surcharge_clock": None},
        {"personal_property_demand_gap": "Literal"},
        {"year_length": 365},
        {"january_prescribed_day": 16},
        {"on": 1},
    ],
    ids=repr,
)
def test_a_policy_that_does_not_exist_or_cannot_take_its_value_is_refused_by_name(values):
    with pytest.raises(PolicyError, match=next(iter(values))):
        policies_from(values)


def test_named_policies_change_and_the_rest_keep_their_default():
    found = policies_from(
        {"component_order": ["principal", "interest", "surcharge", "costs"], "year_basis": 360}
    )
    assert found == Policies(year_basis=360, component_order=("principal", "interest", "surcharge", "costs"))


def test_a_policy_is_the_one_in_force_on_the_due_date_and_the_order_that_of_the_payments_day():
    history = PolicyHistory(
        (
            (
                date(2025, 8, 1),
                Policies(year_basis=360, component_order=("principal", "interest", "surcharge", "costs")),
            ),
            (date(2000, 1, 1), Policies()),
        )
    )
    old = Debt("D1", "A", "license_tax", "declared", 100_000, date(2025, 7, 31))
    new = Debt("D2", "A", "license_tax", "declared", 100_000, date(2025, 8, 1))
    found = replay(AccountFacts((old, new)), date(2025, 8, 11), policies=history)
    assert found.balances["D1"].interest_cents == 362  # 11 days of 365
    assert found.balances["D2"].interest_cents == 333  # 10 days of 360
    paid = replay(
        AccountFacts((old,), (Payment("P", "A", date(2025, 8, 11), 1_000),)),
        date(2025, 8, 11),
        policies=history,
    )
    assert (paid.allocations[0].principal_cents, paid.allocations[0].interest_cents) == (1_000, 0)


def test_a_day_before_the_first_policy_is_an_error_and_two_of_one_day_are_refused():
    history = PolicyHistory(((date(2025, 8, 1), Policies()),))
    with pytest.raises(PolicyError, match="31 de julio de 2025"):
        history.on(date(2025, 7, 31))
    assert history.on(date(2025, 8, 1)) == Policies()
    with pytest.raises(PolicyError):
        PolicyHistory(((date(2025, 8, 1), Policies()), (date(2025, 8, 1), Policies(year_basis=360))))
