"""The 5% for paying the whole year with the declaration (rule P4)."""

import datetime as dt

import pytest

from revenue.charges.selectors import full_payment_discounts, full_year_discount
from revenue.ledger.models import Account, Debt
from revenue.municipality import services as municipality
from tests.charges.conftest import NOW

LAST_DAY = dt.date(2026, 4, 22)


def test_it_is_earned_through_the_last_day_to_file_and_not_the_day_after(file, business):
    declaration = file((business, 20_000_000))
    assert full_year_discount(declaration, LAST_DAY) == 5_000  # 5% of $1,000.00
    assert full_year_discount(declaration, LAST_DAY + dt.timedelta(1)) is None
    assert full_year_discount(declaration, declaration.filed_on - dt.timedelta(1)) is None


def test_half_a_cent_rounds_up_once(file, business):
    assert full_year_discount(file((business, 20_002_000)), LAST_DAY) == 5_001  # 5% of $1,000.10 is $50.005


def test_a_late_declaration_earns_nothing(file, business):
    declaration = file((business, 20_000_000), filed_on=LAST_DAY + dt.timedelta(1))
    assert full_year_discount(declaration, declaration.filed_on) is None


def test_an_exempt_declaration_has_nothing_to_discount(file, business):
    assert full_year_discount(file((business, 500_000)), LAST_DAY) is None


def test_the_policy_turns_it_off(file, business, clerk, director):
    row = municipality.policy_enter(
        policy="full_payment_discount",
        value="off",
        starts_on=LAST_DAY,
        citation="Resolución 2",
        actor=clerk,
        at=NOW,
    )
    municipality.row_approve(row=row, approver=director, at=NOW)
    declaration = file((business, 20_000_000))
    assert full_year_discount(declaration, LAST_DAY - dt.timedelta(1)) == 5_000
    assert full_year_discount(declaration, LAST_DAY) is None


def test_the_counter_is_told_which_instalment_it_reduces(file, business):
    file((business, 20_000_000))
    account = Account.objects.get()
    discount = full_payment_discounts([account.pk], as_of=LAST_DAY)[account.pk]
    assert (discount.debt, discount.amount_cents) == (Debt.objects.order_by("-pk").first(), 5_000)
    assert "P4" in discount.authority
    assert full_payment_discounts([account.pk], as_of=LAST_DAY + dt.timedelta(1)) == {}
    assert full_payment_discounts([account.pk + 1], as_of=LAST_DAY) == {}


@pytest.mark.parametrize("fiscal_year", [2024, 2025])
def test_each_year_has_its_own_last_day(file, business, fiscal_year):
    declaration = file((business, 20_000_000), fiscal_year=fiscal_year)
    assert declaration.filing_due_on == {2024: dt.date(2024, 4, 22), 2025: dt.date(2025, 4, 23)}[fiscal_year]
