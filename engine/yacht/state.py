"""All that is known at one moment of a game of Yacht.

The state is the fold of the actions. Helpers here only read it; what may happen is said in `rules`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core import checks
from engine.core.checks import RequirePhase
from engine.yacht import score_boxes
from engine.yacht.options import Options

Phase: TypeAlias = Literal["throw", "choose", "score", "over"]

require_phase: RequirePhase[Phase] = checks.require_phase


@dataclass(frozen=True)
class WrittenScore:
    """The last score: `seat` wrote `points` into `box`, and `extra` ones beside the sheet."""

    seat: int
    box: score_boxes.ScoreBox
    points: int
    extra: int


@dataclass(frozen=True)
class State:
    """One moment of a game.

    `sheets` are the players' boxes by seat, `extras` their points for further yachts. `dice` are
    the faces as they lie, the first `kept_dice_count` of which were not thrown last; none lie there
    before the first throw of a turn. `turns` counts those that were finished, and `gone` are the
    seats of those who have left.
    """

    options: Options
    names: tuple[str, ...]
    sheets: tuple[score_boxes.ScoreSheet, ...]
    extras: tuple[int, ...]
    turn: int
    phase: Phase = "throw"
    dice: tuple[score_boxes.Face, ...] = ()
    kept_dice_count: int = 0
    throws_left: int = score_boxes.THROWS_PER_TURN
    turns: int = 0
    last_written: WrittenScore | None = None
    gone: tuple[int, ...] = ()

    @property
    def sheet(self) -> score_boxes.ScoreSheet:
        """The boxes of the player whose turn it is."""
        return self.sheets[self.turn]

    def total(self, seat: int) -> int:
        """Return the points of `seat`: boxes, bonus and further yachts."""
        sheet = self.sheets[seat]
        written = sum(one or 0 for one in sheet)
        return written + score_boxes.upper_bonus(sheet, self.options) + self.extras[seat]

    def boxes_to_fill(self, seat: int) -> int:
        """Return how many boxes `seat` has still to fill; who has left has none."""
        sheet = self.sheets[seat]
        boxes = () if seat in self.gone else score_boxes.score_boxes_in_game(self.options)
        return sum(sheet[score_boxes.SCORE_BOXES.index(box)] is None for box in boxes)
