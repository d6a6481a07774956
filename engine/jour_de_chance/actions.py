"""What people do at a table of Jour de Chance, as data.

Cards are their values, 1 to 10; who draws a card tells which one came. An action carries `seat`
only where more than one player could do it; for the rest the state knows whose turn it is.
"""

from dataclasses import dataclass
from typing import ClassVar

from engine.core.action import Action, ActionSet
from engine.jour_de_chance.cards import Card


@dataclass(frozen=True, slots=True)
class DealCard(Action):
    """The next player without a card gets `card` face up, at the start of a game."""

    type: ClassVar[str] = "deal_card"
    card: Card


@dataclass(frozen=True, slots=True)
class Oldest(Action):
    """`seat` is the oldest of those with the smallest card, and begins."""

    type: ClassVar[str] = "oldest"
    seat: int


@dataclass(frozen=True, slots=True)
class DrawCard(Action):
    """Whose turn it is draws a card: `card`."""

    type: ClassVar[str] = "draw_card"
    card: Card


@dataclass(frozen=True, slots=True)
class BankCard(Action):
    """Whose turn it is banks `card` from the row of seat `owner`, and loses his own row."""

    type: ClassVar[str] = "bank_card"
    owner: int
    card: Card


ACTIONS = ActionSet((DealCard, Oldest, DrawCard, BankCard))
