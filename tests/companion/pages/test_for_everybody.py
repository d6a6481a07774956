"""Every game in every state, and whatever opens over it, held to axe and to our own measures."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from companion.table.acts import Start
from companion.table.table import Table
from engine import GAMES
from engine.core.game import Game, Setup
from tests.companion.pages.test_every_game import MOST, NAMES, SHORT, act, next_act
from tests.companion.pages.test_eye import FakeEye

GROUNDS = {"dark": (1280, 800), "light": (1280, 800), "light phone": (390, 844)}
# What axe cannot know: how large a text must be that is read from two metres, and how large a
# thing that is tapped in a hurry. Marks on the tray are as large as the dice they lie on.
MEASURE = """(least) => {
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && node.getBoundingClientRect().width > 2;
  const name = (node) => node.closest('[class]').getAttribute('class') + ': '
    + node.textContent.trim().slice(0, 30);
  const wrong = [];
  for (const node of document.querySelectorAll('.stage *')) {
    const words = [...node.childNodes].some((c) => c.nodeType === 3 && c.data.trim());
    if (!words || !seen(node) || node.closest('svg, .playing-card b, .print-joker')) continue;
    const size = parseFloat(getComputedStyle(node).fontSize);
    if (size < least) wrong.push(`${size} px: ${name(node)}`);
  }
  for (const node of document.querySelectorAll('button, a[href], .choice')) {
    if (!seen(node)) continue;
    const { width, height } = node.getBoundingClientRect();
    if (Math.min(width, height) < 47.5) wrong.push(`${width} x ${height}: ${name(node)}`);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) wrong.push(`${wide} px too wide`);
  return [...new Set(wrong)];
}"""


@pytest.fixture(params=GROUNDS)
def ground(request: pytest.FixtureRequest) -> str:
    """Return on which ground the page lies, and on what it is shown."""
    return str(request.param)


@pytest.fixture
def shown(browser: Browser, url: str, ground: str) -> Iterator[Page]:
    """Return the table's page on `ground`."""
    width, height = GROUNDS[ground]
    scheme: Any = ground.split()[0]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(".head")
    yield page
    context.close()


def faults(page: Page) -> list[str]:
    """Return what is wrong with the page as it stands."""
    found = [
        f"{fault['id']}: {node['html'][:150]}"
        for fault in Axe().run(page).response["violations"]
        for node in fault["nodes"]
    ]
    small = page.viewport_size is not None and page.viewport_size["width"] < 721
    measured: list[str] = page.evaluate(MEASURE, 12 if small else 24)
    return found + measured


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_state_of_every_game(game: Game[Any], table: Table, shown: Page) -> None:
    """A whole game; whenever something else is asked, the page is looked at."""
    rng = Random(game.id)
    start = Start(game.id, tuple(NAMES), first_seat=0, options=SHORT.get(game.id, {}))
    state = game.start(Setup(start.names, options=start.options))
    view = act(table, start.to_json())
    shown.wait_for_selector(".stage")
    seen: set[str] = set()
    wrong: dict[str, list[str]] = {}
    for _ in range(MOST):
        prompts: Any = view["prompts"]
        name = f"{view['phase']} {prompts[0]['code'] if prompts else ''}"
        if name not in seen:
            seen.add(name)
            shown.wait_for_function(
                "v => Number(document.getElementById('page').dataset.version) >= v",
                arg=view["version"],
            )
            if found := faults(shown):
                wrong[name] = found
        if view["over"]:
            break
        action = next_act(game, state, rng)
        state = game.play(state, game.actions.parse(action))
        view = act(table, action)
    assert wrong == {}


def test_before_a_game(shown: Page) -> None:
    """The welcome, the form for each game with its house rules, the settings."""
    assert faults(shown) == []
    shown.get_by_role("button", name="Now the players").click()
    shown.get_by_role("button", name="House rules").click()
    for game in GAMES.values():
        shown.get_by_role("radio", name=game.title, exact=True).check()
        assert faults(shown) == [], game.id
    shown.get_by_role("button", name="Settings").click()
    assert faults(shown) == []


def test_what_opens_over_the_table(table: Table, shown: Page, url: str) -> None:
    """The log, a correction with what it changes, the keypad, a warning, a question of the eye."""
    act(table, Start("last_chance", tuple(NAMES), first_seat=0).to_json())
    card = {"symbols": ["2", "3", "4", "5", "6"], "prize": 160_000, "attempts": 3}
    act(table, {"type": "flip", **card})
    FakeEye(url).read("1 2 2 4 4", sure=False)
    shown.get_by_role("heading", name="Do the dice show this?").wait_for()
    assert faults(shown) == []
    shown.get_by_role("button", name="Other dice").click()
    assert faults(shown) == []
    act(table, {"type": "dice", "faces": ["2", "3", "4", "5", "5"]})
    typed = shown.locator(".typed").first
    if not typed.is_visible():
        shown.locator(".bidder-name").first.click()
    typed.click()
    assert faults(shown) == []
    shown.keyboard.press("Escape")
    shown.get_by_role("button", name="Log").click()
    assert faults(shown) == []
    shown.get_by_role("button", name="Correct").first.click()
    shown.get_by_role("button", name="Die 5 shows 5").click()
    shown.get_by_role("dialog").get_by_role("button", name="6", exact=True).click()
    shown.get_by_role("dialog").get_by_text("→").wait_for()
    assert faults(shown) == []
