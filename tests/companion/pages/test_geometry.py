"""Six players with long names on every display, in every language: nothing cut off or covered.

Each state of the four games is looked at on some displays in turn, or with CROUPIER_DISPLAYS=15 on
all of them (and by axe).
"""

import os
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from companion.table.acts import Start
from companion.table.table import Table
from engine import GAMES
from engine.core.game import Game, Setup
from engine.core.player import next_action
from engine.core.refusals import NotNow
from tests.companion.pages.conftest import ROOT
from tests.companion.pages.geometry import faults_of_layout
from tests.companion.pages.test_every_game import MOST, SHORT, act
from tests.engine.playing import random_action

NAMES = (
    "Maximiliane-Friederike",
    "Chloé",
    "Bartholomäus Steinbach",
    "Jean-Christophe Lefèvre",
    "Ida",
    "Wilhelmine",
)
SIZES = ((1024, 600), (1280, 800), (390, 844), (360, 640), (1920, 1080))
DISPLAYS = [(size, language) for language, size in product(("de", "fr", "en"), SIZES)]
PER_STATE = int(os.environ.get("CROUPIER_DISPLAYS", "2"))
EVERYWHERE = len(DISPLAYS) == PER_STATE
SPEAK = """(language) => Promise.all([import('/static/js/words.js'), import('/static/js/store.js')])
  .then(async ([words, store]) => { await words.chooseLanguage(language); store.change({}); })
  .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"""


class Looker:
    """Looks at states of the page on some displays each, and remembers what was wrong."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.looked = 0
        self.wrong: dict[str, list[str]] = {}

    def look(self, state: str) -> None:
        """Look at the page as it stands, called `state`."""
        for _ in range(PER_STATE):
            # A step that shares no divisor with their number leads through all displays.
            (width, height), language = DISPLAYS[(7 * self.looked) % len(DISPLAYS)]
            self.looked += 1
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate(SPEAK, language)
            found = faults_of_layout(self.page)
            if EVERYWHERE:
                found += [one["id"] for one in Axe().run(self.page).response["violations"]]
            if found:
                self.wrong[f"{state} {width}x{height} {language}"] = found
                if os.environ.get("CROUPIER_SCREENSHOTS"):
                    (ROOT / "test-output" / "geometry").mkdir(parents=True, exist_ok=True)
                    name = f"{state} {width}x{height} {language}".replace(" ", "-")
                    self.page.screenshot(path=ROOT / "test-output" / "geometry" / f"{name}.png")

    def check(self) -> None:
        """Fail if anything was wrong, and say all of it."""
        lines = [f"{state}: {one}" for state, found in self.wrong.items() for one in found]
        assert not lines, "\n".join(lines)


@pytest.fixture
def looker(browser: Browser, url: str) -> Iterator[Looker]:
    """Return who looks at the table's page."""
    context = browser.new_context(has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(".head")
    yield Looker(page)
    context.close()


def shown(page: Page, view: dict[str, Any]) -> None:
    """Wait until the page shows `view`."""
    page.wait_for_function(
        "v => Number(document.getElementById('page').dataset.version) >= v", arg=view["version"]
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_state_on_every_display(game: Game[Any], table: Table, looker: Looker) -> None:
    """A whole game; whenever something else is asked, the page is looked at."""
    rng = Random(game.id)
    start = Start(game.id, NAMES, first_seat=0, options=SHORT.get(game.id, {}))
    state = game.start(Setup(start.names, options=start.options))
    view = act(table, start.to_json())
    seen: set[str] = set()
    for _ in range(2 * MOST):
        codes = "+".join(sorted(prompt["code"] for prompt in view["prompts"]))
        name = f"{view['phase']} {codes}"
        if name not in seen:
            seen.add(name)
            shown(looker.page, view)
            looker.look(f"{game.id} {name}")
        if view["over"]:
            break
        try:
            action = next_action(game, state, len(NAMES), rng.randrange).to_json()
        except NotNow:
            action = random_action(game.legal(state), rng)
        state = game.play(state, game.actions.parse(action))
        view = act(table, action)
    assert view["over"]
    looker.check()
