"""Yacht played at the page: dice told by hand, some kept, best play asked for, boxes tapped."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.table.table import Request, Table
from tests.companion.pages.conftest import ON_A_TABLET
from tests.companion.pages.player import Player
from tests.companion.pages.playing import act


class Thrower(Player):
    """Somebody who rolls five real dice and tells the page."""

    def check(self) -> None:
        """Check that nothing overflows, and no script failed."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{wide} pixels too wide"
        assert self.errors == []

    def score(self, box: str) -> None:
        """Tap `box`, called by its name and what it brings."""
        self.moved(lambda: self.page.get_by_role("button", name=box, exact=True).tap())


@pytest.fixture
def thrower(page: Page, url: str, table: Table, pictures: Path) -> Thrower:
    """Return somebody before a game of two in which Ana begins."""
    setup: dict[str, Any] = {"names": ["Ana", "Ben"], "first_seat": 0, "options": {}}
    version: Any = table.snapshot()["version"]
    table.submit(Request("start", version, {"type": "start", "game": "yacht", **setup}))
    return Thrower(page, url, pictures)


@ON_A_TABLET
def test_a_turn(thrower: Thrower) -> None:
    """Roll, ask what is best, keep that, roll again, score; then it is Ben's turn."""
    page = thrower.page
    thrower.open()
    thrower.picture("yacht-start", whole=True)
    thrower.tell_dice("2 2 3 3 5")
    thrower.tap("Suggest a play")
    expect(page.locator(".yacht-advice")).to_contain_text("about 251 points in the end")
    thrower.keep("3 3")
    expect(page.locator(".yacht-advice")).not_to_contain_text("costs")
    thrower.keep("2 2 3 3")
    expect(page.locator(".yacht-advice")).to_contain_text("your pick costs 2.6 points")
    thrower.picture("yacht-advice", whole=True)
    thrower.tell_dice("3")
    assert [one["kept"] for one in thrower.snapshot()["dice"]] == [True] * 4 + [False]
    thrower.score("Full house: 25")
    expect(page.get_by_text("Ana scores 25: Full house").first).to_be_visible()
    expect(page.get_by_role("heading", name="Ben rolls all five dice")).to_be_visible()
    thrower.tap("All sheets")
    expect(page.get_by_role("row", name="Full house")).to_contain_text("25")
    thrower.picture("yacht-all", whole=True)
    thrower.moved(lambda: thrower.tap("Undo"))
    assert thrower.snapshot()["seats"][0]["total"] == 0


@ON_A_TABLET
def test_sheets_and_best_play_are_told_of_a_game_of_before_too(
    thrower: Thrower, table: Table
) -> None:
    """Whoever watches it again may ask for both, and for no more of them."""
    page = thrower.page
    act(table, {"type": "dice", "faces": list("22335")})
    thrower.open()
    thrower.tap("Settings")
    thrower.tap("Earlier games")
    page.locator(".past-game").tap()
    thrower.tap("Replay")
    bar = page.get_by_role("region", name="Replay")
    expect(bar).to_contain_text("0/1")
    thrower.tap("Next move")
    expect(bar).to_contain_text("1/1")
    thrower.tap("Suggest a play")
    expect(page.locator(".yacht-advice")).to_contain_text("about 251 points in the end")
    thrower.tap("All sheets")
    expect(page.get_by_role("row", name="Full house")).to_be_visible()
    thrower.picture("yacht-replay", whole=True)
    thrower.tap("This sheet only")
    expect(page.get_by_role("row", name="Full house")).to_have_count(0)
    thrower.check()


@ON_A_TABLET
def test_a_die_that_is_gone_under_the_finger_stays_for_nothing(
    thrower: Thrower, table: Table
) -> None:
    """Another tablet has written the box meanwhile: the page stood still where there was no die."""
    page = thrower.page
    act(table, {"type": "dice", "faces": list("22335")})
    thrower.open()
    page.get_by_role("group", name="Tap the dice that stay").get_by_role("button").first.hover()
    page.mouse.down()
    act(table, {"type": "score", "seat": 0, "box": "chance"})
    page.wait_for_timeout(150)
    page.mouse.up()
    expect(page.get_by_role("heading", name="Ben rolls all five dice")).to_be_visible()
    thrower.check()
