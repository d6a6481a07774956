"""The state of a game of Jour de Chance, and its actions.

Cards are their values, 1 to 10. The `seat` of an action is who does it, so that a phone can act
only for its own player. It may be left out where the state knows whose turn it is.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core.action import Action
from engine.core.people import StateWithSeats
from engine.jour_de_chance.cards import DECK, NO_CARDS, Card, CardCounts
from engine.jour_de_chance.options import Options

Phase: TypeAlias = Literal["deal", "oldest", "turn", "over"]
EndReason: TypeAlias = Literal["over_21", "exactly_21", "pile_empty", "one_left"]

TARGET_POINTS = 21
"""A player who banks more than this cannot win."""


class DealCard(Action):
    """The next player without a card is dealt `card`, face up."""

    card: Card
    seat: int | None = None


class NameOldest(Action, type_name="oldest"):
    """`seat` is the oldest of those with the lowest card, and starts."""

    seat: int


class DrawCard(Action):
    """The player whose turn it is draws `card`."""

    card: Card
    seat: int | None = None


class BankCard(Action):
    """The player whose turn it is banks `card` from the row of `owner` and discards their own."""

    owner: int
    card: Card
    seat: int | None = None


@dataclass(frozen=True)
class Seat:
    """A player: `name`, the open cards in their `row`, oldest first, and their `banked` cards."""

    name: str
    row: tuple[Card, ...] = ()
    banked: tuple[Card, ...] = ()

    @property
    def total(self) -> int:
        """The points of the banked cards."""
        return sum(self.banked)


@dataclass(frozen=True)
class Standing:
    """A player: `place` from 1, banked points and cards; not `qualified` if over 21 or gone."""

    seat: int
    place: int
    total: int
    cards: int
    qualified: bool


@dataclass(frozen=True)
class State(StateWithSeats[Phase]):
    """The state of a game.

    `playing_seats` are the seats in the game, or in the playoff, in the order of the deal. `turn`
    is None before the first turn. `standings_before_playoff` are those of the players who are not
    in the playoff.
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
    def mover(self) -> int:
        """The seat whose turn it is; there must be one."""
        assert self.turn is not None
        return self.turn

    @property
    def next_seat_to_deal_to(self) -> int | None:
        """The next seat to be dealt a first card; None except while cards are dealt."""
        if self.phase != "deal":
            return None
        return next(seat for seat in self.playing_seats if not self.seats[seat].row)

    @property
    def seats_with_lowest_card(self) -> tuple[int, ...]:
        """The seats with the lowest first card; all must have one."""
        least = min(self.seats[seat].row[0] for seat in self.playing_seats)
        return tuple(seat for seat in self.playing_seats if self.seats[seat].row[0] == least)

    def seat_after(self, seat: int) -> int:
        """Return who plays after `seat`."""
        return self.playing_seats[(self.playing_seats.index(seat) + 1) % len(self.playing_seats)]
