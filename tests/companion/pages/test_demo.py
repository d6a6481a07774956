"""In whole games with the demo camera, the page rolls, the eye reads, and nobody enters dice.

CROUPIER_CARDS sets the number of cards (a real game has seven).
"""

import os
import re
from pathlib import Path

from playwright.sync_api import Page

from tests.companion.pages.conftest import ON_A_TABLET
from tests.companion.pages.player import SELDOM, Player

CARDS = int(os.environ.get("CROUPIER_CARDS", "1"))


# One word for what can be tapped next; "" while dice roll or the page is about to change.
ASKED = """() => {
  const shows = (selector) => document.querySelector(selector);
  if (shows('.question')) return 'question';
  if (shows('.settling')) return 'settled';
  if (shows('.auction')) return 'auction';
  if (shows('.betting')) return 'bets';
  if (shows('.choices')) return 'card';
  if (shows('.ending')) return 'over';
  if (shows('.throw .soft')) return null; // it throws by itself
  return shows('.throw:not([aria-disabled])') && 'throw';
}"""


class Evening:
    """A game that plays itself by tapping what the page offers."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.throws = self.questions = 0

    def play(self) -> None:
        """Play until the ranking is shown."""
        acts = {
            "question": self._answer,
            "settled": self._go_on,
            "card": self._draw,
            "bets": self._bet,
            "auction": self._auction,
            "throw": self._throw,
        }
        while (asked := self.asked()) != "over":
            acts[asked]()

    def asked(self) -> str:
        """Wait for what is to be tapped next, and return its word in `ASKED`."""
        return str(self.player.page.wait_for_function(ASKED, polling=SELDOM).json_value())

    def _answer(self) -> None:
        self.questions += 1
        self.player.answer()

    def _go_on(self) -> None:
        self.player.picture("demo-settling", whole=True)
        self.player.go_on()

    def _draw(self) -> None:
        self.player.moved(lambda: self.player.tap("Draw from the demo deck"))

    def _auction(self) -> None:
        player = self.player
        names = player.rng.sample(player.page.locator(".bidder-name b").all_text_contents(), 2)
        if player.shows("No bids") and player.rng.random() < 0.6:
            player.moved(lambda: player.tap("No bids"))
            return
        player.bid(names[0], "+10")
        player.bid(names[1], "+50")
        player.picture("demo-auction")
        player.sell()

    def _bet(self) -> None:
        player = self.player
        sides = player.page.get_by_role("button", name=re.compile("bets (yes|no)$"))
        if sides.count() and player.rng.random() < 0.4:
            sides.nth(player.rng.randrange(sides.count())).tap()
            chip = player.page.get_by_role("button", name="10,000", exact=True)
            player.moved(lambda: chip.tap())
        player.moved(lambda: player.tap("No more bets"))

    def _throw(self) -> None:
        if self.player.page.get_by_role("group", name="Tap the dice that stay").count():
            self.player.keep_what_fits()
            self.player.picture("demo-crack")
        self.throws += 1
        self.player.throw()


@ON_A_TABLET
def test_a_game_by_the_demo_camera(page: Page, demo: str, pictures: Path) -> None:
    """A short game ends with a ranking; no money is created."""
    player = Player(page, demo, pictures, seed=7)
    player.open()
    player.start(["Ana", "Ben", "Cleo"], ("We do, by hand",), cards=CARDS)
    player.wait_for_demo()
    evening = Evening(player)
    evening.play()
    player.picture("demo-ranking", whole=True)
    shot = player.snapshot()
    assert shot["over"]
    assert shot["ranking"]
    print(f"{evening.throws} throws, {evening.questions} questions, {player.vain_taps} in vain")
    assert player.vain_taps <= 1
    # The dice differ each time, and a doubtful one is asked about with each roll that keeps it.
    assert evening.questions <= max(4, evening.throws)
