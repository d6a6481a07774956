"""How many taps a card takes that is missed twice at the demo tray, and so sold three times."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.table import acts
from companion.table.acts import Start
from companion.table.table import Table
from tests.companion.pages.conftest import ON_A_TABLET
from tests.companion.pages.player import Player
from tests.companion.pages.playing import act
from tests.companion.pages.test_demo import ASKED, TAPS
from tests.companion.pages.test_eye import FakeEye

MOST_TAPS = 28
AUCTIONS = 3
COMES_WITHIN = 120_000  # milliseconds


class Demo(threading.Thread):
    """A demo tray whose dice all show what no card with five other numbers wants."""

    def __init__(self, url: str, faces: str) -> None:
        super().__init__(daemon=True)
        self.eye, self.faces = FakeEye(url, demo=True), faces
        self.ended = threading.Event()

    def run(self) -> None:
        """Throw whenever somebody asks for it."""
        done = 0
        while not self.ended.wait(0.1):
            asked = self.eye.beat("sure")
            if asked and asked[-1]["n"] > done:
                done = asked[-1]["n"]
                self.eye.read(self.faces)


class Drawn:
    """Chance that draws a card of the numbers 2 to 6 with three attempts."""

    def choice(self, draws: Any) -> Any:
        """Return it."""
        return next(one for one in draws if set("23456") == set(one.symbols) and one.attempts == 3)


@pytest.fixture
def demo(url: str) -> Iterator[Demo]:
    """Return a demo tray at work."""
    demo = Demo(url, "1 1 1 1 1")
    demo.start()
    yield demo
    demo.ended.set()
    demo.join(60)


@ON_A_TABLET
def test_a_card_that_is_missed_twice_takes_few_taps(
    page: Page, url: str, pictures: Path, table: Table, demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two bids, a bet and three attempts each time; what is only read goes on by itself."""
    monkeypatch.setattr(acts, "_CHANCE", Drawn())
    page.add_init_script(TAPS)
    options = {"auction_clock": "every_2s"}
    start = Start("last_chance", ("Ana", "Ben", "Cleo"), first_seat=0, options=options)
    act(table, start.to_json())
    player = Player(page, url, pictures)
    player.open()
    player.moved(lambda: player.tap("Draw from the demo deck"))
    auctions = 0
    while True:
        asked = page.wait_for_function(ASKED, timeout=COMES_WITHIN).json_value()
        if asked == "auction":
            auctions += 1
            player.bid("Ana", "+10")
            player.bid("Ben", "+50")
            page.wait_for_selector(".betting", timeout=COMES_WITHIN)
        elif asked == "bets":
            player.bet("Cleo", "no", "10\u202f000")
            player.moved(lambda: player.tap("No more bets"))
        elif asked == "throw":
            player.throw()
        elif auctions < AUCTIONS:
            page.wait_for_selector(".settling", state="detached", timeout=COMES_WITHIN)
        else:
            break
    taps = int(page.evaluate("window.taps"))
    print(f"{taps} taps for {auctions} auctions")
    assert taps <= MOST_TAPS
