"""The eye's messages and people's answers; the test plays the eye over HTTP."""

import base64
import json
import urllib.request
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.table import eyes
from companion.table.acts import Start
from companion.table.table import Table
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.geometry import resize
from tests.companion.pages.player import Player
from tests.companion.pages.playing import act
from tests.waiting import until

SIZE = (640, 480)
# A device's role at the server is tested elsewhere; here, how the display uses it.
BOXES = [
    (60.0 + 90 * n, 150.0 + 60 * (n % 2), 120.0 + 90 * n, 210.0 + 60 * (n % 2)) for n in range(6)
]
# The labels of the dice in the picture of the tray that lie over another die.
LABELS_OVER_DICE = """() => {
  const marks = [...document.querySelectorAll('.mark')];
  const box = (mark, part) => mark.querySelector(part).getBoundingClientRect();
  return marks.filter((mark) => marks.some((other) => {
    const [label, die] = [box(mark, 'circle'), box(other, 'rect')];
    return mark !== other && label.left < die.right && die.left < label.right
      && label.top < die.bottom && die.top < label.bottom;
  })).map((mark) => mark.textContent);
}"""
# The dice in the slot that its state, or the button for a closer look, lies over.
COVERED_DICE = """() => {
  const boxes = (selector) => [...document.querySelectorAll(`.slot ${selector}`)]
    .map((node) => node.getBoundingClientRect());
  return boxes('.mark').filter((mark) => boxes(':is(.eye-state, .look)').some((over) =>
    mark.left < over.right && over.left < mark.right
    && mark.top < over.bottom && over.top < mark.bottom)).length;
}"""


class FakeEye:
    """Posts what an eye would post."""

    def __init__(self, url: str, demo: bool = False) -> None:
        self.url, self.demo, self.number = url, demo, 0
        tray = np.full((480, 640, 3), (60, 90, 50), np.uint8)
        for x1, y1, x2, y2 in BOXES:
            cv2.rectangle(tray, (int(x1), int(y1)), (int(x2), int(y2)), (230, 240, 245), -1)
        self.jpeg = base64.b64encode(cv2.imencode(".jpg", tray)[1].tobytes()).decode()

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{self.url}/api/tables/main/{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def beat(self, state: str, *, picture: bool = True) -> list[Any]:
        """Report `state`; return the requested rolls."""
        body = {"eye": "test", "state": state, "fps": 30.0, "camera": "test", "demo": self.demo}
        preview = {"preview": self.jpeg} if picture else {}
        throws: list[Any] = self._post("eye", {**body, **preview})["throws"]
        return throws

    def read(self, faces: str, sure: bool = True, bodies: str = "white", **more: Any) -> str:
        """Send a reading of `faces`; an unsure one has a second guess for the last die.

        `bodies` are the colours of the dice; the last one applies to the rest.
        """
        self.number += 1
        seen, colours = faces.split(), bodies.split()
        dice = [
            {
                "face": face,
                "confidence": 0.99,
                "box": box,
                "body": colours[min(at, len(colours) - 1)],
                "alternatives": [[face, 0.99]],
            }
            for at, (face, box) in enumerate(zip(seen, BOXES, strict=False))
        ]
        if not sure:
            dice[-1] |= {"confidence": 0.6, "alternatives": [[seen[-1], 0.6], ["6", 0.3]]}
        body = {"eye": "test", "number": self.number, "dice": dice, "size": SIZE, "sure": sure}
        body |= {"moved": [True] * len(dice), "thrown": True, "evidence": self.jpeg}
        outcome: str = self._post("readings", {**body, **more})["outcome"]
        self.beat("sure" if sure else "unsure")
        return outcome


@pytest.fixture
def player(page: Page, url: str, pictures: Path, table: Table) -> Player:
    """Return a player with a new card, and a working eye."""
    FakeEye(url).beat("empty")
    act(table, Start("last_chance", ("Ana", "Ben", "Cleo"), first_seat=0).to_json())
    act(table, {"type": "flip", "symbols": list("23456"), "prize": 160_000, "attempts": 3})
    player = Player(page, url, pictures)
    player.open()
    return player


@ON_A_TABLET
def test_a_sure_reading_is_played(player: Player, url: str) -> None:
    """The tray is shown with its dice marked, and the game goes on by itself."""
    eye = FakeEye(url)
    eye.beat("moving")
    expect(player.page.get_by_text("Dice are rolling")).to_be_visible()
    player.picture("eye-moving")
    player.moved(lambda: assert_outcome(eye.read("1 2 2 4 4"), "played"))
    expect(player.page.get_by_text("Who bids?")).to_be_visible()
    expect(player.page.get_by_role("button", name="Read as 4").first).to_be_visible()
    assert player.page.evaluate(LABELS_OVER_DICE) == []
    player.picture("eye-read")


@ON_A_TABLET
def test_nothing_covers_the_dice_in_the_slot(
    player: Player, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds wherever in the tray they came to rest."""
    eye = FakeEye(url)
    for x, y in ((0, -140), (0, 205), (70, 205)):
        places = [(x1 + x, y1 + y, x2 + x, y2 + y) for x1, y1, x2, y2 in BOXES]
        with monkeypatch.context() as patched:
            patched.setattr(f"{__name__}.BOXES", places)
            player.moved(lambda: assert_outcome(eye.read("1 2 2 4 4"), "played"))
        expect(player.page.locator(".slot .mark")).to_have_count(5)
        for width, height in ((1280, 800), (1024, 600), (390, 844), (360, 640)):
            resize(player.page, width, height)
            assert player.page.evaluate(COVERED_DICE) == 0, (width, height)
        assert player.page.evaluate(LABELS_OVER_DICE) == []
        player.moved(lambda: player.tap("Undo"))


@ON_A_TABLET
def test_no_picture_is_requested_before_the_eye_has_one(
    page: Page, url: str, pictures: Path, table: Table
) -> None:
    """An eye just opened may send its first message before its first picture."""
    FakeEye(url).beat("moving", picture=False)
    act(table, Start("last_chance", ("Ana", "Ben", "Cleo"), first_seat=0).to_json())
    act(table, {"type": "flip", "symbols": list("23456"), "prize": 160_000, "attempts": 3})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    Player(page, url, pictures).open()
    expect(page.get_by_text("Dice are rolling")).to_be_visible()
    assert not [one for one in asked if "eye.jpg" in one]
    FakeEye(url).beat("empty")
    expect(page.locator(".tray-picture[src]")).to_be_visible()


@ON_A_TABLET
def test_an_upright_picture_is_shown_where_the_dice_lie(player: Player, url: str) -> None:
    """It is cropped to them, and the marks are still on the dice."""
    FakeEye(url).read("1 2 2 4 4", size=(640, 1280))
    for part in ("tray-picture", "marks"):
        shown = player.page.locator(f".slot .tray svg.{part}")
        expect(shown).to_have_attribute("viewBox", "8 118 525 263")


@ON_A_TABLET
def test_each_frame_is_at_its_die_before_a_game(page: Page, url: str) -> None:
    """Also on a low display, where the tray is less high than its picture would be."""
    eye = FakeEye(url)
    eye.beat("empty")
    page.goto(url)
    page.locator(".box").last.click()
    eye.read("1 2 2 4 4")
    page.locator(".marks").wait_for()
    resize(page, 1024, 600)
    assert page.locator(".marks").bounding_box() == page.locator(".tray-picture").bounding_box()


def assert_outcome(found: str, wanted: str) -> None:
    """Check an outcome inside a lambda."""
    assert found == wanted


@ON_A_PHONE
def test_an_unsure_reading_is_asked_and_answered_by_one_tap(player: Player, url: str) -> None:
    """The likeliest answer is first, one tap plays the second; the roller's phone only shows it."""
    assert FakeEye(url).read("1 2 2 4 4", sure=False) == "asked"
    expect(player.page.get_by_text("Do the dice show this?")).to_be_visible()
    player.take_for("player", seat=0)
    expect(player.page.get_by_text("The tablet is asking what the dice show.")).to_be_visible()
    player.take_for("banker")
    best = player.page.get_by_role("button", name="Yes, play these 1 2 2 4 4", exact=True)
    expect(best).to_be_visible()
    player.picture("question", whole=True)
    player.moved(lambda: player.tap("No, these 1 2 2 4 6"))
    assert [die["face"] for die in player.snapshot()["dice"]] == ["1", "2", "2", "4", "6"]


@ON_A_PHONE
def test_a_likely_reading_is_played_unless_somebody_taps(
    player: Player, url: str, table: Table
) -> None:
    """A ring around large dice runs out, and any tap makes it a question. This is a setting."""
    eye = FakeEye(url)
    act(table, {"type": "set", "on_likely": "count", "seconds": 30})
    assert_outcome(eye.read("1 2 2 4 4", sure=False, likely=True), "likely")
    heading = player.page.get_by_role("heading", name="Counting this roll in a moment")
    expect(heading).to_be_visible()
    expect(player.page.locator(".likely .die")).to_have_count(5)
    player.picture("likely", whole=True)
    player.page.locator(".likely-dice").tap()
    player.moved(lambda: player.tap("No, these 1 2 2 4 6"))
    player.tap("Settings")
    player.picture("likely-settings", whole=True)
    player.page.get_by_role("radio", name="Ask", exact=True).tap()
    until(lambda: player.snapshot()["settings"]["on_likely"] == "ask")
    act(table, {"type": "set", "on_likely": "count", "seconds": 1})
    act(table, {"type": "undo"})
    assert_outcome(eye.read("6 6 6 6 6", sure=False, likely=True), "likely")
    until(lambda: [die["face"] for die in player.snapshot()["dice"]] == ["6"] * 5)


@ON_A_TABLET
def test_the_eyes_reading_can_be_corrected(player: Player, url: str) -> None:
    """Any face can be changed, a die added or removed, and the reading dismissed."""
    eye = FakeEye(url)
    for put_right in (
        other_dice_than_it_thought_of,
        likely_answers_again,
        one_die_too_few,
        one_die_too_many,
    ):
        put_right(player, eye)
        player.moved(lambda: player.tap("Undo"))
    no_throw(player, eye)


def other_dice_than_it_thought_of(player: Player, eye: FakeEye) -> None:
    """Give a die of the question another face."""
    eye.read("1 2 2 4 4", sure=False)
    player.tap("Choose other dice")
    player.page.get_by_role("button", name="Die 1 shows 1").tap()
    pad = player.page.get_by_role("group", name="Faces")
    pad.get_by_role("button", name="5", exact=True).tap()
    player.picture("question-other")
    player.moved(lambda: player.tap("Yes, play these"))
    assert [die["face"] for die in player.snapshot()["dice"]] == ["5", "2", "2", "4", "4"]


def likely_answers_again(player: Player, eye: FakeEye) -> None:
    """Look at other dice first, and still take the best answer with one tap."""
    eye.read("1 2 2 4 4", sure=False)
    player.tap("Choose other dice")
    player.tap("Back to the suggestion")
    player.moved(lambda: player.tap("Yes, play these"))
    assert [die["face"] for die in player.snapshot()["dice"]] == ["1", "2", "2", "4", "4"]


def one_die_too_few(player: Player, eye: FakeEye) -> None:
    """Enter the missing die: there is no guess for it, and the others are filled in."""
    eye.read("1 2 2 4")
    expect(player.page.get_by_role("heading", name="One die is missing")).to_be_visible()
    player.picture("question-too-few")
    pad = player.page.get_by_role("group", name="Faces")
    pad.get_by_role("button", name="3", exact=True).tap()
    player.moved(lambda: player.tap("Yes, play these"))
    assert [die["face"] for die in player.snapshot()["dice"]] == ["1", "2", "2", "4", "3"]


def one_die_too_many(player: Player, eye: FakeEye) -> None:
    """Of six dice read where five are awaited, remove one; the marks still show the reading."""
    eye.read("1 2 2 4 4 6")
    expect(player.page.get_by_text("One die too many")).to_be_visible()
    player.page.get_by_role("button", name="Die 2 shows 2").tap()
    player.picture("question-too-many")
    player.tap("This isn’t a die")
    player.moved(lambda: player.tap("Yes, play these"))
    assert [die["face"] for die in player.snapshot()["dice"]] == ["1", "2", "4", "4", "6"]
    expect(player.page.locator(".eye .mark")).to_have_text(list("122446"))


def no_throw(player: Player, eye: FakeEye) -> None:
    """Say that dice were only pushed: they do not count, and the table waits again."""
    eye.read("1 2 2 4 4", thrown=None)
    asked = player.page.get_by_role("heading", name="Does this roll count?")
    expect(asked).to_be_visible()
    player.tap("the dice only moved")
    expect(asked).to_be_hidden()
    assert player.snapshot()["phase"] == "roll"


@ON_A_TABLET
def test_only_a_played_roll_can_be_corrected_in_the_picture(player: Player, url: str) -> None:
    """Dice that did not count, and dice on a phone, are marked but cannot be tapped."""
    eye = FakeEye(url)
    player.moved(lambda: assert_outcome(eye.read("1 2 2 4 4"), "played"))
    look = player.page.get_by_role("button", name="Read as")
    marked = player.page.get_by_role("img", name="Read as")
    expect(look).to_have_count(5)
    player.take_for("player", seat=1)
    expect(look).to_have_count(0)
    expect(marked).to_have_count(5)
    player.take_for("banker")
    expect(look).to_have_count(5)
    assert_outcome(eye.read("6 6 6 6 6"), "ignored")
    expect(marked).to_have_count(5)
    expect(look).to_have_count(0)
    player.page.locator(".look").tap()
    expect(player.page.get_by_role("dialog")).to_be_visible()
    expect(player.page.get_by_text("Tap a die that was read wrongly")).to_have_count(0)


@ON_A_PHONE
def test_one_thing_is_asked_at_a_time(player: Player, url: str) -> None:
    """If much is in doubt, it asks whether the roll counts, then its faces, then its purpose."""
    doubts = ["cocked", "touching"]
    FakeEye(url).read("1 2 2 4 4", sure=False, thrown=None, doubts=doubts)
    heading = player.page.get_by_role("heading", level=2)
    expect(heading).to_have_text("Does this roll count?")
    expect(player.page.locator(".question .hint")).to_have_text(
        "The dice may just have been pushed."
    )
    expect(player.page.get_by_role("region", name="Card: 2, 3, 4, 5, 6")).to_be_visible()
    player.picture("question-whether", whole=True)
    player.tap("Yes, it counts")
    expect(heading).to_have_text("Do the dice show this?")
    expect(player.page.locator(".question .hint")).to_have_text("A die is tilted.")
    player.moved(lambda: player.tap("Yes, play these"))
    assert player.snapshot()["phase"] == "auction"


@ON_A_PHONE
def test_the_question_rises_over_the_game(player: Player, url: str) -> None:
    """On a small phone, its answers need no scrolling, and the game stays visible and usable."""
    resize(player.page, 360, 640)
    FakeEye(url).read("1 2 2 4 4", thrown=None)
    answers = player.page.locator(".question button")
    expect(answers).to_have_count(2)
    for at in range(2):
        expect(answers.nth(at)).to_be_in_viewport(ratio=1)
    expect(player.page.locator(".cracking[inert] .ask")).to_be_in_viewport()
    expect(player.page.locator(".cracking .dock")).to_be_hidden()


@ON_A_TABLET
def test_rolling_virtual_dice_take_the_stage(player: Player, url: str) -> None:
    """They do so on every display until they are read, without old dice next to them."""
    rolling = player.page.locator(".rolls")
    eye = FakeEye(url, demo=True)
    eye.read("1 2 2 4 4")
    eye.beat("moving")
    expect(rolling).to_have_count(0)  # nothing is awaited in the auction
    act_now(player, "bid", seat=0, amount=10_000)
    for count in (1, 2, 3):
        act_now(player, "count", k=count)
    act_now(player, "close_bets")
    eye.beat("moving")
    expect(rolling).to_be_visible()
    player.moved(lambda: assert_outcome(eye.read("2 3 3 4 6"), "played"))
    expect(rolling).to_have_count(0)


def act_now(player: Player, kind: str, **fields: int) -> None:
    """Do an act of `kind` at the table, without the page."""
    version = player.snapshot()["version"]
    body = {"id": f"{kind}{version}", "version": version, "action": {"type": kind, **fields}}
    answer = player.page.request.post(f"{player.url}/api/tables/main/actions", data=body)
    assert answer.ok, answer.text()


@ON_A_TABLET
def test_sure_faces_of_an_unsure_roll_need_one_tap(player: Player, url: str) -> None:
    """Only whether it counts is in doubt: "yes" plays the dice that are shown."""
    FakeEye(url).read("1 2 2 4 4", thrown=None)
    player.moved(lambda: player.tap("Yes, it counts 1 2 2 4 4"))
    assert [die["face"] for die in player.snapshot()["dice"]] == ["1", "2", "2", "4", "4"]


@ON_A_TABLET
def test_a_played_reading_is_corrected_from_the_tray(player: Player, url: str) -> None:
    """One tap on the die in the picture, small or large, opens the choice of its true face."""
    player.moved(lambda: assert_outcome(FakeEye(url).read("1 2 2 4 4"), "played"))
    player.page.get_by_role("button", name="Read as 1").tap()
    sheet = player.page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    sheet.get_by_role("group", name="Faces").get_by_role("button", name="6", exact=True).tap()
    expect(sheet.get_by_text("No one gains or loses anything")).to_be_visible()
    player.moved(lambda: sheet.get_by_role("button", name="Correct the roll").tap())
    assert [die["face"] for die in player.snapshot()["dice"]] == ["6", "2", "2", "4", "4"]
    player.page.locator(".dice-lying .die").nth(3).tap()
    asked = sheet.get_by_role("button", name="Die 4 shows 4")
    expect(asked).to_have_attribute("aria-pressed", "true")


@ON_A_TABLET
def test_a_corrected_die_is_marked_with_its_true_face(player: Player, url: str) -> None:
    """It is marked so in every device's picture; undo shows the face that was read."""
    FakeEye(url).read("1 2 2 4 4", sure=False)
    marks = player.page.locator(".eye .mark")
    player.moved(lambda: player.tap("Yes, play these"))
    expect(marks).to_have_text(["1", "2", "2", "4", "4?"])
    player.page.get_by_role("button", name="Read as 4, not sure").tap()
    sheet = player.page.get_by_role("dialog")
    sheet.get_by_role("group", name="Faces").get_by_role("button", name="3", exact=True).tap()
    player.moved(lambda: sheet.get_by_role("button", name="Correct the roll").tap())
    expect(marks).to_have_text(["1", "2", "2", "4", "3"])
    player.take_for("player", seat=1)
    expect(player.page.get_by_role("img", name="Counts as 3")).to_have_count(1)
    player.take_for("banker")
    player.moved(lambda: player.tap("Undo"))
    expect(marks).to_have_text(["1", "2", "2", "4", "4?"])


BODIES = {"white": "#fbf6ea", "black": "#2b2b2f", "red": "#c5332d", "blue": "#2f62b8"}


def colours(player: Player, within: str) -> list[str]:
    """Return the colours of the dice that are drawn `within`, in order."""
    grounds = player.page.locator(f"{within} .die").evaluate_all(
        "dice => dice.map((die) => die.children[1].getAttribute('fill'))"
    )
    return [next(body for body, fill in BODIES.items() if fill == one) for one in grounds]


def begin_to_crack(player: Player, table: Table, eye: FakeEye) -> None:
    """Roll 3 3 1 1 6 with a red, a black, and white dice, and let Ana crack for nothing."""
    eye.read("3 3 1 1 6", bodies="red black white")
    for action in ({"type": "no_bid"}, {"type": "close_bets"}):
        act(table, action)
    player.page.locator(".keep-dice").wait_for()


@ON_A_TABLET
def test_a_kept_die_is_shown_in_its_colour(player: Player, table: Table, url: str) -> None:
    """If the black 3 stays and the red die shows 3 again, they do not change places."""
    eye = FakeEye(url)
    begin_to_crack(player, table, eye)
    moved = [True, False, True, True, True]
    outcome = eye.read("3 3 5 1 4", bodies="red black blue white", moved=moved)
    assert_outcome(outcome, "played")
    expect(player.page.locator(".keep-die.kept")).to_have_count(3)  # what fits: 3, 5 and 4
    assert colours(player, ".keep-die.kept") == ["black", "blue", "white"]
    assert colours(player, ".keep-dice") == ["black", "red", "blue", "white", "white"]
    player.tap("Enter the dice by hand")
    assert set(colours(player, ".pad")) == {"red"}  # the first of those that are rolled
    player.page.get_by_role("group", name="Faces").get_by_role("button", name="2").tap()
    assert colours(player, ".keep-die.fresh") == ["red"]
    assert set(colours(player, ".pad")) == {"white"}


@ON_A_TABLET
def test_a_correction_applies_to_the_tapped_die(player: Player, url: str) -> None:
    """The die keeps its colour, even if its face was corrected to that of another die."""
    eye = FakeEye(url)
    player.moved(
        lambda: assert_outcome(eye.read("1 2 3 3 4", bodies="red black blue white"), "played")
    )
    sheet = player.page.get_by_role("dialog")

    def correct(mark: str, face: str) -> None:
        player.page.get_by_role("button", name=mark).tap()
        sheet.get_by_role("group", name="Faces").get_by_role("button", name=face).tap()
        player.moved(lambda: sheet.get_by_role("button", name="Correct the roll").tap())

    correct("Read as 1", "4")
    player.page.get_by_role("button", name="Counts as 4").tap()
    expect(sheet.get_by_role("button", name="Die 1 shows 4")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert set(colours(player, ".sheet .pad")) == {"red"}
    assert colours(player, ".sheet .faces-row")[:3] == ["red", "black", "blue"]


@ON_A_TABLET
def test_an_undone_reading_cannot_be_corrected(player: Player, url: str) -> None:
    """It no longer counts; a tap on its dice must not correct the roll before it."""
    eye = FakeEye(url)
    player.moved(lambda: assert_outcome(eye.read("1 2 2 4 4"), "played"))
    look = player.page.get_by_role("button", name="Read as")
    expect(look).to_have_count(5)
    player.moved(lambda: player.tap("Undo"))
    expect(player.page.get_by_role("img", name="Read as")).to_have_count(5)
    expect(look).to_have_count(0)


@ON_A_TABLET
def test_marks_of_a_roll_do_not_cover_later_objects(player: Player, url: str) -> None:
    """A card in the tray makes the camera unsure, without a question about dice."""
    eye = FakeEye(url)
    player.moved(lambda: assert_outcome(eye.read("1 2 2 4 4"), "played"))
    marks = player.page.locator(".mark")
    expect(marks).to_have_count(5)
    eye.beat("unsure")
    expect(marks).to_have_count(0)


@ON_A_TABLET
def test_the_demo_tray_keeps_the_tapped_dice(player: Player, url: str) -> None:
    """The button requests a roll with the boxes of the kept dice: at first those that fit."""
    eye = FakeEye(url, demo=True)
    eye.beat("still")
    player.moved(lambda: assert_outcome(eye.read("1 2 2 4 4"), "played"))
    player.call("Ana")
    player.moved(lambda: player.tap("No more bets"))
    throw = player.page.get_by_role("button", name="Roll", exact=True)

    def asked() -> list[tuple[float, ...]]:
        with player.page.expect_response("**/tray"):
            throw.tap()
        *_, last = eye.beat("moving")  # it hears of the last rolls each time
        return [tuple(box) for box in last["keep"]]

    assert asked() == [BOXES[1], BOXES[3]]  # a 2 and a 4 fit
    expect(player.page.get_by_text("Dice are rolling").first).to_be_visible()
    player.moved(lambda: assert_outcome(eye.read("1 2 3 4 1"), "played"))
    player.keep("3")
    player.picture("crack-by-eye")
    eye.beat("still")
    assert asked() == [BOXES[2]]


@ON_A_TABLET
def test_without_the_eye_everything_goes_on_by_hand(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The eye falls silent; the page says so and offers the faces."""
    monkeypatch.setattr(eyes, "SILENCE_SECONDS", 0.0)
    expect(player.page.get_by_text("No camera")).to_be_visible()
    player.tell_dice("1 2 2 4 4")


@ON_A_PHONE
def test_a_demo_roll_is_shown_rolling_until_it_is_read(
    page: Page, url: str, pictures: Path, table: Table
) -> None:
    """The tap has an effect at once: rolled dice roll, kept ones do not."""
    page.emulate_media(reduced_motion="no-preference")
    eye = FakeEye(url, demo=True)
    eye.beat("empty")
    act(table, Start("last_chance", ("Ana", "Ben", "Cleo"), first_seat=0).to_json())
    act(table, {"type": "flip", "symbols": list("23456"), "prize": 160_000, "attempts": 3})
    player = Player(page, url, pictures)
    player.open()
    throw = page.get_by_role("button", name="Roll", exact=True)
    rolling = page.locator(".stage .rolling")
    throw.tap()
    expect(rolling).to_have_count(5)
    expect(page.locator(".throw")).to_have_attribute("aria-disabled", "true")
    player.picture("eye-rolling")
    player.moved(lambda: assert_outcome(eye.read("1 2 2 4 4"), "played"))
    expect(page.locator(".rolling")).to_have_count(0)
    player.moved(lambda: act(table, {"type": "bid", "seat": 1, "amount": 100_000}))
    for k in (1, 2, 3):
        player.moved(lambda k=k: act(table, {"type": "count", "k": k}))  # type: ignore[misc]
    player.moved(lambda: act(table, {"type": "close_bets"}))
    player.keep("2 4")
    throw.tap()
    expect(page.locator(".keep-die.loose .rolling")).to_have_count(3)
    expect(page.locator(".keep-die.kept .rolling")).to_have_count(0)
    player.picture("eye-rolling-again")
    player.moved(lambda: assert_outcome(eye.read("3 2 4 4 6"), "played"))
    expect(page.locator(".rolling")).to_have_count(0)


@ON_A_TABLET
def test_the_closer_look_names_the_camera_and_says_why_dice_are_virtual(
    player: Player, url: str
) -> None:
    """It also has the camera's speed and the number of dice."""
    eye = FakeEye(url, demo=True)
    eye.beat("empty")
    player.moved(lambda: assert_outcome(eye.read("1 2 2 4 4"), "played"))
    player.page.get_by_role("button", name="Look closer").tap()
    sheet = player.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Camera: test, 30 frames per second")
    expect(sheet).to_contain_text("5 dice read")
    expect(sheet).to_contain_text("These dice are virtual")
    player.picture("eye-look-camera")
