"""The state of a free table, and its actions.

The `seat` of an action is the player who does it, so that a phone can act only for its own player.
Actions without one are the banker's.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core.action import Action
from engine.core.ledger import Ledger, seat_account
from engine.core.people import StateWithNames
from engine.free_table.game_box import READY_MADE_BOXES, GameBox
from engine.free_table.options import Options

Phase: TypeAlias = Literal["setup", "play", "over"]

MAX_RECORDED_ROLLS = 12
"""How many of the last rolls the state keeps."""


class ChooseBox(Action, type_name="arrange"):
    """The table is set up for `box`; money that was dealt stays as it is."""

    box: GameBox


class SetDiceCount(Action, type_name="take_dice"):
    """`count` dice are rolled from now on."""

    count: int


class RecordRoll(Action, type_name="throw"):
    """Somebody rolls the dice, which now show `faces`."""

    faces: tuple[str, ...]
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


class PressButton(Action, type_name="press"):
    """`seat` taps the button with the index `button`."""

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


class WriteScore(Action, type_name="score"):
    """`seat` writes `points` in `round` (from 1) and may replace others there."""

    seat: int
    round: int
    points: int


class ChangeCounter(Action, type_name="count"):
    """The counter with the index `counter` of `seat` changes by `by`."""

    seat: int
    counter: int
    by: int


class EndTurn(Action):
    """The turn ends with `left` seconds on the clock (None: it was not read)."""

    left: int | None = None
    seat: int | None = None


class TimeUp(Action):
    """The time on the clock runs out."""


class FinishGame(Action, type_name="finish"):
    """People end the game."""


@dataclass(frozen=True)
class RecordedRoll:
    """A roll of `seat` (None: nobody said who)."""

    seat: int | None
    faces: tuple[str, ...]

    @property
    def is_doubles(self) -> bool:
        """Whether there are several dice, which all show the same face."""
        return len(self.faces) > 1 and len(set(self.faces)) == 1


@dataclass(frozen=True)
class State(StateWithNames[Phase]):
    """The state of a free table.

    `money` has accounts for the bank, for each seat and for money that is not in play; its sum is
    0. `points` are by seat and round, `counters` by seat and counter, `debts` by seat. `left` are
    the seconds on the clock of each seat, or of all. `throws` are the last rolls, `throw_count`
    counts all of them, `turn_count` the finished turns, `arranged` the changes of the box, and
    `clocks_set` those that reset the time. `gone` are the seats that have left.
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
    throws: tuple[RecordedRoll, ...] = ()
    throw_count: int = 0
    turn_count: int = 0
    arranged: int = 0
    clocks_set: int = 0
    gone: tuple[int, ...] = ()

    @property
    def acting_seat(self) -> int | None:
        """The seat whose turn it is, or None without turns."""
        return None if self.phase != "play" or self.box.turns == "none" else self.turn

    @property
    def clock_index(self) -> int:
        """The index in `left` of the time that runs now."""
        return self.turn if self.box.turns == "chess" else 0

    @property
    def round(self) -> int:
        """The first round (from 1) in which an active player has no points yet."""
        return min(len(self.points[seat]) for seat in self.active_seats) + 1

    def team_of(self, seat: int) -> int:
        """Return the team of `seat`; without teams, each player is their own team."""
        return seat % (self.box.teams or len(self.names))

    def cash(self, seat: int) -> int:
        """Return the cash of `seat`."""
        return self.money[seat_account(seat)]
