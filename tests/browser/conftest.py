"""A real browser against the real server: Debian's Chromium, driven by Playwright.

A page that logs an error, breaks the content security policy or throws fails its test, whatever else it asserted.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

from taxpayers.staff.models import User

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
# What Chromium logs of an answer that refuses, and htmx of a question that a newer one replaced.
EXPECTED = re.compile(r"status of (409|422) |^htmx:(sendAbort|afterRequest)\b")
PageOpener = Callable[..., Page]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, headless, with a fresh profile.

    Playwright keeps an event loop in this thread while it runs, which Django takes for asynchronous code: the guard is
    off for exactly as long.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=CHROMIUM_ARGUMENTS
            )
            yield chromium
            chromium.close()
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def _is_fault(line: ConsoleMessage) -> bool:
    """Say whether a line of the console is an error that nobody expected."""
    return line.type == "error" and not EXPECTED.search(line.text)


@pytest.fixture
def open_page(browser: Browser, live_server: LiveServer) -> Iterator[PageOpener]:
    """Open pages: `open_page("phone", user=collector)`, signed in without the form when a user is given."""
    contexts = []
    errors: list[str] = []

    def opener(
        size: str = "desktop",
        *,
        user: User | None = None,
        color_scheme: Literal["light", "dark"] = "light",
        scripts: bool = True,
    ) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            has_touch=size == "phone",
            locale="es-PR",
            timezone_id="America/Puerto_Rico",
            color_scheme=color_scheme,
            java_script_enabled=scripts,
        )
        contexts.append(context)
        if user is not None:
            client = Client()
            client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda line: errors.append(f"{page.url}: {line.text}") if _is_fault(line) else None,
        )
        return page

    yield opener
    for context in contexts:
        context.close()
    assert not errors, "The browser complained:\n" + "\n".join(errors)


@pytest.fixture
def page(open_page: PageOpener) -> Page:
    """A desktop page, 1280 wide, nobody signed in."""
    return open_page("desktop")


@pytest.fixture
def phone(open_page: PageOpener) -> Page:
    """A phone's page, 360 wide, nobody signed in."""
    return open_page("phone")
