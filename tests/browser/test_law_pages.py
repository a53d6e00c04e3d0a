"""The pages that tell the law: why a debt is owed, and how open points are read."""

import datetime as dt

import pytest
from playwright.sync_api import Page, expect

from revenue.web import clock
from tests.browser.accessibility import assert_accessible
from tests.browser.test_look import overflow
from tests.collection.factories import account_with_debts, collector_on, open_town, taxpayer_named

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def collector():
    open_town()
    return collector_on(clock.today() - dt.timedelta(days=900), "recaudadora")


@pytest.fixture
def account(collector):
    taxpayer = taxpayer_named("Panadería Núñez de Peñuelas, Inc.", "C-000001", collector)
    return account_with_debts(taxpayer, collector, (clock.today() - dt.timedelta(days=61), 100_000))


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_debt_is_told_from_the_expediente_on_any_screen(open_page, collector, account, size):
    page: Page = open_page(size, user=collector)
    page.goto("/expediente/C-000001/")
    page.locator(".steps summary").first.click()
    page.get_by_role("link", name="¿Por qué debo esto?").click()
    expect(page.get_by_role("heading", level=1, name="¿Por qué debo esto?")).to_be_visible()
    expect(page.locator(".sum")).to_have_text("$1,120.05")
    assert_accessible(page)
    assert overflow(page) == 0


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_readings_of_the_law_are_accessible_and_fit_the_screen(open_page, collector, size):
    page: Page = open_page(size, user=collector)
    page.goto("/tablas/politicas/")
    expect(page.get_by_role("heading", level=1, name="Políticas y lecturas")).to_be_visible()
    expect(page.locator("#year_basis")).to_contain_text("+$0.21")
    assert_accessible(page)
    assert overflow(page) == 0
