"""A phone as the only camera, by photographs or live on a stand."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from companion.access.callers import Caller
from companion.table.eyes import EyeReport
from companion.table.table import Table
from companion.web import callers
from engine.games import GAMES
from models.training.card_pictures import random_photograph, render_combination_deck
from tests.companion.pages.accessibility import faults
from tests.companion.pages.conftest import ON_A_PHONE
from tests.companion.pages.geometry import faults_of_layout, resize
from tests.companion.pages.player import Player, open_menu
from tests.companion.pages.playing import act, play
from tests.companion.pages.test_card_eye import TELL
from tests.companion.pages.test_last_chance import begin
from tests.companion.serving import Served
from tests.waiting import until
from vision.virtual.tray import VirtualTray

SOON = 30_000  # milliseconds, on a busy machine
FPS, SLOWER = 10, 2  # of the film; a busy machine sees enough of a roll in slow motion
RESTS = (7, 3, 3)  # seconds, before the first roll and after each


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Return a new table without a camera."""
    served = Served(tmp_path / "data", camera="none").wait()
    try:
        yield served
    finally:
        served.kill()


def photograph(folder: Path, dice: VirtualTray | None, t: float = 0.0, share: float = 1.0) -> Path:
    """Return the file of a photograph as a phone takes it: twelve megapixels, or a `share`."""
    path = folder / "IMG_0001.jpg"
    small = np.full((960, 1280, 3), 90, np.uint8) if dice is None else dice.frame(t)
    whole = cv2.resize(small, (4032, 3024))
    cv2.imwrite(str(path), whole[:, : round(4032 * share)])
    return path


@ON_A_PHONE
def test_a_family_without_a_camera_photographs_its_rolls(
    served: Served, page: Page, tmp_path: Path
) -> None:
    """They get from the first page to a photographed and played roll without a keypad.

    First, one photo shows no dice and another not all of them.
    """
    page.goto(f"http://127.0.0.1:{served.port}")
    page.locator(".box").filter(has_text="Try the dice").click()
    page.get_by_role("button", name="Use a phone as the camera").click()
    until(lambda: served.get("/api/tables/main")["eye"]["photographs"])
    names = ["Ana", "Ben"]
    start = {"type": "start", "game": "yacht", "names": names, "first_seat": 0}
    assert served.post("actions", {"id": "s", "version": 0, "action": start})[0] == 200
    camera = page.get_by_label("Photograph the dice")
    expect(camera).to_have_attribute("capture", "environment", timeout=SOON)
    camera.set_input_files(photograph(tmp_path, None))
    expect(page.get_by_role("alert").filter(has_text="No dice")).to_be_visible(timeout=SOON)
    assert faults(page) == []
    resize(page, 1024, 768)  # the tablet at the same table
    assert faults_of_layout(page) == []
    resize(page, 390, 844)
    tray = VirtualTray(np.random.default_rng(3))
    camera.set_input_files(photograph(tmp_path, tray, share=0.62))
    expect(page.get_by_text("2 dice are missing")).to_be_visible(timeout=SOON)
    assert faults(page) == []
    read = page.locator(".question .die-button .die").first.bounding_box()
    assert read
    assert read["width"] > 30
    page.get_by_label("Take another photo").set_input_files(photograph(tmp_path, tray))
    until(lambda: len(served.get("/api/tables/main")["dice"]) == 5)
    expect(page.get_by_text("2 dice are missing")).to_have_count(0)
    shown = [die["face"] for die in served.get("/api/tables/main")["dice"]]
    assert sorted(shown) == sorted(map(str, tray.lying_faces))


@pytest.fixture
def photographed(table: Table) -> None:
    """Let the camera of the table be a phone."""
    report = EyeReport("run1", "empty", camera="phone", phone=True, photographs=True)
    table.take_report(report)


@pytest.mark.usefixtures("photographed")
def test_nothing_is_shown_in_the_place_of_the_photo(page: Page, url: str, table: Table) -> None:
    """Before the first photo the stage shows no picture of the game's box."""
    views = play(GAMES["last_chance"], table, ("Ana", "Ben", "Cleo"))
    next(view for view in views if view["phase"] in ("roll", "crack"))
    page.goto(url)
    expect(page.locator(".task")).to_contain_text("Waiting for a photo")
    expect(page.locator(".task img")).to_have_count(0)


@ON_A_PHONE
@pytest.mark.usefixtures("photographed")
def test_a_card_is_photographed_once(page: Page, url: str, table: Table, tmp_path: Path) -> None:
    """Its values are entered next to its picture; the next photograph of it is recognised."""
    card = next(iter(render_combination_deck(np.random.default_rng(1)).values()))
    begin(table)
    player = Player(page, url, tmp_path)
    player.open()

    def take(seed: int) -> None:
        picture, _ = random_photograph(card, np.random.default_rng(seed))
        cv2.imwrite(str(tmp_path / "card.jpg"), picture)
        page.get_by_label("Photograph the card").set_input_files(tmp_path / "card.jpg")
        expect(page.get_by_role("img", name="The card as the camera sees it")).to_be_visible()

    take(3)
    with page.expect_response("**/taught/card/learn"):
        player.fill_card("1 2 3 4 5", 240_000, 3)
    act(table, TELL)
    begin(table)
    take(4)
    expect(page.get_by_text("Is this the card?")).to_be_visible()
    assert player.errors == []


@ON_A_PHONE
@pytest.mark.usefixtures("photographed")
def test_the_tray_explains_how_a_phone_photographs(page: Page, url: str) -> None:
    """It has a button for this device, the address for phones, and a way back."""
    page.goto(url)
    page.locator(".box").last.click()
    expect(page.get_by_text("A phone is the camera")).to_be_visible()
    expect(page.get_by_label("Photograph the dice")).to_be_attached()
    expect(page.get_by_role("button", name="Play with virtual dice")).to_be_visible()
    expect(page.locator("img.tray-picture")).to_have_count(0)
    page.get_by_role("button", name="Connect a camera").click()
    sight = page.get_by_role("region", name="The tray as the camera sees it")
    expect(sight).to_have_text(re.compile("Scan the code .* with the phone"))
    expect(sight.locator("*")).to_have_count(1)


@ON_A_PHONE
@pytest.mark.usefixtures("photographed")
def test_dice_of_ones_own_are_photographed(page: Page, url: str, tmp_path: Path) -> None:
    """A photograph of dice that all show one face teaches this face."""
    player = Player(page, url, tmp_path)
    player.open()
    player.open_teaching("klee")
    player.tap("Show my dice")
    page.get_by_role("group", name="Faces").get_by_role("button", name="1").click()
    camera = page.get_by_label("Photograph the dice or the card")
    tray = VirtualTray(np.random.default_rng(3))
    tray.roll(shown_side=1)
    tray.frame(0.0)
    camera.set_input_files(photograph(tmp_path, tray, 5.0))
    expect(page.locator(".still")).to_have_count(len(tray.boxes))
    assert (player.errors, faults(page)) == ([], [])


def shoot(film: Path) -> list[list[str]]:
    """Write a film of virtual dice that are rolled twice; return the faces after each roll."""
    tray, t, truth = VirtualTray(np.random.default_rng(7)), 0.0, []
    with film.open("wb") as file:
        file.write(b"YUV4MPEG2 W640 H480 F%d:1 Ip A1:1 C420jpeg\n" % FPS)
        for seconds in RESTS:
            left = seconds * FPS
            while left:
                picture = cv2.cvtColor(tray.frame(t), cv2.COLOR_BGR2YUV_I420)
                file.write(b"FRAME\n" + picture.tobytes())
                left -= not tray.is_moving(t)
                t += 1 / FPS / SLOWER
            truth.append(sorted(map(str, tray.lying_faces)))
            tray.roll()
    return truth[1:]


# By which share the picture that people aim with is not as wide as the camera's.
CROPPED = """() => {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = document.querySelector("video");
  return Math.abs((clientWidth * videoHeight) / (clientHeight * videoWidth) - 1);
}"""


@pytest.fixture
def guest(page: Page, film: Path) -> Iterator[Page]:
    """Return a page of another device: no browser on the table's own machine."""
    page.set_extra_http_headers({"X-Forwarded-For": "192.0.2.5"})
    yield page
    page.set_extra_http_headers({})
    film.unlink()


@ON_A_PHONE
def test_a_phone_on_a_stand_shows_each_roll(served: Served, guest: Page, film: Path) -> None:
    """The banker makes it the camera; each roll of a film counts once, and its end is noticed."""
    page, truth = guest, shoot(film)
    become_camera(page, served)
    page.get_by_role("button", name="Show the live picture").tap()
    number = until(lambda: eye_of(served)["question"])["number"]
    version = served.get("/api/tables/main")["version"]
    before = {"type": "dismiss", "number": number}  # these dice lay there
    assert served.post("actions", {"id": "d", "version": version, "action": before})[0] == 200
    until(lambda: len(answered_rolls(served)) == len(truth))
    assert rolls_of(served) == truth
    expect(page.get_by_text("5 dice read")).to_be_visible(timeout=SOON)
    assert faults(page) == []
    for width, height in ((844, 390), (1280, 800), (390, 844)):
        resize(page, width, height)
        assert faults_of_layout(page) == []
        assert page.evaluate(CROPPED) < 0.02, (width, height)
    page.evaluate("document.querySelector('video').pause()")  # as browsers do that save power
    page.wait_for_function("() => !document.querySelector('video').paused")
    page.get_by_role("button", name="Stop").tap()
    until(lambda: eye_of(served)["state"] == "lost")
    assert rolls_of(served) == truth


# The camera of the page sees a scene where nothing moves.
STILL_LIFE = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    setInterval(() => pen.fillRect(0, 0, 300, 150), 50);
    navigator.mediaDevices.getUserMedia = async () => pen.canvas.captureStream();
}"""

NEVER_IDLE = "() => { HTMLCanvasElement.prototype.toBlob = () => {}; }"


@ON_A_PHONE
def test_a_phone_sends_a_still_scene_to_a_new_eye(
    page: Page, url: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The eye needs several pictures to read a scene; otherwise one comes in four seconds.

    This works even in a browser that has no idle moment for `toBlob`.
    """
    put_frame, sizes = table.eyes.put_frame, SimpleQueue[int]()
    stand = EyeReport("run1", "sure", camera="phone on a stand", phone=True)
    table.take_report(stand)

    def note(jpeg: bytes) -> bool:
        if not jpeg:  # the phone says that nothing has changed: now another eye begins
            table.take_report(replace(stand, eye="run2", state="moving"))
        sizes.put(len(jpeg))
        return put_frame(jpeg)

    monkeypatch.setattr(table.eyes, "put_frame", note)
    monkeypatch.setattr(callers, "Caller", partial(Caller, camera=True))
    page.goto(url)
    page.evaluate(STILL_LIFE)
    page.evaluate(NEVER_IDLE)
    page.get_by_role("button", name="Show the live picture").tap()
    while sizes.get(timeout=60):
        pass
    assert all(sizes.get(timeout=60) for _ in range(5))


def code_of(served: Served) -> str:
    """Return the code that lets devices in, as soon as it was printed."""
    text = served.output.read_text
    (code,) = until(lambda: re.findall(r"Code for new devices: (\d+) (\d+)", text()))
    return "".join(code)


def become_camera(page: Page, served: Served, scheme: str = "http") -> None:
    """Let the banker make the device of `page` the camera, and begin a game."""
    page.goto(f"{scheme}://127.0.0.1:{served.port}/#{code_of(served)}")
    open_menu(page)
    page.get_by_role("button", name="Players", exact=True).tap()
    page.locator(".device-name").tap()
    page.get_by_role("button", name="Use as the camera").tap()
    until(lambda: eye_of(served)["photographs"])
    start = {"type": "start", "game": "yacht", "names": ["Ana", "Ben"], "first_seat": 0}
    assert served.post("actions", {"id": "s", "version": 0, "action": start})[0] == 200


def eye_of(served: Served) -> dict[str, Any]:
    """Return what the eye of the table says."""
    eye: dict[str, Any] = served.get("/api/tables/main")["eye"]
    return eye


def answered_rolls(served: Served) -> list[list[str]]:
    """Return the faces of each roll, after saying yes to a question: a busy machine sees less."""
    now = served.get("/api/tables/main")
    if (asked := now["eye"]["question"]) is not None:
        yes = {"type": "dice", **{key: asked[key] for key in ("faces", "kept", "number")}}
        served.post(
            "actions", {"id": f"yes{asked['number']}", "version": now["version"], "action": yes}
        )
    return rolls_of(served)


def rolls_of(served: Served) -> list[list[str]]:
    """Return the faces of each roll that was played."""
    events = (e for row in served.get("/api/tables/main/log")["rows"] for e in row["events"])
    return [sorted(event["rolled"]) for event in events if event["type"] == "rolled"]
