"""A table of Den Letzten for tests, with a short method for each thing that tests do."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engine.core.ledger import Ledger
from engine.core.offered_game import Setup
from engine.den_letzten.state import ALL_BONES, BOX_ACCOUNT, bowl_account
from engine.games import GAMES
from tests.engine.table import GameTable

GAME = GAMES["den_letzten"]

NAMES = ("Ana", "Ben", "Cy", "Dora", "Eve", "Fee")
NUMBERS = [str(number) for number in range(1, 10)]
PLAIN = {"dog_start": "first_space"}


class Table(GameTable):
    """A game of `players` with house rules, the white dog on space 1; `log` holds the actions.

    Each die has a dog and all numbers, so that a test can roll what it needs.
    """

    def __init__(self, players: int = 3, *, first: int = 0, **options: Any) -> None:
        dice = {die: ["dog", *NUMBERS] for die in ("white_1", "white_2", "black_1", "black_2")}
        super().__init__(GAME, Setup(NAMES[:players], first, "", {**PLAIN, **dice, **options}))

    def at(self, *ahead: int | None) -> "Table":
        """Put the characters this far ahead of the dog (None: centre)."""
        self.state = replace(self.state, ahead_of_dog=ahead)
        return self

    def bowls(self, *bones: int) -> "Table":
        """Put this many bones into the bowls and the rest into the box."""
        balances = {bowl_account(seat): count for seat, count in enumerate(bones)}
        balances[BOX_ACCOUNT] = ALL_BONES - sum(bones)
        self.state = replace(self.state, bones=Ledger(MappingProxyType(balances)))
        return self

    def set_turn(self, seat: int) -> "Table":
        """Make it the turn of `seat`."""
        self.state = replace(self.state, turn=seat)
        return self

    def white(self, faces: str) -> "Table":
        """Roll the white dice."""
        return self.do("throw_white", faces=faces.split())

    def black(self, faces: str) -> "Table":
        """Roll the black dice as well."""
        return self.do("throw_black", faces=faces.split())

    def stop(self, faces: str) -> "Table":
        """Roll the white dice and stop."""
        return self.white(faces).do("stop")

    def walk(self, steps: int) -> "Table":
        """Roll `steps` (2 to 36) in all, with the black dice too if the white are not enough."""
        first = min(steps - 1, 9)
        second = min(steps - first, 9)
        self.white(f"{first} {second}")
        rest = steps - first - second
        if not rest:
            return self.do("stop")
        third = max(rest - 9, 0)
        return self.black(f"{third or 'dog'} {rest - third}")

    @property
    def ahead(self) -> tuple[int | None, ...]:
        """Return where the characters are."""
        return self.state.ahead_of_dog

    @property
    def bones(self) -> tuple[int, ...]:
        """Return how many bones are in each bowl."""
        return tuple(self.state.bones_of(seat) for seat in range(len(self.state.names)))
