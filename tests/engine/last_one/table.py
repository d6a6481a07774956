"""A table of Last One for tests, with a short method for each thing that tests do."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from engine.core.action import Action
from engine.core.choice import Choice
from engine.core.event import Played
from engine.core.offered_game import Setup
from engine.last_one import LAST_ONE as GAME
from engine.last_one.cards import (
    CARD_FACES,
    CARD_NAMES,
    JOKER,
    PACK,
    SUIT_OF_FACE,
    Card,
    without_card,
)
from engine.last_one.state import State
from tests.engine.playing import random_action, random_options
from tests.engine.table import GameTable

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")


class Table(GameTable):
    """A match of `players` people with house rules; `first` begins, so the player before deals."""

    def __init__(self, players: int = 3, first: int = 0, preset: str = "", **options: Any) -> None:
        super().__init__(GAME, Setup(NAMES[:players], first, preset, options))

    def say(self, *lines: str) -> "Table":
        """Play actions written as in `SAID`, and check who acts and what happens."""
        for text in lines:
            action, expected = said(text)
            fields = action.to_json()
            self.do(str(fields.pop("type")), **fields)
            found = {**self.happened.get("cards_drawn", {}), **self.events[0]}
            assert {field: found[field] for field in expected} == expected
        return self

    def open(self, card: str, size: int | None = None) -> "Table":
        """Deal as a scorer, and turn up ``card`` (``9♠``)."""
        self.do("deal", size=size or self.state.options.hand_size)
        return self.say(f"{card} is turned up")

    def lay(self, *hands: str, top: str, turn: int = 0) -> "Table":
        """Full rules: deal `hands` (``"4♠ 9♥ joker"``); the rest is stock, and `top` lies open.

        It is the turn of `turn`.
        """
        held = [tuple(card_of(text) for text in hand.split()) for hand in hands]
        face = card_of(top)
        assert face != "Joker"
        stock = without_card(PACK, face)
        for card in (card for hand in held for card in hand):
            stock = without_card(stock, card)
        seats = tuple(
            replace(seat, card_count=len(hand), known_cards=hand)
            for seat, hand in zip(self.state.seats, held, strict=True)
        )
        self.state = replace(
            self.state,
            phase="turn",
            hand_number=1,
            turn=turn,
            seats=seats,
            top_face=face,
            suit_to_follow=SUIT_OF_FACE[face],
            discard_pile=(face,),
            stock_cards=stock,
            stock_count=len(stock),
        )
        self.plays.append(Played(self.state))
        return self

    def offered(self, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
        """Return the fields of the legal choices of this kind (for `seat`), through JSON."""
        return [
            json.loads(json.dumps(choice.to_json()))["fields"]
            for choice in GAME.legal_choices(self.state)
            if choice.type == kind and seat in (None, choice.seat)
        ]

    @property
    def cards(self) -> list[int]:
        """The number of cards of each seat."""
        return [seat.card_count for seat in self.state.seats]

    @property
    def points(self) -> list[int]:
        """The total of each seat."""
        return [seat.points for seat in self.state.seats]


def card_of(text: str) -> Card:
    """Return the card written as `text`."""
    return CARDS[text]


CARDS = {**dict(zip(CARD_NAMES, CARD_FACES, strict=False)), "joker": JOKER}
SAID = {
    r"(?P<who>\w+) deals (?P<size>\d+) cards each": "deal",
    r"(?P<who>\w+) takes (?P<card>\S+)": "take",
    r"(?P<card>\S+) is turned up(?P<all_special>, all are special)?": "turn_up",
    r"(?P<who>\w+) declares the joker (?P<face>\S+)": "declare",
    r"(?P<who>\w+) names (?P<suit>\w+)": "name_suit",
    r"(?P<seat>\w+) plays (?P<card>[^\s,]+)(?: as (?P<face>[^\s,]+))?(?:, (?P<suit>\w+))?": "play",
    r"(?P<seat>\w+) draws (?P<count>\d+)": "draw_cards",
    r"(?P<seat>\w+) passes": "pass",
    r"Nobody goes on with (?P<needed>\S+)": "end_melee",
    r"(?P<seat>\w+) calls last card": "call_last_card",
    r"Nobody noticed in time": "close_call",
    r"(?P<seat>\w+) is fined for (?P<fault>.+)": "fine",
    r"(?P<seat>\w+) is out of cards": "hand_won",
    r"(?P<seat>\w+) shows (?P<card>\S+)": "show",
    r"(?P<seat>\w+) scores (?P<points>\d+)(?P<miscounted>, with another number of cards)?": "score",
}
FAULTS = {"a last card not called": "last_card", "an error": "error"}


EXPECTED = {"who": "seat", "count": "count", "needed": "needed"}
"""What a line says of the events: the field of the event that holds it."""


def said(text: str) -> tuple[Action, dict[str, object]]:
    """Return the action written as `text`, and what its events must say."""
    for pattern, kind in SAID.items():
        found = re.fullmatch(pattern, text)
        if found:
            there = ((key, value) for key, value in found.groupdict().items() if value is not None)
            fields = {key: MEANT[key](value) for key, value in there}
            expected = {EXPECTED[key]: fields.pop(key) for key in EXPECTED if key in fields}
            return GAME.actions.parse({"type": kind, **fields}), expected
    raise ValueError(text)


MEANT: dict[str, Callable[[str], object]] = {
    "seat": NAMES.index,
    "who": NAMES.index,
    "count": int,
    "needed": card_of,
    "card": card_of,
    "face": card_of,
    "suit": str,
    "fault": FAULTS.__getitem__,
    "size": int,
    "points": int,
    "all_special": bool,
    "miscounted": bool,
}


def house_rules(rng: Random) -> dict[str, Any]:
    """Return house rules at random: mostly short matches, a third of them with known cards."""
    rules = random_options(GAME, rng)
    rules["cards"] = rng.choice(["scorer", "scorer", "full"])
    return {**rules, "hand_size": rng.randint(4, 8), "limit": rng.choice([1, 20, 40, 150])}


def random_setup(rng: Random) -> Setup:
    """Return players and house rules at random."""
    players = rng.randint(2, 6)
    return Setup(NAMES[:players], rng.randrange(players), "", house_rules(rng))


def willing(state: State, choices: tuple[Choice, ...], rng: Random) -> dict[str, Any]:
    """Choose at random, but mostly play a card if possible, and seldom fine anybody.

    Pure chance would draw more cards than it plays, and with known cards hardly ever end a hand.
    """
    if rng.random() < 0.97:
        choices = tuple(c for c in choices if c.type not in ("fine", "hand_won"))
    if rng.random() < 0.9:
        choices = tuple(c for c in choices if c.type == "play") or choices
    return random_action(choices, rng)
