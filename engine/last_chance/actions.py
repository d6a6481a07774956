"""What people do at a Last Chance table, as data.

Faces and numbers on cards are words, ``"1"`` … ``"6"``; jokers are ``"L"`` (long drink) and ``"C"``
(cocktail), or ``"J"`` where each joker stands for itself (`Options.joker_mode`). Money is a whole
number of units. Seats count clockwise from 0.

An action carries `seat` where a player does it, so that a phone acts for its own player only; where
the state knows whose act it is (the flipper rolls, the cracker lays, throws and stops) it may be
left out. To flip, to count and to settle is the banker's.
"""

from typing import Literal, TypeAlias

from engine.core.action import Action

Face: TypeAlias = Literal["1", "2", "3", "4", "5", "6"]
Symbol: TypeAlias = Literal["1", "2", "3", "4", "5", "6", "L", "C", "J"]

FACES: tuple[Face, ...] = ("1", "2", "3", "4", "5", "6")


class Flip(Action):
    """The flipper turns over a card: five `symbols`, `prize` in units, `attempts` throws."""

    symbols: tuple[Symbol, ...]
    prize: int
    attempts: int


class Roll(Action):
    """The flipper rolls all five dice beside the fresh card; they show `faces`."""

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
    """`seat` calls "last chance": the auction ends, all his cash becomes the stake."""

    seat: int


class Pass(Action):
    """`seat` passes: out of this auction (`pass_is_final`), or a banker who does not open."""

    seat: int


class NoBid(Action):
    """The table agrees that nobody bids; `Options.no_bid` says what happens."""


class Eliminate(Action):
    """The table confirms that `seat`, who bid more than he owns, is out of the game."""

    seat: int


class Bet(Action):
    """`seat` bets `amount` that the cracker will (``yes``) or will not (``no``) make it.

    It takes the place of his bet so far, if he has one.
    """

    seat: int
    amount: int
    on: Literal["yes", "no"]


class TakeBack(Action):
    """`seat` takes his bet back."""

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
    """The cracker gives up before his attempts are spent (`early_stop`)."""

    seat: int | None = None
