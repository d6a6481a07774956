"""What people do at a table of Jour de Chance, as data.

Cards are their values, 1 to 10; who draws a card tells which one came. `seat` is who does it, so
that the log can say so and a phone can only act for its own player; where the state knows whose
turn it is, it may be left out.
"""

from engine.core.action import Action
from engine.jour_de_chance.cards import Card


class DealCard(Action):
    """The next player without a card gets `card` face up, at the start of a game."""

    card: Card
    seat: int | None = None


class Oldest(Action):
    """`seat` is the oldest of those with the smallest card, and begins."""

    seat: int


class DrawCard(Action):
    """Whose turn it is draws a card: `card`."""

    card: Card
    seat: int | None = None


class BankCard(Action):
    """Whose turn it is banks `card` from the row of seat `owner`, and loses his own row."""

    owner: int
    card: Card
    seat: int | None = None
