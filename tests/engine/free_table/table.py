"""A free table for tests."""

from typing import Any

from engine.core.codec import to_json
from engine.core.offered_game import Setup
from engine.free_table.game_box import READY_MADE_BOXES, GameBox
from engine.games import GAMES
from tests.engine.table import GameTable

GAME = GAMES["free_table"]
NAMES = ("Ana", "Ben", "Cy", "Dia", "Eva", "Finn", "Gus", "Hal", "Ida", "Jo", "Kai", "Lea")


class Table(GameTable):
    """A free table with `box`, or the built-in box of that name; Ana begins."""

    def __init__(self, box: GameBox | str, players: int = 3) -> None:
        super().__init__(GAME, Setup(NAMES[:players], 0))
        self.arrange(READY_MADE_BOXES[box] if isinstance(box, str) else box)

    def arrange(self, box: GameBox) -> None:
        """Change the table's box to `box`."""
        self.do("arrange", box=to_json(box))

    @property
    def cash(self) -> list[int]:
        """Return how much money each player has."""
        return [seat["cash"] for seat in self.view["seats"]]

    def seat(self, key: str) -> list[Any]:
        """Return the value of `key` in the view of each seat."""
        return [seat[key] for seat in self.view["seats"]]
