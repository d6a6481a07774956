"""What people do at a table of Jour de Chance, as data.

Cards are their values, 1 to 10; who draws a card tells which one came. `seat` is who does it, so
that the log can say so and a phone can only act for its own player; where the state knows whose
turn it is, it may be left out.
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
    seat: int | None = None


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
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class BankCard(Action):
    """Whose turn it is banks `card` from the row of seat `owner`, and loses his own row."""

    type: ClassVar[str] = "bank_card"
    owner: int
    card: Card
    seat: int | None = None


ACTIONS = ActionSet((DealCard, Oldest, DrawCard, BankCard))
