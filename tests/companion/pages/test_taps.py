"""How many taps a card takes at the demo tray if it is missed twice, so sold three times."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import pytest
from playwright.sync_api import Page

from companion.table import acts
from companion.table.acts import Start
from companion.table.table import Table
from tests.companion.pages.conftest import ON_A_TABLET
from tests.companion.pages.player import SELDOM, Player
from tests.companion.pages.playing import act
from tests.companion.pages.test_demo import ASKED
from tests.companion.pages.test_eye import FakeEye

MOST_TAPS = 28
AUCTIONS = 3
TAPS = """
localStorage.setItem('croupier.pace', '"quick"');
window.taps = 0;
addEventListener('click', () => (window.taps += 1), true);
"""
# Whatever continues automatically waits only a tenth of its time.
SOONER = "const every = setInterval; window.setInterval = (run, ms) => every(run, ms / 10);"


class Tray(threading.Thread):
    """A demo tray on which only the first die shows a face that the card needs."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.eye = FakeEye(url, demo=True)
        self.eye.beat("empty")
        self.ended = threading.Event()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.join(60)

    def run(self) -> None:
        """Roll whenever somebody asks for it."""
        done = 0
        while not self.ended.wait(0.3):  # pages draw each beat
            for throw in self.eye.beat("sure"):
                if throw["n"] > done:
                    done = throw["n"]
                    moved = [not throw["keep"], True, True, True, True]
                    self.eye.read("2 1 3 4 4", moved=moved)


class Drawn:
    """Chance that draws a card of five numbers with four attempts."""

    def choice(self, draws: Sequence[Any]) -> Any:
        """Return it."""
        return next(
            one for one in draws if list("22556") == sorted(one.symbols) and one.attempts == 4
        )


@pytest.fixture
def tray(url: str) -> Iterator[Tray]:
    """Return a tray at work."""
    with Tray(url) as tray:
        yield tray


@ON_A_TABLET
@pytest.mark.usefixtures("tray")
def test_a_card_that_is_missed_twice_takes_few_taps(
    page: Page, url: str, pictures: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time there are two bids, a bet and all attempts; messages go on by themselves."""
    monkeypatch.setattr(acts, "_CHANCE", Drawn())
    page.add_init_script(TAPS + SOONER)
    options = {"auction_clock": "manual"}
    start = Start("last_chance", ("Ana", "Ben", "Cleo"), first_seat=0, options=options)
    act(table, start.to_json())
    player = Player(page, url, pictures)
    player.open()
    player.moved(lambda: player.tap("Draw from the demo deck"))
    auctions = 0
    while auctions < AUCTIONS or not page.locator(".settling").count():
        asked = page.wait_for_function(ASKED, polling=SELDOM).json_value()
        if asked == "auction":
            auctions += 1
            player.bid("Ana", "+10")
            player.bid("Ben", "+50")
            for k in (1, 2, 3):  # as the clock does
                act(table, {"type": "count", "k": k})
            page.wait_for_selector(".betting")
        elif asked == "bets":
            player.bet("Cleo", "no", "10,000")
            player.moved(lambda: player.tap("No more bets"))
        elif asked == "throw":
            player.moved(lambda: player.throw_button().tap())
        else:
            assert asked == "settled"
            page.wait_for_selector(".settling", state="detached")
    taps = int(page.evaluate("window.taps"))
    print(f"{taps} taps for {auctions} auctions")
    assert taps <= MOST_TAPS
