"""What a banker saw happen at a free table."""

from engine.core.event import Event
from engine.free_table.state import Face


class BoxArranged(Event):
    """The table became that of `box`, named as people call it."""

    box: str


class DiceCountChanged(Event):
    """`count` dice are rolled from now on."""

    count: int


class Rolled(Event):
    """`seat`, if anybody said who, rolled the dice, which all show `rolled` now."""

    seat: int | None
    rolled: tuple[Face, ...]

    def _sentence(self) -> str:
        return "rolled_by_anybody" if self.seat is None else self.type


class PlayerPaid(Event):
    """`seat` paid `amount` to `payee_seat`, or to the bank (None)."""

    seat: int
    payee_seat: int | None
    amount: int

    def _sentence(self) -> str:
        return "player_paid_bank" if self.payee_seat is None else self.type


class BankPaid(Event):
    """The bank paid `amount` to `seat`."""

    seat: int
    amount: int


class ButtonPressed(Event):
    """`seat` tapped the button `button`, for a payment of `amount`."""

    seat: int
    button: str
    amount: int


class MoneyBorrowed(Event):
    """The bank lent `amount` to `seat`."""

    seat: int
    amount: int


class MoneyRepaid(Event):
    """`seat` paid back `amount` of what they had borrowed."""

    seat: int
    amount: int


class PointsWritten(Event):
    """`seat` has `points` in `round`, whatever stood there before."""

    seat: int
    points: int
    round: int


class CounterChanged(Event):
    """The counter `counter` of `seat` has the value `value` now."""

    seat: int
    counter: str
    value: int


class TurnEnded(Event):
    """`seat` has played, and `left` seconds are left on their clock (None: nobody looked)."""

    seat: int
    left: int | None

    def _sentence(self) -> str:
        return self.type if self.left is None else "turn_ended_with_clock"


class ClockExpired(Event):
    """The time of the turn has run out."""


class GameFinished(Event):
    """People ended the game."""
