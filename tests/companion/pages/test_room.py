"""The table on a television: whatever is asked, read from afar, with nothing to tap."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.acts import Start
from companion.table.table import Table
from engine import GAMES
from engine.core.game import Game, Setup
from tests.companion.pages.test_every_game import MOST, SHORT, act, next_act

NAMES = ["Ana Maria", "Benedikt", "Chloé"]
# The chance is told as soon as it can be: then most is to be seen at once.
RULES = {**SHORT, "last_chance": {**SHORT["last_chance"], "odds_from": "auction"}}
# What is tapped or typed in and seen; what is cut off; letters under 30 of 1080 lines.
FAULTS = """() => {
  const seen = (node) => node.checkVisibility() && node.getBoundingClientRect().width > 2;
  const zoom = Number(getComputedStyle(document.querySelector('#page')).zoom);
  const wrong = [...document.querySelectorAll('button, input, a[href], summary')]
    .filter(seen).map((node) => 'control: ' + node.textContent);
  for (const node of document.querySelectorAll('.stage *, .side *')) {
    const words = [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
    if (!words || !seen(node) || node.closest('svg, .unseen')) continue;
    const size = parseFloat(getComputedStyle(node).fontSize) * zoom;
    if (size < 30) wrong.push(`${size} px: ${node.textContent}`);
  }
  const stage = document.querySelector('.stage');
  if (stage.scrollHeight > stage.clientHeight + 1) wrong.push('cut off');
  return wrong;
}"""


@pytest.fixture
def television(browser: Browser, url: str) -> Iterator[Page]:
    """Return the table's page on a television that knows nobody."""
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{url}/table")
    expect(page.get_by_role("heading", name="being set up")).to_be_visible()
    yield page
    context.close()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_state_in_the_room(game: Game[Any], table: Table, television: Page) -> None:
    """A whole game; whenever something else is asked, the display is looked at."""
    rng = Random(game.id)
    start = Start(game.id, tuple(NAMES), first_seat=0, options=RULES.get(game.id, {}))
    state = game.start(Setup(start.names, options=start.options))
    view = act(table, start.to_json())
    television.wait_for_selector(".stage")
    seen: set[str] = set()
    wrong: dict[str, list[str]] = {}
    for _ in range(MOST):
        prompts: Any = view["prompts"]
        name = f"{view['phase']} {prompts[0]['code'] if prompts else ''}"
        if name not in seen and not view["over"]:
            seen.add(name)
            television.wait_for_function(
                "v => Number(document.getElementById('page').dataset.version) >= v",
                arg=view["version"],
            )
            if found := television.evaluate(FAULTS):
                wrong[name] = found
        if view["over"]:
            break
        action = next_act(game, state, rng)
        state = game.play(state, game.actions.parse(action))
        view = act(table, action)
    assert wrong == {}


def test_a_settlement_goes_on_by_itself(table: Table, television: Page) -> None:
    """Nobody is there to tap, so that what is next comes after a while."""
    act(table, Start("last_chance", tuple(NAMES), first_seat=0).to_json())
    card = {"symbols": ["2", "3", "4", "5", "6"], "prize": 160_000, "attempts": 3}
    act(table, {"type": "flip", **card})
    act(table, {"type": "roll", "faces": ["2", "3", "4", "5", "6"]})
    expect(television.locator(".settling")).to_be_visible()
    expect(television.get_by_role("heading", name="Benedikt turns over a card")).to_be_visible()
