"""A table of Jour de Chance for tests, with a short method for each thing that tests do."""

from dataclasses import replace
from typing import Any

from engine.core.offered_game import Setup
from engine.jour_de_chance import JOUR_DE_CHANCE as GAME
from engine.jour_de_chance.cards import DECK, NO_CARDS, add_cards, remove_card
from engine.jour_de_chance.state import Seat
from tests.engine.table import GameTable

NAMES = ("Ana", "Ben", "Cy", "Dia", "Eva", "Finn", "Gus", "Hal")


class Table(GameTable):
    """A game of `players` people with house rules."""

    def __init__(self, players: int = 2, first: int = 0, **options: Any) -> None:
        super().__init__(GAME, Setup(NAMES[:players], first, "", options))

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
        """Set rows and banks, ``("3 7", "10 4")`` for each seat, and make it the turn of `turn`.

        All other cards are in the draw pile; if `left` is given, only these are, and the rest are
        among the discards.
        """
        rows = [[numbers(row), numbers(bank)] for row, bank in seats]
        pile = DECK
        for card in (card for row in rows for heap in row for card in heap):
            pile = remove_card(pile, card)
        discards = NO_CARDS
        if left:
            discards, pile = pile, add_cards(NO_CARDS, numbers(left))
            for card in numbers(left):
                discards = remove_card(discards, card)
        laid = (Seat(name, *row) for name, row in zip(self.setup.names, rows, strict=True))
        self.state = replace(
            self.state,
            phase="turn",
            turn=turn,
            seats=tuple(laid),
            draw_pile=pile,
            discards=discards,
        )
        return self

    @property
    def turn(self) -> int | None:
        """The seat that the game waits for."""
        return GAME.turn(self.state)

    @property
    def discarded(self) -> list[int]:
        """The cards that the last action discarded."""
        return list(self.happened["cards_discarded"]["cards"])

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


def numbers(text: str) -> tuple[Any, ...]:
    """Return the cards of `text`."""
    return tuple(int(word) for word in text.split())
