"""Every game to its end before five displays at once, which speak all languages among them.

Whenever something else is asked, they are held to axe and to our measures.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from companion.table.table import Table
from engine import GAMES
from engine.core.game import Game
from tests.companion.pages.accessibility import faults
from tests.companion.pages.playing import asked, play
from tests.companion.pages.test_room import faults_in_room

NAMES = ("Ana Maria", "Benedikt", "Chloé")
ROOM = "television"
DEVICES = {
    "tablet": ("en", 1280, 800),
    "phone in French": ("fr", 390, 844),
    "phone in German": ("de", 390, 844),
    "phone": ("en-GB", 390, 844),
    ROOM: ("en", 1920, 1080),
}
LOOKS = {"tablet": faults, "phone": faults, ROOM: faults_in_room}
SAMPLE = 10  # of acts such as there were before, every so many are looked at
# A key of the catalogues or a place in a sentence that nobody filled in.
UNTRANSLATED = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\{\w+\}")
TOLD = """v => Number(document.getElementById('page').dataset.version) >= v
  && import('/static/js/store.js').then(({ state }) => ({
    text: document.getElementById('page').innerText,
    seats: JSON.stringify(state.snapshot.seats),
  }))"""


@dataclass
class Device:
    """One screen, and what its browser complained about."""

    name: str
    page: Page
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda line: self.errors.append(line.text) if line.type == "error" else None,
        )

    def shows(self, version: int) -> str:
        """Return the seats as the page knows them at `version`, which it must reach."""
        told = self.page.wait_for_function(TOLD, arg=version).json_value()
        found = UNTRANSLATED.findall(told["text"])
        assert not found, f"{self.name}: {found}"
        assert self.errors == [], self.name
        return str(told["seats"])

    def faults(self, over: bool) -> list[str]:
        """Return what is wrong with what it shows; a television looks on until it is `over`."""
        look = None if over and self.name == ROOM else LOOKS.get(self.name)
        found = look(self.page) if look else []
        return [f"{self.name}: {one}" for one in found]


@pytest.fixture
def devices(browser: Browser, url: str) -> Iterator[list[Device]]:
    """Return the screens, each at the table's page."""
    contexts: list[BrowserContext] = []
    found = []
    for name, (language, width, height) in DEVICES.items():
        contexts.append(
            browser.new_context(
                viewport={"width": width, "height": height},
                locale=language,
                color_scheme="dark",
                has_touch=name != ROOM,
                reduced_motion="reduce",
            )
        )
        found.append(Device(name, contexts[-1].new_page()))
        found[-1].page.goto(f"{url}/table" if name == ROOM else url)
    yield found
    for context in contexts:
        context.close()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_display_follows(game: Game[Any], table: Table, devices: list[Device]) -> None:
    """No script fails, no sentence is missing, nothing is hard to read or to tap.

    All displays know the same balances.
    """
    followed: set[tuple[str, str]] = set()
    looked: set[str] = set()
    wrong: dict[str, list[str]] = {}
    for view in play(game, table, NAMES):
        state = asked(view)
        step = (state, view["last_row"]["action"]["type"])
        if step in followed and view["version"] % SAMPLE:
            continue  # much as one was before
        followed.add(step)
        seats = {device.shows(view["version"]) for device in devices}
        assert len(seats) == 1, seats
        if state not in looked:
            looked.add(state)
            wrong[state] = [fault for device in devices for fault in device.faults(view["over"])]
    assert {state: found for state, found in wrong.items() if found} == {}
