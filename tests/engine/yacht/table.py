"""A table of Yacht for tests."""

from typing import Any, Self

from engine.core.codec import replace
from engine.core.offered_game import Setup
from engine.games import GAMES
from engine.yacht.score_boxes import boxes_in_game
from tests.engine.table import GameTable

GAME = GAMES["yacht"]
NAMES = ("Ana", "Ben", "Cy", "Dia", "Eva", "Finn", "Gus", "Hal")


class Table(GameTable):
    """A game of Yacht in which Ana begins."""

    def __init__(self, players: int = 2, preset: str = "", **options: Any) -> None:
        super().__init__(GAME, Setup(NAMES[:players], 0, preset, options))

    def throw(self, thrown: str, kept: str = "") -> Self:
        """Roll dice that show `thrown`, keeping `kept`."""
        return self.do("throw", thrown=thrown.split(), kept=kept.split())

    def score(self, box: str) -> Self:
        """Score in `box`."""
        return self.do("score", box=box)

    def write(self, **points: int) -> Self:
        """Write `points` by box into the current player's sheet, without playing them."""
        sheets = [*self.state.sheets]
        sheets[self.state.turn] = tuple(map(points.get, boxes_in_game(self.state.options)))
        self.state = replace(self.state, sheets=tuple(sheets))
        return self

    def brings(self, dice: str) -> dict[str, int]:
        """Return the points of these dice in each box that they may fill."""
        return dict(self.throw(dice).view["would_score"])
