"""The first minute, from the shelf to the first roll, by a script that counts taps."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from companion.table.table import Table
from engine.games import GAMES
from tests.companion.pages.conftest import ON_A_TABLET
from tests.companion.pages.lending import Pages
from tests.companion.pages.player import open_menu
from tests.companion.pages.playing import act, play
from tests.companion.pages.test_eye import FakeEye
from tests.companion.pages.test_taps import Tray
from tests.waiting import until

NAMES = ("Ana", "Ben", "Cleo")
LONGEST_S = 60  # on a busy machine; a calm one takes about two, and people at most 15
ROLL = "Roll"
SNAPSHOT_CAME = "async () => (await import('/static/js/store.js')).state.snapshot !== null"


class Family:
    """People at `page` who find controls by their words; each tap counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.began = page, 0, time.monotonic()

    def take(self, title: str) -> None:
        """Take a box from the shelf."""
        self.taps += 1
        self.page.locator(".box").filter(has_text=title).click()

    def tap(self, words: str) -> None:
        """Tap the button called `words`."""
        self.taps += 1
        self.page.get_by_role("button", name=words, exact=True).click()

    def type(self, *names: str) -> None:
        """Type the names into the first place and on, each with Enter."""
        self.page.get_by_role("textbox", name="Name of player 1").focus()
        for name in names:
            self.page.keyboard.type(name)
            self.page.keyboard.press("Enter")

    def begun(self) -> None:
        """Wait until the page knows that the game has begun."""
        self.page.wait_for_function("() => sessionStorage.getItem('croupier.setup') === 'null'")
        self.page.locator(".stage").wait_for()

    def rolled(self, table: Table) -> None:
        """Wait until the demo tray is asked for a roll, and print how long it took."""
        until(lambda: table.eyes._demo_rolls, LONGEST_S)
        print(f"{self.taps} taps, {time.monotonic() - self.began:.1f} s")


@pytest.fixture
def family(pages: Pages, url: str, table: Table) -> Iterator[Family]:
    """Return a family at a new table with a demo tray."""
    FakeEye(url, demo=True).beat("empty")
    with pages.lend({"width": 1280, "height": 800}) as page:
        page.goto(url)
        page.locator(".shelf").wait_for()
        yield Family(page)


@pytest.mark.parametrize(
    ("title", "words"), [("Yacht", [ROLL]), ("Last Chance", ["Draw from the demo deck"])]
)
def test_three_new_players_roll_with_the_third_tap(
    family: Family, table: Table, title: str, words: list[str]
) -> None:
    """Apart from names, these are the box, the start, and the roll or the card, which rolls too."""
    family.take(title)
    family.type(*NAMES)
    family.tap("Start the game")
    for each in words:
        family.tap(each)
    family.rolled(table)
    assert family.taps <= 3
    seats = table.snapshot()["seats"]
    assert [seat["name"] for seat in seats] == list(NAMES)  # type: ignore[index, union-attr]


@ON_A_TABLET
def test_the_shelf_waits_for_its_games(page: Page, url: str) -> None:
    """Otherwise the tray would be where people tap for the first box."""
    held: list[Route] = []
    page.route("**/api/games", lambda route: held.append(route))
    page.goto(url)
    page.wait_for_function(SNAPSHOT_CAME)
    page.wait_for_timeout(300)  # in which the shelf comes, if it is fetched
    expect(page.locator(".box")).to_have_count(0)
    held[0].continue_()
    page.locator(".box").first.click()
    expect(page.get_by_role("textbox", name="Name of player 1")).to_be_visible()


def test_remembered_people_roll_with_the_third_tap(family: Family, table: Table) -> None:
    """They sit as last time, so three taps are enough: box, start, roll."""
    family.take("Yacht")
    family.type(*NAMES)
    family.tap("Start the game")
    family.begun()
    open_menu(family.page)
    family.page.get_by_role("button", name="New game").click()
    again = Family(family.page)
    again.take("Ten Thousand")
    again.tap("Start the game")
    again.tap(ROLL)
    again.rolled(table)
    assert again.taps <= 3


def test_a_game_is_tried_with_guests_who_play_by_themselves(
    family: Family, table: Table, url: str
) -> None:
    """Nobody has to type a name; guests roll in the demo tray, and wait in the host's turn."""
    # Guests play at a pace that people can follow: here five times as fast, rolls excepted.
    family.page.add_init_script(
        "const wait = window.setTimeout;"
        "window.setTimeout = (act, ms) => wait(act, ms < 2000 ? ms / 5 : ms);"
    )
    family.page.reload()
    with Tray(url) as tray:
        family.take("Yacht")
        family.tap("Try it with two guests")
        assert family.taps == 2
        family.page.locator(".yacht").wait_for()
        view: Any = table.snapshot()
        assert [seat["name"] for seat in view["seats"]] == ["Host", "Guest 1", "Guest 2"]
        if view["turn"] != 0:
            until(lambda: table.snapshot()["turn"] == 0)
        act(table, {"type": "dice", "faces": ["1", "2", "3", "4", "6"]})
        act(table, {"type": "score", "box": "chance"})
        until(lambda: table.snapshot()["turn"] == 0)
    assert tray.eye.number > 2


def test_enter_goes_to_the_next_name_and_empty_places_do_not_count(
    family: Family, table: Table
) -> None:
    """It goes from name to name, and from the empty last place to the start."""
    page = family.page
    family.take("Jour de Chance")
    family.type("Ana", "Ben")
    expect(page.get_by_role("textbox", name="Name of player 3")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Start the game")).to_be_focused()
    page.get_by_role("textbox", name="Name of player 1").fill("  ")
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()
    page.get_by_role("textbox", name="Name of player 3").fill("Cleo")
    page.get_by_role("button", name="Change Cleo’s place").click()
    page.get_by_role("button", name="Cleo goes first").click()
    page.get_by_role("button", name="Move Cleo up").click()
    page.get_by_role("button", name="Change Ben’s place").click()
    page.get_by_role("button", name="Move Ben up").click()  # Cleo goes first wherever they sit
    family.tap("Start the game")
    page.locator(".jour-board").wait_for()
    view = table.snapshot()
    assert [seat["name"] for seat in view["seats"]] == ["Ben", "Cleo"]  # type: ignore[index, union-attr]
    assert view["turn"] == 1


def test_the_shelf_leads_back_to_an_unfinished_game(family: Family, table: Table) -> None:
    """There is a button for it."""
    page = family.page
    family.take("Yacht")
    family.type("Ana")
    family.tap("Start the game")
    family.begun()
    open_menu(page)
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".shelf .main")).to_have_text("Back to the game")
    page.locator(".shelf .main").click()
    page.locator(".stage").wait_for()


def test_another_evening_begins_at_the_shelf_with_the_last_game(
    pages: Pages, url: str, table: Table
) -> None:
    """Right after its end, a game shows its ending; a day later, one tap plays it again."""
    for _ in play(GAMES["ten_thousand"], table, NAMES[:2]):
        pass
    with pages.lend({"width": 1280, "height": 800}) as page:
        page.goto(url)
        expect(page.locator(".ending")).to_be_visible()
        page.clock.set_fixed_time(datetime.now() + timedelta(days=1))
        page.reload()
        expect(page.locator(".shelf")).to_contain_text("Ten Thousand:")
        page.locator(".shelf .main").click()
        page.locator(".throw, .hand").first.wait_for()
    view: Any = table.snapshot()
    assert not view["over"]
    assert [seat["name"] for seat in view["seats"]] == list(NAMES[:2])


def test_a_long_title_is_read_whole_beside_the_names(family: Family) -> None:
    """It takes a second line under the picture of the box."""
    family.take("Den Letzten")
    title = family.page.locator(".start-title .title")
    assert title.evaluate("(node) => node.offsetWidth <= node.parentNode.clientWidth")


def test_the_dice_are_tried_before_a_game(family: Family, table: Table) -> None:
    """A tile of the shelf shows the tray; in the demo a button rolls."""
    family.take("Try the dice")
    expect(family.page.locator(".shelf-trial .tray")).to_be_visible()
    family.tap(ROLL)
    family.rolled(table)
    family.tap("Another game")
    expect(family.page.locator(".shelf")).to_be_visible()
