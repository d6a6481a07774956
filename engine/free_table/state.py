"""The actions of a free table, and the state that they lead to.

Faces are words, ``"1"`` … ``"6"``. `seat` is the player who acts, so that a phone can only act for
its own player; an action without one is the banker's.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core.action import Action
from engine.core.codec import replace
from engine.core.ledger import Ledger, Transfer, seat_account
from engine.core.people import Seated
from engine.free_table.game_box import READY_MADE_BOXES, GameBox
from engine.free_table.options import Options

Face: TypeAlias = Literal["1", "2", "3", "4", "5", "6"]
FACES: tuple[Face, ...] = ("1", "2", "3", "4", "5", "6")

Phase: TypeAlias = Literal["setup", "play", "over"]

RECENT_THROWS = 12
"""How many of the last rolls the state keeps."""


class Arrange(Action):
    """The table becomes that of `box`; money that was dealt stays as it is."""

    box: GameBox


class TakeDice(Action):
    """`count` dice are rolled from now on."""

    count: int


class Throw(Action):
    """Somebody rolls the dice, which all show `faces` now."""

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
    """`seat` pays `amount` of their debt back to the bank."""

    seat: int
    amount: int


class Score(Action):
    """`seat` has `points` in `round` (from 1), whatever stood there before."""

    seat: int
    round: int
    points: int


class Count(Action):
    """The counter of this number (from 0) of `seat` changes by `by`."""

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


@dataclass(frozen=True)
class RecordedThrow:
    """A roll: who rolled (None: unknown), and what the dice show."""

    seat: int | None
    faces: tuple[Face, ...]

    @property
    def is_doubles(self) -> bool:
        """Whether there are several dice, and all show the same."""
        return len(self.faces) > 1 and len(set(self.faces)) == 1


@dataclass(frozen=True)
class State(Seated[Phase]):
    """One moment of a free table.

    `money` has accounts for the bank, for each seat and for what is not in play; its sum is 0.
    `points` are the scores by seat and round, `counters` those by seat and counter, `debts` what
    each seat has borrowed. `left` are the seconds on the clock, by seat where everybody has
    their own time, else one. `throws` are the last ones, `throw_count` counts all, `turn_count`
    the turns that are over, `arranged` how often the box was arranged, and `clocks_set` how often
    that gave everybody a new time. `gone` have left.
    """

    options: Options
    names: tuple[str, ...]
    turn: int
    money: Ledger
    points: tuple[tuple[int, ...], ...]
    counters: tuple[tuple[int, ...], ...]
    debts: tuple[int, ...]
    phase: Phase = "setup"
    box: GameBox = READY_MADE_BOXES["blank"]
    dice: int = 0
    left: tuple[int, ...] = ()
    throws: tuple[RecordedThrow, ...] = ()
    throw_count: int = 0
    turn_count: int = 0
    arranged: int = 0
    clocks_set: int = 0
    gone: tuple[int, ...] = ()

    @property
    def acting_seat(self) -> int | None:
        """Whose turn it is, or None if there are no turns."""
        return None if self.phase != "play" or self.box.turns == "none" else self.turn

    @property
    def running_clock(self) -> int:
        """Which of the times in `left` runs now."""
        return self.turn if self.box.turns == "chess" else 0

    @property
    def round(self) -> int:
        """The first round (from 1) in which somebody who plays has no points yet."""
        return min(len(self.points[seat]) for seat in self.active_seats) + 1

    def cash(self, seat: int) -> int:
        """Return what `seat` holds."""
        return self.money[seat_account(seat)]

    def net_worth(self, seat: int) -> int:
        """Return what `seat` holds less their debt."""
        return self.cash(seat) - self.debts[seat]

    def after_transfers(self, *transfers: Transfer) -> "State":
        """Return the state after all `transfers`; raises what `Ledger.after_transfers` does."""
        return replace(self, money=self.money.after_transfers(transfers))
