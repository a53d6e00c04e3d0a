"""Finding and registering people in a real browser: by keyboard alone, on a phone, and without JavaScript."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from revenue.web import clock
from taxpayers import demo
from taxpayers.staff.models import User
from tests.browser.accessibility import assert_accessible

SEARCH = "/contribuyentes/"


@pytest.fixture
def clerk(transactional_db: None) -> User:
    demo.load(None, clock.today())
    return User.objects.get(username="oficinista")


def test_a_person_is_found_with_the_keyboard_alone(open_page, clerk: User) -> None:
    page: Page = open_page(user=clerk)
    page.goto(SEARCH)
    expect(page.locator("#taxpayer-q")).to_be_focused()
    page.keyboard.type("nunez")
    links = page.locator("[data-results] a")
    expect(links).to_have_count(4)
    page.keyboard.press("ArrowDown")
    expect(links.nth(0)).to_be_focused()
    page.keyboard.press("End")
    expect(links.nth(3)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#taxpayer-q")).to_be_focused()
    page.keyboard.press("Enter")
    expect(links.nth(0)).to_be_focused()
    page.keyboard.press(" ")
    page.keyboard.type("x")
    expect(page.locator("#taxpayer-q")).to_be_focused()
    expect(page.get_by_text("No encontramos a nadie así")).to_be_visible()
    assert "nunez" not in page.url


def test_enter_opens_the_only_one_even_before_the_list_arrives(open_page, clerk: User) -> None:
    page: Page = open_page(user=clerk)
    page.goto(SEARCH)
    page.route("**/expediente/**", lambda route: route.fulfill(body="abierto"))
    page.keyboard.type("espiga")
    page.keyboard.press("Enter")
    page.wait_for_url("**/expediente/C-000001/")


def test_the_search_works_without_javascript(
    browser: Browser, live_server: LiveServer, open_page, clerk: User
) -> None:
    cookies = open_page(user=clerk).context.cookies()
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    context.add_cookies(cookies)
    page = context.new_page()
    page.goto(SEARCH)
    page.fill("#taxpayer-q", "peña")
    page.get_by_role("button", name="Buscar").click()
    expect(page.get_by_role("link", name="Ana Rosa Peña Ibáñez")).to_be_visible()
    context.close()


PAGES = [
    SEARCH,
    f"{SEARCH}nuevo/",
    f"{SEARCH}nuevo/individuo/",
    f"{SEARCH}C-000023/",
    f"{SEARCH}C-000023/editar/",
    f"{SEARCH}C-000023/negocios/nuevo/",
    f"{SEARCH}C-000023/oficiales/nuevo/",
    f"{SEARCH}C-000023/identificaciones/nueva/",
    "/cuenta/segundo-factor/",
    "/cuenta/contrasena/",
]
OTHERS = {"administrador": ["/personal/", "/personal/nuevo/"], "auditor": ["/auditoria/"]}


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_pages_of_people_are_accessible_and_fit_their_screen(open_page, clerk: User, size: str) -> None:
    for username, addresses in {"oficinista": PAGES, **OTHERS}.items():
        page: Page = open_page(size, user=User.objects.get(username=username))
        for address in addresses:
            page.goto(address)
            assert_accessible(page)
            width = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert width == 0, address
