"""Pages before and over a game pass axe on one display, and our measurements on both."""

from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Page

from companion.table.acts import Start
from companion.table.table import Table
from engine.games import GAMES
from tests.companion.pages.accessibility import faults, measured
from tests.companion.pages.conftest import SIZES
from tests.companion.pages.lending import Pages
from tests.companion.pages.player import open_menu
from tests.companion.pages.playing import NAMES, act
from tests.companion.pages.test_eye import FakeEye


@pytest.fixture
def shown(pages: Pages, url: str, size: str) -> Iterator[Page]:
    """Return the table's page on a display of `size`."""
    width, height = SIZES[size]
    with pages.lend({"width": width, "height": height}) as page:
        page.goto(url)
        page.wait_for_selector(".head")
        yield page


def test_before_a_game(shown: Page, size: str) -> None:
    """These are the shelf, each game's form with its house rules, the dice and the settings."""
    looks = cycle((faults, measured) if size == "phone" else (measured, faults))
    shown.locator(".shelf").wait_for()
    assert faults(shown) == []
    for game in GAMES.values():
        shown.locator(".box").filter(has_text=game.title).click()
        shown.locator(".place-name").first.wait_for()
        look = next(looks)
        if game.id != "free_table":
            shown.get_by_role("button", name="House rules").click()
        assert look(shown) == [], game.id
        shown.get_by_role("button", name="Another game").click()
    shown.locator(".box").filter(has_text="Try the dice").click()
    assert next(looks)(shown) == []
    open_menu(shown)
    shown.get_by_role("button", name="Settings").click()
    assert next(looks)(shown) == []


def test_sheets_and_drawers_over_the_table(table: Table, shown: Page, url: str, size: str) -> None:
    """These are the log, a correction with its changes, the keypad, a warning and a question."""
    look = faults if size == "phone" else measured
    act(table, Start("last_chance", NAMES, first_seat=0).to_json())
    card = {"symbols": ["2", "3", "4", "5", "6"], "prize": 160_000, "attempts": 3}
    act(table, {"type": "flip", **card})
    FakeEye(url).read("1 2 2 4 4", sure=False)
    shown.get_by_role("heading", name="Do the dice show this?").wait_for()
    assert look(shown) == []
    shown.get_by_role("button", name="Choose other dice").click()
    assert look(shown) == []
    act(table, {"type": "dice", "faces": ["2", "3", "4", "5", "5"]})
    shown.locator(".typed >> visible=true").first.click()
    assert look(shown) == []
    shown.keyboard.press("Escape")
    shown.get_by_role("button", name="Log").click()
    assert look(shown) == []
    shown.get_by_role("button", name="Correct", exact=True).first.click()
    shown.get_by_role("button", name="Die 5 shows 5").click()
    shown.get_by_role("dialog").get_by_role("button", name="6", exact=True).click()
    shown.get_by_role("dialog").get_by_text("→").wait_for()
    assert look(shown) == []
