"""A deck is taught by turning its cards over; then a game is played with it.

CROUPIER_CARDS_TAUGHT=36 .venv/bin/pytest -s tests/companion/pages/test_teach_cards.py
"""

import os
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from engine.last_one import LAST_ONE
from tests.companion.pages.conftest import ON_A_PHONE
from tests.companion.pages.test_for_everybody import faults
from tests.companion.pages.test_jour_de_chance import Cards

TAUGHT = int(os.environ.get("CROUPIER_CARDS_TAUGHT", "0"))  # of playing cards, in addition
LAID = ("2", "1", "2", "1")  # where no more is taught than these
ACTS = 80 if TAUGHT else len(LAID)  # of a game, at most
SLOW_S = 60  # what a card may take on a busy machine
VALUES = [str(value) for value in range(1, 11)]


def appears(what: Locator, milliseconds: float) -> bool:
    """Return whether it can be seen within that time."""
    try:
        what.last.wait_for(timeout=milliseconds)
    except Error:
        return False
    return True


def teach(player: Cards, deck: str, kind: str, names: Sequence[str]) -> None:
    """Teach a `deck` of this `kind`: show the cards `names`, one after another."""
    page = player.page
    page.get_by_role("textbox", name="Name of the dice or cards").fill(deck)
    player.tap(kind)
    for name in names:
        asked = f"^(Show {name}|Take the dice out of the tray first.)$"
        expect(page.get_by_role("heading", name=re.compile(asked))).to_be_visible()
        player.tap("Put a card in the demo tray")
        lying = page.locator("figure", has=page.get_by_text(name, exact=True))
        if not appears(lying, 15_000):  # it was taken for the last one
            player.tap("Take this one")
            expect(lying.last).to_be_visible()
    known = "1 card" if len(names) == 1 else f"{len(names)} cards"
    expect(page.get_by_text(f"{known} learned")).to_be_visible()


def acts(player: Cards) -> int:
    """Return the row of the last act."""
    row = player.snapshot()["last_row"]
    return 0 if row is None else int(row["version"])


def play_on(player: Cards, card: str = "") -> bool:
    """Lay `card`, or any card; return whether the eye read it.

    Otherwise it is entered by hand. A card that may have been banked or drawn was drawn. If the
    table asks for the oldest, it is the first player.
    """
    page, before, by_eye = player.page, acts(player), True
    began = time.monotonic()
    if page.locator(".oldest").count():
        page.locator(".oldest").first.click()
    elif card:
        page.request.post(f"{player.url}/api/tables/main/tray", data={"card": card})
    else:
        player.tap("Put a card in the demo tray")
    while acts(player) == before and time.monotonic() < began + SLOW_S:
        drawn = page.get_by_role("button", name="was drawn")
        if drawn.count():
            with suppress(PlaywrightTimeout):  # it goes on by itself, too
                drawn.click(timeout=2_000)
        elif card and by_eye and time.monotonic() > began + SLOW_S / 4:
            by_eye = False
            page.locator(f"[data-card='{card}']").tap()
        page.wait_for_timeout(200)
    assert acts(player) > before
    return by_eye


@ON_A_PHONE
def test_a_deck_is_taught_and_played_with(page: Page, demo: str, pictures: Path) -> None:
    """The page asks for one card after another; then they come into the game by themselves."""
    player = Cards(page, demo, pictures)
    player.open()
    player.wait_for_demo()
    player.open_teaching("sun")
    player.tap("Jour de Chance (1 to 10)")
    expect(page.get_by_role("heading", name="Take the dice out of the tray")).to_be_visible()
    player.tap("Put a card in the demo tray")
    expect(page.get_by_text("1 card learned")).to_be_visible(timeout=1000 * SLOW_S)
    player.tap("Remove 1")  # any caught card, even an old one
    expect(page.get_by_text("0 cards learned")).to_be_visible()
    player.tap("Done")
    teach(player, "sun", "Jour de Chance (1 to 10)", VALUES if TAUGHT else VALUES[:2])
    player.picture("deck-lesson", whole=True)
    assert (player.errors, faults(page)) == ([], [])
    player.tap("Done")
    if TAUGHT:
        began = time.monotonic()
        teach(player, "pack", "Last One (2♣ to Joker 2)", LAST_ONE.card_names[:TAUGHT])
        print(f"{TAUGHT} cards in {time.monotonic() - began:.0f} s")
        player.tap("Done")
    player.picture("decks-known", whole=True)
    player.tap("Close")
    player.choose("Jour de Chance")
    player.start(["Ana", "Ben", "Cleo"])
    player.tap("Follow the cards with the camera")
    by_eye = 0
    for number in range(ACTS):
        if not player.snapshot()["over"]:
            by_eye += play_on(player, "" if TAUGHT else LAID[number])
    assert by_eye >= 2
    player.picture("follows-cards", whole=True)
    first = [row["events"][0]["type"] for row in player.log() if row["kind"] == "action"][:3]
    assert first == ["card_dealt"] * 3
    assert player.errors == []
