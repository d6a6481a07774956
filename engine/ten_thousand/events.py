"""What a banker saw happen at a table of Ten Thousand."""

from engine.core.event import Event
from engine.ten_thousand.scoring import Faces


class Rolled(Event):
    """`seat` rolled dice, which came to show `rolled`; those that show `kept` stayed aside."""

    opens_scene = True

    seat: int
    rolled: Faces
    kept: Faces = ()

    @property
    def sentence(self) -> str:
        """Another one where some dice stayed."""
        return "rolled_some" if self.kept else "rolled"


class Farkled(Event):
    """`dice` brought nothing: `seat` loses the `points` that the turn had gathered."""

    seat: int
    points: int
    dice: Faces


class FarklesPenalised(Event):
    """`seat` loses `points` for three farkles in a row."""

    seat: int
    points: int


class Banked(Event):
    """`seat` banked `points`, and so ended the turn."""

    opens_scene = True

    seat: int
    points: int


class SixOnesRolled(Event):
    """`seat` rolled six ones, and so has won."""

    seat: int


class LastTurnsBegan(Event):
    """The target is reached, and others still play: they need more than `total`."""

    total: int
