"""What the parts of the page draw and send for a game that has not all that others have."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.companion.pages.conftest import ON_A_TABLET

SEATS = """async ([seats]) => {
  const { drawSeats } = await import("/static/js/parts/seats.js");
  const display = { accounts: () => [], notes: () => [] };
  const drawn = drawSeats({ seats, prompts: [{ seat: 0 }] }, display);
  return [...drawn.querySelectorAll(".seat")].map((seat) => seat.classList.contains("out"));
}"""
RULES = """async ([options]) => {
  const { drawHouseRules } = await import("/static/js/parts/house_rules.js");
  const { h } = await import("/static/js/parts/dom.js");
  const game = { id: "pig", options, presets: { usual: {} } };
  const drawn = h("div", {}, drawHouseRules(game, { preset: "usual", options: {} }, () => {}));
  return drawn.querySelectorAll("button").length;
}"""
THROW = """async ([role]) => {
  const { sendThrow } = await import("/static/js/parts/throw_entry.js");
  const { state } = await import("/static/js/store.js");
  state.you = { role, seat: 1 };
  const sent = new Promise((resolve) => {
    window.fetch = (_, { body }) => (resolve(JSON.parse(body).action), new Promise(() => {}));
  });
  sendThrow(["4"], [], { type: "throw", seat: 1, faces: ["4"] });
  return sent;
}"""

LINE = """async ([game, action]) => {
  const { logLine } = await import("/static/js/parts/log_lines.js");
  const { loadDisplay } = await import("/static/js/games/index.js");
  const { chooseLanguage } = await import("/static/js/words.js");
  await Promise.all([loadDisplay(game), chooseLanguage("de")]);
  return logLine({ kind: "action", game, action, names: ["Ana", "Ben"], line: "" });
}"""


@pytest.fixture
def opened(page: Page, url: str) -> Page:
    """Return the page of a table."""
    page.goto(url)
    page.wait_for_selector(".welcome, .stage")
    return page


@ON_A_TABLET
def test_a_player_is_out_only_where_his_game_says_so(opened: Page) -> None:
    """Many games never leave anybody out, and say nothing of it."""
    seats = [{"seat": n, "name": name, "cash": 5} for n, name in enumerate("ABC")]
    seats[1]["active"] = True
    seats[2]["active"] = False
    assert opened.evaluate(SEATS, [seats]) == [False, False, True]


@ON_A_TABLET
def test_house_rules_are_offered_only_where_there_are_some(opened: Page) -> None:
    """Nothing would open behind the button."""
    assert opened.evaluate(RULES, [[]]) == 0
    assert opened.evaluate(RULES, [[{"id": "loud", "default": False}]]) == 1


@ON_A_TABLET
@pytest.mark.parametrize(
    ("role", "sent"),
    [
        ("banker", {"type": "dice", "faces": ["4"], "kept": []}),
        ("player", {"type": "throw", "seat": 1, "faces": ["4"]}),
    ],
)
def test_a_throw_told_by_a_player_is_his_own_act(
    opened: Page, role: str, sent: dict[str, Any]
) -> None:
    """The table takes dice from the banker alone; from a player, what carries his seat."""
    assert opened.evaluate(THROW, [role]) == sent


@ON_A_TABLET
@pytest.mark.parametrize(
    ("game", "action", "line"),
    [
        ("free_table", {"type": "pay", "seat": 0, "amount": 5, "to": 1}, "Ana zahlt Ben 5"),
        ("free_table", {"type": "pay_out", "amount": 5, "to": 0}, "Die Bank zahlt Ana 5"),
        (
            "jour_de_chance",
            {"type": "bank_card", "card": 9, "owner": 0, "seat": 1},
            "Ben sichert 9 aus der Reihe von Ana",
        ),
    ],
)
def test_a_line_of_the_log_names_everybody_in_it(
    opened: Page, game: str, action: dict[str, Any], line: str
) -> None:
    """Whose act it is, and whom else the game's own fields mean."""
    assert opened.evaluate(LINE, [game, action]) == line
