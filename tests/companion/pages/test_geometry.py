"""Six players with long names on every display, in every language: nothing cut off or covered.

Each state of each game is looked at on one display in turn, or with CROUPIER_DISPLAYS=27 on
all of them (and by axe).
"""

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.log.log import Log
from companion.table.acts import Start
from companion.table.table import Table
from engine.core.game import Game
from engine.core.refusals import Json
from engine.games import GAMES
from tests.companion.pages.accessibility import violations
from tests.companion.pages.conftest import ROOT
from tests.companion.pages.geometry import faults_of_layout, resize, under_notices
from tests.companion.pages.lending import Pages
from tests.companion.pages.player import TAKE_YOU
from tests.companion.pages.playing import act, asked, in_scene, play, wait_for
from tests.companion.pages.test_eye import FakeEye

NAMES = (
    "Maximiliane-Friederike",
    "Chloé",
    "Bartholomäus Steinbach",
    "Jean-Christophe Lefèvre",
    "Ömer",
    "Wilhelmine",
)
FRIENDS = ("Ömer", "Élisabeth", "Cleo")
PHONE = (390, 844)
TABLETS = ((800, 1280), (1024, 768), (1180, 820))
SMALL_PHONE = (360, 640)
LOW_PHONE = (844, 390)
SIZES = ((1024, 600), (1280, 800), PHONE, SMALL_PHONE, (1920, 1080), LOW_PHONE, *TABLETS)
Display = tuple[tuple[int, int], str]
DISPLAYS: list[Display] = [
    (size, language) for language, size in product(("de", "fr", "en"), SIZES)
]
SMALLEST = [*product(((1024, 600), SMALL_PHONE), ("de", "fr"))]
PER_STATE = int(os.environ.get("CROUPIER_DISPLAYS", "1"))
EVERYWHERE = len(DISPLAYS) == PER_STATE
# Wide content, and where it is: at the first state of each of these phases.
WIDE = {
    "last_chance": ("auction", "bets", "crack"),
    "den_letzten": ("throw",),
    "last_one": ("score",),
    "ten_thousand": ("choose",),
}
# A rule of no preset: finding the best play of eight sheets would take most of a test.
UNKNOWN_ODDS: dict[str, dict[str, Json]] = {"yacht": {"small_straight": 20}}
SMALLEST_BOARD = 280  # pixels
SMALLEST_TRAY = 150
# Names that are not shown whole.
CUT_NAMES = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return [...document.querySelectorAll('.clip:not(.one-line)')].filter((node) => {
    const text = document.createRange();
    text.selectNodeContents(node);
    return text.getBoundingClientRect().width > node.getBoundingClientRect().width
      || node.scrollHeight > 1.08 * node.clientHeight; // a line is hidden
  }).map((node) => `cut: ${node.textContent}`);
}"""
# The buttons that go on, the first one of each kind of which there are many, every player's lane
# and every die that may stay, where they are not seen; and letters that are too small.
NOT_SEEN = """() => {
  const kinds = ['pad-key', 'step', 'jour-key', 'card-key', 'rank-key'];
  const seen = (selector) => [...document.querySelectorAll(`.stage ${selector}`)]
    .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height);
  const asked = [...seen('.main'), ...seen('.throw')];
  const many = asked.length ? [] : kinds.flatMap((kind) => seen(`.${kind}`).slice(0, 1));
  const [dock] = seen('.dock').slice(-1);
  const end = dock ? dock.getBoundingClientRect().top + 12 : innerHeight;
  const rows = seen(':is(.lanes > li, .keep-die):not(.ending *)')
    .filter((node) => node.getBoundingClientRect().bottom > end);
  const walk = document.createTreeWalker(document.querySelector('.table'), NodeFilter.SHOW_TEXT);
  const small = [];
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const node = text.parentElement;
    const shown = node.checkVisibility() && !node.closest('.unseen, .clip, svg');
    const size = parseFloat(getComputedStyle(node).fontSize) * node.currentCSSZoom;
    if (shown && text.data.trim() && size < 10.5) small.push(`${size.toFixed(1)} px: ${text.data}`);
  }
  return [...asked, ...many]
    .filter((node) => {
      const { top, bottom } = node.getBoundingClientRect();
      return top < 0 || bottom > innerHeight;
    })
    .concat(rows)
    .map((node) => `out of sight: ${node.textContent || node.className}`)
    .concat(small);
}"""
# What one would have to scroll to, or what lies under the buttons: faces, figures, cards, sums,
# sides of bets, "No bids", what is known of an attempt, and who pays whom.
KEYS_BELOW = """() => {
  const KEYS = '.stage :is(.pad-key, .jour-key, .rank-key, .card-key, .token-button, .fact),'
    + '.party, .figures button, .auction .dock > button, :is(.bidders, .bettors) > .lane > *';
  const dock = [...document.querySelectorAll('.dock:not(:empty)')].at(-1)?.getBoundingClientRect();
  return [...document.querySelectorAll(KEYS)]
    .filter((node) => node.checkVisibility() && node.offsetHeight)
    .filter((node) => {
      const { bottom } = node.getBoundingClientRect();
      const end = dock?.height && !node.closest('.dock') ? dock.top : innerHeight;
      return bottom > Math.min(end, innerHeight) + 2;
    })
    .map((node) => `out of sight: ${node.getAttribute('aria-label') ?? node.textContent}`);
}"""
# Where these faults are looked for: names on all kinds of displays, what continues the game on
# phones held sideways and a tablet at 150 %, keys on small phones.
ON: dict[str, tuple[tuple[int, int], ...]] = {
    CUT_NAMES: (LOW_PHONE, PHONE, (1024, 600)),
    NOT_SEEN: (LOW_PHONE, (740, 360), (853, 533)),
    KEYS_BELOW: (LOW_PHONE, SMALL_PHONE),
}
SPEAK = """(language) => Promise.all([import('/static/js/words.js'), import('/static/js/store.js')])
  .then(async ([words, { changeState }]) => {
    if (words.language !== language) await words.chooseLanguage(language);
    changeState({ message: null });
  })
  .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"""

OUTCOMES = ("caught", "nearest", "farthest")
LOWEST_CHANCE = """() => {
  const bottoms = [...document.querySelectorAll('.known')].map((node) =>
    node.getBoundingClientRect().bottom);
  return Math.max(...bottoms) - document.querySelector('.dock').getBoundingClientRect().top;
}"""
SAY = """(text) => import('/static/js/store.js').then((store) => {
  store.changeState({ message: { text } });
}).then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"""
OPEN = """(panel) => import('/static/js/store.js')
  .then(({ changeOpen }) => changeOpen({ panel, typed: new Map() }))"""
CLOSE = """() => import('/static/js/store.js').then(({ changeUi, state }) => {
  Object.assign(state, { open: {}, ui: {} });
  changeUi({});
})"""


class Looker:
    """Checks each state of the page on some displays, and collects the faults."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.looked = 0
        self.wrong: dict[str, list[str]] = {}

    def wait_for(self, view: dict[str, Any]) -> None:
        """Wait until the page shows `view`, and what is asked."""
        wait_for(self.page, view)
        self.page.wait_for_selector(".stage > *")

    def look(self, state: str, displays: Iterable[Display] | None = None) -> None:
        """Look at the page in its `state`, on `displays` or on the next ones in turn."""
        for (width, height), language in displays or self._next():
            resize(self.page, width, height)
            self.page.evaluate(SPEAK, language)
            found = faults_of_layout(self.page) + self._under_a_message()
            if EVERYWHERE:
                found += violations(self.page)
            if found:
                self.wrong[f"{state} {width}x{height} {language}"] = found
                if os.environ.get("CROUPIER_SCREENSHOTS"):
                    (ROOT / "test-output" / "geometry").mkdir(parents=True, exist_ok=True)
                    name = f"{state} {width}x{height} {language}".replace(" ", "-")
                    self.page.screenshot(path=ROOT / "test-output" / "geometry" / f"{name}.png")

    def look_for(self, state: str, *faults: str) -> None:
        """Look for what the scripts `faults` find on the displays they are for, in German.

        Its words are the longest.
        """
        self.page.evaluate(SPEAK, "de")
        for width, height in dict.fromkeys(size for script in faults for size in ON[script]):
            resize(self.page, width, height)
            for script in faults:
                if (width, height) in ON[script] and (found := self.page.evaluate(script)):
                    self.wrong.setdefault(f"{state} {width}x{height} de", []).extend(found)

    def _next(self) -> Iterator[Display]:
        for _ in range(PER_STATE):
            # A step that shares no divisor with their number leads through all displays.
            yield DISPLAYS[(7 * self.looked) % len(DISPLAYS)]
            self.looked += 1

    def _under_a_message(self) -> list[str]:
        """Return what a message about a tap in the middle of the page would lie over."""
        self.page.evaluate(SAY, "Someone else was first: Maximiliane-Friederike bids 1,000,000.")
        return [f"under the message: {name}" for name in under_notices(self.page)]

    def unfold(self, state: str, name: str, *selectors: str) -> None:
        """Check what the controls `selectors` open in `state`, tapped one after another."""
        resize(self.page, *SIZES[self.looked % len(SIZES)])
        opened(self.page, *selectors)
        self.look(f"{state}, {name}")
        self.page.evaluate(CLOSE)

    def check(self) -> None:
        """Fail if anything was wrong, and list all of it."""
        lines = [f"{state}: {one}" for state, found in self.wrong.items() for one in found]
        assert not lines, "\n".join(lines)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Return a table that does nothing by itself, however long it is looked at."""
    table = Table(Log(tmp_path), GAMES)
    yield table
    table.close()


@pytest.fixture
def looker(pages: Pages, url: str) -> Iterator[Looker]:
    """Return a looker at the table's page."""
    width, height = SIZES[0]
    with pages.lend({"width": width, "height": height}) as page:
        page.goto(url)
        page.wait_for_selector(".head")
        yield Looker(page)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_state_on_every_display(
    game: Game[Any], table: Table, looker: Looker, publish: Callable[[], None]
) -> None:
    """A whole game is played; whenever a new question appears, the page is checked, sideways too.

    The page skips the acts in between. In each phase, all names are shown whole.
    """
    seen: set[str] = set()
    phases: set[str] = set()
    # Each game begins with another display, so that all games together lead through all of them.
    looker.looked = list(GAMES).index(game.id) * len(DISPLAYS) // len(GAMES)
    for view in play(game, table, NAMES):
        state = asked(view)
        if state not in seen:
            seen.add(state)
            publish()
            looker.wait_for(view)
            looker.look(f"{game.id} {state}")
            names = () if view["phase"] in phases else (CUT_NAMES,)
            phases.add(view["phase"])
            looker.look_for(f"{game.id} {state}", NOT_SEEN, KEYS_BELOW, *names)
    looker.check()


@pytest.mark.parametrize("game", [id_ for id_, game in GAMES.items() if game.max_players > 6])
def test_names_of_eight_players_are_shown_whole(
    game: str, table: Table, looker: Looker, publish: Callable[[], None]
) -> None:
    """A name that is too long gets smaller first."""
    phases: set[str] = set()
    names = (*NAMES, "Großmutter Hildegard", "Anna-Katharina")
    for view in play(GAMES[game], table, names, UNKNOWN_ODDS.get(game)):
        if view["phase"] in phases:
            continue
        phases.add(view["phase"])
        publish()
        looker.wait_for(view)
        looker.look_for(view["phase"], CUT_NAMES)
    looker.check()


def test_a_name_of_one_long_word_fits_a_phone(table: Table, looker: Looker) -> None:
    """In every game, it is broken if nothing else helps, and the page gets no wider."""
    resize(looker.page, *PHONE)
    names = ("Donaudampfschifffahrtska", "Bo", "Ann")
    for game in GAMES:
        looker.wait_for(act(table, Start(game, names, first_seat=0).to_json()))
        found = faults_of_layout(looker.page)
        assert not [one for one in found if not one.startswith("broken")], game


@pytest.mark.parametrize(
    ("game", "state", "happened"),
    [
        ("last_chance", "bets stake+throw", "card_sold"),
        ("last_chance", "auction count", "player_eliminated"),
        ("last_one", "turn_up turn_up", ""),
    ],
)
def test_narrow_parts_fit_the_smallest_displays(
    game: str,
    state: str,
    happened: str,
    table: Table,
    looker: Looker,
    publish: Callable[[], None],
) -> None:
    """With six players, these are notes next to names, bets below them, and long words."""
    views = (view for view in play(GAMES[game], table, NAMES) if asked(view) == state)
    view = next(view for view in views if not happened or happened in in_scene(view))
    publish()
    looker.wait_for(view)
    looker.look(f"{game} {state}", SMALLEST)
    looker.check()


def test_a_further_yacht_fits_the_smallest_displays(
    table: Table, looker: Looker, publish: Callable[[], None]
) -> None:
    """Its news is above six long names, and the next player is asked to roll."""
    act(table, Start("yacht", NAMES, first_seat=0).to_json())
    for seat, box in (*enumerate(["yacht", *["chance"] * 5]), (0, "sixes")):
        act(table, {"type": "dice", "faces": ["6"] * 5})
        view = act(table, {"type": "score", "seat": seat, "box": box})
    assert "further_yacht_scored" in in_scene(view)
    publish()
    looker.wait_for(view)
    looker.look("a further yacht", SMALLEST)
    looker.check()


@pytest.mark.parametrize(
    ("game", "has_most"),
    [
        (
            "last_chance",
            lambda view: any(one["token_bet"] and one["cards"] for one in view["seats"]),
        ),
        ("last_one", lambda view: "went_bankrupt" in in_scene(view)),
    ],
    ids=["last_chance", "last_one"],
)
def test_a_players_things_fit_their_seat(
    game: str,
    has_most: Callable[[dict[str, Any]], object],
    table: Table,
    looker: Looker,
    publish: Callable[[], None],
) -> None:
    """They are money, a bet and cards won; or points, cards and news."""
    view = next(view for view in play(GAMES[game], table, NAMES) if has_most(view))
    publish()
    looker.wait_for(view)
    looker.look(game, product(((1280, 800), LOW_PHONE, PHONE, SMALL_PHONE), ("de",)))
    looker.check()


def test_names_of_twelve_stay_in_their_seats(table: Table, looker: Looker) -> None:
    """A name of two words gets smaller: two lines would stand out of the seat."""
    names = (*(f"Oma Gerda {at}" for at in range(11)), "Jörg-Peter")
    wait_for(looker.page, act(table, Start("free_table", names, first_seat=0).to_json()))
    for width, height in ((1280, 800), (1920, 1080)):
        resize(looker.page, width, height)
        looker.page.evaluate(SPEAK, "de")  # and wait until the names are fitted
        out = looker.page.evaluate("""() => [...document.querySelectorAll('.seat')].filter((seat) =>
          seat.querySelector('.seat-name').getBoundingClientRect().top
            < seat.getBoundingClientRect().top - 2).length""")
        assert out == 0


@pytest.mark.parametrize("game", WIDE)
def test_three_friends_on_tablets_and_a_phone(
    game: str, table: Table, looker: Looker, publish: Callable[[], None]
) -> None:
    """The widest content fits the narrowest displays: held upright, or nearly square."""
    phases = set(WIDE[game])
    displays = [*product(TABLETS, ("fr",)), *product((PHONE,), ("de", "fr"))]
    for view in play(GAMES[game], table, FRIENDS):
        if view["phase"] in phases:
            phases.discard(view["phase"])
            publish()
            looker.wait_for(view)
            looker.look(f"{game} {view['phase']}", displays)
        if not phases:
            break
    assert not phases
    looker.check()


def test_all_chances_are_visible_above_the_answers(
    table: Table, looker: Looker, publish: Callable[[], None]
) -> None:
    """Those of the black dice and the effects of stopping need no scrolling."""
    for view in play(GAMES["den_letzten"], table, FRIENDS):
        chances = view["odds"] and [view["odds"]["black"][one] for one in OUTCOMES]
        if view["phase"] == "choose" and all(chances) and sum(chances) > 1 < len(view["stop"]):
            break
    publish()
    wait_for(looker.page, view)
    looker.page.wait_for_selector(".risk")
    for (width, height), language in DISPLAYS:
        resize(looker.page, width, height)
        looker.page.evaluate(SPEAK, language)
        lowest = looker.page.evaluate(LOWEST_CHANCE)
        if lowest > 0:
            looker.wrong[f"{width}x{height} {language}"] = [f"{lowest} px under the answers"]
    looker.check()


def test_a_card_can_be_drawn_on_a_phone_held_sideways(
    table: Table, looker: Looker, url: str
) -> None:
    """This is below the cards that may be played, even while a camera could follow them."""
    act(table, Start("last_one", NAMES, first_seat=0).to_json())
    act(table, {"type": "deal", "size": 7})
    act(table, {"type": "turn_up", "card": "9S"})
    eye = FakeEye(url)
    eye.beat("empty")
    looker.page.locator(".draw").wait_for()
    looker.look_for("a card to draw", NOT_SEEN, KEYS_BELOW)
    looker.check()


def test_all_cards_of_a_turn_are_seen_on_a_small_phone(table: Table, looker: Looker) -> None:
    """Three rows of them, also below the news of who drew the last card of the stock."""
    act(table, Start("last_one", NAMES, first_seat=0).to_json())
    act(table, {"type": "deal", "size": 8})
    view = act(table, {"type": "turn_up", "card": "9S"})
    while view["phase"] == "turn" and view["stock"]:
        wait_for(looker.page, view)
        looker.look_for(f"a turn, {view['stock']} cards left", KEYS_BELOW)
        for act_type in ("draw_cards", "pass"):
            turn = {"type": act_type, "seat": view["turn"]}
            if any(one["type"] == act_type for one in view["legal"]):
                view = act(table, turn)
    assert not view["stock"]
    wait_for(looker.page, view)
    looker.look_for("the stock is empty", KEYS_BELOW)
    looker.check()


@pytest.mark.parametrize(
    ("game", "action"),
    [
        ("ten_thousand", {"type": "dice", "faces": list("111523")}),
        ("den_letzten", {"type": "place_dog", "seat": 0, "space": 1}),
    ],
    ids=["ten_thousand", "den_letzten"],
)
def test_six_share_a_small_phone_without_scrolling(
    game: str, action: dict[str, Any], table: Table, looker: Looker
) -> None:
    """It shows the dice to tap, below the players, and above what all of them have."""
    act(table, Start(game, (*FRIENDS, "Ana", "Ben", "Georgia"), first_seat=0).to_json())
    wait_for(looker.page, act(table, action))
    looker.page.locator(".pad-key").first.wait_for()
    looker.page.evaluate(SPEAK, "de")
    resize(looker.page, *SMALL_PHONE)
    assert looker.page.evaluate("document.documentElement.scrollHeight") == SMALL_PHONE[1]


def test_the_board_is_large_enough_to_be_tapped(table: Table, looker: Looker) -> None:
    """It stands next to the question, or above it."""
    act(table, Start("den_letzten", FRIENDS, first_seat=0).to_json())
    board = looker.page.locator(".board")
    for width, height in SIZES:
        resize(looker.page, width, height)
        box = board.bounding_box()
        least = min(SMALLEST_BOARD, 0.37 * height)
        assert box is not None
        assert min(box["width"], box["height"]) > least - 1, (width, height, box)


def test_the_board_is_visible_beside_the_faces_to_tap(table: Table, looker: Looker) -> None:
    """On the roller's phone, it has most of the width left by the question."""
    act(table, Start("den_letzten", FRIENDS, first_seat=0).to_json())
    wait_for(looker.page, act(table, {"type": "place_dog", "seat": 0, "space": 1}))
    you = {"role": "player", "seat": 0, "taken": [0], "own": {}}
    looker.page.evaluate(TAKE_YOU, you)
    resize(looker.page, *PHONE)
    box = looker.page.locator(".taps-faces > .board").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 200


def test_the_longest_title_is_readable_on_a_phone_held_sideways(looker: Looker) -> None:
    """It gets smaller to stay in one line, and no smaller than that."""
    resize(looker.page, *LOW_PHONE)
    title = looker.page.locator(".box-title", has_text="Den Letzten")
    title.wait_for()
    size = title.evaluate("""(node) => {
      const text = document.createRange();
      text.selectNodeContents(node);
      return text.getBoundingClientRect().height;
    }""")
    assert 11 < size < 20  # pixels


def test_a_strangers_languages_are_in_one_line(looker: Looker) -> None:
    """They are one switch, even on the narrowest phone."""
    resize(looker.page, *SMALL_PHONE)
    stranger = {"role": None, "seat": None, "taken": [], "own": {}}
    looker.page.evaluate(TAKE_YOU, stranger)
    languages = looker.page.locator(".join .choice")
    languages.first.wait_for()
    tops = "nodes => nodes.map((node) => node.getBoundingClientRect().top)"
    assert len(set(languages.evaluate_all(tops))) == 1
    assert faults_of_layout(looker.page) == []


def opened(page: Page, *names: str) -> None:
    """Tap the first visible control of each selector, in turn."""
    for name in names:
        page.locator(f"{name} >> visible=true").first.tap()


def test_everything_that_opens_on_every_display(table: Table, looker: Looker, url: str) -> None:
    """These are forms, sheets, drawers, dialogs, and details that unfold."""
    page = looker.page
    looker.look("shelf")
    opened(page, ".box")
    for number, name in enumerate(NAMES):
        page.locator(".place-name").nth(number).fill(name)
    looker.look("start")
    opened(page, ".start-choices > .second")
    looker.look("house rules")
    options = {"auction_clock": "manual", "odds_from": "auction"}
    begin(table, options)
    looker.unfold("flip", "symbols", ".choices .main, .choices .second")
    act(table, {"type": "flip", "symbols": list("23456"), "prize": 1_000_000, "attempts": 9})
    eye = FakeEye(url)
    eye.beat("empty")
    looker.look("first roll with an eye")
    eye.read("1 2 2 4 4", sure=False, thrown=None, doubts=["cocked"])
    page.locator(".counts").wait_for()
    looker.look("whether a throw counts")
    opened(page, ".counts")
    looker.unfold("which dice", "other dice", ".answers .quiet")
    act(table, {"type": "dice", "faces": list("12244"), "number": 1})
    page.locator(".auction").wait_for()
    looker.unfold("auction", "a bid typed", ".typed")
    looker.unfold("auction", "a call", ".last-chance")
    for tool in ("log", "table"):
        looker.unfold("auction", tool, f".tool-{tool}")
    for panel in (
        "people",
        "settings",
        "start",
        "players",
        "evenings",
        "camera",
        "taught",
        "health",
        "backups",
    ):
        page.evaluate(OPEN, panel)
        page.wait_for_selector(".waiting", state="detached")
        looker.look(f"the page {panel}")
        page.evaluate(CLOSE)
    opened(page, ".tool-log", ".log-row .log-do:nth-of-type(2)")
    looker.look("a correction", product((SMALL_PHONE, PHONE), ("de",)))
    page.evaluate(CLOSE)
    act(table, {"type": "bid", "seat": 2, "amount": 200_000})
    looker.look("high bid")
    act(table, {"type": "undo"})
    page.locator(".tool-redo").wait_for()
    looker.look("redo")
    act(table, {"type": "last_chance", "seat": 2})
    page.locator(".betting").wait_for()
    looker.unfold("betting", "a bet", ".token-button")
    looker.unfold("betting", "a bet typed", ".token-button", ".typed")
    act(table, {"type": "close_bets"})
    page.locator(".cracking").wait_for()
    looker.look("crack by hand")
    eye.beat("empty")
    page.locator(".eye:not(.eye-away)").wait_for()
    looker.look("crack with an eye")
    resize(page, *PHONE)
    tray = page.locator(".task > .slot").bounding_box()
    assert tray
    assert tray["height"] > SMALLEST_TRAY
    act(table, {"type": "dice", "faces": list("66161")})
    page.locator(".keep-die").first.wait_for()
    looker.look_for("crack with an eye", NOT_SEEN)
    looker.check()


def test_a_small_phone_shows_all_figures_of_a_card(table: Table, looker: Looker) -> None:
    """With six players, all prizes and numbers of attempts are above the buttons."""
    begin(table, {})
    looker.page.locator(".choices").wait_for()
    resize(looker.page, *SMALL_PHONE)
    opened(looker.page, ".choices :is(.main, .second)")
    for key in looker.page.locator(".pad-key").all()[:5]:
        key.tap()
    looker.page.locator(".figures").wait_for()
    looker.look_for("figures", KEYS_BELOW)
    looker.check()


def test_an_attempt_tapped_in_is_read_on_a_small_phone(table: Table, looker: Looker) -> None:
    """The button that plays it covers neither the chance nor the attempts left."""
    begin(table, {"odds_from": "auction"})
    act(table, {"type": "flip", "symbols": list("23456"), "prize": 200_000, "attempts": 4})
    act(table, {"type": "dice", "faces": list("13115")})
    act(table, {"type": "last_chance", "seat": 2})
    act(table, {"type": "close_bets"})
    view = act(table, {"type": "dice", "faces": list("66161")})
    for kept in ((), (0,)):
        if kept:
            view = act(table, {"type": "dice", "faces": list("62161"), "kept": kept})
        wait_for(looker.page, view)
        while not looker.page.locator(".stage .main").count():
            looker.page.locator(".pad-key").last.tap()
        looker.look_for(f"an attempt of {5 - len(kept)}", KEYS_BELOW)
    looker.check()


def test_the_call_and_bets_are_visible_on_low_displays(table: Table, looker: Looker) -> None:
    """The call covers no sum, not even if players may pass, and all bet amounts are visible."""
    low = [*product(((1024, 600), LOW_PHONE, SMALL_PHONE), ("de",))]
    begin(table, {"auction_clock": "manual", "opener": "last_cracker", "pass_is_final": True})
    act(table, {"type": "flip", "symbols": list("456LC"), "prize": 200_000, "attempts": 4})
    act(table, {"type": "dice", "faces": list("13115")})
    act(table, {"type": "bid", "seat": 0, "amount": 60_000})
    act(table, {"type": "count", "k": 1})
    wait_for(looker.page, act(table, {"type": "count", "k": 2}))
    looker.look("called twice", low)
    wait_for(looker.page, act(table, {"type": "count", "k": 3}))
    opened(looker.page, ".token-button")
    looker.look("a bet", low)
    looker.check()


def test_ones_own_bet_is_readable_on_a_phone(table: Table, looker: Looker) -> None:
    """Its side, in words, and its sum are next to each other."""
    begin(table, {"auction_clock": "manual", "odds_from": "auction"})
    act(table, {"type": "flip", "symbols": list("23456"), "prize": 200_000, "attempts": 4})
    act(table, {"type": "dice", "faces": list("13115")})
    act(table, {"type": "last_chance", "seat": 2})
    view = act(table, {"type": "bet", "seat": 0, "amount": 90_000, "on": "no"})
    wait_for(looker.page, view)
    looker.page.evaluate(TAKE_YOU, {"role": "player", "seat": 0, "taken": [0], "own": {}})
    looker.page.locator(".placed").wait_for()
    cash = looker.page.locator(".own .seat-cash")
    assert cash.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    looker.look("one's own bet", product((PHONE, SMALL_PHONE), ("de",)))
    looker.check()


def test_the_dock_of_an_auction_covers_no_lane(table: Table, looker: Looker) -> None:
    """The chance, the card's pictures and a remark are in two lines below all lanes."""
    begin(table, {"auction_clock": "manual", "odds_from": "auction"})
    act(table, {"type": "flip", "symbols": list("4LLCC"), "prize": 200_000, "attempts": 4})
    wait_for(looker.page, act(table, {"type": "dice", "faces": list("13115")}))
    looker.page.locator(".dock > .chance").wait_for()
    for amount in (0, 60_000, 90_000):
        if amount:
            bid = {"type": "bid", "seat": 0, "amount": amount}
            wait_for(looker.page, act(table, bid))
        for language in ("de", "fr", "en"):
            looker.page.evaluate(SPEAK, language)
            resize(looker.page, 1024, 600)
            below = looker.page.evaluate("""() => {
              const bottom = (node) => node.getBoundingClientRect().bottom;
              const dock = document.querySelector('.dock').getBoundingClientRect();
              return Math.max(...[...document.querySelectorAll('.lane')].map(bottom)) - dock.top;
            }""")
            assert below <= 0, (amount, language)


def begin(table: Table, options: dict[str, Any]) -> None:
    """Begin a game of Last Chance."""
    act(table, Start("last_chance", NAMES, options=options, first_seat=0).to_json())
