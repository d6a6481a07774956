"""What a banker saw happen at a table of Yacht."""

from engine.core.event import Event
from engine.yacht.score_boxes import Face, ScoreBox


class Rolled(Event):
    """`seat` rolled dice, which came to show `rolled`; those that show `kept` stayed."""

    opens_scene = True

    seat: int
    rolled: tuple[Face, ...]
    kept: tuple[Face, ...] = ()

    @property
    def sentence(self) -> str:
        """Another one where some dice stayed."""
        return "rolled_some" if self.kept else "rolled"


class JokerRolled(Event):
    """The dice of `seat` are a joker now."""

    seat: int


class BoxScored(Event):
    """`seat` scored `points` in `box`, and so ended the turn."""

    opens_scene = True

    seat: int
    box: ScoreBox
    points: int


class FurtherYachtScored(Event):
    """`seat` scored five of a kind again, for `points` outside the boxes."""

    seat: int
    points: int


class BonusReached(Event):
    """The upper boxes of `seat` are worth enough for the bonus of `points`."""

    seat: int
    points: int
