"""A card in front of the eye is recognised after it was turned over and entered once."""

from typing import Any

import cv2
import numpy as np
import pytest

from companion.log.log import Log
from companion.table.acts import Start
from companion.table.eyes import EyeReport
from companion.table.table import ActionRequest, Table
from companion.web.app import create_app
from engine.games import GAMES
from models.training.card_pictures import random_photograph, render_combination_deck

CARD = "/api/tables/main/taught/card"
FLIP: dict[str, Any] = {
    "type": "flip",
    "symbols": ["3", "4", "L", "L", "C"],
    "prize": 240_000,
    "attempts": 4,
}
OTHER = {**FLIP, "symbols": ["1", "2", "3", "4", "5"]}
TOLD = {"type": "dice", "faces": ["1", "1", "2", "2", "6"]}


def printed(flip: dict[str, Any]) -> dict[str, Any]:
    """Return the content of the card of a flip."""
    return {key: value for key, value in flip.items() if key != "type"}


class Shown:
    """A table of Last Chance with cards in front of its eye."""

    def __init__(self, table: Table) -> None:
        self.table, self.client = table, create_app(table).test_client()
        self.cards = list(render_combination_deck(np.random.default_rng(1)).values())
        self.begin()

    def begin(self) -> None:
        """Start a game."""
        start = Start("last_chance", ("Ana", "Ben", "Cleo"), first_seat=0).to_json()
        self.act(dict(start))

    def act(self, action: dict[str, Any]) -> None:
        """Do an act."""
        version = int(self.table.snapshot()["version"])
        self.table.submit(ActionRequest(f"test-{version}", version, action))  # type: ignore[arg-type]

    def look(self, *numbers: int, seed: int = 3) -> dict[str, Any]:
        """Look at these cards, side by side."""
        self.show(*numbers, seed=seed)
        told: dict[str, Any] = self.client.post(CARD, json={}).json
        return told

    def show(self, *numbers: int, seed: int) -> None:
        """Put these cards in front of the eye, side by side."""
        self.table.take_report(EyeReport("run1", "unsure", camera="camera"))
        rng = np.random.default_rng(seed)
        pictures = [random_photograph(self.cards[number], rng)[0] for number in numbers]
        pictures = pictures or [np.full((480, 480, 3), 90, np.uint8)]
        jpeg = cv2.imencode(".jpg", np.hstack(pictures))[1].tobytes()
        self.table.eyes.stills.wait_for_next = lambda: jpeg  # type: ignore[method-assign]


@pytest.fixture
def shown(tmp_path: object) -> Shown:
    """Return a game in which a card has to be turned over."""
    return Shown(Table(Log(tmp_path), GAMES, now=lambda: 0.0))  # type: ignore[arg-type]


def test_a_card_is_entered_once_and_known_from_then_on(shown: Shown) -> None:
    """It is recognised in another picture; a similar new card is never sure."""
    for number, flip in enumerate((FLIP, OTHER)):
        seen = shown.look(number)
        assert (seen["sure"], seen["picture"]) == (False, number + 1)
        assert shown.client.get(f"{CARD}.jpg").data.startswith(b"\xff\xd8\xff")
        shown.act(flip)
        learned = shown.client.post(f"{CARD}/learn", json={"number": number + 1})
        assert learned.status_code == 200, learned.json
        shown.act(TOLD)
        shown.begin()
    again = shown.look(0, seed=4)
    assert (again["sure"], again["card"]) == (True, printed(FLIP))
    assert shown.look(2, seed=5)["sure"] is False
    shown.table.entered_cards.forget("last_chance", printed(FLIP))
    assert shown.look(0, seed=4)["card"] != printed(FLIP)


def test_no_card_or_several_are_refused(shown: Shown) -> None:
    """Each case has its code; a picture that is gone teaches nothing."""
    assert shown.look()["code"] == "no_card"
    assert shown.look(0, 1)["code"] == "many_cards"
    assert shown.client.post(f"{CARD}/learn", json={"number": 1}).json["code"] == "no_card"


class Dealt(Shown):
    """A table of Jour de Chance with a deck that knows its cards."""

    def begin(self) -> None:
        """Start a game with the cards 1 to 3 taught."""
        start = Start("jour_de_chance", ("Ana", "Ben", "Cleo"), first_seat=0).to_json()
        for value in (1, 2, 3):
            self.show(value - 1, seed=10 + value)
            lesson = {"set": "suns", "card": str(value)}
            assert self.client.post(f"{CARD}s", json=lesson).json == {"new": True}
        assert self.client.post(f"{CARD}s", json=lesson).json == {"new": False}  # it is in the tray
        self.act(dict(start))


def test_a_card_in_the_tray_comes_into_the_game_once(tmp_path: object) -> None:
    """This holds however it was entered; the same value can come again after the tray was empty."""
    shown = Dealt(Table(Log(tmp_path), GAMES, now=lambda: 0.0))  # type: ignore[arg-type]
    seen = shown.look(1)
    assert (seen["card"], seen["new"]) == ({"card": 2}, True)
    assert seen["sure"]  # even if others are not known yet
    shown.act({"type": "deal_card", "card": 2})
    assert shown.look(1)["new"] is False
    shown.act({"type": "undo", "to": shown.table.state.history.version_after_undo})
    assert shown.look(1)["new"] is False  # undone, and then entered by hand
    shown.act({"type": "deal_card", "card": 3})
    told = shown.look(2)  # the eye was late: it was entered before
    assert (told["card"], told["new"]) == ({"card": 3}, False)
    assert shown.look()["code"] == "no_card"
    again = shown.look(2, seed=4)
    assert (again["card"], again["new"]) == ({"card": 3}, True)
