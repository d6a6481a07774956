"""The cards: 55 of them, one 1, two 2s, … ten 10s.

The leaflet of the box does not list its cards. Reviews of its sister games and of *Pairs* (James
Ernest and Paul Peterson), which the series adapts, agree on this pyramid and say that
the boxes are interchangeable; one of them loosely speaks of 52 cards. So the deck is likely, but
not certain, and it stands here as data.

A heap of cards whose order nobody may know is a tuple of ten counts, the number of 1s first.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

Card: TypeAlias = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
CardCounts: TypeAlias = tuple[int, ...]

VALUES: tuple[Card, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)

DECK: CardCounts = tuple(VALUES)
"""How many cards of each value the box holds."""

NO_CARDS: CardCounts = (0,) * len(VALUES)


def add_cards(heap: CardCounts, cards: Iterable[int]) -> CardCounts:
    """Return `heap` with `cards` (values from 1 to 10) laid on it.

    >>> add_cards(NO_CARDS, [3, 1, 3])
    (1, 0, 2, 0, 0, 0, 0, 0, 0, 0)
    """
    counts = list(heap)
    for card in cards:
        counts[card - 1] += 1
    return tuple(counts)


def remove_card(heap: CardCounts, card: int) -> CardCounts:
    """Return `heap` without one card of value `card`; it must hold one."""
    assert heap[card - 1] > 0
    return (*heap[: card - 1], heap[card - 1] - 1, *heap[card:])


def cards_in(heap: CardCounts) -> Iterator[Card]:
    """Yield every card of `heap`, lowest first, each as often as it is there.

    >>> list(cards_in(add_cards(NO_CARDS, [3, 1, 3])))
    [1, 3, 3]
    >>> sum(cards_in(DECK))
    385
    """
    for value, count in zip(VALUES, heap, strict=True):
        for _ in range(count):
            yield value
