"""Jour de Chance played to the end on the page, with one tap for each real card."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.access.control import AccessControl
from companion.table.table import ActionRequest, Table
from companion.web.app import create_app
from engine.games import GAMES
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.geometry import resize
from tests.companion.pages.lending import Pages, Servers
from tests.companion.pages.player import TAKE_YOU, Player
from tests.companion.pages.playing import play, wait_for
from tests.companion.pages.test_phones import asking
from tests.waiting import until

NAMES = (
    "Maximiliane",
    "Chloé",
    "Bartholomäus",
    "Jean-Christophe",
    "Ömer",
    "Wilhelmine",
    "Anneliese",
    "Theodora",
)
UNSEEN = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const stage = document.querySelector('.stage');
  return stage.scrollHeight - stage.clientHeight;
}"""

FROM_ABOVE = """() => [...document.querySelectorAll('.mat')]
  .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
  .map((mat) => mat.querySelector('.mat-name').textContent)"""


class Cards(Player):
    """Somebody who turns over real cards and enters them on the page."""

    def open(self) -> None:
        """Open the page, and record what it says aloud."""
        super().open()
        self.page.evaluate(
            """() => { window.said = new Set(); new MutationObserver(() =>
            said.add(document.querySelector('.aloud')?.textContent)).observe(document.body,
            { childList: true, subtree: true, characterData: true }); }"""
        )

    def check(self) -> None:
        """Check that nothing overflows, and no script failed."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{wide} pixels too wide"
        assert self.errors == []

    def tell(self, *cards: int) -> None:
        """Tap each of `cards` as it comes from the pile."""
        for card in cards:
            keys = self.page.get_by_role("group", name="Which card?")
            self.moved(lambda keys=keys, card=card: keys.locator(f"[data-card='{card}']").tap())  # type: ignore[misc]

    def bank(self, name: str, card: int) -> None:
        """Tap `card` in the row of `name`."""
        self.moved(
            lambda: self.row(name).get_by_role("button", name=f"Bank {name}’s {card}:").tap()
        )

    def row(self, name: str) -> Locator:
        """Return the row of `name`."""
        return self.page.get_by_role("group", name=f"{name}’s row")

    def told(self, words: str) -> None:
        """Check that the banker writes and says `words` about the last act."""
        expect(self.page.locator(".jour-told")).to_have_text(words)
        self.page.wait_for_function("words => said.has(words)", arg=words)  # said a moment later

    def asked(self) -> str:
        """Return the current question."""
        return self.page.locator(".jour .hero").inner_text()


def begin(table: Table, names: list[str], **options: Any) -> None:
    """Start a game in which the first of `names` is dealt the first card."""
    setup: dict[str, Any] = {"names": names, "first_seat": 0, "options": options}
    submit(table, {"type": "start", "game": "jour_de_chance", **setup})


def submit(table: Table, *actions: dict[str, Any]) -> None:
    """Do `actions` at the table itself."""
    for action in actions:
        version: Any = table.snapshot()["version"]
        table.submit(ActionRequest(f"act{version}", version, action))


@pytest.fixture
def cards(page: Page, url: str, pictures: Path) -> Cards:
    """Return a player whose page is not open yet."""
    return Cards(page, url, pictures)


@ON_A_PHONE
def test_a_whole_game(cards: Cards, table: Table) -> None:
    """It has everything from the deal to the ranking and a rematch."""
    begin(table, ["Ana", "Ben", "Cleo"])
    cards.open()
    cards.picture("jour-deal")
    cards.tell(4, 4, 9)
    cards.picture("jour-oldest", whole=True)
    cards.moved(lambda: cards.page.locator(".oldest").nth(1).tap())
    assert cards.asked().startswith("Ben draws or banks")
    cards.tell(10, 8)  # Ben 4 10, Cleo 9 8
    expect(cards.page.locator(".mat.turn")).to_be_in_viewport(ratio=1)
    expect(cards.page.locator(".jour-key").last).to_be_in_viewport(ratio=1)
    cards.picture("jour-turn", whole=True)
    cards.bank("Ben", 10)  # Ana banks from another's row and loses her own
    cards.told("Ana banks the 10 from Ben’s row: 10 now. Ana discards 4")
    cards.tell(4)  # a pair: Ben banks the 4
    cards.told("A pair! Ben has to bank the 4: 4 now. Ben discards 4")
    cards.picture("jour-pair", whole=True)
    cards.bank("Cleo", 9)
    assert cards.asked().startswith("Ana must draw")
    assert cards.page.locator("button.open-card").count() == 0
    cards.tell(8, 7, 6, 8)  # Ana 8, Ben 7, Cleo 6, Ana again 8: a pair, 18
    assert [seat["total"] for seat in cards.snapshot()["seats"]] == [18, 4, 9]
    cards.tell(9, 10, 5, 2)  # Ben 7 9, Cleo 6 10, Ana 5, Ben 7 9 2
    cards.picture("jour-late", whole=True)
    too_high_is_asked_twice(cards)
    expect(cards.page.get_by_role("heading", name="Ana wins!")).to_be_visible()
    why = cards.page.get_by_text("Cleo goes over 21, which ends the game.", exact=True)
    expect(why).to_be_visible()
    cards.picture("jour-over", whole=True)
    cards.moved(lambda: cards.tap("Play again"))
    assert cards.snapshot()["phase"] == "deal"


def too_high_is_asked_twice(cards: Cards) -> None:
    """Bank a card that loses the game: the page asks first, and the answer may be no."""
    cards.bank("Cleo", 10)  # Cleo 19
    cards.tell(3, 3, 5)  # Ana 5 3, Ben 7 9 2 3, Cleo 5
    cards.tell(10, 4)  # Ana 5 3 10, Ben 7 9 2 3 4
    high = cards.row("Ana").get_by_role("button", name="Bank Ana’s 10: 29, over 21")
    before = cards.version()
    high.tap()
    expect(cards.page.get_by_text("and lose with")).to_be_visible()
    cards.picture("jour-sure")
    cards.tap("Cancel")
    assert cards.version() == before
    high.tap()
    cards.moved(lambda: cards.tap("Yes, go over 21"))


@ON_A_TABLET
def test_the_chances_of_the_next_card_are_shown(cards: Cards, table: Table) -> None:
    """The bar shows the odds, in parts that add up; a house rule hides it."""
    begin(table, ["Ana", "Ben"])
    cards.open()
    cards.tell(9, 10)
    cards.tell(10, 9)
    region = cards.page.get_by_role("region", name="Next card")
    odds = cards.snapshot()["odds"]["draw"]
    pair = round(100 * odds["pair"])
    expect(region.get_by_text(f"{pair}%", exact=True)).to_be_visible()
    expect(region.get_by_text(f"{100 - pair}%", exact=True)).to_be_visible()
    expect(region.get_by_text("over 21")).to_have_count(0)
    begin(table, ["Ana", "Ben"], tell_odds=False)
    submit(table, {"type": "deal_card", "card": 9})
    cards.tell(10)
    expect(region).to_have_count(0)
    expect(cards.page.locator(".jour-key-note").first).to_have_text("")


@ON_A_PHONE
def test_a_phone_acts_only_for_its_own_player(page: Page, table: Table, servers: Servers) -> None:
    """Ben's phone has nothing to tap while it is Ana's turn."""
    begin(table, ["Ana", "Ben"])
    submit(table, {"type": "deal_card", "card": 2}, {"type": "deal_card", "card": 3})
    access = AccessControl(table)
    access.join(access.code, "192.0.2.1")  # who comes first keeps the bank
    with servers.lend(table, create_app(table, access, ask_everywhere=True)) as house:
        page.goto(f"{house}/#{access.code}")
        page.get_by_role("button", name="Ben", exact=True).click()
        until(lambda: asking(access))
        access.sit(asking(access)[0]["device"], 1)
        expect(page.locator(".jour .hero")).to_contain_text("Ana draws or banks")
        expect(page.locator(".jour button")).to_have_count(0)
        expect(page.locator("#page[data-busy]")).to_have_count(0)
        submit(table, {"type": "draw_card", "card": 9, "seat": 0})
        page.get_by_role("button", name="Bank Ana’s 9: 9").tap()
        expect(page.locator(".jour .hero")).to_contain_text("Ana draws or banks")
        expect(page.get_by_role("img", name="You have banked 9: 9, 12 to go to 21")).to_be_visible()


@ON_A_PHONE
def test_rows_beside_the_players_have_their_order(cards: Cards, table: Table) -> None:
    """Held upright, a phone shows its own row after the one whose turn it is."""
    begin(table, ["Ana", "Ben", "Cleo"])
    cards.open()
    cards.page.evaluate(TAKE_YOU, {"role": "player", "seat": 2, "taken": [2], "own": {}})
    expect(cards.page.locator(".seat.own")).to_be_visible()
    assert cards.page.evaluate(FROM_ABOVE) == ["Ana", "Cleo", "Ben"]
    resize(cards.page, 844, 390)
    assert cards.page.evaluate(FROM_ABOVE) == ["Ana", "Ben", "Cleo"]


@ON_A_TABLET
def test_moving_cards_are_animated(cards: Cards, table: Table) -> None:
    """A card that is drawn or banked crosses the page once; an undone one does not."""
    begin(table, ["Ana", "Ben"])
    submit(table, {"type": "deal_card", "card": 2}, {"type": "deal_card", "card": 3})
    cards.page.emulate_media(reduced_motion="no-preference")
    cards.open()
    cards.page.evaluate(
        """() => { window.flown = 0; window.widest = 0;
        new MutationObserver((all) => all.forEach(({ addedNodes }) =>
        addedNodes.forEach((node) => { if (node.matches('.jour-ghost')) {
          flown += 1; widest = Math.max(widest, node.clientWidth); } })))
        .observe(document.body, { childList: true }); }"""
    )
    cards.tell(9)
    cards.bank("Ana", 9)
    cards.moved(lambda: cards.tap("Undo"))
    expect(cards.page.locator(".jour-ghost")).to_have_count(0)
    assert cards.page.evaluate("flown") == 2
    assert 20 < cards.page.evaluate("widest") < 200


@ON_A_TABLET
def test_naming_the_oldest_moves_no_card(cards: Cards, table: Table) -> None:
    """The last dealt card stays where it is."""
    begin(table, ["Ana", "Ben"])
    submit(table, {"type": "deal_card", "card": 4}, {"type": "deal_card", "card": 4})
    cards.page.emulate_media(reduced_motion="no-preference")
    cards.open()
    cards.page.evaluate(
        """() => { window.flown = 0; new MutationObserver((all) => all.forEach(({ addedNodes }) =>
        addedNodes.forEach((node) => { flown += node.matches('.jour-ghost'); })))
        .observe(document.body, { childList: true }); }"""
    )
    cards.moved(lambda: cards.page.locator(".oldest").first.tap())
    assert cards.page.evaluate("flown") == 0


@ON_A_TABLET
def test_the_oldest_player_is_remembered(cards: Cards, table: Table) -> None:
    """At the next tie of the same people they are first, and one tap confirms it."""
    ties = {"type": "deal_card", "card": 4}, {"type": "deal_card", "card": 4}
    begin(table, ["Ana", "Ben"])
    submit(table, *ties)
    cards.open()
    cards.moved(lambda: cards.page.locator(".oldest").nth(1).tap())
    begin(table, ["Ana", "Ben"])
    submit(table, *ties)
    expect(cards.page.locator(".oldest.main")).to_have_text("Ben")
    expect(cards.page.locator(".oldest").first).to_have_text("Ben")


@ON_A_TABLET
def test_the_table_draws_for_those_without_cards(cards: Cards, table: Table, pages: Pages) -> None:
    """One button turns our own cards over, for every device; a phone does so for its player."""
    begin(table, ["Ana", "Ben"])
    cards.open()
    cards.tap("No cards?")
    cards.picture("jour-own-deck")
    cards.moved(lambda: cards.tap("Turn over a card"))
    cards.page.reload()
    cards.moved(lambda: cards.tap("Turn over a card"))
    assert cards.snapshot()["pile"] == 53
    submit(table, {"type": "undo"}, {"type": "undo"})
    with pages.lend({"width": 390, "height": 844}) as page:
        phone = Cards(page, cards.url, cards.folder)
        phone.open()
        phone.take_for("player", 0)
        phone.moved(lambda: phone.tap("Turn over a card"))
        expect(phone.button("No cards?").or_(phone.button("Use our own cards"))).to_have_count(0)
    submit(table, {"type": "undo"})
    cards.tap("Use our own cards")
    expect(cards.page.get_by_role("group", name="Which card?")).to_be_visible()


@ON_A_TABLET
def test_a_player_out_before_the_playoff_keeps_their_cards(cards: Cards, table: Table) -> None:
    """Cleo goes over 21 with three cards; Ana and Ben, who have none, play on."""
    begin(table, ["Ana", "Ben", "Cleo"], final_tie="playoff")
    first = [deal(0, 5), deal(1, 6), deal(2, 4), bank(2, 1, 6), draw(0, 10), draw(1, 10)]
    first += [draw(2, 3), draw(0, 9), draw(1, 9), bank(2, 1, 10), draw(0, 8), draw(1, 10)]
    first += [draw(2, 3), draw(0, 7), draw(1, 8), bank(2, 1, 10)]
    playoff = [deal(0, 9), deal(1, 10), bank(0, 0, 9), draw(1, 1), draw(0, 9), draw(1, 2)]
    playoff += [bank(0, 0, 9), draw(1, 3), draw(0, 9), draw(1, 4), bank(0, 0, 9)]
    submit(table, *first, *playoff)
    cards.open()
    why = cards.page.get_by_text("Ana goes over 21, which ends the game.", exact=True)
    expect(why).to_be_visible()
    last = cards.page.locator(".ending-place", has_text="Cleo")
    expect(last.locator(".ending-score")).to_have_text("26")
    expect(last.locator(".ending-note")).to_have_text("3 cards")


def deal(seat: int, card: int) -> dict[str, Any]:
    """Return the act that deals `card` to `seat` as their first one."""
    return {"type": "deal_card", "seat": seat, "card": card}


def draw(seat: int, card: int) -> dict[str, Any]:
    """Return the act by which `seat` draws `card`."""
    return {"type": "draw_card", "seat": seat, "card": card}


def bank(seat: int, owner: int, card: int) -> dict[str, Any]:
    """Return the act by which `seat` banks `card` from the row of `owner`."""
    return {"type": "bank_card", "seat": seat, "owner": owner, "card": card}


@ON_A_PHONE
def test_eight_players_and_long_rows_fit(cards: Cards, table: Table) -> None:
    """With the most players, every place is shown, and nothing is too wide or too small to tap."""
    names = ["Ana", "Ben", "Cleo", "Dmitri", "Eva-Maria", "Friederike Wilhelmine", "Guy", "Hal"]
    begin(table, names)
    submit(table, *({"type": "deal_card", "card": card} for card in range(1, 9)))
    rounds = [*range(2, 10), *range(3, 11), *range(4, 10)]
    submit(table, *({"type": "draw_card", "card": card} for card in rounds))
    cards.open()
    cards.tell(10)
    cards.picture("jour-eight", whole=True)
    for name in names:
        expect(cards.page.get_by_text(name, exact=True).first).to_be_attached()
    small = """buttons => buttons
        .map(button => [button.className, button.offsetWidth, button.offsetHeight])
        .filter(([_, width, height]) => width < 48 || height < 48)"""
    assert cards.page.locator(".jour button").evaluate_all(small) == []


@ON_A_TABLET
def test_all_places_are_visible_at_once(
    page: Page, table: Table, url: str, publish: Callable[[], None]
) -> None:
    """With three to eight players, a tablet does not scroll and a television cuts nothing off."""
    for path, sizes in (
        ("/", ((1280, 800), (1180, 820), (1024, 600))),
        ("/table", ((1920, 1080), (1366, 768), (1280, 720))),
    ):
        page.goto(url + path)
        for people in range(3, 9):
            game = play(GAMES["jour_de_chance"], table, NAMES[:people])
            view = next(one for one in game if any(len(seat["row"]) > 1 for seat in one["seats"]))
            publish()
            wait_for(page, view)
            expect(page.locator(".mat")).to_have_count(people)
            for width, height in sizes:
                resize(page, width, height)
                more = page.evaluate(UNSEEN)
                assert more <= 0, f"{people}: {more} pixels below {path} on {width} x {height}"
