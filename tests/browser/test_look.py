"""The look of the house and its few behaviours, on the page that shows every component."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import assert_accessible

STYLE = "/estilo/"


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_component_is_accessible_and_fits_its_screen(open_page, size: str, color_scheme: str) -> None:
    page: Page = open_page(size, color_scheme=color_scheme)
    page.goto(STYLE)
    assert_accessible(page)
    assert overflow(page) == 0


def test_at_two_hundred_percent_nothing_is_cut(page: Page) -> None:
    page.set_viewport_size({"width": 640, "height": 400})
    page.goto(STYLE)
    assert overflow(page) == 0


def test_the_page_is_usable_without_javascript(browser, live_server) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(STYLE)
    expect(page.get_by_text("$1,000.00 × 12% × 31 días ÷ 365")).to_be_visible()
    expect(page.get_by_text("Nada se añade hasta el 15 de enero de 2026")).to_be_hidden()
    page.locator("summary").nth(1).click()
    expect(page.get_by_text("Nada se añade hasta el 15 de enero de 2026")).to_be_visible()
    context.close()


def test_the_first_stop_of_the_keyboard_skips_to_the_content(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Saltar al contenido")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_what_is_wrong_takes_the_focus_and_leads_to_its_field(page: Page) -> None:
    page.goto(STYLE)
    summary = page.locator(".error-summary")
    expect(summary).to_be_focused()
    summary.get_by_role("link", name="Cantidad recibida").click()
    field = page.locator("#filled_amount")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(re.compile("Escriba la cantidad en dólares"))


def test_a_wrong_form_comes_back_with_what_was_typed(page: Page) -> None:
    page.goto(STYLE)
    page.locator("#id_amount").fill("12.345")
    page.get_by_role("button", name="Guardar").first.click()
    expect(page.locator(".error-summary").first).to_be_focused()
    expect(page.locator("#id_amount")).to_have_value("12.345")


def test_a_shortcut_is_shown_beside_its_button_and_presses_it(page: Page) -> None:
    page.goto(STYLE)
    expect(page.get_by_role("button", name="Cobrar").locator("kbd")).to_have_text("F9")
    page.keyboard.press("F9")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Alt+r")
    assert page.url.endswith("#antes")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("15/7/2025", "martes, 15 de julio de 2025"),
        ("29/2/2028", "martes, 29 de febrero de 2028"),
        ("29/2/2026", ""),
        ("7/2025", ""),
    ],
)
def test_a_date_is_said_in_words_while_it_is_typed(page: Page, typed: str, words: str) -> None:
    page.goto(STYLE)
    page.locator("#id_received_on").fill(typed)
    expect(page.locator("output[for=id_received_on]")).to_have_text(words)


@pytest.mark.parametrize(
    ("typed", "tidy"),
    [
        ("1234.5", "1,234.50"),
        ("$ 0001234567", "1,234,567.00"),
        (".5", ".5"),
        ("1.234", "1.234"),
        ("mil", "mil"),
    ],
)
def test_an_amount_is_written_with_its_commas_and_never_guessed(page: Page, typed: str, tidy: str) -> None:
    page.goto(STYLE)
    page.locator("#id_amount").fill(typed)
    page.locator("#id_amount").blur()
    expect(page.locator("#id_amount")).to_have_value(tidy)


def test_a_form_is_sent_once_and_can_be_sent_again_after_going_back(page: Page) -> None:
    sent = []

    def count(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(route.request.url)
            route.fulfill(status=204)
        else:
            route.continue_()

    page.route("**/estilo/", count)
    page.goto(STYLE)
    button = page.locator("form").filter(has=page.locator("#id_amount")).get_by_role("button")
    page.locator("#id_payer").press("Enter")
    expect(button).to_have_text("Guardando…")
    expect(button).to_be_disabled()
    page.locator("#id_payer").press("Enter")
    assert len(sent) == 1
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(button).to_have_text("Guardar")
    button.click()
    expect(button).to_be_disabled()
    assert len(sent) == 2


def test_on_paper_every_sum_is_unfolded_and_folds_back(page: Page) -> None:
    page.goto(STYLE)
    assert page.locator("details.steps[open]").count() == 1
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details.steps[open]").count() == 2
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.steps[open]").count() == 1


def test_english_is_a_switch_away_and_back(page: Page) -> None:
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "es-pr"
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es-pr")
