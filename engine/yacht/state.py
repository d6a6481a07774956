"""The state of a game of Yacht, and its actions: `engine.core.dice.Throw` and `Score`.

The `seat` of an action is who does it, so that a phone can act only for its own player. It may be
left out, since the state knows whose turn it is.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core.action import Action
from engine.core.dice import Faces
from engine.core.people import StateWithNames
from engine.yacht import score_boxes as boxes
from engine.yacht.options import Options
from engine.yacht.score_boxes import ROLLS_PER_TURN, ScoreBox, ScoreSheet

Phase: TypeAlias = Literal["throw", "choose", "score", "over"]


class Score(Action):
    """The player scores the dice in `box`."""

    box: ScoreBox
    seat: int | None = None


@dataclass(frozen=True)
class State(StateWithNames[Phase]):
    """The state of a game.

    `sheets` and `extras` are the players' boxes and their points for further yachts, by seat.
    `dice` are the faces as they lie, empty before the first roll of a turn; the first
    `kept_dice_count` were kept in the last roll. `saved` are the rolls that each seat has
    saved for its next turn, `turns` counts the finished turns, and `gone` are the seats that have
    left.
    """

    options: Options
    names: tuple[str, ...]
    sheets: tuple[ScoreSheet, ...]
    extras: tuple[int, ...]
    saved: tuple[int, ...]
    turn: int
    phase: Phase = "throw"
    dice: Faces = ()
    kept_dice_count: int = 0
    throws_left: int = ROLLS_PER_TURN
    turns: int = 0
    gone: tuple[int, ...] = ()

    @property
    def sheet(self) -> ScoreSheet:
        """The sheet of the player whose turn it is."""
        return self.sheets[self.turn]

    def total(self, seat: int) -> int:
        """Return the points of `seat`: columns with their bonuses, and further yachts."""
        columns = boxes.columns_of(self.sheets[seat], self.options)
        return sum(column.total for column in columns) + self.extras[seat]

    def boxes_to_fill(self, seat: int) -> int:
        """Return how many boxes `seat` still has to fill: none after they have left."""
        return 0 if seat in self.gone else self.sheets[seat].count(None)
