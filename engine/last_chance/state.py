"""The state of a game of Last Chance, and its actions.

Jokers are ``"L"`` (long drink) and ``"C"`` (cocktail), or ``"J"`` if each joker stands for itself
(`Options.joker_mode`). Money is a whole number of units.

The `seat` of an action is the player who does it, so that a phone can act only for its own player.
It may be left out where the state knows it (the flipper rolls; the cracker lays dice, rolls and
stops). The other actions are the banker's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replace_slots
from itertools import chain
from operator import add, sub
from typing import Literal, TypeAlias

from engine.core.action import Action
from engine.core.codec import replace
from engine.core.dice import Face
from engine.core.event import Steps
from engine.core.ledger import Ledger, Transfer, seat_account
from engine.core.people import StateWithSeats
from engine.last_chance import events
from engine.last_chance.cards import (
    NO_FACES_LAID,
    Card,
    LaidFaces,
    Symbol,
    faces_of_laid_dice,
    in_printed_order,
    missing_faces,
)
from engine.last_chance.options import BillCounts, Options


class Flip(Action):
    """The flipper turns over a card with five `symbols`, a `prize` in units, and `attempts`."""

    symbols: tuple[Symbol, ...]
    prize: int
    attempts: int

    @property
    def card(self) -> Card:
        """The card, with its symbols in printed order."""
        return Card(in_printed_order(self.symbols), self.prize, self.attempts)


class InitialRoll(Action, type_name="roll"):
    """The flipper rolls all five dice for the new card; they show `faces`."""

    faces: tuple[Face, ...]
    seat: int | None = None


class Bid(Action):
    """`seat` bids `amount`."""

    seat: int
    amount: int


class CountHighBid(Action, type_name="count"):
    """The banker counts the high bid for the `k`-th time: 1, 2, then 3 (sold)."""

    k: int


class CallLastChance(Action, type_name="last_chance"):
    """`seat` calls "last chance": the auction ends, and all their cash becomes the stake."""

    seat: int


class Pass(Action):
    """`seat` leaves this auction (`pass_is_final`), or, as the banker, does not open it."""

    seat: int


class NoBid(Action):
    """Nobody bids; `Options.no_bid` says what happens."""


class Eliminate(Action):
    """The banker confirms that `seat`, who bid more than they own, is out of the game."""

    seat: int


class Bet(Action):
    """`seat` bets `amount` that the card will (``yes``) or will not (``no``) be cracked.

    This replaces an earlier bet of theirs on the card.
    """

    seat: int
    amount: int
    on: Literal["yes", "no"]


class TakeBackBet(Action, type_name="take_back"):
    """`seat` takes back their bet."""

    seat: int


class CloseBets(Action):
    """No more bets are taken; the cracker's first roll has the same effect."""


class LayDie(Action, type_name="lay"):
    """With a lock, the cracker lays a die with `face` on place `slot` (0…4) of the card."""

    slot: int
    face: Face
    seat: int | None = None


class StopCracking(Action, type_name="stop"):
    """The cracker gives up before all attempts are used (`early_stop`)."""

    seat: int | None = None


Phase: TypeAlias = Literal["flip", "roll", "auction", "overbid", "bets", "crack", "over"]

Purses: TypeAlias = Mapping[str, BillCounts]
"""The bills of each account."""
Denominations: TypeAlias = Sequence[int]


@dataclass(frozen=True)
class Seat:
    """A player. `last_chances_called` is how often they have called a last chance."""

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
class PlacedBet:
    """A bet of `amount` units that the card will or will not be cracked."""

    seat: int
    amount: int
    yes_or_no: Literal["yes", "no"]


@dataclass(frozen=True)
class State(StateWithSeats[Phase]):
    """The state of a game.

    `dice` are five faces as they lie, or none before the first roll; the first `kept_dice_count`
    were kept in the last roll. `laid_faces` are the faces locked on the card's places,
    `unplaced_faces` those that are locked without a place. `seat_that_must_open` must still open
    the bidding. `cards_turned_over` are all cards so far, of which `cards_out_of_deck` have been
    won. `first_roll_count` and `crack_count` count the first rolls and the cracks of this game; a
    card may have several of both.
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
    laid_faces: LaidFaces = NO_FACES_LAID
    unplaced_faces: tuple[str, ...] = ()
    seat_that_must_open: int | None = None
    high_bid: HighBid | None = None
    auction_count: int = 0
    passed_seats: tuple[int, ...] = ()
    cracker: int | None = None
    last_cracker: int | None = None
    last_chance_called: bool = False
    bets: tuple[PlacedBet, ...] = ()
    attempts_left: int = 0
    purses: Purses = field(default_factory=dict)

    @property
    def open_card(self) -> Card:
        """The card on the table; there must be one."""
        assert self.card is not None
        return self.card

    @property
    def locked_faces(self) -> tuple[str, ...]:
        """The faces of the dice that may not be rolled."""
        return (*faces_of_laid_dice(self.laid_faces), *self.unplaced_faces)

    @property
    def missing_faces(self) -> Mapping[tuple[str, ...], Sequence[tuple[str, ...]]]:
        """The shortest lists of faces that would complete the open card, by the dice that stay."""
        card = self.open_card
        return missing_faces(
            card.symbols, self.dice, self.options, self.laid_faces, self.locked_faces
        )

    @property
    def needs(self) -> tuple[tuple[str, ...], ...]:
        """These lists, sorted."""
        return tuple(sorted({*chain.from_iterable(self.missing_faces.values())}))

    @property
    def attempts_used(self) -> int:
        """How many attempts the cracker has used."""
        return self.open_card.attempts - self.attempts_left

    def cash_of(self, seat: int) -> int:
        """Return the cash of `seat`."""
        return self.money[seat_account(seat)]

    def highest_bet(self, seat: int) -> int:
        """Return the most that `seat` may bet on the crack, their present bet included."""
        if seat == self.cracker:
            return 0
        has = self.cash_of(seat) + self.money[bet_account(seat)]
        return min(self.options.money_of_edition.max_bet, has)

    def bills_of(self, account: str) -> list[tuple[int, int]]:
        """Return the bills of `account` as (denomination, count), largest first."""
        pile = self.purses.get(account, ())
        return [*by_denomination(pile, self.options.money_of_edition.denominations)]

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats still in the game."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.in_game)

    @property
    def all_cards_won(self) -> tuple[Card, ...]:
        """All cards that players have won."""
        return tuple(card for seat in self.seats for card in seat.won_cards)

    def next_active(self, seat: int) -> int:
        """Return the next active seat clockwise from `seat`, or `seat` if there is no other."""
        others = ((seat + offset) % len(self.seats) for offset in range(1, len(self.seats)))
        return next((other for other in others if self.seats[other].in_game), seat)

    def may_call_last_chance(self, seat: int) -> bool:
        """Return whether `seat` may still call a last chance under the house rules."""
        rules, player = self.options, self.seats[seat]
        least = rules.money_of_edition.smallest_bill if rules.lc_zero == "need_10000" else 0
        left = rules.lc_enabled and player.last_chances_called < rules.lc_per_player
        return left and player.in_game and self.cash_of(seat) >= least


# Bills, so that the table never asks for some that the payer does not have. Each denomination is a
# multiple of the next smaller one, so taking the largest first finds an exact sum if there is one.
# A payer without the right bills breaks one at the bank; if the payer is the bank, the payee gives
# change. A bank that cannot pay owes bills: its counts fall below zero.


def pay_in_bills(
    purses: Purses, kinds: Denominations, transfer: Transfer
) -> tuple[Purses, events.PaidInBills]:
    """Return the `purses` after `transfer`, and its event."""
    payer, payee = transfer.payer, transfer.payee
    laid, missing = _take(purses, payer, kinds, transfer.amount)
    left = _minus(_pile(purses, payer, kinds), laid)
    broken = _smallest_above(missing, left, kinds) if missing else None
    if broken is not None:
        changer = payee if payer == "bank" else "bank"
        change, lacking = _take(purses, changer, kinds, value_of_bills(broken, kinds) - missing)
        if payer == "bank" and lacking:
            broken = None
    if broken is None:
        pile = _plus(laid, fewest_bills(missing, kinds))
        event = events.PaidInBills(transfer, by_denomination(pile, kinds), ())
        return move_bills(purses, payer, payee, pile), event
    change = _plus(change, fewest_bills(lacking, kinds))
    paid = move_bills(move_bills(purses, payer, changer, broken), changer, payer, change)
    if changer != payee:
        small, lacking = _take(paid, "bank", kinds, missing)
        paid = move_bills(paid, "bank", payee, _plus(small, fewest_bills(lacking, kinds)))
    bills = by_denomination(_plus(laid, broken), kinds)
    event = events.PaidInBills(transfer, bills, by_denomination(change, kinds))
    return move_bills(paid, payer, payee, laid), event


def fewest_bills(amount: int, kinds: Denominations) -> BillCounts:
    """Return the fewest bills that make `amount`, a multiple of the smallest kind."""
    pile = []
    for kind in kinds:
        count, amount = divmod(amount, kind)
        pile.append(count)
    return tuple(pile)


def value_of_bills(pile: BillCounts, kinds: Denominations) -> int:
    """Return the value of the bills in `pile`."""
    return sum(count * kind for count, kind in zip(pile, kinds, strict=True))


def by_denomination(pile: BillCounts, kinds: Denominations) -> tuple[tuple[int, int], ...]:
    """Return `pile` as (denomination, count), largest first, without zero counts."""
    return tuple((kind, count) for kind, count in zip(kinds, pile, strict=False) if count)


def _take(
    purses: Purses, account: str, kinds: Denominations, amount: int
) -> tuple[BillCounts, int]:
    """Return the bills of `account` that come nearest to `amount` from below, and the rest."""
    taken = []
    for kind, count in zip(kinds, _pile(purses, account, kinds), strict=True):
        taken.append(min(max(count, 0), amount // kind))
        amount -= taken[-1] * kind
    return tuple(taken), amount


def _smallest_above(amount: int, pile: BillCounts, kinds: Denominations) -> BillCounts | None:
    for at in reversed(range(len(kinds))):
        if pile[at] > 0 and kinds[at] > amount:
            return tuple(int(at == other) for other in range(len(kinds)))
    return None


def move_bills(purses: Purses, payer: str, payee: str, pile: BillCounts) -> Purses:
    """Return `purses` after the bills of `pile` went from `payer` to `payee`."""
    left = _minus(_pile(purses, payer, pile), pile)
    return {**purses, payer: left, payee: _plus(_pile(purses, payee, pile), pile)}


def _pile(purses: Purses, account: str, kinds: Sequence[object]) -> BillCounts:
    return purses.get(account) or (0,) * len(kinds)


def _plus(one: BillCounts, other: BillCounts) -> BillCounts:
    return tuple(map(add, one, other))


def _minus(one: BillCounts, other: BillCounts) -> BillCounts:
    return tuple(map(sub, one, other))


def make_transfers(state: State, *transfers: Transfer) -> Steps[State]:
    """Make those `transfers`, in order, that move any money.

    A bank that may not owe (`bank_limit`) pays what it has.
    """
    kinds = state.options.money_of_edition.denominations
    for transfer in transfers:
        if transfer.payer == "bank" and "bank" not in state.money.may_owe:
            transfer = replace_slots(transfer, amount=min(transfer.amount, state.money["bank"]))
        if transfer.amount:
            purses, paid = pay_in_bills(state.purses, kinds, transfer)
            yield paid
            state = replace(state, money=state.money.after_transfers([transfer]), purses=purses)
    return state


def bet_account(seat: int) -> str:
    """Return the account name of the bet of `seat`."""
    return f"bet:{seat}"
