"""Evenings whose only camera is a phone: `python -m tests.companion.pages.phone_evening [CARDS]`.

The first counts the taps and seconds from the page of a new table to a roll of Yacht that was
photographed and played. The second is a whole game of Last Chance with three phones, one of them
the camera: no die is entered by hand. A virtual tray stands in for the dice, and a file for what
the phone's camera would take.
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.companion.pages.conftest import BROWSERS, FLAGS, SIZES
from tests.companion.pages.player import SELDOM, Player, open_menu
from tests.companion.pages.test_demo import ASKED, Evening
from tests.companion.pages.test_phone_camera import code_of, photograph
from tests.companion.serving import Served
from tests.waiting import until
from vision.virtual.tray import VirtualTray

NAMES = ("Ana", "Ben", "Cleo")
PHOTOGRAPHED = "Photograph the dice"
ASKED_OF_PHONES = ASKED.replace(
    "shows('.throw .soft')", "shows('input[capture]')) return 'throw';\n  if (shows('.throw .soft')"
)


class Table:
    """A new table without a camera, its tablet and its phones."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser, self.folder = browser, folder
        self.served = Served(folder / "data", camera="auto").wait()
        self.url = f"http://127.0.0.1:{self.served.port}"
        self.tablet = self._page("tablet", "")
        self.join = f"{self.url}/#{code_of(self.served)}"

    def _page(self, size: str, address: str) -> Page:
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            reduced_motion="reduce",
            extra_http_headers={"X-Forwarded-For": address} if address else {},
        )
        return context.new_page()

    def phone(self, name: str) -> Page:
        """Return the phone of `name`, who joins before the game."""
        page = self._page("phone", f"192.0.2.{NAMES.index(name) + 1}")
        page.goto(self.join)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="That’s me").tap()
        expect(page.locator(".join .hint")).to_contain_text(name)
        return page

    def use_a_phone(self) -> None:
        """Choose a phone as the camera, as people do who have no other."""
        self.tablet.goto(self.url)
        self.tablet.locator(".box").filter(has_text="Try the dice").tap()
        self.tablet.get_by_role("button", name="Use a phone as the camera").tap()
        self.tablet.locator(".shelf").wait_for()


def first_roll(table: Table, look: Callable[[Page], object] = lambda _: None) -> str:
    """Go from a new table's page to the first roll; return a line with the time and the taps.

    The phone is shown to `look` when it may photograph, and when the roll was played.
    """
    began = time.monotonic()
    table.use_a_phone()  # two taps
    table.tablet.locator(".box").filter(has_text="Yacht").tap()
    phone = table.phone("Ana")  # a tap, and the name
    expect(table.tablet.locator(".place-name").first).to_have_value("Ana")
    table.tablet.get_by_role("button", name="Start the game").tap()
    expect(phone.get_by_label(PHOTOGRAPHED)).to_be_attached()
    look(phone)
    tray = VirtualTray(np.random.default_rng(3))
    # A tap on the button, one to take the picture and one to use it.
    phone.get_by_label(PHOTOGRAPHED).set_input_files(photograph(table.folder, tray))
    until(lambda: len(table.served.get("/api/tables/main")["dice"]) == 5)
    took = time.monotonic() - began
    shown = sorted(int(die["face"]) for die in table.served.get("/api/tables/main")["dice"])
    assert shown == sorted(tray.lying_faces)
    expect(phone.get_by_text("2 rolls left")).to_be_visible()
    look(phone)
    return f"first roll: {took:.1f} s, 5 taps on the page, 3 to take a picture"


class PhoneEvening(Evening):
    """A game of Last Chance whose dice lie in `tray`; Ana's phone is the camera."""

    def __init__(self, table: Table, player: Player, phones: dict[str, Page]) -> None:
        super().__init__(player)
        self.table, self.phones = table, phones
        self.tray = VirtualTray(np.random.default_rng(5))
        self.wrong, self._t = 0, 0.0

    def asked(self) -> str:
        """Wait until the page asks for something, and return what."""
        page = self.player.page
        return str(page.wait_for_function(ASKED_OF_PHONES, polling=SELDOM).json_value())

    def _auction(self) -> None:
        for name, step in zip(self.player.rng.sample(NAMES, 2), (1, 2), strict=True):
            steps = self.phones[name].locator(".bidder-steps .step")
            if steps.count() >= step and steps.nth(step - 1).is_enabled():
                before = self.player.version()
                steps.nth(step - 1).tap()
                self.player.page.wait_for_function(f"() => page.dataset.version > {before}")
        if self.player.shows("Once"):
            self.player.sell()

    def _throw(self) -> None:
        """Keep what fits on the cracker's phone, roll the rest, and photograph it with Ana's."""
        now = self.player.snapshot()
        cracker = self.phones[
            NAMES[now["turn"][0] if isinstance(now["turn"], list) else now["turn"]]
        ]
        keeper = Player(cracker, self.player.url, self.table.folder)
        if cracker.get_by_role("group", name="Tap the dice that stay").count():
            keeper.keep_what_fits()
        kept = Counter(
            label[0]
            for label in cracker.locator(".keep-die.kept").evaluate_all(
                "dice => dice.map(die => die.getAttribute('aria-label') ?? '?')"
            )
        )
        self.roll(kept)
        self.throws += 1
        before = self.player.version()
        self.phones["Ana"].get_by_label(PHOTOGRAPHED).set_input_files(
            photograph(self.table.folder, self.tray, self._t)
        )
        self.player._wait_for_dice(before)
        now = self.player.snapshot()
        if not now["eye"]["question"]:
            shown = sorted(int(die["face"]) for die in now["dice"])
            self.wrong += shown != sorted(self.tray.lying_faces)

    def roll(self, kept: Counter[str]) -> None:
        """Roll all dice of the tray but those `kept`."""
        boxes = []
        for face, box in zip(map(str, self.tray.lying_faces), self.tray.boxes, strict=True):
            if kept[face] > 0:
                kept[face] -= 1
                boxes.append(box)
        self.tray.roll(boxes)
        self.tray.frame(self._t)
        self._t += 10


def whole_game(table: Table, cards: int) -> str:
    """Play Last Chance until there is a ranking; say what was rolled and asked."""
    began = time.monotonic()
    table.use_a_phone()
    player = Player(table.tablet, table.url, table.folder, seed=7)
    player.choose("Last Chance")
    phones = {name: table.phone(name) for name in NAMES}
    expect(table.tablet.locator(".place-name").nth(2)).to_have_value("Cleo")
    player.start([], ("We do, by hand",), cards=cards)
    make_camera(table.tablet, "Ana")
    evening = PhoneEvening(table, player, phones)
    evening.play()
    assert player.snapshot()["over"]
    assert not evening.wrong
    return (
        f"whole game: {cards} cards, {evening.throws} rolls photographed, {evening.questions} asked"
        f" about, {evening.wrong} wrong, {time.monotonic() - began:.0f} s"
    )


def make_camera(tablet: Page, name: str) -> None:
    """Let the phone of `name` photograph for everyone."""
    open_menu(tablet)
    tablet.get_by_role("button", name="Players", exact=True).tap()
    tablet.locator(".device-name").filter(has_text=name).tap()
    tablet.get_by_role("button", name="Use as the camera").tap()
    tablet.get_by_role("button", name="Stop using it as the camera").wait_for()
    tablet.keyboard.press("Escape")


@contextmanager
def a_table() -> Iterator[Table]:
    """Yield a new table before browsers."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        installed = next(path for path in BROWSERS if path.exists())
        browser = playwright.chromium.launch(executable_path=installed, args=FLAGS)
        table = Table(browser, Path(folder))
        try:
            yield table
        finally:
            table.served.kill()
            browser.close()


def main(cards: int = 7) -> None:
    """Play both evenings, and print their figures."""
    with a_table() as table:
        print(first_roll(table), flush=True)
    with a_table() as table:
        print(whole_game(table, cards), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
