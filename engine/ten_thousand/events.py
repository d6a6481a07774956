"""The events of Ten Thousand, in addition to `engine.core.dice.Rolled`."""

from engine.core.dice import Faces
from engine.core.event import Event


class Farkled(Event):
    """The `dice` rolled score nothing: `seat` loses the `points` gathered in this turn."""

    seat: int
    points: int
    dice: Faces


class FarklesPenalised(Event):
    """`seat` loses `points` for three farkles in a row."""

    seat: int
    points: int


class Banked(Event, opens_scene=True):
    """`seat` banked `points`, which ended the turn."""

    seat: int
    points: int


class DiceTakenOver(Event):
    """`seat` rolls the `count` dice that the player before left, with the `points` they banked."""

    seat: int
    points: int
    count: int


class SixOnesRolled(Event):
    """`seat` rolled six ones, which wins the game."""

    seat: int


class LastTurnsBegan(Event):
    """The target is reached; players who have a turn left need more than `total`."""

    total: int
