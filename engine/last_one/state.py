"""All that is known at one moment of a game of Last One, and what people do, as data.

The state is the fold of the actions. Cards are words as in `engine.last_one.cards`, suits are
``clubs diamonds hearts spades``, and seats count clockwise from 0.

The `seat` of an action is who does it, so that a phone can act for its own player. It may be left
out where the state knows whose act it is: the dealer deals, turns up, names and declares; the
player whose turn it is draws and passes; the defender ends a melee.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core.action import Action
from engine.core.people import WithSeats
from engine.core.refusals import NotAllowed, NotNow
from engine.last_one.cards import JOKER, JOKER_COUNT, PACK, RANK_OF_FACE, Card, Face, Rank, Suit
from engine.last_one.options import Options

Phase: TypeAlias = Literal[
    "deal", "turn_up", "declare", "name_suit", "turn", "stack", "two", "drawn", "melee", "score",
    "over",
]  # fmt: skip

FineReason: TypeAlias = Literal["last_card", "error"]


@dataclass(frozen=True)
class Seat:
    """A player: `card_count` cards in hand; the table knows those in `known_cards`.

    Full rules know the whole hand, in the order in which it was drawn; a scorer knows only what is
    shown after a hand. `points` is the total of all hands; `hand_points` what this hand cost them,
    once that is said. `bankrupt_in_hand` is the number of the hand (from 1) that bankrupted them,
    or in which they left; `departure` counts who left, from 1.
    """

    name: str
    card_count: int = 0
    known_cards: tuple[Card, ...] = ()
    points: int = 0
    hand_points: int | None = None
    bankrupt_in_hand: int | None = None
    departure: int | None = None

    @property
    def is_active(self) -> bool:
        """Whether they are still in the game."""
        return self.bankrupt_in_hand is None


@dataclass(frozen=True)
class Melee:
    """A running melee: the last card had `value` in `suit` and was played by `attacker`.

    `defender` draws `value` cards if nobody goes on; `starter` played the 4.
    """

    suit: Suit
    value: int
    starter: int
    attacker: int
    defender: int


@dataclass(frozen=True)
class State(WithSeats[Phase]):
    """One moment of a game.

    `top_face` is what the top of the discard pile counts as (a joker is what it was declared),
    `suit_to_follow` the suit to follow. `stock_count` counts the cards of the stock; full rules
    also know which they are (`stock_cards`, in the order of the pack: a stock has no order until a
    card is taken). `seats_to_take` are the seats that each take one more card from it, in order.
    `cards_owed` is what stacked 2s make the player at `turn` draw. `last_card_uncalled_by` has one
    card and has not called it. `win_was_seen` says whether the table saw how this hand was won.
    `score_sheet` holds the points of each finished hand by seat (None: was out already).
    """

    options: Options
    seats: tuple[Seat, ...]
    dealer: int
    phase: Phase = "deal"
    hand_number: int = 0
    turn: int | None = None
    direction: int = 1
    top_face: Face | None = None
    suit_to_follow: Suit | None = None
    discard_pile: tuple[Card, ...] = ()
    stock_count: int = len(PACK)
    stock_cards: tuple[Card, ...] = ()
    seats_to_take: tuple[int, ...] = ()
    cards_owed: int = 0
    melee: Melee | None = None
    last_card_uncalled_by: int | None = None
    hand_winner: int | None = None
    win_was_seen: bool = True
    score_sheet: tuple[tuple[int | None, ...], ...] = ()

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The seats still in the game, clockwise from 0."""
        return tuple(
            number for number, seat in enumerate(self.seats) if seat.bankrupt_in_hand is None
        )

    @property
    def seats_to_score(self) -> tuple[int, ...]:
        """The seats that have cards to count in the phase ``score``."""
        return tuple(number for number in self.active_seats if number != self.hand_winner)

    @property
    def mover(self) -> int:
        """The seat whose turn it is; only to be asked when it is somebody's."""
        assert self.turn is not None
        return self.turn

    @property
    def running_melee(self) -> Melee:
        """The running melee; only to be asked when there is one."""
        assert self.melee is not None
        return self.melee

    @property
    def direction_word(self) -> Literal["clockwise", "counterclockwise"]:
        """Which way the turns go round, as a word."""
        return "clockwise" if self.direction == 1 else "counterclockwise"

    @property
    def top_rank(self) -> Rank | None:
        """The rank of the top card."""
        return None if self.top_face is None else RANK_OF_FACE[self.top_face]

    @property
    def drawable_count(self) -> int:
        """How many cards can still be drawn: the stock, and the discard pile under its top card.

        Cards that somebody is about to take are no longer available.
        """
        return self.stock_count + max(len(self.discard_pile) - 1, 0) - len(self.seats_to_take)

    def seat_after(self, seat: int, direction: int | None = None) -> int:
        """Return who follows `seat`, in the direction of play unless another one is given."""
        step = direction or self.direction
        other = (seat + step) % len(self.seats)
        while self.seats[other].bankrupt_in_hand is not None:
            other = (other + step) % len(self.seats)
        return other

    def may_be_hidden(self, card: Card) -> bool:
        """Return whether one such `card` may lie in a hand or in the stock: not in the discard."""
        return self.discard_pile.count(card) < (JOKER_COUNT if card == JOKER else 1)

    @property
    def cards_by_place(self) -> Mapping[str, int]:
        """Where the 54 cards are: ``stock``, ``discard`` and ``seat:N``."""
        hands = {f"seat:{number}": seat.card_count for number, seat in enumerate(self.seats)}
        return {"stock": self.stock_count, "discard": len(self.discard_pile), **hands}


# What people do.


class Deal(Action):
    """The dealer gives `size` cards to each player."""

    size: int
    seat: int | None = None


class Take(Action):
    """Full rules: `card` comes from the stock into the hand that the next card belongs to.

    This is how chance comes in, in dealing and in drawing: card by card, each card of the stock
    equally likely, which is what a shuffled pack does. So the stock needs no order, and shuffling
    the discard pile into it needs no chance.
    """

    card: Card


class TurnUp(Action):
    """`card` is turned up to begin the discard pile.

    Where special cards go back (`Options.opening_special`) and people say that the whole
    stock is `all_special`, this one stays.
    """

    card: Card
    all_special: bool = False
    seat: int | None = None


class Declare(Action):
    """The dealer says what the joker turned up is."""

    face: Face
    seat: int | None = None


class NameSuit(Action):
    """The dealer names the suit to follow on the 8 turned up."""

    suit: Suit
    seat: int | None = None


class Play(Action):
    """`seat` plays `card`; a joker is declared as `face`; an 8 names `suit`."""

    seat: int
    card: Card
    face: Face | None = None
    suit: Suit | None = None


class DrawCards(Action):
    """The player whose turn it is draws: one card, or all that the stacked 2s make them draw."""

    seat: int | None = None


class Pass(Action):
    """The player whose turn it is puts nothing on their 3, or nothing after drawing."""

    seat: int | None = None


class EndMelee(Action):
    """Nobody plays the next card of the melee: the defender draws."""

    seat: int | None = None


class CallLastCard(Action):
    """`seat`, who holds one card, calls "last card"."""

    seat: int


class CloseCall(Action):
    """Nobody noticed in time that "last card" was not called (`Options.call_window`)."""


class Fine(Action):
    """`seat` draws one card for a ``last_card`` not called, or for any other ``error``."""

    seat: int
    fault: FineReason


class HandWon(Action):
    """Scorer: `seat` is out of cards, although the table did not follow how."""

    seat: int


class Show(Action):
    """Scorer, after a hand: `seat` shows one `card` left in their hand; a `Score` ends the row."""

    seat: int
    card: Card


class Score(Action):
    """Scorer, after a hand: `seat` says that the cards left in their hand make `points`.

    `miscounted`: they hold another number of cards than the table knew of, or have shown.
    """

    seat: int
    points: int
    miscounted: bool = False


# What the rules ask before they let an action through; each refuses or returns nothing.

PHASES_OF_A_HAND: tuple[Phase, ...] = ("turn", "stack", "two", "drawn", "melee")
"""The phases in which cards are played."""


def require_in_game(state: State, seat: int) -> None:
    """Refuse with ``no_such_seat``, ``bankrupt``, ``has_left`` unless `seat` is still in."""
    if not 0 <= seat < len(state.seats):
        raise NotAllowed("no_such_seat", "There is no player in that seat.", seat=seat)
    if not state.seats[seat].is_active:
        name = state.seats[seat].name
        if state.seats[seat].points < state.options.limit:
            raise NotAllowed("has_left", f"{name} has left.", seat=seat, name=name)
        raise NotAllowed("bankrupt", f"{name} is bankrupt.", seat=seat, name=name)


def require_scorer(state: State) -> None:
    """Refuse with ``cards_known`` where the table knows every card and counts by itself."""
    if state.options.knows_all_cards:
        raise NotNow("cards_known", "Croupier knows every card and counts the points.")


def require_may_hold(state: State, seat: int, card: Card) -> None:
    """Refuse with ``card_gone`` or ``not_in_hand`` unless `seat` may hold `card`.

    A scorer knows only that what is in the discard pile cannot be in a hand.
    """
    if not state.may_be_hidden(card):
        raise NotAllowed("card_gone", f"{card} is in the discard pile.", card=card)
    if state.options.knows_all_cards and card not in state.seats[seat].known_cards:
        name = state.seats[seat].name
        raise NotAllowed(
            "not_in_hand", f"{name} does not have {card}.", seat=seat, name=name, card=card
        )


def require_may_be_in_stock(state: State, card: Card) -> None:
    """Refuse with ``not_in_stock`` if the table knows that `card` is not in the stock."""
    if state.options.knows_all_cards and card not in state.stock_cards:
        raise NotAllowed("not_in_stock", f"{card} is not in the stock.", card=card)
