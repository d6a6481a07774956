"""What people do at a Last Chance table, and all that is known at one moment of a game.

Faces and numbers on cards are words, ``"1"`` … ``"6"``; jokers are ``"L"`` (long drink) and ``"C"``
(cocktail), or ``"J"`` where each joker stands for itself (`Options.joker_mode`). Money is a whole
number of units. Seats count clockwise from 0.

An action carries `seat` where a player does it, so that a phone acts for its own player only; where
the state knows whose act it is (the flipper rolls; the cracker lays dice, rolls and stops) it may
be left out. To flip, to count and to settle is the banker's.

The state is the fold of the actions. What may happen is in `rules`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replace_slots
from operator import add, sub
from typing import Literal, TypeAlias

from engine.core import refusals
from engine.core.action import Action
from engine.core.codec import replace, with_item
from engine.core.event import Steps
from engine.core.ledger import Ledger, Transfer, seat_account
from engine.core.refusals import RequirePhase
from engine.last_chance.cards import (
    DICE_COUNT,
    Card,
    Face,
    Symbol,
    faces_of_laid_dice,
    in_printed_order,
    missing_faces,
)
from engine.last_chance.events import Paid
from engine.last_chance.options import BillCounts, Options


class Flip(Action):
    """The flipper turns over a card: five `symbols`, `prize` in units, `attempts` throws."""

    symbols: tuple[Symbol, ...]
    prize: int
    attempts: int


class Roll(Action):
    """The flipper rolls all five dice next to the new card; they show `faces`."""

    faces: tuple[Face, ...]
    seat: int | None = None


class Bid(Action):
    """`seat` shouts a bid of `amount`."""

    seat: int
    amount: int


class Count(Action):
    """Somebody counts the high bid: `k` is 1, 2, then 3 (sold)."""

    k: int


class LastChance(Action):
    """`seat` calls "last chance": the auction ends, all their cash becomes the stake."""

    seat: int


class Pass(Action):
    """`seat` passes: out of this auction (`pass_is_final`), or a banker who does not open."""

    seat: int


class NoBid(Action):
    """The table agrees that nobody bids; `Options.no_bid` says what happens."""


class Eliminate(Action):
    """The table confirms that `seat`, who bid more than they own, is out of the game."""

    seat: int


class Bet(Action):
    """`seat` bets `amount` that the cracker will (``yes``) or will not (``no``) make it.

    It replaces their bet so far, if they have one.
    """

    seat: int
    amount: int
    on: Literal["yes", "no"]


class TakeBack(Action):
    """`seat` takes their bet back."""

    seat: int


class CloseBets(Action):
    """No more bets; the cracker's first throw closes them too."""


class Lay(Action):
    """Under a lock, the cracker lays a die that shows `face` on place `slot` (0…4) of the card."""

    slot: int
    face: Face
    seat: int | None = None


class Throw(Action):
    """One attempt: the dice `kept` stayed, the others were thrown and now show `thrown`.

    Both are lists of faces, five in all; dice of one face are interchangeable.
    """

    kept: tuple[Face, ...]
    thrown: tuple[Face, ...]
    seat: int | None = None


class Stop(Action):
    """The cracker gives up before their attempts are spent (`early_stop`)."""

    seat: int | None = None


Phase: TypeAlias = Literal["flip", "roll", "auction", "overbid", "bets", "crack", "over"]

require_phase: RequirePhase[Phase] = refusals.require_phase

NO_FACES_LAID: tuple[str | None, ...] = (None,) * DICE_COUNT


Purses: TypeAlias = Mapping[str, BillCounts]
Denominations: TypeAlias = Sequence[int]


def card_from_flip(flip: Flip) -> Card:
    """Return the card that `flip` turned over, its symbols in order."""
    return Card(in_printed_order(flip.symbols), flip.prize, flip.attempts)


@dataclass(frozen=True)
class Seat:
    """A player: `name`, `won_cards` won, still `in_game`, the number of `last_chances_called`."""

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

    `dice` are five faces as they lie (none before the first roll); the first
    `kept_dice_count` were kept in the last roll. `laid_faces` are the faces locked on the card's
    places, `unplaced_faces` those locked whose place is still open. `seat_that_must_open` is who
    must still open the bidding. `cards_turned_over` are all cards turned over so far,
    `cards_out_of_deck` how many of them are out of the deck for good. `first_roll_count` counts the
    first rolls of this game so far, `crack_count` the cracks: a card may see several of both.
    `purses` are all bills by account.
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
        """Return the cash of `seat`."""
        return self.money[seat_account(seat)]

    def highest_bet(self, seat: int) -> int:
        """Return the most that `seat` may bet on the crack, with what lies there already."""
        if seat == self.cracker:
            return 0
        has = self.cash_of(seat) + self.money[bet_account(seat)]
        return min(self.options.money_of_edition.max_bet, has)

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
        """Return the next active seat clockwise from `seat`; without one, `seat` itself."""
        for offset in range(1, len(self.seats)):
            other = (seat + offset) % len(self.seats)
            if self.seats[other].in_game:
                return other
        return seat

    def may_call_last_chance(self, seat: int) -> bool:
        """Return whether `seat` still has a last chance that the house rules let them call."""
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
        return replace(self, seats=with_item(self.seats, number, seat))


# Bills, so that the table names none that the payer does not hold. Each kind is a multiple of the
# next smaller one, so taking the largest first finds an exact sum wherever there is one. A payer
# without the right bills breaks one: at the bank or, if the bank itself must, with the payee. A
# bank that cannot pay owes bills: its counts fall below zero.


@dataclass(frozen=True, slots=True)
class Payment:
    """A transfer, and what is handed over: the payer lays `bills` and gets `change` back."""

    transfer: Transfer
    bills: BillCounts
    change: BillCounts


def pay_in_bills(
    purses: Purses, kinds: Denominations, transfer: Transfer
) -> tuple[Purses, Payment]:
    """Return the `purses` by account after `transfer`, and what is handed over."""
    payer, payee = transfer.payer, transfer.payee
    laid, missing = _take(purses, payer, kinds, transfer.amount)
    nothing = (0,) * len(kinds)
    if not missing:
        return move_bills(purses, payer, payee, laid), Payment(transfer, laid, nothing)
    changer = payee if payer == "bank" else "bank"
    broken = _smallest_above(missing, _minus(_pile(purses, payer, kinds), laid), kinds)
    if broken is None:
        return _owe(purses, kinds, transfer, laid, missing)
    change, lacking = _take(purses, changer, kinds, value_of_bills(broken, kinds) - missing)
    if lacking and payer == "bank":
        return _owe(purses, kinds, transfer, laid, missing)
    change = _plus(change, fewest_bills(lacking, kinds))
    paid = move_bills(move_bills(purses, payer, changer, broken), changer, payer, change)
    if changer != payee:
        small, lacking = _take(paid, "bank", kinds, missing)
        paid = move_bills(paid, "bank", payee, _plus(small, fewest_bills(lacking, kinds)))
    return move_bills(paid, payer, payee, laid), Payment(transfer, _plus(laid, broken), change)


def _owe(
    purses: Purses, kinds: Denominations, transfer: Transfer, laid: BillCounts, missing: int
) -> tuple[Purses, Payment]:
    bills = _plus(laid, fewest_bills(missing, kinds))
    paid = move_bills(purses, transfer.payer, transfer.payee, bills)
    return paid, Payment(transfer, bills, (0,) * len(kinds))


def fewest_bills(amount: int, kinds: Denominations) -> BillCounts:
    """Return the fewest bills that make `amount`, a multiple of the smallest kind."""
    pile = []
    for kind in kinds:
        count, amount = divmod(amount, kind)
        pile.append(count)
    return tuple(pile)


def value_of_bills(pile: BillCounts, kinds: Denominations) -> int:
    """Return what the bills of `pile` are worth."""
    return sum(count * kind for count, kind in zip(pile, kinds, strict=True))


def by_denomination(pile: BillCounts, kinds: Denominations) -> list[tuple[int, int]]:
    """Return `pile` as (denomination, count), largest first, where it has any."""
    return [(kind, count) for kind, count in zip(kinds, pile, strict=False) if count]


def _take(
    purses: Purses, account: str, kinds: Denominations, amount: int
) -> tuple[BillCounts, int]:
    """Return bills of `account` that come as near to `amount` as can be, and what is missing."""
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
