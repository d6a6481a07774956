"""Den Letzten beißen die Hunde on the page, with tapped dice, from start to end."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.table.table import ActionRequest, Table
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.player import Player
from tests.companion.pages.test_eye import FakeEye

NAMES = ["Ana", "Ben", "Cleo"]
FORM = """async ([preset, options]) => {
  const { drawSetup } = await import("/static/js/parts/start.js");
  const { h } = await import("/static/js/parts/dom.js");
  const { state } = await import("/static/js/store.js");
  const names = ["Ana", "Ben", "Cleo"];
  const chosen = { names, preset, options, dice: null };
  state.open.setup = { ...state.open.setup, ...chosen };
  const game = state.games.find(({ id }) => id === "den_letzten");
  const drawn = h("div", {}, drawSetup(state.snapshot, game));
  return drawn.textContent.includes("The camera doesn’t know these dice");
}"""


class Hunter(Player):
    """Somebody who rolls real dice and enters what they show."""

    def check(self) -> None:
        """Check that no bone was lost, nothing overflows, and no script failed."""
        shot = self.snapshot()
        assert shot["box"] + sum(seat["bones"] for seat in shot["seats"]) == 30
        if not shot["over"]:
            shown = self.page.locator(".bowl text, .accounts dd").all_text_contents()
            assert sum(map(int, shown)) == 30
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{wide} pixels too wide"
        assert self.errors == []

    def die(self, body: str, number: int) -> Locator:
        """Return the keys of a die, one for each face that it can show."""
        return self.page.get_by_role("group", name=f"{body} die {number}").get_by_role("button")

    def throw(self, faces: str, body: str = "White") -> None:  # type: ignore[override]
        """Tap the faces of both dice of `body`; the second tap plays the roll."""
        for number, face in enumerate(faces.split(), 1):
            key = self.page.get_by_role("group", name=f"{body} die {number}").get_by_role(
                "button", name=face, exact=True
            )
            if number == 1:
                key.tap()
            else:
                self.moved(key.tap)

    def stop(self, faces: str) -> None:
        """Roll the white dice and stop."""
        self.throw(faces)
        self.moved(lambda: self.tap("Stop"))

    def black(self, white: str, black: str) -> None:
        """Roll the white dice, and the black ones too."""
        self.throw(white)
        self.tap("Roll the black dice too")
        self.picture("hunt-black")
        self.throw(black, "Black")

    def bones(self) -> list[int]:
        """Return how many bones are in each bowl."""
        return [seat["bones"] for seat in self.snapshot()["seats"]]

    def asked(self) -> str:
        """Return the current question."""
        return self.page.locator(".hunt-ask .ask").inner_text()

    def told(self) -> str:
        """Return what just happened, as the page reports it."""
        return self.page.locator(".happened").inner_text()


def begin(table: Table, **options: Any) -> None:
    """Start a game in which Ana has the dark dog."""
    setup: dict[str, Any] = {"names": NAMES, "first_seat": 0, "options": options}
    table.submit(ActionRequest("begin", 0, {"type": "start", "game": "den_letzten", **setup}))


@pytest.fixture
def hunter(page: Page, url: str, pictures: Path) -> Hunter:
    """Return somebody before a page that is not open yet."""
    return Hunter(page, url, pictures)


@ON_A_PHONE
def test_a_whole_game(hunter: Hunter, table: Table) -> None:
    """It has moves, pushes, bites, dogs, evaluations, and an end in mid-round."""
    begin(table, two_dogs="bone_per_pair")
    hunter.open()
    hunter.picture("hunt-place", whole=True)
    expect(hunter.page.get_by_text("made up")).to_be_visible()
    hunter.moved(lambda: hunter.page.get_by_role("button", name="Space 14", exact=True).tap())
    hunter.picture("hunt-throw", whole=True)
    first_round(hunter)
    second_round(hunter)
    hunter.black("dog dog", "dog dog")  # Cleo
    hunter.stop("1 2")
    hunter.stop("1 1")  # Ben starts from the centre again and is the nearest
    assert hunter.bones() == [9, 7, 2]
    hunter.moved(lambda: hunter.tap("Move the white dog"))
    hunter.stop("1 1")
    hunter.stop("1 2")
    hunter.black("dog dog", "dog dog")
    expect(hunter.page.get_by_role("heading", name="Ana wins!")).to_be_visible()
    expect(hunter.page.get_by_text("Cleo is out of bones", exact=True)).to_be_visible()
    assert hunter.bones() == [9, 7, 0]
    hunter.picture("hunt-over", whole=True)
    hunter.moved(lambda: hunter.tap("Play again"))
    assert hunter.snapshot()["phase"] == "place_dog"


def first_round(hunter: Hunter) -> None:
    """Ana is pushed back by Ben, Cleo rolls black too and pays Ben."""
    hunter.throw("3 5")
    assert hunter.asked() == "Ana: is 8 enough?"
    hunter.picture("hunt-choose", whole=True)
    hunter.moved(lambda: hunter.tap("Stop: move 8 spaces"))
    hunter.throw("4 4")
    expect(hunter.page.get_by_text("pushes Ana back")).to_be_visible()
    hunter.moved(lambda: hunter.tap("Stop: move 8 spaces"))
    assert "Ana is pushed back" in hunter.told()
    hunter.picture("hunt-pushed", whole=True)
    hunter.black("1 dog", "2 3")
    assert hunter.asked() == "Round 1 is over"
    parties = hunter.page.locator(".party").all_inner_texts()
    assert parties == ["Cleo\nnearest\n−1", "Ben\nfarthest\n+1"]
    assert hunter.bones() == [8, 9, 7]
    hunter.picture("hunt-step", whole=True)
    hunter.moved(lambda: hunter.tap("Move the white dog"))


def second_round(hunter: Hunter) -> None:
    """Ben lands on the dog, Cleo rolls four dogs, Ana two."""
    assert hunter.asked() == "Ben rolls the white dice"
    hunter.throw("5 4")
    expect(hunter.page.get_by_text("onto the dog: lose a bone!")).to_be_visible()
    hunter.moved(lambda: hunter.tap("Stop"))
    assert "The dog bites Ben" in hunter.told()
    assert "Ben puts 1 bone in the supply" in hunter.told()
    hunter.picture("hunt-bitten", whole=True)
    hunter.black("dog dog", "dog dog")
    assert "Cleo puts 2 bones in the supply" in hunter.told()
    hunter.throw("dog dog")
    assert hunter.asked() == "Ana has two dogs!"
    hunter.picture("hunt-two-dogs", whole=True)
    hunter.moved(lambda: hunter.tap("Stop: pay a bone"))
    assert hunter.bones() == [8, 8, 4]
    hunter.moved(lambda: hunter.tap("Move the white dog"))


def test_the_table_rolls_without_scrolling(hunter: Hunter, table: Table, url: str) -> None:
    """The button is above all faces; the eye does not show dice that it cannot read."""
    eye = FakeEye(url, demo=True)
    eye.read("1 2 2 4 4")
    begin(table)
    hunter.open()
    # Also while no dice are awaited.
    unknown = hunter.page.get_by_text("The camera doesn’t know these dice yet")
    expect(unknown).to_have_count(1)
    hunter.moved(lambda: hunter.page.get_by_role("button", name="Space 1", exact=True).tap())
    throw = hunter.button("Let Croupier roll")
    expect(throw).to_be_in_viewport(ratio=1)
    expect(unknown).to_have_count(1)
    expect(hunter.page.locator(".eye .tray, .eye .eye-state")).to_have_count(0)
    hunter.throw("2 3")
    hunter.tap("Roll the black dice too")
    expect(throw).to_be_in_viewport(ratio=1)
    expect(hunter.page.locator(".how")).to_have_count(0)  # said once
    hunter.picture("hunt-demo-black")


@ON_A_TABLET
def test_shown_chances_are_the_odds_or_hidden(hunter: Hunter, table: Table) -> None:
    """Both answers say what may come; a house rule hides chances, but not certain outcomes."""
    begin(table, dog_start="first_space")
    hunter.open()
    hunter.throw("2 3")
    black = hunter.snapshot()["odds"]["black"]
    shown = hunter.page.locator(".risk b").all_inner_texts()
    wanted = [black[risk] for risk in ("caught", "nearest", "farthest")]
    assert 0 in wanted  # what cannot be is not said
    assert shown == [f"{round(100 * chance)}%" for chance in wanted if chance]
    expect(hunter.page.get_by_text("Chances with the made-up sides")).to_be_visible()
    again = {"names": NAMES, "options": {"dog_start": "first_space", "tell_odds": False}}
    version: Any = table.snapshot()["version"]
    table.submit(
        ActionRequest(
            "hide", version, {"type": "start", "game": "den_letzten", "first_seat": 0, **again}
        )
    )
    expect(hunter.page.locator(".risk")).to_have_count(0)
    hunter.throw("2 3")
    expect(hunter.button("Stop: move 5 spaces")).to_be_visible()
    expect(hunter.page.locator(".risk")).to_have_count(0)


@ON_A_TABLET
def test_a_die_offers_only_what_it_can_show(hunter: Hunter, table: Table) -> None:
    """Each die has its own sides, and no key for any other."""
    begin(table, dog_start="first_space", white_1=["dog", "1"], white_2=["2", "7", "7"])
    hunter.open()
    labels = "els => els.map(el => el.getAttribute('aria-label'))"
    assert hunter.die("White", 1).evaluate_all(labels) == ["dog", "1"]
    assert hunter.die("White", 2).evaluate_all(labels) == ["2", "7"]
    hunter.throw("1 7")
    assert hunter.asked() == "Ana: is 8 enough?"


@ON_A_TABLET
def test_the_form_offers_dice_by_the_house_rules(hunter: Hunter, url: str) -> None:
    """Ordinary dice can be chosen in any edition, and dice with dogs in that of ordinary ones."""
    FakeEye(url).read("1 2")
    hunter.open()
    hunter.page.locator(".box").first.wait_for()
    unknown = [
        hunter.page.evaluate(FORM, [preset, options])
        for preset in ("klee_1994", "ordinary_dice")
        for options in ({}, {"dog_is": "six"}, {"dog_is": "dog"})
    ]
    assert unknown == [True, False, True, False, False, True]


@ON_A_TABLET
def test_ordinary_dice_from_the_start(hunter: Hunter) -> None:
    """The start form offers the game and the edition; a six counts as the dog."""
    hunter.open()
    page = hunter.page
    hunter.choose("Den Letzten beißen die Hunde")
    page.get_by_role("radio", name="With ordinary dice").check()
    for number, name in enumerate(NAMES, 1):
        page.get_by_role("textbox", name=f"player {number}").fill(name)
    hunter.tap("Start the game")
    page.wait_for_selector(".hunt")
    hunter.moved(lambda: hunter.tap("Draw a space"))
    hunter.throw("dog 4")
    hunter.picture("hunt-ordinary", whole=True)
    shot = hunter.snapshot()
    assert [die["face"] for die in shot["dice"]] == ["dog", "4"]
    assert shot["last_row"]["dice"]["faces"] == ["6", "4"]
    assert re.fullmatch(r"(Ana|Ben|Cleo): is 4 enough\?", hunter.asked())
    hunter.tap("Roll the black dice too")
    hunter.moved(lambda: hunter.tap("Let Croupier roll"))


@ON_A_PHONE
def test_a_dog_can_be_corrected(hunter: Hunter, table: Table) -> None:
    """An old roll is corrected with its own faces, and the page says who gets a bone back."""
    begin(table, dog_start="first_space", sides_known=True)
    hunter.open()
    hunter.throw("dog dog")
    assert hunter.bones() == [7, 8, 8]
    hunter.tap("Log")
    hunter.tap("Correct")
    sheet = hunter.page.get_by_role("dialog")
    sheet.get_by_role("button", name="Die 1 shows dog").tap()
    hunter.picture("hunt-correct")
    keys = sheet.get_by_role("group", name="Faces").get_by_role("button")
    assert [key.get_attribute("aria-label") for key in keys.all()] == ["dog", *"12345"]
    keys.nth(4).tap()
    expect(sheet.get_by_text("7 → 8")).to_be_visible()
    hunter.moved(lambda: sheet.get_by_role("button", name="Correct the roll").tap())
    assert hunter.bones() == [8, 8, 8]
    hunter.tap("Close")
    assert hunter.asked() == "Ana: is 4 enough?"


@ON_A_TABLET
def test_the_board_by_keyboard(hunter: Hunter, table: Table) -> None:
    """The white dog can be put down without a finger."""
    begin(table)
    hunter.open()
    hunter.page.get_by_role("button", name="Space 5", exact=True).focus()
    hunter.moved(lambda: hunter.page.keyboard.press("Enter"))
    assert hunter.snapshot()["dog"] == 5
