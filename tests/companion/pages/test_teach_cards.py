"""A deck is taught by turning its cards over, and a game is played with it: nobody taps a card.

CROUPIER_CARDS_TAUGHT=36 .venv/bin/pytest -s tests/companion/pages/test_teach_cards.py
"""

import os
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect

from companion.taught.store import TaughtStore, with_stills
from engine.last_one import LAST_ONE
from tests.companion.pages.conftest import ON_A_PHONE
from tests.companion.pages.player import Player
from tests.companion.pages.test_for_everybody import faults
from vision.card_deck import straighten
from vision.virtual.cards import card_called, photograph

TAUGHT = int(os.environ.get("CROUPIER_CARDS_TAUGHT", "0"))  # of a pack of playing cards, beside
ACTS = 400 if TAUGHT else 5  # of a game, at most
VALUES = [str(value) for value in range(1, 11)]
SLOW = 60_000  # milliseconds that a card may take on a busy machine


def teach(player: Player, deck: str, kind: str, names: Sequence[str]) -> None:
    """Show the cards of a deck called `names`, those of that `kind`, one after another."""
    page = player.page
    page.get_by_role("textbox", name="What are they called?").fill(deck)
    player.tap(kind)
    for name in names:
        expect(page.get_by_role("heading", name=f"Lay {name}", exact=True)).to_be_visible(
            timeout=SLOW
        )
        player.tap("Lay a card in the demo tray")
    known = "One card is" if len(names) == 1 else f"{len(names)} cards are"
    expect(page.get_by_text(f"{known} known")).to_be_visible(timeout=SLOW)


def play_on(player: Player) -> None:
    """Let the next card be laid, and answer what is asked; or bank a card that is worth it."""
    page = player.page
    before = player.version()
    if player.shows("Bank the 7") or player.shows("Bank the 8"):
        page.get_by_role("button", name="Bank the").last.click()
    elif page.locator(".oldest").count():
        page.locator(".oldest").first.click()
    else:
        player.tap("Lay a card in the demo tray")
    page.wait_for_function(
        """async before => {
            const ways = [...document.querySelectorAll('[role=group] > button.main')];
            ways.find(one => one.textContent.includes('was drawn'))?.click();
            document.querySelector('.ask-block .danger')?.click();
            const now = await (await fetch('/api/tables/main')).json();
            return now.version > before;
        }""",
        arg=before,
        timeout=SLOW,
        polling=300,
    )


def complete(data: Path, deck: str, names: list[str]) -> None:
    """Let the deck know the rest of its cards, as if they had been shown."""
    store, rng = TaughtStore(data), np.random.default_rng(1)
    taught = store.load(deck)
    for name in names:
        picture, corners = photograph(card_called(name), rng)
        taught = with_stills(taught, name, [straighten(picture, corners)])
    store.save(deck, taught)


@ON_A_PHONE
def test_a_deck_is_taught_and_played_with(
    page: Page, demo: str, tmp_path: Path, pictures: Path
) -> None:
    """The page asks for one card after another; then they come into the game by themselves."""
    player = Player(page, demo, pictures)
    player.open()
    player.wait_for_demo()
    player.tap("Settings")
    player.tap("Dice and cards of your own")
    teach(player, "sun", "1, 2 … 10", VALUES if TAUGHT else VALUES[:2])
    player.picture("deck-lesson", whole=True)
    assert (player.errors, faults(page)) == ([], [])
    player.tap("Done")
    if TAUGHT:
        began = time.monotonic()
        teach(player, "pack", "2♣, 3♣ … Joker 2", LAST_ONE.card_names[:TAUGHT])
        print(f"{TAUGHT} cards in {time.monotonic() - began:.0f} s")
        player.tap("Done")
    else:
        complete(tmp_path / "data", "sun", VALUES[2:])
    player.picture("decks-known", whole=True)
    player.tap("Close")
    page.get_by_role("radio", name="Jour de Chance").check()
    player.start(["Ana", "Ben", "Cleo"])
    player.tap("Follow the cards by camera")
    for _ in range(ACTS):
        if player.snapshot()["over"]:
            break
        play_on(player)
        player.picture("follows-cards")
    told = [row["action"]["type"] for row in player.log() if row["kind"] == "action"]
    assert "deal_card" in told
    assert player.errors == []
