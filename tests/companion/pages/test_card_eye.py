"""A card shown to the eye is entered once, next to its picture."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.table.eyes import EyeReport
from companion.table.table import Table
from models.training.card_pictures import random_photograph, render_combination_deck
from tests.companion.pages.conftest import ON_A_PHONE
from tests.companion.pages.player import Player
from tests.companion.pages.playing import act
from tests.companion.pages.test_for_everybody import faults
from tests.companion.pages.test_last_chance import begin

TELL = {"type": "dice", "faces": ["1", "1", "2", "3", "4"]}


@pytest.fixture
def show(table: Table, monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Return a function that lays the card of a number before the eye, photographed by a seed."""
    table.take_report(EyeReport("run1", "empty", camera="camera"))
    cards = list(render_combination_deck(np.random.default_rng(1)).values())

    def lay(number: int, seed: int) -> None:
        picture, _ = random_photograph(cards[number], np.random.default_rng(seed))
        jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
        monkeypatch.setattr(table.eyes.stills, "wait_for_next", lambda: jpeg)

    return lay


@ON_A_PHONE
def test_a_card_is_entered_once_and_known_from_then_on(
    page: Page, url: str, table: Table, pictures: Path, show: Callable[[int, int], None]
) -> None:
    """A known card is played by itself; another one, or one that nobody awaits, shows a message."""
    begin(table)
    player = Player(page, url, pictures)
    player.open()
    for number, symbols in enumerate(("1 2 3 4 5", "1 1 2 2 6")):
        show(number, 3)
        player.tap("Show the card to the camera")
        expect(page.get_by_role("img", name="The card as the camera sees it")).to_be_visible()
        player.picture("card-seen", whole=True)
        with page.expect_response("**/taught/card/learn"):
            player.fill_card(symbols, 240_000, 3)
        act(table, TELL)
        begin(table)
    page.evaluate("""localStorage.setItem('croupier.pace', '"quick"')""")
    show(0, 4)

    def see_the_card_named() -> None:
        player.tap("Show the card to the camera")
        expect(page.get_by_text("Is this the card?")).to_be_visible()

    player.moved(see_the_card_named)
    page.evaluate("""localStorage.setItem('croupier.pace', '"never"')""")
    assert player.snapshot()["card"]["symbols"] == ["1", "2", "3", "4", "5"]
    begin(table)
    show(2, 5)
    player.tap("Show the card to the camera")
    expect(page.get_by_role("img", name="The card as the camera sees it")).to_be_visible()
    assert (player.errors, faults(page)) == ([], [])
    player.tap("Cancel")
    empty = cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1].tobytes()
    table.eyes.stills.wait_for_next = lambda: empty  # type: ignore[method-assign]
    player.tap("Show the card to the camera")
    expect(page.get_by_text("No card in view")).to_be_visible()
