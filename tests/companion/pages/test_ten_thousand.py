"""Ten Thousand on the page: dice are entered, set aside, rolled again, banked and lost."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.table.acts import Start
from companion.table.table import ActionRequest, Table
from tests.companion.pages.accessibility import faults
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.geometry import resize
from tests.companion.pages.lending import Pages
from tests.companion.pages.playing import act
from tests.companion.pages.test_yacht import EIGHT, Thrower


@pytest.fixture
def thrower(page: Page, url: str, table: Table, pictures: Path) -> Thrower:
    """Return a player at a game of two in which Ana begins and has few points to go."""
    setup: dict[str, Any] = {"names": ["Ana", "Ben"], "first_seat": 0, "options": {"target": 2000}}
    version: Any = table.snapshot()["version"]
    table.submit(
        ActionRequest("start", version, {"type": "start", "game": "ten_thousand", **setup})
    )
    return Thrower(page, url, pictures)


@ON_A_PHONE
def test_a_game(thrower: Thrower, table: Table) -> None:
    """Players set some dice aside, then all, bank, lose all points, and play the last turns."""
    page = thrower.page
    thrower.open()
    thrower.picture("ten-thousand-start", whole=True)
    thrower.tell_dice("1 1 1 5 2 3")
    risk = page.locator(".ten-thousand-risk")
    expect(risk).to_contain_text("Roll 2: farkle 44%")
    expect(risk).not_to_contain_text("Best on average")
    thrower.tap("Suggest a play")
    expect(risk).to_contain_text("Best on average: bank")
    thrower.keep("1 5 2")
    expect(page.get_by_text("One of these dice doesn’t score")).to_be_visible()
    expect(page.get_by_text("This turn")).to_have_count(0)
    thrower.keep("1 1 1")
    expect(risk).to_contain_text("Roll 3: farkle 28%")
    assert faults(page) == []
    thrower.picture("ten-thousand-turn", whole=True)
    expect(page.get_by_text("This turn: 1,000")).to_be_visible()
    thrower.tell_dice("5 5 1")
    expect(page.get_by_text("Hot dice: all the dice score.")).to_be_visible()
    thrower.tell_dice("5 2 3 3 4 6")
    thrower.picture("ten-thousand-hot", whole=True)
    thrower.moved(lambda: thrower.tap("Bank 1,250"))
    expect(page.get_by_text("Ana banks 1,250").first).to_be_visible()
    act(table, {"type": "dice", "faces": list("444233")})
    expect(page.get_by_text("400 points: you need 500 to bank.")).to_be_visible()
    assert not thrower.shows("Bank 400")
    act(table, {"type": "dice", "faces": list("444266"), "kept": [0, 1, 2]})
    expect(page.get_by_text("Farkle! Ben loses 400").first).to_be_visible()
    thrower.picture("ten-thousand-farkle", whole=True)
    act(table, {"type": "dice", "faces": list("111233")})
    thrower.moved(lambda: thrower.tap("Bank 1,000"))
    expect(page.get_by_text("The last turns: 2,250 to beat").first).to_be_visible()
    act(table, {"type": "dice", "faces": list("223466")})
    expect(page.get_by_role("heading", name="Ana wins!")).to_be_visible()
    thrower.moved(lambda: thrower.tap("Undo"))
    expect(page.get_by_role("heading", name="Ben rolls all the dice")).to_be_visible()


OUT_OF_SIGHT = """() => [...document.querySelectorAll('.stage *')]
  .filter((node) => node.checkVisibility() && !node.closest('svg, .unseen'))
  .filter((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth;
  }).map((node) => node.className + node.textContent)"""


def test_eight_players_fit(table: Table, pages: Pages, url: str) -> None:
    """A tablet shows their progress, the dice and the buttons in each state."""

    def look(page: Page) -> None:
        for width, height in ((1280, 800), (1024, 600)):
            resize(page, width, height)
            assert page.evaluate(OUT_OF_SIGHT) == []

    act(table, Start("ten_thousand", EIGHT, first_seat=0).to_json())
    with pages.lend({"width": 1280, "height": 800}, locale="de") as page:
        page.goto(url)
        page.wait_for_selector(".ten-thousand-lane")
        look(page)
        act(table, {"type": "dice", "faces": list("111523")})
        page.locator(".keep-die").first.wait_for()
        look(page)
        page.locator(".keep-die").last.tap()
        page.get_by_text("Einer dieser Würfel bringt keine Punkte").wait_for()
        look(page)


# Whether the effect is added to the page, and whether a tap ends it.
WATCH = """() => {
  window.seconds = [];
  new MutationObserver((all) => {
    for (const node of all.flatMap(({ addedNodes }) => [...addedNodes])) {
      const said = node.textContent;
      if (!node.matches('.second-look')) continue;
      node.dispatchEvent(new Event('pointerdown'));
      window.seconds.push(`${said} ${node.isConnected}`);
    }
  }).observe(document.body, { childList: true });
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@ON_A_TABLET
def test_a_farkle_is_shown_for_a_second(motion: Any, thrower: Thrower, table: Table) -> None:
    """The whole display shows it, unless less motion is preferred; a tap ends it."""
    page = thrower.page
    thrower.open()
    page.emulate_media(reduced_motion=motion)
    act(table, {"type": "dice", "faces": list("111523")})
    page.locator(".keep-die").first.wait_for()
    page.evaluate(WATCH)
    act(table, {"type": "dice", "faces": list("111462"), "kept": [0, 1, 2]})
    expect(page.get_by_role("heading", name="Ben rolls all the dice")).to_be_visible()
    seen = page.evaluate("window.seconds")
    assert seen == ([] if motion == "reduce" else ["AnaFarkle!−1,000 false"])
    stays = page.locator(".hero .warn")
    expect(stays).to_contain_text("Farkle! Ana loses 1,000")
    expect(stays.locator(".die")).to_have_count(3)


@ON_A_TABLET
def test_a_player_who_left_is_not_seated_again(thrower: Thrower, table: Table) -> None:
    """*Play again* includes only people who stayed."""
    rules: dict[str, Any] = {"target": 1000, "entry": 0, "ending": "at_once"}
    start = Start("ten_thousand", ("Ana", "Ben", "Cleo"), first_seat=0, options=rules)
    act(table, start.to_json())
    act(table, {"type": "leave", "seat": 1})
    act(table, {"type": "dice", "faces": list("111523")})
    act(table, {"type": "bank", "seat": 0})
    thrower.open()
    thrower.moved(lambda: thrower.tap("Play again"))
    assert [seat["name"] for seat in thrower.snapshot()["seats"]] == ["Ana", "Cleo"]


@ON_A_TABLET
def test_the_next_player_takes_over_or_rolls_all(thrower: Thrower, table: Table) -> None:
    """A button switches between them; the remaining dice are tapped in."""
    version: Any = table.snapshot()["version"]
    options = {"take_over": True, "entry": 0}
    setup = {"game": "ten_thousand", "names": ["Ana", "Ben"], "first_seat": 0, "options": options}
    table.submit(ActionRequest("again", version, {"type": "start", **setup}))
    for seat, dice in ((0, "5 2 2 3 4 6"), (1, "1 2 2 3 4 6"), (0, "1 1 1 2 3 4")):
        act(table, {"type": "throw", "seat": seat, "kept": [], "thrown": dice.split()})
        act(table, {"type": "bank", "seat": seat})
    page = thrower.page
    thrower.open()
    expect(page.get_by_role("heading", name="Ben takes over 1,000 points")).to_be_visible()
    expect(page.get_by_text("Tap what 3 dice show")).to_be_visible()
    thrower.tap("Roll all the dice")
    expect(page.get_by_text("Tap what 6 dice show")).to_be_visible()
    thrower.tap("Take over 1,000")
    thrower.tell_dice("5 2 3")
    thrower.moved(lambda: thrower.tap("Bank 1,050"))
    assert thrower.snapshot()["seats"][1]["total"] == 1150
