"""A page that loses the table, is late, or asks for too much."""

import json
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.companion.pages.player import Player


@pytest.fixture
def player(page: Page, url: str, pictures: Path) -> Player:
    """Return a player at an open auction."""
    player = Player(page, url, pictures)
    player.open()
    player.start(["Ana", "Ben", "Cleo"], ("We do, by hand",))
    player.enter_card("2 3 4 5 6", 160000, 3)
    player.tell_dice("1 2 2 4 4")
    return player


def test_a_lost_post_is_repeated_with_the_same_id_and_counts_once(player: Player) -> None:
    """The answer gets lost once; the page asks again, and the bid stands once."""
    ids = []

    def lose_first_answer(route: Route) -> None:
        ids.append(json.loads(route.request.post_data or "{}")["id"])
        if len(ids) == 1:
            route.fetch()  # the table has it, the page never hears so
            route.abort()
        else:
            route.continue_()

    player.page.route("**/actions", lose_first_answer)
    row = player.bidder("Ana")
    row.locator(".step", has_text="+100").tap()
    expect(player.page.locator(".high-sum")).to_have_text("100\u202f000")
    player.page.wait_for_timeout(1000)
    assert len(ids) == 2
    assert ids[0] == ids[1]
    assert sum(row["line"].startswith("Ana bids") for row in player.snapshot()["log"]) == 1
    player.errors.clear()  # the browser writes a line about the lost request


def test_who_is_late_sees_what_happened_and_why(player: Player, url: str) -> None:
    """Somebody else bids just before; the tap changes nothing and says so."""
    player.page.route("**/events", lambda route: route.abort())
    version = player.version()

    def bid_first(route: Route) -> None:
        action = {"type": "bid", "seat": 2, "amount": 200_000}
        body = json.dumps({"id": "other-device-1", "version": version, "action": action}).encode()
        request = urllib.request.Request(
            f"{url}/api/tables/main/actions", body, {"Content-Type": "application/json"}
        )
        urllib.request.urlopen(request, timeout=10).close()
        route.continue_()

    player.page.route("**/actions", bid_first, times=1)
    row = player.bidder("Ana")
    row.locator(".step", has_text="+100").tap()
    told = player.page.get_by_role("alert")
    expect(told).to_contain_text("Somebody was faster: Cleo bids 200")
    expect(player.page.locator(".high-sum")).to_have_text("200\u202f000")
    player.picture("late")


def test_a_refusal_is_one_line_where_the_tap_was(player: Player) -> None:
    """The table refuses; the line stands near the button and goes with the next tap."""

    def ask_too_little(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        body["action"]["amount"] = 5_000
        route.continue_(post_data=json.dumps(body))

    player.page.route("**/actions", ask_too_little, times=1)
    row = player.bidder("Ana")
    step = row.locator(".step", has_text="+10").first
    step.tap()
    told = player.page.get_by_role("alert")
    expect(told).to_have_text("Bids go up in steps of 10\u202f000.")
    player.picture("refused")
    where, tapped = told.bounding_box(), step.bounding_box()
    assert where is not None
    assert tapped is not None
    assert abs(where["y"] - tapped["y"]) < 200
    player.tap("Log")
    expect(told).to_be_hidden()


def test_a_lost_stream_is_said_and_found_again(player: Player) -> None:
    """Without the network the page says so; with it again it shows what happened meanwhile."""
    page = player.page
    page.context.set_offline(True)
    expect(page.get_by_text("The table does not answer")).to_be_visible()
    player.picture("lost")
    page.context.set_offline(False)
    expect(page.get_by_text("The table does not answer")).to_be_hidden()
    player.errors.clear()  # the browser writes a line about each lost request
    player.bid("Ben", "+50")


def test_everything_can_be_reached_by_keyboard(player: Player) -> None:
    """Tab goes to a step, Enter raises; Escape closes the keypad."""
    page = player.page
    row = player.bidder("Cleo")
    row.locator(".typed").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    row.locator(".step", has_text="+100").focus()
    player.moved(lambda: page.keyboard.press("Enter"))
    assert player.snapshot()["high_bid"] == {"seat": 2, "amount": 100_000}
