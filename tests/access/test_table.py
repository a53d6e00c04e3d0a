"""Who may open what: every address and method of the site by every role, against the table checked in beside this."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.db import connection
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.access.town import PEOPLE, Town, arguments, body, undone

TABLE = Path(__file__).with_name("table.txt")
METHODS = ("GET", "POST")
SESSIONS = {"django_session"}  # signing in and out changes nothing in the books
WRITING = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"', re.IGNORECASE)
# A GET that draws a PDF nobody drew yet stores it: the same bytes for whoever asks first.
DRAWS = {"receipt_pdf", "receipt_reprint_pdf"}


def rows() -> dict[tuple[str, str], dict[str, str]]:
    """Read the table: (address, method) to what each person gets."""
    lines = [line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    heading, *rest = lines
    assert heading == ["address", "method", *PEOPLE]
    found = {(name, method): dict(zip(PEOPLE, outcomes, strict=True)) for name, method, *outcomes in rest}
    assert len(found) == len(rest), "a line is there twice"
    return found


def names(resolver: URLResolver | None = None) -> Iterator[str]:
    """Yield the name of every address of the site; an address without one can't be in the table."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from names(entry)
        else:
            assert isinstance(entry, URLPattern)
            assert entry.name, f"{entry.pattern} has no name"
            yield entry.name


class Writes:
    """Tells, while it wraps the connection, which tables were written to."""

    def __init__(self) -> None:
        self.tables: set[str] = set()

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Note the table of a statement that writes, and let it through."""
        if found := WRITING.match(sql):
            self.tables.add(found[1])
        return execute(sql, params, many, context)


def outcome(town: Town, who: str, name: str, method: str) -> tuple[str, set[str]]:
    """Knock as `who`, undo what it did, and return what came back and which tables were written.

    The status, or `login` for the way to the sign-in page.
    """
    address, form = reverse(name, args=arguments(town, name)), body(town, name)
    browser, writes = town.browser(who), Writes()
    with undone(), connection.execute_wrapper(writes):
        response = browser.post(address, form) if method == "POST" else browser.get(address)
    to_sign_in = response.status_code == 302 and response["Location"].startswith(reverse("account_login"))
    return "login" if to_sign_in else str(response.status_code), writes.tables - SESSIONS


def test_every_address_and_method_is_in_the_table() -> None:
    addresses = list(names())
    assert len(addresses) == len(set(addresses)), "two addresses have one name"
    assert set(rows()) == {(name, method) for name in addresses for method in METHODS}


def test_each_role_gets_what_the_table_says_and_the_refused_change_nothing(town: Town) -> None:
    """One town for all the table, which takes seconds to build; each knock is undone before the next."""
    wrong = [
        complaint
        for (name, method), expected in sorted(rows().items())
        for who in PEOPLE
        if (complaint := knock(town, who, name, method, expected[who]))
    ]
    assert not wrong, "\n".join(wrong)


def knock(town: Town, who: str, name: str, method: str, expected: str) -> str:
    """Return what is wrong with how `who` was answered, or nothing."""
    status, changed = outcome(town, who, name, method)
    if status != expected:
        return f"{who}: {method} {name} answered {status}, not {expected}"
    may_not_write = status in {"login", "403", "404", "405"} or (method == "GET" and name not in DRAWS)
    return (
        f"{who}: {method} {name} answered {status} and changed {sorted(changed)}"
        if may_not_write and changed
        else ""
    )
