"""The 55 cards: one 1, two 2s, … ten 10s.

The rules in the box do not list the cards. Reviews of its sister games and of *Pairs* (James Ernest
and Paul Peterson), which the series adapts, agree on this pyramid and say that the boxes are
interchangeable, although one mentions 52 cards. So this deck is likely, but not certain.

A pile of cards whose order is unknown is a tuple of ten counts, the number of 1s first.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from engine.core.codec import with_item

Card: TypeAlias = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
CardCounts: TypeAlias = tuple[int, ...]

VALUES: tuple[Card, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)

DECK: CardCounts = tuple(VALUES)
"""The number of cards of each value in the box."""

NO_CARDS: CardCounts = (0,) * len(VALUES)


def add_cards(pile: CardCounts, cards: Iterable[int]) -> CardCounts:
    """Return `pile` with `cards` (values from 1 to 10) added.

    >>> add_cards(NO_CARDS, [3, 1, 3])
    (1, 0, 2, 0, 0, 0, 0, 0, 0, 0)
    """
    counts = list(pile)
    for card in cards:
        counts[card - 1] += 1
    return tuple(counts)


def remove_card(pile: CardCounts, card: int) -> CardCounts:
    """Return `pile` without one card of value `card`; it must hold one."""
    assert pile[card - 1] > 0
    return with_item(pile, card - 1, pile[card - 1] - 1)


def cards_in(pile: CardCounts) -> Iterator[Card]:
    """Yield every card of `pile`, lowest first.

    >>> list(cards_in(add_cards(NO_CARDS, [3, 1, 3])))
    [1, 3, 3]
    >>> sum(cards_in(DECK))
    385
    """
    for value, count in zip(VALUES, pile, strict=True):
        yield from (value,) * count
