"""Every game is played to its end before three displays, which together use all languages.

Whenever a new question appears, all are measured, and one is checked by axe.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from companion.table.table import Table
from engine.core.game import Game
from engine.games import GAMES
from tests.companion.pages.accessibility import faults, measured
from tests.companion.pages.lending import Pages
from tests.companion.pages.playing import asked, play
from tests.companion.pages.test_room import faults_in_room

NAMES = ("Ana Maria", "Benedikt", "Chloé")
ROOM = "television"
DEVICES = {
    "tablet": ("fr", 1280, 800),
    "phone": ("de", 390, 844),
    ROOM: ("en-US", 1920, 1080),
}
HELD = ("tablet", "phone")
SAMPLE = 25  # of acts of a known kind, one in this many is checked
# A key of the catalogues, or an unfilled placeholder.
UNTRANSLATED = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\{\w+\}")
TOLD = """v => Number(document.getElementById('page').dataset.version) >= v
  && document.querySelector('.stage, .ending')
  && import('/static/js/store.js').then(({ state }) => ({
    text: document.getElementById('page').innerText,
    seats: JSON.stringify(state.snapshot.seats),
  }))"""


@dataclass
class Device:
    """One screen, and its browser's complaints."""

    name: str
    page: Page
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.errors.append(error.stack or str(error)))
        self.page.on(
            "console",
            lambda line: self.errors.append(line.text) if line.type == "error" else None,
        )

    def shows(self, version: int) -> str:
        """Return the seats as the page knows them at `version`, which it must reach."""
        try:
            told = self.page.wait_for_function(TOLD, arg=version).json_value()
        except TooLate as late:
            late.add_note("\n".join(self.errors))
            raise
        found = UNTRANSLATED.findall(told["text"])
        assert not found, f"{self.name}: {found}"
        assert self.errors == [], self.name
        return str(told["seats"])


@pytest.fixture
def devices(pages: Pages, url: str) -> Iterator[dict[str, Device]]:
    """Return the screens, each at the table's page."""
    found = {}
    with ExitStack() as lent:
        for name, (language, width, height) in DEVICES.items():
            page = pages.lend(
                {"width": width, "height": height},
                locale=language,
                color_scheme="dark",
            )
            found[name] = Device(name, lent.enter_context(page))
            found[name].page.goto(f"{url}/table" if name == ROOM else url)
        yield found


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_display_follows(
    game: Game[Any], table: Table, devices: dict[str, Device], publish: Callable[[], None]
) -> None:
    """No script fails, no sentence is missing, nothing is hard to read or to tap.

    All displays know the same balances.
    """
    held = cycle(HELD)
    met: set[str] = set()
    wrong: list[str] = []

    def new(what: str) -> bool:
        known = what in met
        met.add(what)
        return not known

    for view in play(game, table, NAMES):
        state, row = asked(view), view["last_row"]
        last = row["events"][0]["type"] if row["events"] else row["action"]["type"]
        if not new(f"{state} after {last}") and view["version"] % SAMPLE:
            continue  # much as one was before
        publish()
        seats = {device.shows(view["version"]) for device in devices.values()}
        assert len(seats) == 1, seats
        if new(state) and not view["over"]:
            wrong += [f"{state}, room: {one}" for one in faults_in_room(devices[ROOM].page)]
        if new(f"{view['phase']}, first {[one['code'] for one in view['prompts'][:1]]}"):
            to_axe = next(held)
            for name in HELD:
                look = faults if name == to_axe else measured
                wrong += [f"{state}, {name}: {one}" for one in look(devices[name].page)]
    assert not wrong, "\n".join(wrong)
