"""The events of a free table."""

from engine.core.event import Event


class BoxArranged(Event):
    """The table was set up for the box called `box`."""

    box: str


class DiceCountChanged(Event):
    """`count` dice are rolled from now on."""

    count: int


class Rolled(Event):
    """`seat` (None: nobody said who) rolled the dice, which now show `rolled`."""

    seat: int | None
    rolled: tuple[str, ...]

    def _sentence_key(self) -> str:
        return "rolled_by_anybody" if self.seat is None else self.type


class PlayerPaid(Event):
    """`seat` paid `amount` to `payee_seat`, or to the bank (None)."""

    seat: int
    payee_seat: int | None
    amount: int

    def _sentence_key(self) -> str:
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
    """`seat` wrote `points` in `round`, and may have replaced others there."""

    seat: int
    points: int
    round: int


class CounterChanged(Event):
    """The counter called `counter` of `seat` changed to `value`."""

    seat: int
    counter: str
    value: int


class TurnEnded(Event):
    """`seat` ended their turn with `left` seconds on the clock (None: it was not read)."""

    seat: int
    left: int | None

    def _sentence_key(self) -> str:
        return self.type if self.left is None else "turn_ended_with_clock"


class ClockExpired(Event):
    """The time on the clock ran out."""


class GameFinished(Event):
    """People ended the game."""
