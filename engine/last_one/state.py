"""The state of a game of Last One, and its actions. Cards are words as in `engine.last_one.cards`.

The `seat` of an action is who does it, so that a phone can act only for its own player. It may be
left out where the state knows it: the dealer deals, turns up, names and declares; the player whose
turn it is draws and passes; the defender ends a melee.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core.action import Action
from engine.core.people import StateWithSeats
from engine.core.refusals import NotAllowed
from engine.last_one.cards import JOKER, JOKER_COUNT, PACK, RANK_OF_FACE, Card, CardFace, Rank, Suit
from engine.last_one.options import Options

Phase: TypeAlias = Literal[
    "deal", "turn_up", "declare", "name_suit", "turn", "stack", "two", "drawn", "melee", "score",
    "over",
]  # fmt: skip

FineReason: TypeAlias = Literal["last_card", "error"]


@dataclass(frozen=True)
class Seat:
    """A player with `card_count` cards in hand, of which the table knows `known_cards`.

    Full rules know the whole hand, in the order in which it was drawn; a scorer knows only the
    cards shown after a hand. `points` is the total of all hands, `hand_points` that of this hand
    once it is counted. `bankrupt_in_hand` is the number of the hand (from 1) in which they went
    bankrupt or left; `departure` is their number among those who left, from 1.
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
    """A melee: the last card, with `value` in `suit`, was played by `attacker`.

    `defender` draws `value` cards if nobody plays the next one; `starter` played the 4.
    """

    suit: Suit
    value: int
    starter: int
    attacker: int
    defender: int


@dataclass(frozen=True)
class State(StateWithSeats[Phase]):
    """The state of a game.

    `top_face` is what the top of the discard pile counts as. `stock_count` is the number of cards
    in the stock; full rules also know which they are: `stock_cards`, in the order of the pack.
    `seats_to_take` are the seats that each take one card from it, in order. `cards_owed` is what
    stacked 2s make the player at `turn` draw. `last_card_uncalled_by` has one card and has not
    called it. `win_was_seen` is whether the table saw how this hand was won. `score_sheet` holds
    the points of each finished hand by seat (None: was out before).
    """

    options: Options
    seats: tuple[Seat, ...]
    dealer: int
    phase: Phase = "deal"
    hand_number: int = 0
    turn: int | None = None
    direction: int = 1
    top_face: CardFace | None = None
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
        """The seats that are still in the game."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.is_active)

    @property
    def seats_to_count(self) -> tuple[int, ...]:
        """The seats that still have to count their cards in the phase ``score``."""
        losers = (number for number in self.active_seats if number != self.hand_winner)
        return tuple(number for number in losers if self.seats[number].hand_points is None)

    def uncalled_by_other_than(self, seat: int) -> int | None:
        """Return `last_card_uncalled_by`; None if it is `seat`."""
        return None if self.last_card_uncalled_by == seat else self.last_card_uncalled_by

    @property
    def mover(self) -> int:
        """The seat whose turn it is; there must be one."""
        assert self.turn is not None
        return self.turn

    @property
    def running_melee(self) -> Melee:
        """The melee; there must be one."""
        assert self.melee is not None
        return self.melee

    @property
    def direction_word(self) -> Literal["clockwise", "counterclockwise"]:
        """The direction of play, as a word."""
        return "clockwise" if self.direction == 1 else "counterclockwise"

    @property
    def top_rank(self) -> Rank | None:
        """The rank of the top card."""
        return None if self.top_face is None else RANK_OF_FACE[self.top_face]

    @property
    def drawable_count(self) -> int:
        """How many cards can still be drawn: the stock, and the discard pile under its top card.

        Cards that somebody still has to take are not counted.
        """
        return self.stock_count + max(len(self.discard_pile) - 1, 0) - len(self.seats_to_take)

    def seat_after(self, seat: int, direction: int | None = None) -> int:
        """Return the next active seat, in the direction of play unless another one is given."""
        step = direction or self.direction
        other = (seat + step) % len(self.seats)
        while not self.seats[other].is_active:
            other = (other + step) % len(self.seats)
        return other

    def seats_from(self, seat: int, direction: int | None = None) -> tuple[int, ...]:
        """Return all active seats in the order of play, from `seat` on."""
        seats = [seat]
        while (other := self.seat_after(seats[-1], direction)) != seat:
            seats.append(other)
        return tuple(seats)

    def may_be_hidden(self, card: Card) -> bool:
        """Return whether a copy of `card` may be in a hand or in the stock."""
        return self.discard_pile.count(card) < (JOKER_COUNT if card == JOKER else 1)


# The actions.


class DealHands(Action, type_name="deal"):
    """The dealer gives `size` cards to each player."""

    size: int
    seat: int | None = None


class TakeCard(Action, type_name="take"):
    """Full rules: the next seat that has to take a card takes `card` from the stock.

    Every card of the stock is equally likely, as in a shuffled pack. So the stock needs no order,
    and shuffling the discard pile into it needs no chance.
    """

    card: Card


class TurnUp(Action):
    """The dealer turns up `card` to start the discard pile.

    A special card that would go back (`Options.opening_special`) stays if people say that the
    whole stock is `all_special`.
    """

    card: Card
    all_special: bool = False
    seat: int | None = None


class DeclareJoker(Action, type_name="declare"):
    """The dealer declares the joker that was turned up as `face`."""

    face: CardFace
    seat: int | None = None


class NameSuit(Action):
    """The dealer names the suit to follow after the 8 that was turned up."""

    suit: Suit
    seat: int | None = None


class PlayCard(Action, type_name="play"):
    """`seat` plays `card`; a joker is declared as `face`, and an 8 names `suit`."""

    seat: int
    card: Card
    face: CardFace | None = None
    suit: Suit | None = None


class DrawCards(Action):
    """The player whose turn it is draws one card, or what stacked 2s make them draw."""

    seat: int | None = None


class Pass(Action):
    """The player whose turn it is puts nothing on their 3, or plays nothing after drawing."""

    seat: int | None = None


class EndMelee(Action):
    """Nobody plays the next card of the melee: the defender draws."""

    seat: int | None = None


class CallLastCard(Action):
    """`seat`, who holds one card, calls "last card"."""

    seat: int


class EndCallWindow(Action, type_name="close_call"):
    """Nobody noticed in time that "last card" was not called (`Options.call_window`)."""


class FinePlayer(Action, type_name="fine"):
    """`seat` draws one card for not calling the ``last_card``, or for another ``error``."""

    seat: int
    fault: FineReason


class DeclareHandWon(Action, type_name="hand_won"):
    """Scorer: `seat` has no cards left, although the table did not see how."""

    seat: int


class ShowCard(Action, type_name="show"):
    """Scorer, after a hand: `seat` shows one `card` left in their hand; `ScoreHand` comes last."""

    seat: int
    card: Card


class ScoreHand(Action, type_name="score"):
    """Scorer, after a hand: the cards left in the hand of `seat` are worth `points`.

    `miscounted`: they have more or fewer cards than the table thought, or have shown.
    """

    seat: int
    points: int
    miscounted: bool = False


PHASES_OF_A_HAND: tuple[Phase, ...] = ("turn", "stack", "two", "drawn", "melee")
"""The phases in which cards are played."""


def require_in_game(state: State, seat: int, *phases: Phase) -> None:
    """Refuse other phases; ``no_such_seat``, ``bankrupt``, ``has_left`` unless `seat` is active."""
    state.require_phase(*phases)
    if not 0 <= seat < len(state.seats):
        raise NotAllowed("no_such_seat", "There is no player in that seat.", seat=seat)
    if not state.seats[seat].is_active:
        name = state.seats[seat].name
        if state.seats[seat].points < state.options.limit:
            raise NotAllowed("has_left", f"{name} has left.", seat=seat, name=name)
        raise NotAllowed("bankrupt", f"{name} is bankrupt.", seat=seat, name=name)


def require_may_hold(state: State, seat: int, card: Card) -> None:
    """Refuse with ``card_gone`` or ``not_in_hand`` unless `seat` may have `card`.

    A scorer knows only which cards are in the discard pile.
    """
    if not state.may_be_hidden(card):
        raise NotAllowed("card_gone", f"{card} is in the discard pile.", card=card)
    if state.options.knows_all_cards and card not in state.seats[seat].known_cards:
        name = state.seats[seat].name
        said = f"{name} does not have {card}."
        raise NotAllowed("not_in_hand", said, seat=seat, name=name, card=card)


def require_may_be_in_stock(state: State, card: Card) -> None:
    """Refuse with ``not_in_stock``, in full rules, unless `card` is in the stock."""
    if state.options.knows_all_cards and card not in state.stock_cards:
        raise NotAllowed("not_in_stock", f"{card} is not in the stock.", card=card)
