"""The state of a game of Yacht, and the actions that lead from one state to the next.

Faces are words, ``"1"`` … ``"6"``. The `seat` of an action is who does it, so that a phone can act
only for its own player. It may be left out, since the state knows whose turn it is.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core import refusals
from engine.core.action import Action
from engine.core.people import Seated
from engine.core.refusals import RequirePhase
from engine.yacht import score_boxes
from engine.yacht.options import Options
from engine.yacht.score_boxes import Face, ScoreBox, ScoreSheet

Phase: TypeAlias = Literal["throw", "choose", "score", "over"]

require_phase: RequirePhase[Phase] = refusals.require_phase


class Throw(Action):
    """The player keeps dice that show `kept` and rolls the others, which now show `thrown`."""

    kept: tuple[Face, ...]
    thrown: tuple[Face, ...]
    seat: int | None = None


class Score(Action):
    """The player scores the dice in `box`."""

    box: ScoreBox
    seat: int | None = None


@dataclass(frozen=True)
class State(Seated):
    """One moment of a game.

    `sheets` are the players' boxes by seat, `extras` their points for further yachts. `dice` are
    the faces as they lie, the first `kept_dice_count` of which stayed in the last roll; none lie
    there before the first roll of a turn. `turns` counts those that were finished, and `gone` are
    the seats of those who have left.
    """

    options: Options
    names: tuple[str, ...]
    sheets: tuple[ScoreSheet, ...]
    extras: tuple[int, ...]
    turn: int
    phase: Phase = "throw"
    dice: tuple[Face, ...] = ()
    kept_dice_count: int = 0
    throws_left: int = score_boxes.THROWS_PER_TURN
    turns: int = 0
    gone: tuple[int, ...] = ()

    @property
    def sheet(self) -> ScoreSheet:
        """The boxes of the player whose turn it is."""
        return self.sheets[self.turn]

    def total(self, seat: int) -> int:
        """Return the points of `seat`: boxes, bonus and further yachts."""
        sheet = self.sheets[seat]
        written = sum(points or 0 for points in sheet)
        return written + score_boxes.upper_bonus(sheet, self.options) + self.extras[seat]

    def boxes_to_fill(self, seat: int) -> int:
        """Return how many boxes `seat` still has to fill; a player who has left has none."""
        sheet = self.sheets[seat]
        boxes = () if seat in self.gone else score_boxes.score_boxes_in_game(self.options)
        return sum(sheet[score_boxes.SCORE_BOXES.index(box)] is None for box in boxes)
