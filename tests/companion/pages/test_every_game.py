"""Every game to its end before four displays at once, which speak all languages among them."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from companion.table.acts import Start
from companion.table.table import Request, Table
from engine import GAMES
from engine.core.game import Game, Setup
from engine.core.player import next_action
from engine.core.refusals import Json, NotNow
from tests.engine.playing import random_action

NAMES = ["Ana", "Ben", "Cleo"]
DEVICES = {
    "tablet": ("en", 1280, 800),
    "phone in French": ("fr", 390, 844),
    "phone in German": ("de", 390, 844),
    "phone in English": ("en-GB", 390, 844),
}
SHORT: dict[str, dict[str, Json]] = {"last_chance": {"cards_in_game": 3}}
MOST = 400  # actions
# A key of the catalogues or a place in a sentence that nobody filled in.
UNTRANSLATED = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\{\w+\}")


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
        self.page.wait_for_function(
            "v => Number(document.getElementById('page').dataset.version) >= v", arg=version
        )
        text = self.page.locator("#page").inner_text()
        assert not UNTRANSLATED.search(text), f"{self.name}: {UNTRANSLATED.findall(text)}"
        assert self.errors == [], self.name
        seats = "import('/static/js/store.js').then(({ state }) => state.snapshot.seats)"
        return json.dumps(self.page.evaluate(seats))


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
                has_touch=True,
                reduced_motion="reduce",
            )
        )
        found.append(Device(name, contexts[-1].new_page()))
        found[-1].page.goto(url)
    yield found
    for context in contexts:
        context.close()


def act(table: Table, action: dict[str, Any]) -> dict[str, Any]:
    """Do `action` at the table, and return what it shows then."""
    version = int(table.snapshot()["version"])  # type: ignore[arg-type]
    return table.submit(Request(f"test-{version}", version, action))


def next_act(game: Game[Any], state: Any, rng: Random) -> dict[str, Any]:
    """Return what an automatic player does now or, where none knows how, anything legal."""
    try:
        return next_action(game, state, len(NAMES), rng.randrange).to_json()
    except NotNow:
        return random_action(game.legal(state), rng)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_display_follows(game: Game[Any], table: Table, devices: list[Device]) -> None:
    """No script fails, no sentence is missing, and all displays know the same balances."""
    rng = Random(game.id)
    start = Start(game.id, tuple(NAMES), first_seat=0, options=SHORT.get(game.id, {}))
    state = game.start(Setup(start.names, options=start.options))
    shown = act(table, start.to_json())
    for _ in range(MOST):
        seats = {device.shows(shown["version"]) for device in devices}
        assert len(seats) == 1, seats
        if shown["over"]:
            break
        action = next_act(game, state, rng)
        state = game.play(state, game.actions.parse(action))
        shown = act(table, action)
    assert shown["over"]
