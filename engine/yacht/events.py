"""The events of Yacht, in addition to `engine.core.dice.Rolled`."""

from engine.core.event import Event
from engine.yacht.score_boxes import BoxName


class JokerRolled(Event):
    """`seat` rolled a joker."""

    seat: int


class BoxScored(Event, opens_scene=True):
    """`seat` scored `points` in `box`, which ended the turn.

    With several columns, `column` is that of the box, which multiplies its points.
    """

    seat: int
    box: BoxName
    points: int
    column: int | None = None

    def _sentence_key(self) -> str:
        return "box_scored_in_column" if self.column else self.type


class FurtherYachtScored(Event):
    """`seat` scored a further yacht, for `points` outside the boxes."""

    seat: int
    points: int


class BonusReached(Event):
    """The upper boxes of a column of `seat` reached the bonus of `points`."""

    seat: int
    points: int
