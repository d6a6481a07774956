"""A table of Ten Thousand for tests."""

from typing import Any, Self

from engine.core.codec import replace
from engine.core.offered_game import Setup
from engine.games import GAMES
from tests.engine.table import GameTable

GAME = GAMES["ten_thousand"]
NAMES = ("Ana", "Ben", "Cy", "Dia", "Eva", "Finn", "Gus", "Hal")


class Table(GameTable):
    """A game of Ten Thousand in which Ana begins."""

    def __init__(self, players: int = 2, preset: str = "", **options: Any) -> None:
        super().__init__(GAME, Setup(NAMES[:players], 0, preset, options))

    def throw(self, thrown: str, kept: str = "") -> Self:
        """Roll dice that show `thrown`, after setting aside `kept`."""
        return self.do("throw", thrown=thrown.split(), kept=kept.split())

    def bank(self) -> Self:
        """Bank the points of the turn."""
        return self.do("bank")

    def farkle(self) -> Self:
        """Roll all dice without scoring."""
        return self.throw("2 2 3 3 4 6")

    def have(self, *totals: int) -> Self:
        """Give the players these points without playing for them."""
        self.state = replace(self.state, totals=totals)
        return self

    @property
    def totals(self) -> list[int]:
        """Everybody's points."""
        return list(self.state.totals)

    def brings(self, dice: str) -> dict[str, int]:
        """Return what may be set aside from a first roll, with its points."""
        self.throw(dice)
        return {" ".join(one["faces"]): one["points"] for one in self.view["choices"]}
