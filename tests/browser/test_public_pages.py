"""The pages that anybody can open, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible

PAGES = ["/", "/cuenta/entrar/"]


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_public_page_is_accessible_and_fits_its_screen(open_page, address: str, size: str) -> None:
    page: Page = open_page(size)
    page.goto(address)
    expect(page.locator("h1")).to_be_visible()
    assert_accessible(page)
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
