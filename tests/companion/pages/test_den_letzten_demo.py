"""Den Letzten beißen die Hunde with ordinary dice in the demo tray: the eye reads."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.companion.pages.conftest import ON_A_PHONE
from tests.companion.pages.player import READ, SELDOM, Player

THROWS = 4


class Hunt(Player):
    """Plays by tapping what the page offers, and answers the eye with its likeliest reading."""

    throws = asked = 0

    def check(self) -> None:
        """Check that nothing overflows and no script failed; the bones are counted elsewhere."""
        assert self.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert self.errors == []

    def act(self) -> None:
        """Do what is asked: answer, roll, think, or move the dog."""
        if self.page.locator(".question").is_visible():
            self.asked += 1
            self.answer()
        elif self.shows("Move the white dog"):
            self.moved(lambda: self.tap("Move the white dog"))
        elif self.shows("Stop"):
            self.picture("hunt-demo-choose")
            self.think()
        else:
            self.picture("hunt-demo-throw")
            self.throws += 1
            self.throw()

    def think(self) -> None:
        """Stop at seven; otherwise roll the black dice at once."""
        if self.snapshot()["sum"] >= 7:
            self.moved(lambda: self.tap("Stop"))
            return
        self.see_what_lies()
        before = self.version()
        self.throws += 1
        self.tap("Roll the black dice too")
        self.page.wait_for_function(READ, arg=before, polling=SELDOM)


THROW = """([dice, body]) => import('/static/js/games/den_letzten/roll.js').then(
  ({ throwDemo }) => throwDemo({
    eye: { roll: { dice: [], beside: dice.map((body, at) => ({ body, box: [at, 0, 1, 1] })) } },
    awaited: { body, count: 2 },
  }))"""


LYING = [
    (["white", "black", "white", "black"], "black", [0, 2]),
    (["white", "red", "white", "grey"], "black", [0, 2]),  # the light has changed them
    (["grey", "black", "yellow", "black"], "white", [1, 3]),
    (["white", "black", "white", "black", "red"], "white", [1, 3, 4]),
]


@ON_A_PHONE
def test_dice_of_mistaken_colour_are_rolled_too(page: Page, url: str, pictures: Path) -> None:
    """When two black dice looked red, all once counted as kept, and nothing was rolled."""
    Hunt(page, url, pictures).open()
    for lying, body, stay in LYING:
        with page.expect_request("**/tray") as asked:
            page.evaluate(THROW, [lying, body])
        assert [box[0] for box in asked.value.post_data_json["keep"]] == stay


@ON_A_PHONE
def test_a_few_turns_by_the_demo_camera(page: Page, demo: str, pictures: Path) -> None:
    """White and black dice are rolled and read by their colour; a six is a dog."""
    hunt = Hunt(page, demo, pictures)
    hunt.open()
    hunt.choose("Den Letzten beißen die Hunde")
    for number, name in enumerate(["Ana", "Ben", "Cleo"], 1):
        page.get_by_role("textbox", name=f"player {number}").fill(name)
    hunt.wait_for_demo()
    unknown = page.get_by_text("The camera doesn’t know these dice")
    expect(unknown).to_be_in_viewport()  # where other dice can still be chosen
    page.get_by_role("radio", name="With ordinary dice").check()
    expect(unknown).to_have_count(0)
    hunt.tap("Start the game")
    page.wait_for_selector(".hunt")
    hunt.moved(lambda: hunt.tap("Draw a space"))
    while hunt.throws < THROWS and not hunt.snapshot()["over"]:
        hunt.act()
    assert hunt.asked <= THROWS // 2
    rows = [row for row in hunt.log() if row["source"] == "camera"]
    assert len(rows) >= THROWS // 2
    assert all(re.fullmatch(r"[1-6]", face) for row in rows for face in row["dice"]["faces"])
