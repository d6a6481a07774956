"""On the page of a free table, people choose and change a box and play rounds with it.

CROUPIER_ROUNDS sets how many: ten take half a minute.
"""

import json
import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.table.table import Table
from tests.companion.pages.accessibility import faults
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.geometry import faults_of_layout, resize
from tests.companion.pages.player import Player
from tests.companion.pages.playing import act, wait_for
from tests.companion.pages.test_eye import FakeEye
from tests.companion.pages.test_geometry import SPEAK

ROUNDS = int(os.environ.get("CROUPIER_ROUNDS", "2"))

OVER_EACH_OTHER = """(nodes) => nodes.filter((node, at) => {
  const one = node.getBoundingClientRect();
  const next = nodes[at + 1]?.getBoundingClientRect();
  const over = next && one.right > next.left && one.bottom > next.top && one.left < next.right;
  return over || node.scrollWidth > node.clientWidth;
}).map((node) => node.textContent)"""


class Banker(Player):
    """Somebody who keeps a family's own box."""

    def check(self) -> None:
        """Check that nothing overflows, and no script failed."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{wide} pixels too wide"
        assert self.errors == []

    def look(self, name: str) -> None:
        """Check the page by axe and our measurements, and save a picture of it as `name`."""
        self.picture(name, whole=True)
        assert faults(self.page) == []

    def act(self, name: str) -> None:
        """Tap the button `name`, which acts at the table."""
        self.moved(lambda: self.page.get_by_role("button", name=name).first.tap())

    def pay(self, name: str, sum_: str) -> None:
        """Choose a payee and an amount, and confirm."""
        self.page.get_by_role("button", name=name).first.tap()
        for digit in sum_:
            self.page.locator(".keypad").get_by_role("button", name=digit, exact=True).tap()
        self.picture("free-pay")
        self.moved(lambda: self.page.locator(".sheet .main").tap())

    @property
    def cash(self) -> list[int]:
        """Return everybody's money, according to the table."""
        return [seat["cash"] for seat in self.snapshot()["seats"]]


@pytest.fixture
def banker(page: Page, url: str, pictures: Path) -> Banker:
    """Return the banker of a table where no game has begun."""
    banker = Banker(page, url, pictures)
    banker.open()
    return banker


@ON_A_TABLET
def test_rounds_of_property_trading(banker: Banker) -> None:
    """A box of 1500 each and a salary of 200 is set up by taps; rent is paid, and a gift undone."""
    page = banker.page
    banker.choose("Free table")
    for number, name in enumerate(("Ana", "Ben"), 1):
        page.get_by_role("textbox", name=f"player {number}").fill(name)
    banker.tap("Change Ana’s place")
    banker.tap("Ana goes first")
    banker.moved(lambda: banker.tap("Start the game"))
    page.get_by_role("radio", name="Property trading").check()
    banker.picture("free-boxes", whole=True)
    banker.tap("Change the game")
    page.get_by_role("textbox", name="Name of the game").fill("Our street")
    banker.look("free-form")
    banker.act("Start “Our street”")
    banker.picture("free-begun", whole=True)
    assert banker.cash == [1500, 1500]
    for turn in range(2 * ROUNDS):
        banker.tell_dice("3 3" if turn % 2 else "4 1")
        if turn in (0, 3):
            banker.act("Salary 200")
            banker.pay("Pay the bank" if turn else "Ana pays Ben", "125")
        if turn == 1:
            banker.look("free-turn")
        banker.act("Next player")
    assert banker.cash == [1500 + 75, 1500 + 125 + 75]
    assert banker.snapshot()["turn_count"] == 2 * ROUNDS
    banker.act("Birthday 10")
    assert banker.cash == [1585, 1690]
    banker.moved(lambda: banker.tap("Undo"))
    assert banker.cash == [1575, 1700]
    banker.act("End the game")
    expect(page.get_by_role("heading", name="Ben wins!")).to_be_visible()
    banker.picture("free-over", whole=True)


def start(table: Table, names: str = "Ana Ben", **box: Any) -> None:
    """Begin a game of Ana and Ben, with a box of these parts unless there are none."""
    setup: dict[str, Any] = {"names": names.split(), "first_seat": 0, "options": {}}
    act(table, {"type": "start", "game": "free_table", **setup})
    if box:
        act(table, {"type": "arrange", "box": {"name": "Ours", **box}})


@ON_A_TABLET
def test_each_device_names_a_ready_box_in_its_language(banker: Banker, table: Table) -> None:
    """Also what was said in the language of the device that chose it."""
    start(table)
    banker.page.get_by_text("Property trading").first.tap()
    banker.act("Start “Property trading”")
    banker.act("Salary")
    banker.page.evaluate(SPEAK, "de")
    expect(banker.page.locator(".free-button").first).to_contain_text("Gehalt")
    banker.page.locator(".tool-log").tap()
    log = banker.page.locator(".drawer")
    expect(log).to_contain_text("Gehalt")
    expect(log).to_contain_text("Grundstückshandel")


@ON_A_PHONE
def test_a_box_of_ones_own(
    page: Page, url: str, table: Table, pictures: Path, tmp_path: Path
) -> None:
    """It is kept, shared, forgotten and imported again; a truncated file is refused."""
    start(table)
    banker = Banker(page, url, pictures)
    banker.open()
    page.get_by_role("radio", name="Property trading").check()
    banker.tap("Change the game")
    page.get_by_role("textbox", name="Name of the game").fill("Our street")
    page.get_by_role("textbox", name="Currency").fill("gold")
    banker.tap("Add a counter")
    banker.tap("Save as my game")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export…").click()
    whole, cut = tmp_path / "whole.json", tmp_path / "cut.json"
    download.value.save_as(whole)
    cut.write_bytes(whole.read_bytes()[:-30])
    assert json.loads(whole.read_text())["box"]["currency"] == "gold"
    banker.tap("Delete this game")
    boxes = page.get_by_role("radiogroup", name="Which game?").get_by_role("radio")
    expect(boxes).to_have_count(4)
    file = page.locator("input[type=file]")
    file.set_input_files(cut)
    expect(page.get_by_text("This file isn’t a complete game.")).to_be_visible()
    for count in (5, 6):
        file.set_input_files(whole)
        expect(boxes).to_have_count(count)
    banker.look("free-own")
    page.get_by_role("radio", name="Our street (2)").check()
    banker.act("Start “Our street (2)”")
    assert banker.snapshot()["box"]["name"] == "Our street (2)"
    expect(page.locator(".seat").first).to_contain_text("1,500\u202fgold")


@ON_A_TABLET
def test_an_impossible_number_is_corrected_at_once(banker: Banker, table: Table) -> None:
    """The corrected number is shown, even while the keyboard is open, and counts."""
    start(table)
    banker.page.get_by_role("radio", name="Property trading").check()
    banker.tap("Change the game")
    money = banker.page.get_by_role("spinbutton", name="Each player gets")
    for typed in ("-5", "-3"):
        money.fill(typed)
        money.press("Enter")
        expect(money).to_have_value("0")
    money.fill("2000")
    banker.act("Start “Property trading”")
    assert banker.cash == [2000, 2000]


@ON_A_PHONE
def test_dice_and_payments_are_in_reach_on_a_phone(banker: Banker, table: Table) -> None:
    """The current player need not scroll to them, and no button covers them."""
    for names, name in (("Ana Ben", "Ana pays Ben"), ("Ana Ben Cy Dia", "6")):
        start(table, names)
        banker.act("Start “Property trading”")
        button = banker.page.get_by_role("button", name=name, exact=True)
        expect(button).to_be_visible()
        assert button.evaluate("""(node) => {
          const { left, top, width, height } = node.getBoundingClientRect();
          return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }""")


@ON_A_PHONE
def test_points_and_counters(page: Page, url: str, table: Table, pictures: Path) -> None:
    """Points are tapped into the sheet, negative ones too; a counter goes up."""
    start(table, sheet="most", counters=["Lives"])
    banker = Banker(page, url, pictures)
    banker.open()
    for name, minus in (("Ana", False), ("Ben", True)):
        if minus:
            banker.tap("Negative points")
        banker.picture("free-points", whole=True)
        banker.tap(f"{name}, round 1")
        expect(page.get_by_role("dialog", name=f"{name}, round 1")).to_be_visible()
        page.locator(".keypad").get_by_role("button", name="7", exact=True).tap()
        banker.moved(lambda: page.locator(".sheet .main").tap())
    expect(banker.button("Ben, round 1: −7")).to_be_visible()
    banker.act("Ben: Lives +1")
    banker.look("free-sheet")
    seats = banker.snapshot()["seats"]
    assert [seat["points"] for seat in seats] == [[7], [-7]]
    assert seats[1]["counters"] == [1]


@ON_A_TABLET
def test_the_winner_takes_the_pot_with_one_tap(banker: Banker, table: Table) -> None:
    """Nothing moves when the first chips come; the sheet names the pot, and no dice are shown.

    Nor when somebody is all in, who can read which blinds they can't pay. A phone scrolls nothing.
    """
    start(table, "Ana Ben Cy Dia")
    banker.page.get_by_role("radio", name="Poker chips").check()
    banker.act("Start “Poker chips”")
    into = banker.button("Pay into the pot")
    place = into.bounding_box()
    banker.act("Small blind 10")
    assert into.bounding_box() == place
    expect(banker.page.locator(".hero")).to_contain_text("Pot10")
    resize(banker.page, 390, 844)
    assert banker.page.evaluate("document.documentElement.scrollHeight") <= 844
    resize(banker.page, 844, 390)
    banker.tap("Take from the pot")
    sheet = banker.page.get_by_role("dialog", name="Ana takes from the pot")
    expect(sheet).to_contain_text("1 to 10")
    expect(sheet).not_to_contain_text("steps")
    places = "keys => keys.map((key) => key.getBoundingClientRect())"
    resize(banker.page, 1024, 600)
    expect(sheet.get_by_role("button", name="Cancel")).to_be_in_viewport(ratio=1)
    resize(banker.page, 844, 390)
    keys = sheet.locator(".keypad > *").evaluate_all(places)
    assert all(a["y"] < b["y"] or b["x"] < a["right"] + 12 for a, b in pairwise(keys)), "a hole"
    act(table, {"type": "pay_out", "to": 0, "amount": 4})
    expect(sheet).to_contain_text("1 to 6")
    banker.tap("All: 6")
    banker.moved(lambda: banker.page.locator(".sheet .main").tap())
    assert banker.cash == [1000] * 4
    buttons = banker.page.locator(".free-body button")
    boxes = "nodes => nodes.map((node) => JSON.stringify(node.getBoundingClientRect()))"
    before = buttons.evaluate_all(boxes)
    act(table, {"type": "pay", "seat": 0, "amount": 1000, "to": None})
    blind = banker.button("Small blind 10")
    expect(blind).to_be_disabled()
    assert buttons.evaluate_all(boxes) == before
    ink = "(node) => getComputedStyle(node).getPropertyValue('--ink-soft')"
    assert blind.evaluate(ink) == banker.page.locator("body").evaluate(ink)


@ON_A_TABLET
def test_darts_ask_for_points_first(banker: Banker, table: Table) -> None:
    """Brass marks the next step: first the player's points, then the next player, or the end."""
    start(table)
    banker.page.get_by_role("radio", name="Darts").check()
    banker.act("Start “Darts”")
    slot, picture = (banker.page.locator(one).bounding_box() for one in (".slot", ".slot img"))
    assert slot
    assert picture
    assert picture["width"] <= slot["width"]
    assert banker.page.locator(".stage .main").all_inner_texts() == ["Enter round 1"]
    banker.page.locator(".stage .main").tap()
    banker.page.locator(".keypad").get_by_role("button", name="7", exact=True).tap()
    banker.moved(lambda: banker.page.locator(".sheet .main").tap())
    expect(banker.page.locator(".main")).to_have_text(["Next player"])
    act(table, {"type": "score", "seat": 0, "round": 2, "points": 494})
    expect(banker.page.get_by_role("heading", name="Ana has reached 0.")).to_be_visible()
    expect(banker.page.locator(".main")).to_have_text(["End the game"])


@ON_A_TABLET
def test_a_clock_of_ones_own(page: Page, url: str, table: Table, pictures: Path) -> None:
    """It runs down on the screen, even while points are entered; each player keeps the rest."""
    start(table, turns="chess", seconds=600, counters=["Lives"])
    banker = Banker(page, url, pictures)
    banker.open()
    clock = page.locator("[data-clock]")
    expect(clock).to_contain_text("9:5")
    banker.act("Ana: Lives +1")
    expect(clock).to_contain_text("9:5")
    page.evaluate("() => { const then = performance.now(); performance.now = () => then; }")
    shown = clock.text_content()  # as on a device that sleeps
    expect(clock).not_to_have_text(str(shown), timeout=5000)
    banker.tap("Hold")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    banker.look("free-clock")
    before = clock.text_content()
    banker.act("Next player")
    expect(clock).to_have_text("10:00")
    left = banker.snapshot()["seats"][0]["left"]
    assert left < 600
    assert before == f"9:{left - 540}"


@ON_A_TABLET
def test_virtual_dice_roll_above_the_buttons(banker: Banker, table: Table, url: str) -> None:
    """They take the stage, none of them cut off below it."""
    FakeEye(url, demo=True).beat("empty")
    start(table, dice=2)
    banker.tap("Roll")
    boxes = [banker.page.locator(name).bounding_box() for name in (".rolls", ".dock .throw")]
    rolls, button = (box for box in boxes if box)
    assert rolls["y"] + rolls["height"] <= button["y"] + 10


@ON_A_PHONE
def test_a_table_with_only_dice_shows_earlier_rolls(banker: Banker, table: Table) -> None:
    """They are complete, newest first, above the button, however many there are."""
    start(table, dice=5)
    for roll in range(12):
        act(
            table,
            {"type": "throw", "seat": 0, "faces": [str(1 + (roll + n) % 6) for n in range(5)]},
        )
    rolls = banker.page.locator(".free-rolls > li")
    expect(rolls).to_have_count(12)  # the heading, and all but the last roll
    expect(rolls.nth(1)).to_contain_text("17")
    boxes = "(rows) => rows.map((row) => row.getBoundingClientRect())"
    list_ = banker.page.locator(".free-rolls").bounding_box()
    button = banker.page.get_by_role("button", name="6", exact=True).bounding_box()
    assert list_
    assert button
    assert button["y"] + button["height"] <= 844
    end = list_["x"] + list_["width"]
    seen = [row for row in rolls.evaluate_all(boxes) if row["left"] < end]
    assert len(seen) >= 4
    assert all(row["right"] <= end and row["bottom"] <= button["y"] for row in seen)


@ON_A_TABLET
def test_dice_of_twenty_sides_are_tapped_in(banker: Banker, table: Table) -> None:
    """They are tapped on a pad of all their faces, even if a camera watches the tray."""
    start(table, dice=2, sides=20)
    for face in ("20", "7"):
        banker.page.get_by_role("button", name=face, exact=True).tap()
    banker.act("Yes, play these")
    banker.check()
    assert banker.snapshot()["throws"][-1]["sum"] == 27


@ON_A_TABLET
def test_one_player_has_as_much_room_as_each_of_two(banker: Banker, table: Table) -> None:
    """Only the seats of four and more are low on a phone."""
    heights = []
    resize(banker.page, 390, 844)
    for names in ("Ana", "Ana Ben"):
        start(table, names, sheet="most")
        expect(banker.page.locator(".seat")).to_have_count(len(names.split()))
        box = banker.page.locator(".seat").first.bounding_box()
        heights.append(box and box["height"])
    assert heights[0] == heights[1]


@ON_A_TABLET
def test_twelve_in_two_teams(banker: Banker, table: Table) -> None:
    """All are in sight on a tablet, with their team and its points, and a phone gets no wider.

    On a phone they have three lines, and the current player's lane is above the others.
    """
    twelve = "Ana Ben Cy Dia Eva Finn Gus Hal Ida Jo Kai Bartholomäus"
    start(table, twelve, sheet="most", turns="untimed", teams=2)
    act(table, {"type": "score", "seat": 2, "round": 1, "points": 40})
    act(table, {"type": "score", "seat": 11, "round": 1, "points": 7})
    page = banker.page
    expect(page.locator(".seat .seat-cash")).to_have_text(["A 40", "B 7"] * 6)
    assert page.locator(".seat").evaluate_all(OVER_EACH_OTHER) == []
    expect(page.get_by_role("button", name="Bartholomäus, round 2")).to_be_in_viewport()
    banker.check()
    resize(page, 360, 640)
    assert page.locator(".seat").evaluate_all(OVER_EACH_OTHER) == []
    strip = page.locator(".seats").bounding_box()
    assert strip is not None
    assert strip["height"] < 640 / 4, "names fill the display"
    for seat in range(7):
        view = act(table, {"type": "end_turn", "seat": seat})
    wait_for(page, view)
    enter = banker.button("Hal, round 1").bounding_box()
    dock = page.locator(".dock").bounding_box()
    assert enter is not None
    assert dock is not None
    assert enter["y"] + enter["height"] <= dock["y"], "the current player has to be looked for"
    banker.act("End the game")
    expect(page.get_by_role("heading", name="Ana, Cy, Eva, Gus, Ida, and Kai win!")).to_be_visible()
    banker.check()


@ON_A_TABLET
def test_a_box_with_everything_on_every_display(banker: Banker, table: Table) -> None:
    """Nothing is squeezed until it is empty or covers anything, however many play."""
    everything: dict[str, Any] = {
        "dice": 3,
        "money": True,
        "start_money": 2000,
        "sheet": "most",
        "turns": "chess",
        "counters": ["Lives", "Cards"],
        "seconds": 3600,
    }
    for names in ("Ana Benedikt Chloé Dmitri", "Ana Ben Cy Dia Eva Finn Gus Hal Ida Jo Kai Lea"):
        start(table, names, **everything)
        for size in ((1280, 800), (1024, 600), (844, 390), (390, 844), (360, 640)):
            resize(banker.page, *size)
            assert faults_of_layout(banker.page) == [], size
            if size[0] == 844:
                banker.tap("Change the game")
                dock = banker.page.locator(".dock").bounding_box()
                assert dock is not None
                assert dock["height"] < 60, "little is left of the form"
                banker.tap("Cancel")


@ON_A_TABLET
def test_the_picked_one_of_twelve_has_a_readable_name(banker: Banker, table: Table) -> None:
    """The name is next to all chips, which keep their size."""
    start(table, "Ana Ben Cy Dia Eva Finn Gus Hal Ida Jo Kai Clementine", money=True)
    page = banker.page
    chips = page.locator(".free-chip")
    chips.nth(11).tap()
    for width, height in ((1280, 800), (1024, 600), (360, 640)):
        resize(page, width, height)
        assert page.locator(".free-chip, .free-chip + b").evaluate_all(OVER_EACH_OTHER) == []
        widths = chips.evaluate_all("chips => chips.map((chip) => chip.offsetWidth)")
        assert min(widths) >= 48, (width, height)
