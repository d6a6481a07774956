"""What people do at a Last One table, as data.

Cards are words as in `engine.last_one.cards`; suits are ``clubs diamonds hearts spades``. Seats
count clockwise from 0.

`seat` is who does it, so that the log can say so and a phone can act for its own player. It may be
left out where the state knows whose act it is: the dealer deals, turns up, names and declares; the
player whose turn it is draws and passes; the defender ends a melee.
"""

from typing import Literal, TypeAlias

from engine.core.action import Action
from engine.last_one.cards import Card, Face, Suit

FineReason: TypeAlias = Literal["last_card", "error"]


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

    Where special cards go back (`Options.opening_special`) and a scorer is told that the whole
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
    """`seat` plays `card`; a joker is declared as `face`; with an 8 he names `suit`."""

    seat: int
    card: Card
    face: Face | None = None
    suit: Suit | None = None


class DrawCards(Action):
    """The player whose turn it is draws: one card, or all that the stacked 2s make him draw."""

    seat: int | None = None


class Pass(Action):
    """The player whose turn it is puts nothing on his 3, or nothing after drawing."""

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
    """Scorer, after a hand: `seat` shows one `card` left in his hand; a `Score` ends the row."""

    seat: int
    card: Card


class Score(Action):
    """Scorer, after a hand: `seat` says that the cards left in his hand make `points`.

    `miscounted`: he holds another number of cards than the table was told of, or has shown.
    """

    seat: int
    points: int
    miscounted: bool = False
