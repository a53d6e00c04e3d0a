"""What axe finds on a page, in words."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[str]:
    """Return one sentence for each element of the page that breaks an accessibility rule."""
    found = Axe().run(page).response["violations"]
    return [
        f"{rule['impact']}: {rule['help']} ({rule['id']}) at {' '.join(map(str, node['target']))}"
        for rule in found
        for node in rule["nodes"]
    ]


def assert_accessible(page: Page) -> None:
    """Fail with every violation that axe finds on the page."""
    found = violations(page)
    assert not found, f"{page.url} breaks accessibility rules:\n" + "\n".join(found)
