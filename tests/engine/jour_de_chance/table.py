"""A table for tests: plays actions as they come from outside, and checks every refusal."""

import json
from dataclasses import replace
from typing import Any

from engine.core.codec import to_json
from engine.core.game import Setup
from engine.core.refusals import Refusal
from engine.jour_de_chance import JOUR_DE_CHANCE as GAME
from engine.jour_de_chance.cards import DECK, NO_CARDS, put, take
from engine.jour_de_chance.state import Seat

NAMES = ("Ana", "Ben", "Cy", "Dia", "Eva", "Finn", "Gus", "Hal")


class Table:
    """A game of `players` people with house rules."""

    def __init__(self, players: int = 2, first: int = 0, **options: Any) -> None:
        self.setup = Setup(NAMES[:players], first, "", options)
        self.state = GAME.start(self.setup)

    def do(self, kind: str, **fields: Any) -> "Table":
        """Play an action as JSON brings it."""
        data = json.loads(json.dumps({"type": kind, **fields}))
        self.state = GAME.play(self.state, GAME.actions.parse(data))
        return self

    def deal(self, *cards: int) -> "Table":
        """Deal `cards` in the order of the players."""
        for card in cards:
            self.do("deal_card", card=card)
        return self

    def draw(self, *cards: int) -> "Table":
        """Let the players in turn draw `cards`."""
        for card in cards:
            self.do("draw_card", card=card)
        return self

    def bank(self, owner: int, card: int) -> "Table":
        """Bank `card` from the row of `owner`."""
        return self.do("bank_card", owner=owner, card=card)

    def set(self, *seats: tuple[str, str], turn: int = 0, left: str = "") -> "Table":
        """Lay rows and banks, ``("3 7", "10 4")`` for each seat, and let `turn` play.

        What is not there is in the draw pile; if `left` is given, only that is in the draw pile and
        the rest among the discards.
        """
        rows = [[numbers(row), numbers(bank)] for row, bank in seats]
        pile = DECK
        for card in (card for row in rows for heap in row for card in heap):
            pile = take(pile, card)
        discards = NO_CARDS
        if left:
            discards, pile = pile, put(NO_CARDS, numbers(left))
            for card in numbers(left):
                discards = take(discards, card)
        laid = (Seat(name, *row) for name, row in zip(self.setup.names, rows, strict=True))
        self.state = replace(
            self.state, phase="turn", turn=turn, seats=tuple(laid), pile=pile, discards=discards
        )
        return self

    def refused(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Play an action that must be refused, changing nothing; return the refusal as JSON."""
        before = to_json(self.state)
        try:
            GAME.play(self.state, GAME.actions.parse({"type": kind, **fields}))
        except Refusal as refusal:
            assert to_json(self.state) == before
            return dict(json.loads(json.dumps(refusal.to_json())))
        raise AssertionError(f"{kind} {fields} was accepted")

    def code(self, kind: str, **fields: Any) -> str:
        """Return the code of the refusal of this action."""
        return str(self.refused(kind, **fields)["code"])

    @property
    def view(self) -> dict[str, Any]:
        """What the table may see, through JSON."""
        return dict(json.loads(json.dumps(GAME.view(self.state))))

    @property
    def rows(self) -> list[list[int]]:
        """The open cards of each seat."""
        return [seat["row"] for seat in self.view["seats"]]

    @property
    def banks(self) -> list[list[int]]:
        """The banked cards of each seat."""
        return [seat["banked"] for seat in self.view["seats"]]

    @property
    def places(self) -> dict[int, int]:
        """The place of each seat at the end."""
        return {standing["seat"]: standing["place"] for standing in self.view["ranking"]}

    @property
    def prompts(self) -> dict[str, tuple[int | None, dict[str, Any]]]:
        """The banker's words by code: (seat, figures)."""
        return {
            prompt.code: (prompt.seat, json.loads(json.dumps(prompt.figures)))
            for prompt in GAME.prompts(self.state)
        }


def numbers(text: str) -> tuple[Any, ...]:
    """Return the cards of `text`."""
    return tuple(int(word) for word in text.split())
