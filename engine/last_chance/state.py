"""All that is known at one moment of a game of Last Chance.

The state is the fold of the actions; nothing in it is hidden from the engine. Helpers here only
read it or copy it with a change; what may happen is said in `rules`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core import checks
from engine.core.checks import RequirePhase
from engine.core.frozen import replace
from engine.core.ledger import Ledger, Transfer, seat_account
from engine.last_chance.cards import Card
from engine.last_chance.combination import DICE, missing_faces
from engine.last_chance.lock import on_card
from engine.last_chance.options import Options

Phase: TypeAlias = Literal["flip", "roll", "auction", "overbid", "bets", "crack", "over"]
Ending: TypeAlias = Literal["lucky_flash", "cracked", "failed", "eliminated", "no_bid"]

require_phase: RequirePhase[Phase] = checks.require_phase

NOTHING_LAID: tuple[str | None, ...] = (None,) * DICE


@dataclass(frozen=True)
class Seat:
    """A player: `name`, `cards` won, still `active`, how many last chances he has called."""

    name: str
    cards: tuple[Card, ...] = ()
    active: bool = True
    last_chances: int = 0


@dataclass(frozen=True, slots=True)
class HighBid:
    """The highest bid of an auction, in units; `own` if it raised the bidder's own bid."""

    seat: int
    amount: int
    own: bool = False


@dataclass(frozen=True, slots=True)
class TokenBet:
    """A bet under a token: `amount` in units that the cracker will or will not make it."""

    seat: int
    amount: int
    on: Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class CardOutcome:
    """What last came to an end, and for whom (None: for nobody)."""

    kind: Ending
    seat: int | None


@dataclass(frozen=True)
class State:
    """One moment of a game.

    `dice` are five faces as they lie (none before the first roll), of which the first `kept` were
    not thrown last. `laid` are the faces locked on the card's places, `unplaced` those locked whose
    place is still open. `opener` is who must still open the bidding. `turned` are all cards turned
    over so far, `won` how many of them are out of the deck for good. `rolls` counts the first rolls
    of this game so far, `sales` the cracks: a card may see several of both. `settlement` are the
    transfers of the last act that moved money.
    """

    options: Options
    seats: tuple[Seat, ...]
    money: Ledger
    flipper: int
    phase: Phase = "flip"
    turned: tuple[Card, ...] = ()
    won: int = 0
    rolls: int = 0
    sales: int = 0
    card: Card | None = None
    dice: tuple[str, ...] = ()
    kept: int = 0
    laid: tuple[str | None, ...] = NOTHING_LAID
    unplaced: tuple[str, ...] = ()
    opener: int | None = None
    high: HighBid | None = None
    count: int = 0
    passed: tuple[int, ...] = ()
    cracker: int | None = None
    last_cracker: int | None = None
    last_chance: bool = False
    bets: tuple[TokenBet, ...] = ()
    attempts_left: int = 0
    settlement: tuple[Transfer, ...] = ()
    outcome: CardOutcome | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def open_card(self) -> Card:
        """The card on the table; only to be asked when there is one."""
        assert self.card is not None
        return self.card

    @property
    def locked(self) -> tuple[str, ...]:
        """The faces of the dice that may not be thrown."""
        return (*on_card(self.laid), *self.unplaced)

    @property
    def missing_faces(self) -> tuple[tuple[str, ...], ...]:
        """The shortest lists of faces that would complete the open card (see `combination`)."""
        card = self.open_card
        return missing_faces(card.symbols, self.dice, self.options, self.laid, self.locked)

    @property
    def throws(self) -> int:
        """How many attempts the cracker has used."""
        return self.open_card.attempts - self.attempts_left

    def cash(self, seat: int) -> int:
        """Return what `seat` holds in his hand."""
        return self.money[seat_account(seat)]

    @property
    def active(self) -> tuple[int, ...]:
        """The seats still in the game, clockwise from 0."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.active)

    @property
    def cards_won(self) -> tuple[Card, ...]:
        """All cards that players own."""
        return tuple(card for seat in self.seats for card in seat.cards)

    def next_active(self, seat: int) -> int:
        """Return the first active seat left of `seat`, or `seat` itself if it is alone or none."""
        for offset in range(1, len(self.seats)):
            other = (seat + offset) % len(self.seats)
            if self.seats[other].active:
                return other
        return seat

    def may_call(self, seat: int) -> bool:
        """Tell whether `seat` still has a last chance that the house rules let him call."""
        rules = self.options
        return (
            rules.lc_enabled
            and self.seats[seat].active
            and self.seats[seat].last_chances < rules.lc_per_player
            and (rules.lc_zero == "allow" or self.cash(seat) >= rules.cash.step)
        )

    def with_seat(self, number: int, seat: Seat) -> "State":
        """Return this state with another `seat` at `number`."""
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        return replace(self, seats=seats)

    def paid(self, *transfers: Transfer) -> "State":
        """Return this state after `transfers`, in order, which are then its settlement.

        Transfers of nothing are left out. A bank without credit (`bank_limit`) pays what it has.
        """
        money = self.money
        moved = []
        for transfer in transfers:
            if transfer.payer == "bank" and "bank" not in money.may_owe:
                covered = min(transfer.amount, money["bank"])
                transfer = Transfer("bank", transfer.payee, covered, transfer.reason)
            if transfer.amount:
                money = money.move([transfer])
                moved.append(transfer)
        return replace(self, money=money, settlement=tuple(moved))


def bet_account(seat: int) -> str:
    """Return the name of the account of the bet of `seat`."""
    return f"bet:{seat}"
