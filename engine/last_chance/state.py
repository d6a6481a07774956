"""All that is known at one moment of a game of Last Chance.

The state is the fold of the actions; nothing in it is hidden from the engine. Helpers here only
read it or copy it with a change; what may happen is said in `rules`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replace_slots
from typing import Literal, TypeAlias

from engine.core import checks
from engine.core.checks import RequirePhase
from engine.core.event import Steps
from engine.core.frozen import replace
from engine.core.ledger import Ledger, Transfer, seat_account
from engine.last_chance.bills import Payment, Purses, by_denomination, pay_in_bills
from engine.last_chance.cards import Card
from engine.last_chance.combination import DICE_COUNT, missing_faces
from engine.last_chance.events import Paid
from engine.last_chance.lock import faces_of_laid_dice
from engine.last_chance.options import Options

Phase: TypeAlias = Literal["flip", "roll", "auction", "overbid", "bets", "crack", "over"]

require_phase: RequirePhase[Phase] = checks.require_phase

NO_FACES_LAID: tuple[str | None, ...] = (None,) * DICE_COUNT


@dataclass(frozen=True)
class Seat:
    """A player: `name`, `won_cards` won, still `in_game`, how many last chances he has called."""

    name: str
    won_cards: tuple[Card, ...] = ()
    in_game: bool = True
    last_chances_called: int = 0


@dataclass(frozen=True, slots=True)
class HighBid:
    """The highest bid, in units."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class TokenBet:
    """A bet under a token: `amount` in units that the cracker will or will not make it."""

    seat: int
    amount: int
    yes_or_no: Literal["yes", "no"]


@dataclass(frozen=True)
class State:
    """One moment of a game.

    `dice` are five faces as they lie (none before the first roll), of which the first
    `kept_dice_count` were not thrown last. `laid_faces` are the faces locked on the card's places,
    `unplaced_faces` those locked whose place is still open. `seat_that_must_open` is who must still
    open the bidding. `cards_turned_over` are all cards turned over so far, `cards_out_of_deck` how
    many of them are out of the deck for good. `first_roll_count` counts the first rolls of this
    game so far, `crack_count` the cracks: a card may see several of both. `purses` are all bills by
    account.
    """

    options: Options
    seats: tuple[Seat, ...]
    money: Ledger
    flipper: int
    phase: Phase = "flip"
    cards_turned_over: tuple[Card, ...] = ()
    cards_out_of_deck: int = 0
    first_roll_count: int = 0
    crack_count: int = 0
    card: Card | None = None
    dice: tuple[str, ...] = ()
    kept_dice_count: int = 0
    laid_faces: tuple[str | None, ...] = NO_FACES_LAID
    unplaced_faces: tuple[str, ...] = ()
    seat_that_must_open: int | None = None
    high_bid: HighBid | None = None
    auction_count: int = 0
    passed_seats: tuple[int, ...] = ()
    cracker: int | None = None
    last_cracker: int | None = None
    last_chance_called: bool = False
    bets: tuple[TokenBet, ...] = ()
    attempts_left: int = 0
    purses: Purses = field(default_factory=dict)

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
    def locked_faces(self) -> tuple[str, ...]:
        """The faces of the dice that may not be thrown."""
        return (*faces_of_laid_dice(self.laid_faces), *self.unplaced_faces)

    @property
    def missing_faces(self) -> tuple[tuple[str, ...], ...]:
        """The shortest lists of faces that would complete the open card (see `combination`)."""
        card = self.open_card
        return missing_faces(
            card.symbols, self.dice, self.options, self.laid_faces, self.locked_faces
        )

    @property
    def attempts_used(self) -> int:
        """How many attempts the cracker has used."""
        return self.open_card.attempts - self.attempts_left

    def cash_of(self, seat: int) -> int:
        """Return what `seat` holds in his hand."""
        return self.money[seat_account(seat)]

    def bills_of(self, account: str) -> list[tuple[int, int]]:
        """Return the bills of `account` as (denomination, count), largest first."""
        pile = self.purses.get(account, ())
        return by_denomination(pile, self.options.money_of_edition.denominations)

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats still in the game, clockwise from 0."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.in_game)

    @property
    def all_cards_won(self) -> tuple[Card, ...]:
        """All cards that players own."""
        return tuple(card for seat in self.seats for card in seat.won_cards)

    def next_active(self, seat: int) -> int:
        """Return the first active seat left of `seat`, or `seat` itself if it is alone or none."""
        for offset in range(1, len(self.seats)):
            other = (seat + offset) % len(self.seats)
            if self.seats[other].in_game:
                return other
        return seat

    def may_call_last_chance(self, seat: int) -> bool:
        """Tell whether `seat` still has a last chance that the house rules let him call."""
        rules = self.options
        return (
            rules.lc_enabled
            and self.seats[seat].in_game
            and self.seats[seat].last_chances_called < rules.lc_per_player
            and (
                rules.lc_zero == "allow"
                or self.cash_of(seat) >= rules.money_of_edition.smallest_bill
            )
        )

    def with_seat(self, number: int, seat: Seat) -> "State":
        """Return this state with another `seat` at `number`."""
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        return replace(self, seats=seats)


def pay(state: State, *transfers: Transfer) -> Steps[State]:
    """Make `transfers` in order; those of nothing are left out.

    A bank without credit (`bank_limit`) pays what it has.
    """
    kinds = state.options.money_of_edition.denominations
    for transfer in transfers:
        if transfer.payer == "bank" and "bank" not in state.money.may_owe:
            transfer = replace_slots(transfer, amount=min(transfer.amount, state.money["bank"]))
        if transfer.amount:
            purses, payment = pay_in_bills(state.purses, kinds, transfer)
            yield paid_event(payment, kinds)
            state = replace(state, money=state.money.after_transfers([transfer]), purses=purses)
    return state


def paid_event(payment: Payment, denominations: Sequence[int]) -> Paid:
    """Return the event of `payment`."""
    bills, change = (
        tuple(by_denomination(pile, denominations)) for pile in (payment.bills, payment.change)
    )
    return Paid(payment.transfer, bills, change)


def bet_account(seat: int) -> str:
    """Return the name of the account of the bet of `seat`."""
    return f"bet:{seat}"
