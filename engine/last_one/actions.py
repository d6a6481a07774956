"""What people do at a Last One table, as data.

Cards are words as in `engine.last_one.cards`; suits are ``clubs diamonds hearts spades``. Seats
count clockwise from 0.

`seat` is who does it, so that the log can say so and a phone can act for its own player. It may be
left out where the state knows whose act it is: the dealer deals, turns up, names and declares; the
player whose turn it is draws and passes; the defender ends a melee.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from engine.core.action import Action, ActionSet
from engine.last_one.cards import Card, Face, Suit

Fault: TypeAlias = Literal["last_card", "error"]


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """The dealer gives `size` cards to each player."""

    type: ClassVar[str] = "deal"
    size: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Full rules: `card` comes from the stock into the hand that the next card belongs to.

    This is how chance comes in, in dealing and in drawing: card by card, each card of the stock
    equally likely, which is what a shuffled pack does. So the stock needs no order, and shuffling
    the discard pile into it needs no chance.
    """

    type: ClassVar[str] = "take"
    card: Card


@dataclass(frozen=True, slots=True)
class TurnUp(Action):
    """`card` is turned up to begin the discard pile.

    Where special cards go back (`Options.opening_special`) and a scorer is told that the whole
    stock is `all_special`, this one stays.
    """

    type: ClassVar[str] = "turn_up"
    card: Card
    all_special: bool = False
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """The dealer says what the joker turned up is."""

    type: ClassVar[str] = "declare"
    face: Face
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class NameSuit(Action):
    """The dealer names the suit to follow on the 8 turned up."""

    type: ClassVar[str] = "name_suit"
    suit: Suit
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Play(Action):
    """`seat` plays `card`; a joker is declared as `face`; with an 8 he names `suit`."""

    type: ClassVar[str] = "play"
    seat: int
    card: Card
    face: Face | None = None
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """The player whose turn it is draws: one card, or all that the stacked 2s make him draw."""

    type: ClassVar[str] = "draw_cards"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """The player whose turn it is puts nothing on his 3, or nothing after drawing."""

    type: ClassVar[str] = "pass"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class EndMelee(Action):
    """Nobody plays the next card of the melee: the defender draws."""

    type: ClassVar[str] = "end_melee"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class CallLastCard(Action):
    """`seat`, who holds one card, calls "last card"."""

    type: ClassVar[str] = "call_last_card"
    seat: int


@dataclass(frozen=True, slots=True)
class CloseCall(Action):
    """Nobody noticed in time that "last card" was not called (`Options.call_window`)."""

    type: ClassVar[str] = "close_call"


@dataclass(frozen=True, slots=True)
class Fine(Action):
    """`seat` draws one card for a ``last_card`` not called, or for any other ``error``."""

    type: ClassVar[str] = "fine"
    seat: int
    fault: Fault


@dataclass(frozen=True, slots=True)
class HandWon(Action):
    """Scorer: `seat` is out of cards, although the table did not follow how."""

    type: ClassVar[str] = "hand_won"
    seat: int


@dataclass(frozen=True, slots=True)
class Show(Action):
    """Scorer, after a hand: `seat` shows one `card` left in his hand; a `Score` ends the row."""

    type: ClassVar[str] = "show"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Score(Action):
    """Scorer, after a hand: `seat` says that the cards left in his hand make `points`.

    `miscounted`: he holds another number of cards than the table was told of, or has shown.
    """

    type: ClassVar[str] = "score"
    seat: int
    points: int
    miscounted: bool = False


ACTIONS = ActionSet(
    (
        Deal,
        Take,
        TurnUp,
        Declare,
        NameSuit,
        Play,
        Draw,
        Pass,
        EndMelee,
        CallLastCard,
        CloseCall,
        Fine,
        HandWon,
        Show,
        Score,
    )
)
