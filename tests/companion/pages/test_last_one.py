"""Last One scored on the page with one to three taps for each entry."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.table.table import ActionRequest, Table
from tests.companion.pages.conftest import ON_A_PHONE, ON_A_TABLET
from tests.companion.pages.geometry import faults_of_layout, resize
from tests.companion.pages.player import Player
from tests.companion.pages.playing import act
from tests.companion.pages.test_geometry import SPEAK

SMALL = """buttons => buttons
    .map(button => [button.className, button.offsetWidth, button.offsetHeight])
    .filter(([_, width, height]) => width && (width < 48 || height < 48))"""

TALL = "stages => stages.map(one => one.scrollHeight - one.clientHeight).filter(more => more > 1)"

CUT = """names => names
    .filter(({ clientWidth, scrollWidth, clientHeight, scrollHeight }) =>
      scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 2)
    .map(name => name.textContent)"""


class Scorer(Player):
    """Somebody who hears what is played and enters it on the page."""

    def check(self) -> None:
        """Check that no card is lost, everything fits and can be tapped, and no script failed."""
        shot = self.snapshot()
        held = sum(seat["cards"] for seat in shot["seats"])
        assert held + shot["stock"] + shot["discard"] == 54
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{wide} pixels too wide"
        tall = self.page.locator(".stage:has(> .last-one)").evaluate_all(TALL)
        assert tall == [], f"{tall} pixels too tall"
        assert self.page.locator(".last-one button").evaluate_all(SMALL) == []
        assert self.errors == []

    def card(self, name: str) -> None:
        """Tap the key of the card `name` ("9 of hearts"), opening its suit's tab if needed."""
        keys = self.page.locator(".card-key").filter(visible=True)
        if "of" in name and not keys.and_(self.button(name)).count():
            self.page.locator(".suit-tab").and_(self.button(name.split()[-1])).tap()
        keys.and_(self.button(name)).tap()

    def plays(self, card: str, *, suit: str = "", face: str = "") -> None:
        """Enter that the current player plays `card`: a joker as `face`, an 8 naming `suit`."""
        if not suit and not face:
            self.moved(lambda: self.card(card))
            return
        self.card(card)
        if face:
            expect(self.page.get_by_text(re.compile("^Which card is"))).to_be_visible()
            self.picture("one-joker", whole=True)
            self.moved(lambda: self.card(face))
        else:
            self.picture("one-eight", whole=True)
            self.moved(lambda: self.suit(suit))

    def suit(self, suit: str) -> None:
        """Tap the large key of `suit`."""
        self.page.locator(".suit-key", has_text=suit).tap()

    def does(self, name: str) -> None:
        """Tap the button `name`, which acts at the table."""
        self.moved(lambda: self.tap(name))

    def asked(self) -> str:
        """Return the current question."""
        return " ".join(self.page.locator(".last-one .ask").inner_text().split())

    def news(self, words: str) -> Locator:
        """Return the line about the last act's events that says `words`."""
        return self.page.locator(".news-line", has_text=words)

    def hears(self, words: str) -> None:
        """Wait until `words` were said last."""
        expect(self.page.locator("[aria-live]").filter(has_text=words)).to_have_count(1)

    def counts(self, name: str) -> None:
        """Tap the player whose cards are entered next."""
        self.page.locator(".loser", has_text=name).tap()

    def seldom(self, what: str, name: str) -> None:
        """Enter that the rare event `what` happened to `name`."""
        group = self.page.get_by_role("group", name=what)
        group.get_by_role("button", name=name).tap()

    def holds(self) -> list[int]:
        """Return how many cards each player has."""
        return [seat["cards"] for seat in self.snapshot()["seats"]]


def begin(table: Table, names: list[str], **options: Any) -> None:
    """Start an American match in which the first of `names` begins, so that the last one deals."""
    setup: dict[str, Any] = {"names": names, "first_seat": 0, "preset": "last_one"}
    setup["options"] = options
    table.submit(ActionRequest("begin", 0, {"type": "start", "game": "last_one", **setup}))


def deal(table: Table, size: int, turned_up: str) -> None:
    """Deal `size` cards to each, and turn one up: elsewhere both are tapped."""
    act(table, {"type": "deal", "size": size})
    act(table, {"type": "turn_up", "card": turned_up})


def other_device(scorer: Scorer, table: Table, action: dict[str, Any]) -> None:
    """Do `action` from another device, and wait until this page shows it."""
    request = ActionRequest(str(action), scorer.version(), action)
    scorer.moved(lambda: table.submit(request))


@pytest.fixture
def scorer(page: Page, url: str, pictures: Path) -> Scorer:
    """Return a player whose page is not open yet."""
    return Scorer(page, url, pictures)


@ON_A_TABLET
def test_a_whole_match(scorer: Scorer, table: Table) -> None:
    """It has two hands with everything that can happen, two bankruptcies and the ranking."""
    begin(table, ["Ana", "Ben", "Cleo"], hand_size=4, limit=40)
    scorer.open()
    first_hand(scorer)
    count_the_first_hand(scorer)
    second_hand(scorer)
    expect(scorer.page.get_by_role("heading", name="Cleo wins!")).to_be_visible()
    scorer.picture("one-over", whole=True)
    shot = scorer.snapshot()
    assert [seat["points"] for seat in shot["seats"]] == [70, 40, 0]
    assert [row["seat"] for row in shot["ranking"]] == [2, 1, 0]


def first_hand(scorer: Scorer) -> None:
    """Play special cards of all kinds; one last card is not called, another one is."""
    assert scorer.asked() == "Cleo deals"
    scorer.picture("one-first-deal", whole=True)
    scorer.does("Deal 4 cards each")
    scorer.picture("one-turn-up", whole=True)
    scorer.plays("9 of hearts")
    assert scorer.asked() == "Ana’s turn"
    scorer.picture("one-turn", whole=True)
    scorer.plays("Ana plays 2 of hearts")
    expect(scorer.news("Ben draws 2 cards")).to_be_visible()
    scorer.picture("one-drawn", whole=True)
    scorer.plays("Cleo plays 8 of spades", suit="diamonds")
    scorer.plays("Ana plays 4 of diamonds")
    scorer.picture("one-melee", whole=True)
    scorer.does("Cleo plays 5 of diamonds")
    expect(scorer.page.locator(".owed-figure")).to_have_text("+5")
    scorer.picture("one-melee-grows", whole=True)
    scorer.hears("Melee: Ana must answer or draw 5")
    scorer.does("No one: Ana draws 5")
    scorer.hears("Ana draws 5 cards")
    assert scorer.holds() == [7, 6, 2]
    scorer.plays("Ben plays ace of diamonds")
    expect(scorer.page.get_by_role("img", name="Anticlockwise")).to_be_visible()
    scorer.plays("Ana plays joker", face="3 of diamonds")
    assert scorer.asked() == "Ana can add any card to the 3"
    scorer.picture("one-any-card", whole=True)
    scorer.plays("Ana plays 10 of clubs")
    scorer.plays("Cleo plays jack of clubs")
    last_cards(scorer)


def last_cards(scorer: Scorer) -> None:
    """Cleo forgets to call her last card, calls the next one, and is out."""
    scorer.picture("one-last-card", whole=True)
    scorer.does("No: +1 card")
    assert scorer.holds() == [5, 5, 2]
    scorer.does("Draw a card")
    scorer.plays("Cleo plays king of clubs")
    scorer.does("Yes, called")
    scorer.hears("Last card: Cleo!")
    expect(scorer.page.locator(".badge.last")).to_be_visible()
    scorer.does("Draw a card")
    scorer.does("Draw a card")
    scorer.plays("Cleo plays 9 of clubs")
    assert scorer.asked() == "Cleo is out of cards!"


def count_the_first_hand(scorer: Scorer) -> None:
    """Ben's cards are tapped, Ana's sum is typed; she is bankrupt, and the next player deals."""
    scorer.picture("one-score", whole=True)
    scorer.counts("Ben")
    left = scorer.page.get_by_role("group", name="Remaining cards")
    for rank in ("2", "2", "3", "3"):
        left.get_by_role("button", name=f"{rank}, {rank} points").tap()
    scorer.counts("Ana")
    scorer.counts("Ben")  # what was entered for them is still there
    for rank in ("4", "4"):
        left.get_by_role("button", name=f"{rank}, {rank} points").tap()
    expect(left.get_by_role("button", name="king")).to_be_disabled()
    scorer.picture("one-counted", whole=True)
    scorer.does("18 points")
    scorer.tap("Type the total instead")
    pad = scorer.page.locator(".counting .keypad")
    pad.get_by_role("button", name="1", exact=True).tap()
    expect(scorer.page.get_by_text("can’t be worth that")).to_be_visible()
    pad.get_by_role("button", name="Delete").tap()
    for figure in "70":
        pad.get_by_role("button", name=figure, exact=True).tap()
    scorer.picture("one-sum", whole=True)
    scorer.does("70 points")
    assert scorer.asked() == "Ben deals"
    expect(scorer.news("Ana is bankrupt")).to_be_visible()
    expect(scorer.page.get_by_role("img", name="18 of 40 points")).to_be_visible()
    scorer.picture("one-deal", whole=True)


def second_hand(scorer: Scorer) -> None:
    """Turn an 8 up, fine an error, and enter only that Cleo is out."""
    scorer.does("Deal 4 cards each")
    scorer.plays("8 of hearts")
    scorer.picture("one-name-suit", whole=True)
    scorer.moved(lambda: scorer.suit("spades"))
    assert scorer.asked() == "Cleo’s turn"
    scorer.tap("Something else…")
    scorer.picture("one-seldom", whole=True)
    scorer.moved(lambda: scorer.seldom("A mistake?", "Ben"))
    assert scorer.holds() == [0, 5, 4]
    scorer.tap("Something else…")
    scorer.moved(lambda: scorer.seldom("out of cards", "Cleo"))
    scorer.tap("Type the total instead")
    for figure in "22":
        scorer.page.locator(".counting").get_by_role("button", name=figure, exact=True).tap()
    scorer.does("22 points")


@ON_A_TABLET
def test_an_unfinished_entry_is_forgotten(scorer: Scorer, table: Table) -> None:
    """Cancel and undo leave nothing half entered; undo clears such an entry first."""
    begin(table, ["Ana", "Ben"])
    deal(table, 7, "9H")
    scorer.open()
    scorer.card("Ana plays 8 of clubs")
    scorer.tap("Cancel")
    expect(scorer.page.locator(".suit-key")).to_have_count(0)
    scorer.card("Ana plays 8 of clubs")
    scorer.tap("Undo")
    expect(scorer.page.locator(".suit-key")).to_have_count(0)
    assert scorer.snapshot()["phase"] == "turn"
    scorer.moved(lambda: scorer.tap("Undo"))
    assert scorer.snapshot()["phase"] == "turn_up"
    scorer.plays("9 of hearts")
    expect(scorer.page.locator(".suit-key")).to_have_count(0)
    scorer.plays("Ana plays 8 of clubs", suit="clubs")
    assert scorer.snapshot()["suit"] == "clubs"


@ON_A_PHONE
def test_questions_about_a_card_fit(scorer: Scorer, table: Table) -> None:
    """They fit in every language, even on a phone held sideways: German once overflowed."""
    begin(table, ["Friederike Wilhelmine", "Ben"])
    deal(table, 7, "9H")
    scorer.open()
    scorer.card("Friederike Wilhelmine plays 8 of clubs")
    for (width, height), language in product(((390, 844), (844, 390)), ("en", "de", "fr")):
        resize(scorer.page, width, height)
        scorer.page.evaluate(SPEAK, language)
        wide = scorer.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{wide} pixels too wide, {width}x{height}, {language}"


@ON_A_PHONE
def test_the_direction_is_visible_on_a_phone(scorer: Scorer, table: Table) -> None:
    """This holds for a phone held sideways, too."""
    begin(table, ["Ana", "Ben", "Cleo", "Dmitri"])
    scorer.page.goto(scorer.url)
    scorer.does("Deal 7 cards each")
    for card in ("9 of hearts", "Ana plays 3 of hearts", "plays 4 of clubs"):
        scorer.plays(card)
        for width, height in ((390, 844), (844, 390)):
            resize(scorer.page, width, height)
            expect(scorer.page.locator(".track svg")).to_be_in_viewport(ratio=1)


@ON_A_TABLET
def test_two_players_stack_twos(scorer: Scorer, table: Table) -> None:
    """The debt grows with each 2, only a 2 answers, and the last player draws it all."""
    begin(table, ["Ana", "Ben"], two_stacks=True)
    deal(table, 7, "9H")
    scorer.open()
    expect(scorer.page.locator(".wanted .rank-box")).to_have_text("9")
    expect(scorer.page.locator(".wanted-words")).to_have_text(["hearts", "or9"])
    scorer.plays("Ana plays 2 of hearts")
    scorer.plays("Ben plays 2 of clubs")
    expect(scorer.page.locator(".owed-figure")).to_have_text("+4")
    scorer.picture("one-twos", whole=True)
    assert scorer.page.locator(".card-key").filter(visible=True).count() == 3
    scorer.does("Draw 4 cards")
    assert scorer.holds() == [10, 6]


@ON_A_TABLET
def test_a_player_with_only_a_joker_for_a_melee_is_named(scorer: Scorer, table: Table) -> None:
    """The 5 needed was turned up, so nobody has it; once, only its key showed the name."""
    begin(table, ["Ömer", "Ana", "Ben"])
    deal(table, 7, "5H")
    scorer.open()
    scorer.plays("Ömer plays 2 of hearts")
    scorer.plays("Ben plays 4 of hearts")
    joiners = scorer.page.locator(".joiner")
    expect(joiners).to_have_text(["Ömer", "Ana"])
    scorer.picture("one-joker-alone", whole=True)
    scorer.does("Ana plays joker")
    assert scorer.snapshot()["melee"]["needed"] == "6H"


def ana_plays_out(scorer: Scorer, table: Table) -> None:
    """Play a hand of four cards in which Ana gets rid of all hers and Ben only draws."""
    begin(table, ["Ana", "Ben"], hand_size=4)
    deal(table, 4, "9H")
    for card in ("10H", "QH", "KH", "KC"):
        act(table, {"type": "play", "seat": 0, "card": card})
        if card != "KC":
            act(table, {"type": "draw_cards"})
    scorer.open()


@ON_A_TABLET
def test_cards_can_be_shown_after_a_hand(scorer: Scorer, table: Table) -> None:
    """They are entered instead of a sum, and the table adds them up."""
    ana_plays_out(scorer, table)
    scorer.tap("Show the actual cards")
    scorer.picture("one-open", whole=True)
    assert faults_of_layout(scorer.page) == []
    for card in ("2 of spades", "3 of spades", "5 of spades", "6 of spades", "7 of spades"):
        scorer.plays(card)
    scorer.plays("8 of clubs")
    scorer.plays("joker")
    scorer.picture("one-open-all", whole=True)
    scorer.does("88 points")
    assert [seat["points"] for seat in scorer.snapshot()["seats"]] == [0, 88]


def test_six_players_with_long_names_fit(scorer: Scorer, table: Table) -> None:
    """With the most players everything fits on a tablet at once; nothing is too wide."""
    names = ["Ana", "Friederike Wilhelmine", "Cleo", "Dmitri", "Eva-Maria", "Maximilian Alexander"]
    begin(table, names, call_window="within_10s")
    deal(table, 7, "9H")
    scorer.open()
    scorer.picture("one-six", whole=True)
    scorer.plays("Ana plays 4 of hearts")
    scorer.picture("one-six-melee", whole=True)
    scorer.does("No one: Friederike Wilhelmine draws 4")
    scorer.plays("Friederike Wilhelmine plays 3 of hearts")
    scorer.picture("one-six-any-card", whole=True)


def test_names_are_shown_whole_in_a_melee(scorer: Scorer, table: Table) -> None:
    """Similar long names stay distinct, in the ring and in the question who continues.

    If there is no room, a name gets smaller and is not broken within a word.
    """
    names = ["Maximiliane", "Chloé", "Bartholomäus", "Jean-Christophe", "Oma Rosi", "Oma Lisl"]
    begin(table, names)
    deal(table, 7, "9H")
    scorer.open()
    scorer.plays("Maximiliane plays 4 of hearts")
    expect(scorer.page.locator(".joiner")).to_have_count(5)
    scorer.picture("one-melee-names", whole=True)
    assert scorer.page.locator(".stage .clip").evaluate_all(CUT) == []
    resize(scorer.page, 800, 1280)
    assert faults_of_layout(scorer.page) == []


@ON_A_TABLET
def test_nothing_covers_the_question(scorer: Scorer, table: Table) -> None:
    """The rare events have a row for each of six players, below the question."""
    names = ["Maximiliane-Friederike", "Bartholomäus Steinbach", "Cleo", "Dmitri", "Eva", "Ömer"]
    begin(table, names)
    deal(table, 7, "9H")
    scorer.open()
    scorer.tap("Something else…")
    for width, height in ((1280, 800), (1024, 600), (844, 390)):
        resize(scorer.page, width, height)
        assert faults_of_layout(scorer.page) == []


@ON_A_TABLET
def test_the_start_form_offers_last_one(scorer: Scorer) -> None:
    """People choose the game, its edition and its house rules, but not known cards."""
    scorer.open()
    page = scorer.page
    scorer.choose("Last One")
    for number, name in enumerate(["Ana", "Ben", "Cleo"], 1):
        page.get_by_role("textbox", name=f"player {number}").fill(name)
    expect(page.get_by_text("Which card ends a melee?")).to_be_visible()
    page.get_by_role("radio", name="American rules").check()
    expect(page.get_by_role("group", name="Which card ends a melee?")).to_be_visible()
    scorer.tap("House rules")
    expect(page.get_by_text("Can a joker be the next card of a melee?")).to_be_visible()
    expect(page.get_by_text("Which cards does Croupier know?")).to_have_count(0)
    scorer.picture("one-start", whole=True)
    scorer.moved(lambda: scorer.tap("Start the game"))
    assert scorer.snapshot()["options"]["three"] == "may"
    assert scorer.asked().endswith("deals")


@ON_A_PHONE
def test_a_phone_enters_only_its_own_plays_and_calls(scorer: Scorer, table: Table) -> None:
    """Ben's phone has only Ben's cards in his turn, his place in a melee, and his call."""
    begin(table, ["Ana", "Ben", "Cleo"], hand_size=4)
    scorer.open()
    expect(scorer.button("Deal 4 cards each")).to_be_visible()
    keys = scorer.page.locator(".card-key").filter(visible=True)
    other_device(scorer, table, {"type": "deal", "size": 4})
    expect(keys).not_to_have_count(0)
    scorer.take_for("player", seat=1)
    expect(keys).to_have_count(0)
    for action in (
        {"type": "turn_up", "card": "9H"},
        {"type": "play", "seat": 0, "card": "10H"},
    ):
        assert keys.count() == 0
        other_device(scorer, table, action)
    expect(scorer.page.get_by_role("heading", name="It’s your turn!")).to_be_visible()
    scorer.picture("one-own-turn", whole=True)
    scorer.plays("You play 4 of hearts")
    assert scorer.page.locator(".goes-on").count() == 0  # nobody goes on in his own attack
    expect(scorer.button("No one")).to_have_count(0)
    other_device(scorer, table, {"type": "play", "seat": 0, "card": "5H"})
    scorer.does("You play 6 of hearts")
    scorer.picture("one-own-phone", whole=True)


@ON_A_TABLET
def test_the_time_for_a_missed_call_runs_out(scorer: Scorer, table: Table) -> None:
    """An agreed number of seconds is shown running out, and the table can end it by hand."""
    begin(table, ["Ana", "Ben"], hand_size=4, call_window="within_10s")
    deal(table, 4, "9H")
    scorer.open()
    for card in ("10 of hearts", "queen of hearts", "king of hearts"):
        scorer.plays(f"Ana plays {card}")
        if card != "king of hearts":
            scorer.does("Draw a card")
    expect(scorer.page.locator(".call .sand")).to_be_attached()
    scorer.picture("one-call-seconds", whole=True)
    scorer.does("Too late")
    expect(scorer.page.locator(".call")).to_have_count(0)
    assert scorer.holds() == [1, 6]


@ON_A_TABLET
def test_a_trial_with_known_cards_says_so(scorer: Scorer, table: Table) -> None:
    """A match that was started for trials deals by chance and says that all cards are known."""
    begin(table, ["Ana", "Ben"], cards="full", hand_size=4)
    scorer.open()
    scorer.does("Deal 4 cards each")
    expect(scorer.page.get_by_text("Trial match")).to_be_visible()
    scorer.picture("one-trial", whole=True)
    for _ in range(8):
        scorer.does("Pick at random")
        expect(scorer.page.get_by_text("Last card!")).to_have_count(0)  # they are still dealt
    assert scorer.holds() == [4, 4]
    scorer.does("Pick at random")
    assert scorer.snapshot()["discard"] == 1


@ON_A_TABLET
def test_a_card_drawn_without_entering_it_can_be_counted(scorer: Scorer, table: Table) -> None:
    """Ben holds one card more than the table knows, and can still tap all his cards."""
    ana_plays_out(scorer, table)
    left = scorer.page.get_by_role("group", name="Remaining cards")
    for rank in ("2", "2", "3", "3", "4", "4", "5"):
        left.get_by_role("button", name=f"{rank}, {rank} points").tap()
    expect(left.get_by_role("button", name="ace")).to_be_disabled()
    scorer.tap("Not 7 cards?")
    left.get_by_role("button", name="ace").tap()
    scorer.tap("There are 7 cards after all")
    expect(scorer.button("23 points")).to_be_enabled()
    scorer.tap("Not 7 cards?")
    left.get_by_role("button", name="ace").tap()
    scorer.picture("one-miscounted", whole=True)
    scorer.does("38 points")
    assert [seat["points"] for seat in scorer.snapshot()["seats"]] == [0, 38]
