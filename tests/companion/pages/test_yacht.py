"""Yacht on the page: people enter and keep dice, ask for the best play and tap boxes."""

import threading
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.table.acts import Start
from companion.table.eyes import EyeReport
from companion.table.table import ActionRequest, Table
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.geometry import resize
from tests.companion.pages.lending import Pages
from tests.companion.pages.player import TAKE_YOU, Player
from tests.companion.pages.playing import act, wait_for

EIGHT = (
    "Maximiliane-Friederike",
    "Chloé",
    "Bartholomäus Steinbach",
    "Jean-Christophe Lefèvre",
    "Ömer",
    "Wilhelmine",
    "Großmutter Hildegard",
    "Anna-Katharina",
)
FAMILY = ("Ana Maria", "Benedikt", "Chloé", "Dmitri", "Eva", "Finn", "Guillermo", "Henriette")
# Parts of the sheet and dice that are not completely visible, and parts that need scrolling.
OUT_OF_SIGHT = """() => {
  const parts = [...document.querySelectorAll('.yacht-row, [data-box], .keep-dice > *, .dock *')];
  const out = parts.filter((node) => node.checkVisibility()).filter((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
  });
  const stage = document.querySelector('.stage');
  const scrolls = stage.scrollHeight > stage.clientHeight || stage.scrollWidth > stage.clientWidth;
  return [...out.map((node) => node.textContent), ...(scrolls ? ['scrolls'] : [])];
}"""
# A tap anywhere in its row is meant for the box.
BOX_TOPS = """() => [...document.querySelectorAll('.yacht-row, .yacht-whose')]
  .map((row) => Math.round(row.getBoundingClientRect().top))"""
LOWEST_ROW = """() => Math.min(...[...document.querySelectorAll('button[data-box]')]
  .map((box) => box.closest('.yacht-row').getBoundingClientRect())
  .filter(({ left, top, height }) =>
    document.elementFromPoint(left + 20, top + height / 2)?.matches('[data-box]'))
  .map(({ height }) => height))"""


class Thrower(Player):
    """Somebody who rolls five real dice and enters what they show."""

    def check(self) -> None:
        """Check that nothing overflows, and no script failed."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{wide} pixels too wide"
        assert self.errors == []

    def score(self, box: str) -> None:
        """Tap `box`, found by its name and its points."""
        self.moved(lambda: self.page.get_by_role("button", name=box, exact=True).tap())


@pytest.fixture
def thrower(page: Page, url: str, table: Table, pictures: Path) -> Thrower:
    """Return a player at a game of two in which Ana begins."""
    setup: dict[str, Any] = {"names": ["Ana", "Ben"], "first_seat": 0, "options": {}}
    version: Any = table.snapshot()["version"]
    table.submit(ActionRequest("start", version, {"type": "start", "game": "yacht", **setup}))
    return Thrower(page, url, pictures)


@ON_A_TABLET
def test_a_turn(thrower: Thrower) -> None:
    """Ana rolls, asks for the best play, keeps it, rolls again and scores; then Ben is next."""
    page = thrower.page
    thrower.open()
    thrower.picture("yacht-start", whole=True)
    thrower.tell_dice("2 2 3 3 5")
    thrower.tap("Suggest a play")
    expect(page.locator(".yacht-remark")).to_contain_text("about 251 points in the end")
    thrower.keep("3 3")
    expect(page.locator(".yacht-remark")).not_to_contain_text("costs")
    thrower.keep("2 2 3 3")
    expect(page.locator(".yacht-remark")).to_contain_text("your pick costs 2.6 points")
    thrower.picture("yacht-advice", whole=True)
    thrower.tell_dice("3")
    assert [one["kept"] for one in thrower.snapshot()["dice"]] == [True] * 4 + [False]
    thrower.score("Full house: 25")
    expect(page.locator(".yacht-remark")).to_have_text("Ana scores 25: Full house")
    expect(page.get_by_role("heading", name="Ben rolls all the dice")).to_be_visible()
    expect(page.get_by_role("row", name="Full house")).to_contain_text("25")
    thrower.moved(lambda: thrower.tap("Undo"))
    assert thrower.snapshot()["seats"][0]["total"] == 0


@ON_A_TABLET
def test_best_play_that_takes_time_moves_nothing(
    thrower: Thrower, may_solve: threading.Event
) -> None:
    """Its button is there from the start, and can be tapped once the odds are computed."""
    page = thrower.page
    thrower.open()
    thrower.tell_dice("2 2 3 3 5")
    assert thrower.snapshot()["odds_follow"]
    suggest = page.get_by_role("button", name="Suggest a play")
    expect(suggest).to_be_disabled()
    places = page.locator(".yacht :is(button, .yacht-row)").all()
    before = [place.bounding_box() for place in places]
    may_solve.set()
    expect(suggest).to_be_enabled()
    assert [place.bounding_box() for place in places] == before
    suggest.tap()
    expect(page.locator(".yacht-remark")).to_contain_text("about 251 points in the end")


@ON_A_TABLET
def test_a_replay_shows_sheets_and_best_play(thrower: Thrower, table: Table) -> None:
    """Spectators may ask for both."""
    page = thrower.page
    act(table, {"type": "dice", "faces": list("22335")})
    thrower.open()
    thrower.tap("Earlier games")
    page.locator(".past-game").tap()
    thrower.tap("Replay")
    bar = page.get_by_role("region", name="Replay")
    expect(bar).to_contain_text("0/1")
    thrower.tap("Next move")
    expect(bar).to_contain_text("1/1")
    thrower.tap("Suggest a play")
    expect(page.locator(".yacht-remark")).to_contain_text("about 251 points in the end")
    expect(page.get_by_role("row", name="Full house")).to_contain_text("0−22.5")
    thrower.picture("yacht-replay", whole=True)
    thrower.check()


@ON_A_TABLET
def test_tapping_a_die_that_has_just_gone_does_nothing(thrower: Thrower, table: Table) -> None:
    """Another tablet has meanwhile filled the box and ended the turn."""
    page = thrower.page
    act(table, {"type": "dice", "faces": list("22335")})
    thrower.open()
    page.get_by_role("group", name="Tap the dice that stay").get_by_role("button").first.hover()
    page.mouse.down()
    act(table, {"type": "score", "seat": 0, "box": "chance"})
    page.wait_for_timeout(150)
    page.mouse.up()
    expect(page.get_by_role("heading", name="Ben rolls all the dice")).to_be_visible()
    thrower.check()


@pytest.mark.parametrize("players", [2, 5, 8])
def test_the_whole_sheet_is_in_sight(players: int, table: Table, pages: Pages, url: str) -> None:
    """On a tablet with long names, nothing needs scrolling, before and after each roll."""

    def look(page: Page, *, rows: bool = False) -> None:
        for width, height, least in ((1280, 800, 48), (1024, 600, 36)):
            resize(page, width, height)
            assert page.evaluate(OUT_OF_SIGHT) == []
            assert not rows or page.evaluate(LOWEST_ROW) >= least

    act(table, Start("yacht", EIGHT[:players], first_seat=0).to_json())
    with pages.lend({"width": 1280, "height": 800}, locale="de") as page:
        page.goto(url)
        page.wait_for_selector("[data-box], .yacht-row")
        look(page)
        for faces, kept in (("22335", []), ("22336", [0, 1, 2, 3])):
            act(table, {"type": "dice", "faces": list(faces), "kept": kept})
            page.locator("[data-box=chance]", has_text=str(sum(map(int, faces)))).wait_for()
            look(page, rows=True)
        page.get_by_role("button", name="Tipp geben").tap()
        page.wait_for_timeout(100)
        look(page)


def test_a_phone_on_its_side_shows_the_sheet_of_eight(table: Table, pages: Pages, url: str) -> None:
    """Nothing is scrolled, and the best play covers no box."""
    act(table, Start("yacht", EIGHT, first_seat=0).to_json())
    act(table, {"type": "dice", "faces": list("22335")})
    with pages.lend({"width": 844, "height": 390}, locale="de") as page:
        page.goto(url)
        page.get_by_role("button", name="Tipp geben").tap()
        page.locator("[data-box] small").first.wait_for()
        assert page.evaluate(OUT_OF_SIGHT) == []
        assert page.evaluate("document.documentElement.scrollHeight") == 390


@pytest.mark.parametrize(("width", "height"), [(1024, 600), (390, 844)])
def test_three_columns_belong_to_one_player(
    width: int, height: int, table: Table, pages: Pages, url: str
) -> None:
    """A tablet shows all; a phone scrolls the boxes. A tap scores in the tapped column."""
    act(table, Start("yacht", EIGHT, first_seat=0, preset="triple").to_json())
    act(table, {"type": "dice", "faces": list("22333"), "kept": []})
    with pages.lend({"width": width, "height": height}, locale="de") as page:
        page.goto(url)
        page.wait_for_selector("[data-box='chance*3']")
        on_tablet = width > 900
        found = page.evaluate(OUT_OF_SIGHT)
        assert found == [] if on_tablet else page.evaluate("document.body.scrollWidth") == width
        page.get_by_role("button", name="Full House × 3: 25", exact=True).click()
        expect(page.get_by_role("heading", name=EIGHT[1])).to_be_visible()
        page.get_by_role("button", name=EIGHT[0], exact=True).click()
        row = page.get_by_role("row", name="Full House")
        expect(row.get_by_role("cell")).to_have_text(["", "", "25"])
        total = page.get_by_role("row", name="Summe", include_hidden=True)
        expect(total.get_by_role("cell", include_hidden=True)).to_have_text(["0", "0", "75"])


@ON_A_TABLET
def test_a_box_shows_the_points_it_would_score(thrower: Thrower, table: Table) -> None:
    """They are in the current player's column; the best is brass, and the others are not paler."""
    page = thrower.page
    act(table, {"type": "dice", "faces": list("22333")})
    thrower.open()
    expect(page.locator("[data-box]")).to_have_count(13)
    expect(page.locator(".best")).to_have_attribute("data-box", "full_house")
    expect(page.locator(".zero[data-box=yacht]")).to_be_visible()
    thrower.score("Yacht: 0")
    expect(page.get_by_role("row", name="Yacht").locator(".zero")).to_have_text("–")
    expect(page.locator("[data-box]")).to_have_count(0)


@ON_A_PHONE
def test_a_zero_needs_two_taps_without_undo(thrower: Thrower, table: Table) -> None:
    """A seated phone has no undo; a box with points is scored at once."""
    page = thrower.page
    act(table, {"type": "dice", "faces": list("22333")})
    thrower.open()
    thrower.take_for("player", seat=0)
    page.locator("[data-box=yacht]").tap()
    expect(page.get_by_role("alertdialog")).to_contain_text("Score 0 in Yacht?")
    thrower.tap("Cancel")
    assert thrower.snapshot()["seats"][0]["sheet"]["yacht"] is None
    page.locator("[data-box=yacht]").tap()
    thrower.moved(page.locator(".danger").tap)
    assert thrower.snapshot()["seats"][0]["sheet"]["yacht"] == 0


# Boxes that cannot be tapped at their centre, and figures that cross the border of their box.
COVERED = """() => [...document.querySelectorAll('[data-box]')].filter((box) => {
  const { left, right, top, width, height, bottom } = box.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  const cost = box.querySelector('small').firstChild;
  const range = document.createRange();
  range.selectNode(cost);
  const text = range.getBoundingClientRect();
  const inside = bottom < innerHeight;
  return text.left < left || text.right > right || (inside && !box.contains(found));
}).map((box) => box.textContent)"""


def test_nothing_covers_the_boxes_of_a_phone(table: Table, pages: Pages, url: str) -> None:
    """The buttons are above the sheet, and the costs of other plays fit into its cells."""
    act(table, Start("yacht", EIGHT[:4], first_seat=0).to_json())
    table.take_report(EyeReport("run1", "empty", camera="demo", demo=True))
    act(table, {"type": "dice", "faces": list("22335")})
    with pages.lend({"width": 390, "height": 844}, locale="de") as page:
        page.goto(url)
        page.get_by_role("button", name="Tipp geben").tap()
        page.locator("[data-box] small").first.wait_for()
        for width, height in ((390, 844), (360, 640), (844, 390)):
            resize(page, width, height)
            for scrolled in (0, 9999):
                page.evaluate("y => scrollTo(0, y)", scrolled)
                page.wait_for_timeout(50)
                assert page.evaluate(COVERED) == [], (width, scrolled)


@pytest.mark.parametrize("players", [3, 8])
def test_a_phone_shows_all_boxes_under_the_dice(
    players: int, table: Table, pages: Pages, url: str
) -> None:
    """Nothing is scrolled, even without a camera, when faces are tapped in above them."""
    act(table, Start("yacht", FAMILY[:players], first_seat=0).to_json())
    act(table, {"type": "dice", "faces": list("22335")})
    with pages.lend({"width": 390, "height": 844}, locale="de") as page:
        page.goto(url)
        expect(page.get_by_role("button", name="Tipp geben")).to_be_visible()
        expect(page.locator("[data-box]")).to_have_count(13)
        for width, height in ((390, 844), (360, 640)):
            resize(page, width, height)
            assert page.evaluate(OUT_OF_SIGHT) == []
            assert page.evaluate("document.documentElement.scrollHeight") == height
        resize(page, 390, 844)
        page.evaluate(TAKE_YOU, {"role": "player", "seat": 0, "taken": [0], "own": {}})
        page.locator(".own").wait_for()
        assert page.evaluate("document.documentElement.scrollHeight") == 844


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
@pytest.mark.parametrize("players", [3, 8])
def test_no_box_moves_on_a_phone(
    players: int, width: int, height: int, table: Table, pages: Pages, url: str
) -> None:
    """Whatever is tapped in, asked and rolled above them: a finger finds the box that it saw."""
    view = act(table, Start("yacht", FAMILY[:players], first_seat=0).to_json())
    with pages.lend({"width": width, "height": height}, locale="de") as page:
        page.goto(url)
        tops = []
        for kept in ((), (0, 1), (0, 1), None):
            wait_for(page, view)
            page.wait_for_selector(".yacht-sheet")
            tops.append(page.evaluate(BOX_TOPS))
            if kept is None:
                break
            if kept:
                page.get_by_role("button", name="Tipp geben").tap()
                page.locator("[data-box] small").first.wait_for()
                tops.append(page.evaluate(BOX_TOPS))
            while page.locator(".pad-key").count():
                page.locator(".pad-key").first.tap()
                tops.append(page.evaluate(BOX_TOPS))
            view = act(table, {"type": "dice", "faces": list("11235"), "kept": kept})
        assert tops == [tops[0]] * len(tops)


@ON_A_PHONE
def test_a_phone_shows_the_best_play_beside_the_chips(thrower: Thrower, table: Table) -> None:
    """It does so after the last roll, too, as the sheet needs the height."""
    for _ in range(3):
        act(table, {"type": "dice", "faces": list("22335")})
    thrower.open()
    chips = thrower.page.locator(".yacht-whose").bounding_box()
    advice = thrower.page.locator(".dock > .quiet").bounding_box()
    assert chips
    assert advice
    assert abs(chips["y"] - advice["y"]) < 8


@ON_A_PHONE
def test_a_phone_can_show_other_players_columns(thrower: Thrower, table: Table) -> None:
    """It shows the player's own column with large boxes; a chip shows another player's."""
    page = thrower.page
    act(table, {"type": "dice", "faces": list("22333")})
    act(table, {"type": "score", "seat": 0, "box": "full_house"})
    thrower.open()
    full_house = page.get_by_role("row", name="Full house")
    expect(full_house).not_to_contain_text("25", use_inner_text=True)
    page.get_by_role("button", name="Ana", exact=True).tap()
    expect(full_house).to_contain_text("25", use_inner_text=True)
    act(table, {"type": "dice", "faces": list("22333")})
    expect(page.locator("[data-box=chance]")).to_be_visible()
    assert page.evaluate(LOWEST_ROW) >= 48
    thrower.check()


@ON_A_TABLET
def test_with_all_dice_kept_the_button_is_replaced_by_the_reason(
    thrower: Thrower, table: Table
) -> None:
    """Then nothing can be rolled."""
    act(table, {"type": "dice", "faces": list("22333")})
    thrower.open()
    thrower.keep("2 2 3 3 3")
    expect(thrower.page.locator(".dock .why")).to_contain_text("All the dice stay")
