"""On the page, players are renamed, join late, leave early and pause."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.table.table import ActionRequest, Table
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.player import MOVED, TAKE_YOU, Player
from tests.companion.pages.playing import act, wait_for
from tests.companion.pages.test_geometry import OPEN


def with_players_opened(
    page: Page,
    url: str,
    pictures: Path,
    table: Table,
    game: str = "last_one",
    names: Sequence[str] = ("Ana", "Ben"),
) -> Player:
    """Begin a `game` of those people, and open the sheet of its players."""
    table.submit(ActionRequest("begin", 0, {"type": "start", "game": game, "names": list(names)}))
    player = Player(page, url, pictures)
    player.open()
    player.tap("Players")
    player.tap("Pause, join, leave")
    return player


@pytest.mark.parametrize("game", ["last_chance", "last_one"])
@ON_A_PHONE
def test_people_change(page: Page, url: str, pictures: Path, table: Table, game: str) -> None:
    """All this is in one sheet; a pause replaces the game until it goes on."""
    names = ["Ana", "Ben", "Cleo"]
    player = with_players_opened(page, url, pictures, table, game, names)
    player.page.get_by_role("textbox", name="Name of Ben").fill("Benno")
    if game == "last_chance":  # what is typed stays while the others go on
        act(table, {"type": "flip", "symbols": list("23456"), "prize": 10_000, "attempts": 1})
        wait_for(player.page, act(table, {"type": "undo"}))
    moved(player, "Rename")
    player.page.get_by_role("textbox", name="New player’s name").fill("Dora")
    moved(player, "Join")
    player.picture(f"players-{game}")
    player.tap("Let Ana leave")
    moved(player, "Leave for good?")
    seats = player.snapshot()["seats"]
    assert [seat["name"] for seat in seats] == ["Ana", "Benno", "Cleo", "Dora"]
    expect(player.button("Let Ana leave")).to_have_count(0)
    expect(player.page.locator(".sheet li").first).to_contain_text("has left")
    expect(player.page.get_by_text("Tap “Undo” to bring Ana back.")).to_be_visible()
    moved(player, "Pause")
    expect(player.page.get_by_role("heading", name="Paused")).to_be_visible()
    player.picture(f"paused-{game}")
    moved(player, "Resume")
    expect(player.page.get_by_role("heading", name="Paused")).to_have_count(0)
    player.picture(f"after-{game}")
    for seat in (1, 2):
        leave = {"type": "leave", "seat": seat}
        table.submit(ActionRequest(str(seat), player.snapshot()["version"], leave))
    if game == "last_chance":
        player.page.get_by_role("button", name="Show the ranking").click()
    expect(player.button("Play again")).to_be_visible()
    player.picture(f"alone-{game}")
    assert player.errors == []


@ON_A_PHONE
def test_the_enter_key_sends_a_name(page: Page, url: str, pictures: Path, table: Table) -> None:
    """Only a different name is sent: closing a phone's keyboard renames nobody."""
    player = with_players_opened(page, url, pictures, table)
    for name in ("Ben", "Benno"):
        page.get_by_role("textbox", name="Name of Ben").fill(name)
        page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Name of Benno")).to_be_visible()
    assert [row["line"] for row in player.log()][1:] == ["Ben is now called Benno"]


@ON_A_PHONE
def test_text_typed_before_the_answer_stays(
    page: Page, url: str, pictures: Path, table: Table
) -> None:
    """The event is often faster than the answer, which arrives while the next name is typed."""
    player = with_players_opened(page, url, pictures, table)
    held = []
    page.route("**/actions", lambda route: held.append((route, route.fetch())), times=1)
    newcomer = page.get_by_role("textbox", name="New player’s name")
    newcomer.fill("Cleo")
    player.tap("Join")
    expect(page.get_by_role("textbox", name="Name of Cleo")).to_be_visible()
    page.get_by_role("textbox", name="Name of Ana").fill("Anna")
    newcomer.fill("Dora")
    route, response = held[0]
    route.fulfill(response=response)
    expect(player.button("Join")).not_to_have_attribute("aria-disabled", "true")
    expect(newcomer).to_have_value("Dora")
    expect(page.get_by_role("textbox", name="Name of Ana")).to_have_value("Anna")


@ON_A_PHONE
def test_closing_does_not_lose_a_typed_name(
    page: Page, url: str, pictures: Path, table: Table
) -> None:
    """A corrected name is sent; that of a newcomer is still there when the sheet is reopened."""
    player = with_players_opened(page, url, pictures, table)
    page.get_by_role("textbox", name="Name of Ana").fill("Ben")
    player.tap("Close")  # which is refused: there is one
    expect(page.locator(".message")).to_be_visible()
    page.get_by_role("textbox", name="Name of Ana").fill("Anna")
    page.get_by_role("textbox", name="Name of Ben").fill(" ")
    page.get_by_role("textbox", name="New player’s name").fill("Dora")
    player.tap("Close")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [seat["name"] for seat in player.snapshot()["seats"]] == ["Anna", "Ben"]
    player.tap("Players")
    player.tap("Pause, join, leave")
    expect(page.get_by_role("textbox", name="New player’s name")).to_have_value("Dora")
    page.get_by_role("textbox", name="Name of Anna").fill("Ben")
    player.tap("Close")
    expect(page.locator(".message")).to_be_visible()
    player.tap("Close")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert player.errors == []


def moved(player: Player, name: str) -> None:
    """Tap the button `name` and wait until the page shows its effect."""
    before = player.version()
    player.button(name).last.click()
    player.page.wait_for_function(MOVED, arg=before)


@ON_A_PHONE
def test_back_does_the_same_as_close(page: Page, url: str, pictures: Path, table: Table) -> None:
    """On phones, Back is the gesture that closes things; a typed name is sent."""
    player = with_players_opened(page, url, pictures, table)
    page.get_by_role("textbox", name="Name of Ana").fill("Anna")
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [seat["name"] for seat in player.snapshot()["seats"]] == ["Anna", "Ben"]
    player.tap("Players")
    player.tap("Pause, join, leave")
    page.get_by_role("textbox", name="Name of Anna").fill("Ben")
    page.go_back()
    expect(page.locator(".message")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".stage")).to_be_visible()


@ON_A_PHONE
def test_a_typed_name_does_not_rename_another_player(
    page: Page, url: str, pictures: Path, table: Table
) -> None:
    """While somebody types it, another tablet begins a game with other people."""
    player = with_players_opened(page, url, pictures, table)
    page.get_by_role("textbox", name="Name of Ana").fill("Anna")
    page.get_by_role("textbox", name="Name of Ben").fill("constructor")
    start = {"type": "start", "game": "last_one", "names": ["Zoe", "Yan", "Ana"]}
    wait_for(page, act(table, start))
    expect(page.get_by_role("textbox", name="Name of Zoe")).to_have_value("Zoe")
    player.tap("Close")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [seat["name"] for seat in player.snapshot()["seats"]] == ["Zoe", "Yan", "Anna"]
    player.tap("Players")
    player.tap("Pause, join, leave")
    page.get_by_role("textbox", name="Name of Yan").fill("constructor")
    player.tap("Close")
    player.tap("Players")
    player.tap("Pause, join, leave")
    expect(page.get_by_role("textbox", name="Name of constructor")).to_have_value("constructor")
    assert player.errors == []


@ON_A_PHONE
def test_the_sheet_is_gone_with_the_game(
    page: Page, url: str, pictures: Path, table: Table
) -> None:
    """Otherwise it would cover the next game, which another tablet begins."""
    player = with_players_opened(page, url, pictures, table, names=("Ana", "Ben", "Cleo"))
    for seat in (0, 1):
        act(table, {"type": "leave", "seat": seat})
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_for(page, act(table, {"type": "start", "game": "last_one", "names": ["Ana", "Ben"]}))
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert player.errors == []


@ON_A_TABLET
def test_a_television_is_not_sent_to_our_own_certificate(
    page: Page, url: str, pictures: Path
) -> None:
    """Phones need https to be the camera; the plain address shows the table without a warning."""
    banker = Player(page, url, pictures)
    banker.open()
    for address, room in (
        ("https://192.168.0.5:8080/", "192.168.0.5:8080/table"),
        ("https://table.example.org/", "https://table.example.org/table"),
    ):
        door = {"code": "1234 5678", "url": address, "codes_made": 1, "devices": []}
        you = {"role": "banker", "seat": None, "taken": [], "own": {}, "door": door}
        page.evaluate(TAKE_YOU, you)
        page.evaluate(OPEN, "people")
        expect(page.get_by_text("For a TV")).to_have_text(f"For a TV, view only: {room}")
