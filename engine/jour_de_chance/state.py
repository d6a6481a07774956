"""The actions of Jour de Chance, and the state that they lead to.

Cards are their values, 1 to 10. An action names the card that was drawn, and in `seat` who acts, so
that a phone can only act for its own player; where the state knows whose turn it is, it may be left
out.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core import refusals
from engine.core.action import Action
from engine.core.codec import replace, with_item
from engine.core.refusals import RequirePhase
from engine.jour_de_chance.cards import DECK, NO_CARDS, Card, CardCounts
from engine.jour_de_chance.options import Options

Phase: TypeAlias = Literal["deal", "oldest", "turn", "over"]
EndReason: TypeAlias = Literal["over_21", "exactly_21", "pile_empty", "one_left"]

require_phase: RequirePhase[Phase] = refusals.require_phase

TARGET_POINTS = 21
"""A player who banks more than this has lost; the one nearest below it wins."""


class DealCard(Action):
    """The next player without a card gets `card` face up, at the start of a game."""

    card: Card
    seat: int | None = None


class Oldest(Action):
    """`seat` is the oldest of those with the lowest card, and starts."""

    seat: int


class DrawCard(Action):
    """The player whose turn it is draws `card`."""

    card: Card
    seat: int | None = None


class BankCard(Action):
    """The player whose turn it is banks `card` from the row of `owner`, and loses their own row."""

    owner: int
    card: Card
    seat: int | None = None


@dataclass(frozen=True)
class Seat:
    """A player: `name`, the open cards of their `row` in the order they came, the `banked` ones."""

    name: str
    row: tuple[Card, ...] = ()
    banked: tuple[Card, ...] = ()

    @property
    def total(self) -> int:
        """The points of the banked cards; the row does not count."""
        return sum(self.banked)


@dataclass(frozen=True)
class Standing:
    """A player: `place` from 1, `total` and `cards` banked; not `qualified`: over 21, or gone."""

    seat: int
    place: int
    total: int
    cards: int
    qualified: bool


@dataclass(frozen=True)
class State:
    """One moment of a game.

    `playing_seats` are the seats in this game, clockwise, in the order they are dealt their first
    card (all, or those in the playoff). `turn` is whose turn it is (None before the first one).
    `standings_before_playoff` are the standings that a playoff leaves as they are.
    """

    options: Options
    seats: tuple[Seat, ...]
    playing_seats: tuple[int, ...]
    phase: Phase = "deal"
    turn: int | None = None
    draw_pile: CardCounts = DECK
    discards: CardCounts = NO_CARDS
    in_playoff: bool = False
    standings_before_playoff: tuple[Standing, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def mover(self) -> int:
        """Whose turn it is; only to be asked when there is one."""
        assert self.turn is not None
        return self.turn

    @property
    def next_seat_to_deal_to(self) -> int | None:
        """The next seat to be dealt its first card, if cards are being dealt."""
        if self.phase != "deal":
            return None
        return next(seat for seat in self.playing_seats if not self.seats[seat].row)

    @property
    def seats_with_lowest_card(self) -> tuple[int, ...]:
        """The seats with the lowest first card; everybody must have one."""
        least = min(self.seats[seat].row[0] for seat in self.playing_seats)
        return tuple(seat for seat in self.playing_seats if self.seats[seat].row[0] == least)

    def seat_after(self, seat: int) -> int:
        """Return who plays after `seat`."""
        return self.playing_seats[(self.playing_seats.index(seat) + 1) % len(self.playing_seats)]

    def with_seat(self, number: int, seat: Seat) -> "State":
        """Return this state with another `seat` at `number`."""
        return replace(self, seats=with_item(self.seats, number, seat))
