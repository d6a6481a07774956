"""What people do at a free table, as data.

Faces are words, ``"1"`` … ``"6"``. `seat` is who does it, so that a phone can only act for its own
player; what names none is the banker's.
"""

from typing import Literal, TypeAlias

from engine.core.action import Action
from engine.free_table.game_box import GameBox

Face: TypeAlias = Literal["1", "2", "3", "4", "5", "6"]
FACES: tuple[Face, ...] = ("1", "2", "3", "4", "5", "6")


class Arrange(Action):
    """The table becomes that of `box`; money that was dealt stays as it is."""

    box: GameBox


class TakeDice(Action):
    """So many dice are thrown from now on."""

    count: int


class Throw(Action):
    """Somebody throws the dice; all of them show `faces` now."""

    faces: tuple[Face, ...]
    seat: int | None = None


class Pay(Action):
    """`seat` pays `amount` to the player `to`, or to the bank (None)."""

    seat: int
    amount: int
    to: int | None = None


class PayOut(Action):
    """The bank pays `amount` to the player `to`."""

    to: int
    amount: int


class Press(Action):
    """`seat` taps the button of this number, from 0."""

    seat: int
    button: int


class Borrow(Action):
    """The bank lends `amount` to `seat`."""

    seat: int
    amount: int


class Repay(Action):
    """`seat` pays `amount` of what he borrowed back to the bank."""

    seat: int
    amount: int


class Score(Action):
    """`seat` has `points` in `round` (from 1), whatever stood there before."""

    seat: int
    round: int
    points: int


class Count(Action):
    """The counter of this number (from 0) of `seat` changes `by` so much."""

    seat: int
    counter: int
    by: int


class EndTurn(Action):
    """The turn is over when so many seconds are `left` on the clock (None: nobody looked)."""

    left: int | None = None
    seat: int | None = None


class TimeUp(Action):
    """The time on the clock has run out."""


class Finish(Action):
    """The game is over."""
