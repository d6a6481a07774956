"""The table on a television is readable from afar, with nothing to tap."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.table.acts import Start
from companion.table.table import Table
from engine.games import GAMES
from tests.companion.pages.lending import Pages
from tests.companion.pages.playing import NAMES, act, play, wait_for
from tests.companion.pages.test_eye import FakeEye

# Visible controls; parts that are cut off; letters under 30 of 1080 lines.
FAULTS = """() => {
  const seen = (node) => node.checkVisibility() && node.getBoundingClientRect().width > 2;
  const zoom = Number(getComputedStyle(document.querySelector('#page')).zoom);
  const wrong = [...document.querySelectorAll('button, input, a[href], summary')]
    .filter(seen).map((node) => 'control: ' + node.textContent);
  for (const node of document.querySelectorAll('.stage *, .side *')) {
    const words = [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
    if (!words || !seen(node) || node.closest('svg, .unseen')) continue;
    const size = parseFloat(getComputedStyle(node).fontSize) * zoom;
    if (size < 30) wrong.push(`${size} px: ${node.textContent}`);
  }
  const stage = document.querySelector('.stage');
  if (stage.scrollHeight > stage.clientHeight + 1) wrong.push('cut off');
  return wrong;
}"""


def faults_in_room(page: Page) -> list[str]:
    """Return the faults of a television's `page`."""
    found: list[str] = page.evaluate(FAULTS)
    return found


@pytest.fixture
def television(pages: Pages, url: str) -> Iterator[Page]:
    """Return the table's page on a television that knows nobody."""
    with pages.lend({"width": 1920, "height": 1080}) as page:
        page.goto(f"{url}/table")
        expect(page.get_by_role("heading", name="being set up")).to_be_visible()
        yield page


def test_a_settlement_goes_on_by_itself(table: Table, television: Page) -> None:
    """Nobody is there to tap, so the next stage comes after a while."""
    television.clock.install()
    act(table, Start("last_chance", NAMES, first_seat=0).to_json())
    card = {"symbols": ["2", "3", "4", "5", "6"], "prize": 160_000, "attempts": 3}
    act(table, {"type": "flip", **card})
    act(table, {"type": "roll", "faces": ["2", "3", "4", "5", "6"]})
    expect(television.locator(".settling")).to_be_visible()
    turns = television.get_by_role("heading", name="Ben turns over a card")
    television.clock.run_for(30_000)
    expect(turns).to_be_visible()
    act(table, {"type": "undo"})
    expect(turns).to_be_hidden()
    shown: Any = table.snapshot()
    act(table, {"type": "undo", "to": shown["redo_to"]})
    expect(television.locator(".settling")).to_be_visible()
    television.clock.run_for(30_000)
    expect(turns).to_be_visible()


def test_an_auction_fills_the_room(table: Table, television: Page) -> None:
    """The leader, the card and the dice are shown once each, the dice large."""
    act(table, Start("last_chance", NAMES, first_seat=0).to_json())
    card = {"symbols": ["2", "3", "4", "5", "6"], "prize": 160_000, "attempts": 3}
    act(table, {"type": "flip", **card})
    act(table, {"type": "roll", "faces": ["2", "2", "4", "5", "6"]})
    act(table, {"type": "bid", "seat": 1, "amount": 50_000})
    expect(television.locator(".high")).to_contain_text("Ben50,000")
    expect(television.locator(".slot .card")).to_be_visible()
    expect(television.locator(".lane").filter(visible=True)).to_have_count(0)
    dice = television.locator(".die").filter(visible=True)
    expect(dice).to_have_count(10)  # five of them printed on the card
    box = dice.last.bounding_box()
    assert box
    assert box["height"] > 150
    assert faults_in_room(television) == []


def test_bets_lie_next_to_their_players(table: Table, television: Page) -> None:
    """Side and amount are shown, with nothing to tap."""
    rules = {"auction_clock": "manual", "bet_visibility": "open"}
    act(table, Start("last_chance", NAMES, options=rules, first_seat=0).to_json())
    card = {"symbols": ["2", "3", "4", "5", "6"], "prize": 160_000, "attempts": 3}
    act(table, {"type": "flip", **card})
    act(table, {"type": "roll", "faces": ["2", "2", "4", "5", "6"]})
    act(table, {"type": "bid", "seat": 1, "amount": 50_000})
    for k in (1, 2, 3):
        act(table, {"type": "count", "k": k})
    act(table, {"type": "bet", "seat": 0, "amount": 20_000, "on": "no"})
    expect(television.locator(".lane .placed")).to_have_text(["20,0002 ×10,000"])
    expect(television.locator(".lane .token")).to_have_attribute("aria-label", "No")
    assert faults_in_room(television) == []


def test_dice_that_no_camera_reads_are_shown(table: Table, television: Page, url: str) -> None:
    """Nobody is asked to tap them in here, and no dice of another game are shown."""
    FakeEye(url).read("1 2 2 4 4")
    act(table, Start("den_letzten", NAMES, first_seat=0).to_json())
    expect(television.locator(".slot > img")).to_be_visible()
    expect(television.locator(".slot .die")).to_have_count(0)
    act(table, {"type": "place_dog", "seat": 0, "space": 1})
    act(table, {"type": "dice", "faces": ["2", "3"]})
    expect(television.locator(".slot .die")).to_have_count(2)
    act(table, Start("jour_de_chance", NAMES, first_seat=0).to_json())
    expect(television.locator(".slot")).to_have_text("55")
    expect(television.locator(".slot .tray")).to_have_count(0)


def test_the_chart_of_an_ending_has_nothing_to_drag(table: Table, television: Page) -> None:
    """Nobody is there to do it."""
    rules = {"target": 1000, "entry": 0, "ending": "at_once"}
    act(table, Start("ten_thousand", NAMES, options=rules, first_seat=0).to_json())
    act(table, {"type": "dice", "faces": list("111462")})
    act(table, {"type": "bank", "seat": 0})
    expect(television.locator(".chart")).to_be_visible()
    expect(television.locator("input")).to_have_count(0)


@pytest.mark.parametrize("game", ["last_chance", "jour_de_chance", "ten_thousand", "yacht"])
def test_an_ending_shows_its_turning_points(
    game: str, table: Table, television: Page, publish: Callable[[], None]
) -> None:
    """All of them fit, since nobody can scroll, and all that the chart numbers are there."""
    television.clock.install()
    *_, view = play(GAMES[game], table, (*NAMES, "Dmitri"))
    publish()
    wait_for(television, view)
    television.clock.run_for(30_000)  # a settlement goes on
    feats = television.locator(".feat")
    expect(feats.first).to_be_visible()
    expect(television.locator(".chart-flag")).to_have_count(feats.count())
    for at in range(feats.count()):
        expect(feats.nth(at)).to_be_in_viewport(ratio=1)
    assert faults_in_room(television) == []
