"""What shared parts of the page draw and send for a game with few features."""

from itertools import permutations

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
  const game = { id: "pig", options, presets: { usual: {} }, option_groups: {} };
  const drawn = h("div", {}, drawHouseRules(game, { preset: "usual", options: {} }, () => {}));
  return drawn.querySelectorAll("button").length;
}"""
THROW = """async ([role]) => {
  const { sendThrow } = await import("/static/js/parts/roll.js");
  const { state } = await import("/static/js/store.js");
  state.you = { role, seat: 1 };
  const sent = new Promise((resolve) => {
    window.fetch = async (_, { body }) => (resolve(JSON.parse(body).action), new Response("{}"));
  });
  sendThrow(["4"], [], { type: "throw", seat: 1, faces: ["4"] });
  return sent;
}"""

LINE = """async ([game, act]) => {
  const { logLine } = await import("/static/js/sentences.js");
  const { loadDisplay } = await import("/static/js/loader.js");
  const { chooseLanguage } = await import("/static/js/words.js");
  await Promise.all([loadDisplay(game), chooseLanguage("de")]);
  return logLine({ kind: "action", game, ...act, names: ["Ana", "Ben"], line: "" });
}"""

FILL = """async () => {
  const { fill } = await import("/static/js/words.js");
  return ["Ana", "\u05d0\u05d1\u05d9"].map((name) => fill("{name} 5", { name }));
}"""

ORDERS = """async ([[first, ...orders]]) => {
  const { h, patch } = await import("/static/js/parts/dom.js");
  const list = (keys) => h("ul", {}, [...keys].map((key) => h("li", { key }, key)));
  const shown = list(first);
  return orders.map((keys) => {
    const before = new Map([...shown.children].map((node) => [node.textContent, node]));
    patch(shown, list(keys));
    const moved = (node) => (before.get(node.textContent) ?? node) === node;
    return [...shown.children].map((node) => (moved(node) ? node.textContent : "?")).join("");
  });
}"""


@ON_A_TABLET
def test_parts_work_for_a_game_with_few_features(page: Page, url: str) -> None:
    """Nobody is out, and no house rules are offered, unless the game says so.

    The banker's device sends dice, a player's the game's own action with their seat. A line of the
    log names the player who acted, and other seats in the game's own fields. A name written from
    right to left does not reorder the sum next to it.
    """
    page.goto(url)
    page.wait_for_selector(".shelf")
    seats = [{"seat": n, "name": name, "cash": 5} for n, name in enumerate("ABC")]
    seats[1]["active"] = True
    seats[2]["active"] = False
    assert page.evaluate(SEATS, [seats]) == [False, False, True]
    assert page.evaluate(RULES, [[]]) == 0
    assert page.evaluate(RULES, [[{"id": "loud", "default": False}]]) == 1
    for game, done, line in (
        (
            "free_table",
            {"events": [{"type": "player_paid", "seat": 0, "amount": 5, "payee_seat": 1}]},
            "Ana zahlt Ben 5",
        ),
        (
            "free_table",
            {"events": [{"type": "bank_paid", "amount": 5, "seat": 0}]},
            "Die Bank zahlt Ana 5",
        ),
        (
            "jour_de_chance",
            {"events": [{"type": "oldest_named", "seat": 1}]},
            "Ben ist am ältesten und beginnt",
        ),
    ):
        assert page.evaluate(LINE, [game, done]) == line
    assert page.evaluate(FILL) == ["Ana 5", "\u2068\u05d0\u05d1\u05d9\u2069 5"]
    dice = {"type": "dice", "faces": ["4"], "kept": []}
    assert page.evaluate(THROW, ["banker"]) == dice
    assert page.evaluate(THROW, ["player"]) == {"type": "throw", "seat": 1, "faces": ["4"]}


@ON_A_TABLET
def test_elements_move_with_their_keys(page: Page, url: str) -> None:
    """They may come in any order, with others added or removed; none becomes another."""
    page.goto(url)
    page.wait_for_selector(".shelf")
    orders = ["abcd", *map("".join, permutations("abcd")), "bxd", "axbycd", "dcba", "c"]
    assert page.evaluate(ORDERS, [orders]) == orders[1:]
