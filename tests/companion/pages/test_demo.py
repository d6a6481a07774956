"""Whole games with the demo camera: the page throws, the eye reads, nobody tells it anything.

CROUPIER_CARDS sets the number of cards on the tablet (a real game has seven).
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.companion.pages.conftest import ON_A_TABLET
from tests.companion.pages.player import Player
from tests.companion.serving import Served

CARDS = {"tablet": int(os.environ.get("CROUPIER_CARDS", "1")), "phone": 1}
STEPS = 600  # more taps than any game takes; a game that hangs must not hang the tests


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """Return the address of a whole `croupier run` with the demo camera."""
    served = Served(tmp_path / "data", camera="demo").wait()
    yield f"http://127.0.0.1:{served.port}"
    served.stop()
    print(served.output.read_text()[-4000:])  # shown when the game failed


class Evening:
    """A game that plays itself by what can be tapped."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.throws = self.questions = 0

    def play(self) -> None:
        """Play until the ranking is shown."""
        for _ in range(STEPS):
            if self.player.shows("Again with the same players"):
                return
            self._one()
        raise AssertionError("the game does not end")

    def _one(self) -> None:
        player = self.player
        if player.page.locator(".question").is_visible():
            self._answer()
        elif player.page.locator(".settling").is_visible():
            player.picture("demo-settling", whole=True)
            player.go_on()
        elif player.shows("Draw from the demo deck"):
            player.moved(lambda: player.tap("Draw from the demo deck"))
        elif player.shows("No more bets"):
            self._bet()
        elif player.page.locator(".auction").is_visible():
            self._auction()
        elif player.page.locator(".throw:not([aria-disabled])").count():
            self._throw()
        else:
            player.page.wait_for_timeout(100)  # the dice roll, or the page is about to change

    def _answer(self) -> None:
        """Answer what the eye thinks likeliest, as a hasty table would."""
        self.questions += 1
        self.player.picture(f"demo-question-{self.questions}")
        if self.player.page.locator(".counts").count():
            self.player.tap("Yes, it counts")
        likeliest = self.player.page.locator(".answer")
        if likeliest.count():
            self.player.moved(lambda: likeliest.first.tap())
        else:
            self.player.tap("That was no throw")

    def _auction(self) -> None:
        player = self.player
        names = player.page.locator(".bidder-name b").all_inner_texts()
        if player.shows("Nobody bids") and player.rng.random() < 0.6:
            player.moved(lambda: player.tap("Nobody bids"))
            return
        player.bid(player.rng.choice(names), "+10")
        player.bid(player.rng.choice(names), "+50")
        player.picture("demo-auction")
        player.sell()

    def _bet(self) -> None:
        player = self.player
        sides = player.page.get_by_role("button", name=re.compile("bets (yes|no)$"))
        if sides.count() and player.rng.random() < 0.4:
            sides.nth(player.rng.randrange(sides.count())).tap()
            chip = player.page.get_by_role("button", name="10\u202f000", exact=True)
            player.moved(lambda: chip.tap())
        player.moved(lambda: player.tap("No more bets"))

    def _throw(self) -> None:
        if self.player.page.get_by_role("group", name="Tap the dice that stay").count():
            self.player.keep_what_fits()
            self.player.picture("demo-crack")
        self.throws += 1
        self.player.throw()


def test_a_game_by_the_demo_camera(page: Page, url: str, pictures: Path, size: str) -> None:
    """A short game ends with a ranking; money is never made."""
    player = Player(page, url, pictures, seed=7)
    player.open()
    player.start(["Ana", "Ben", "Cleo"], ("We do, by hand",), cards=CARDS[size])
    player.page.wait_for_selector(".eye:not(.eye-away)", timeout=60_000)
    evening = Evening(player)
    evening.play()
    player.picture("demo-ranking", whole=True)
    shot = player.snapshot()
    assert shot["over"]
    assert shot["ranking"]
    print(f"{evening.throws} throws, {evening.questions} questions, {player.vain_taps} in vain")
    assert player.vain_taps <= 1
    # The dice are other ones each time: one that the eye doubts is asked about with each throw in
    # which it is kept. How often the eye asks is measured in tests/benchmarks.
    assert evening.questions <= max(4, evening.throws)


TAPS = """
localStorage.setItem('croupier.pace', '"quick"');
window.taps = 0;
addEventListener('click', () => (window.taps += 1), true);
"""
MOST_TAPS = 9  # for a card and one auction of it; each further auction of it needs no more


@ON_A_TABLET
def test_a_card_takes_few_taps(page: Page, url: str, pictures: Path) -> None:
    """Two bids, a bet and all attempts: dice that fit stay, and what is only read goes on."""
    page.add_init_script(TAPS)
    player = Player(page, url, pictures, seed=3)
    player.open()
    player.start(["Ana", "Ben", "Cleo"])
    page.wait_for_selector(".eye:not(.eye-away)", timeout=60_000)
    page.evaluate("window.taps = 0")
    questions, auctions, waited, vain = 0, 0, 0, 0
    all_cards = player.snapshot()["cards_left"]
    player.moved(lambda: player.tap("Draw from the demo deck"))
    for _ in range(STEPS):
        shot = player.snapshot()
        if shot["cards_left"] < all_cards:
            break
        if page.locator(".question").is_visible():
            questions += 1
            page.locator(".question button").first.tap()
            page.wait_for_timeout(200)  # to the next question about the same throw, or to the game
        elif shot["phase"] == "auction" and page.locator(".auction").is_visible():
            auctions += 1
            player.bid("Ana", "+10")
            player.bid("Ben", "+50")
            page.get_by_role("button", name="No more bets").wait_for()  # it counts by itself
        elif shot["phase"] == "bets":
            player.bet("Cleo", "no", "10\u202f000")
            player.moved(lambda: player.tap("No more bets"))
            player.picture("demo-preselected")
        elif shot["phase"] == "crack" and shot["attempts_left"] < shot["card"]["attempts"]:
            player.throw()
        else:
            page.wait_for_timeout(100)  # the demo throws, or a settlement goes on
            waited += 1
            if waited % 100 == 0 and player.throw_button().is_visible():
                vain += 1  # on a busy machine the eye was silent when the dice should have flown
                player.throw_button().tap()
    taps = page.evaluate("window.taps") - questions - vain
    print(f"{taps} taps for {auctions} auctions, {questions} questions")
    assert shot["cards_left"] < all_cards
    assert taps <= MOST_TAPS * max(auctions, 1)
