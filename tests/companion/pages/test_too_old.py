"""A browser too old for the page shows a message that says what to use instead."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

WITHIN = 3000  # milliseconds


@pytest.fixture
def old(browser: Browser) -> Iterator[Page]:
    """Return a page of a browser that a test makes old."""
    context = browser.new_context(service_workers="block")
    yield context.new_page()
    context.close()


def is_told(page: Page, url: str) -> None:
    """Expect the message in every language."""
    page.goto(url)
    notice = page.locator("#too-old")
    expect(notice).to_be_visible(timeout=WITHIN)
    for words in ("needs a newer browser", "braucht einen neueren", "navigateur plus récent"):
        expect(notice).to_contain_text(words)


@pytest.mark.parametrize("script", ["app.js", "store.js", "parts/dom.js", "parts/shelf.js"])
def test_a_script_that_cannot_be_parsed(old: Page, url: str, script: str) -> None:
    """The unknown syntax may be in the first script or in one fetched later."""

    def broken(route: Route) -> None:
        route.fulfill(body="export const a = /(?;x)/;", content_type="text/javascript")

    old.route(f"**/js/{script}", broken)
    is_told(old, url)


def test_a_browser_without_a_method(old: Page, url: str) -> None:
    """Chrome 88, which has no `at`, once waited for ever."""
    old.add_init_script("delete Array.prototype.at")
    is_told(old, url)


def test_a_new_browser_gets_no_message(old: Page, url: str) -> None:
    """There is none even if a script is missing for a while or a picture is torn."""
    old.route("**/*.svg", lambda route: route.abort())
    old.goto(url)
    old.wait_for_selector(".shelf")
    expect(old.locator("#too-old")).to_be_hidden()
