"""How fast the odds of a card come, compared with plain recursion."""

import os
from collections.abc import Callable
from statistics import median
from time import process_time

import pytest

from engine.last_chance import cards, odds
from engine.last_chance.cards import INVENTED_DECK
from tests.engine.last_chance.naive import Dice, slowly
from tests.engine.last_chance.table import KNOWN_CARDS

TIMES = 1000
ATTEMPTS = 4

SLOW_CARDS = int(os.environ.get("CROUPIER_SLOW_CARDS", "1"))
"""How many cards are solved naively, some seconds each (20 were once)."""

CARDS = [card.symbols for card in (*KNOWN_CARDS, *INVENTED_DECK)][:SLOW_CARDS]


@pytest.mark.parametrize("card", CARDS, ids=" ".join)
def test_a_card_is_solved_a_thousand_times_faster_than_naively(
    card: Dice, record_property: Callable[[str, object], None]
) -> None:
    """All 252 rolls with 1 to 4 attempts; only what depends on no card is made beforehand."""
    odds.odds_of_card("66633", (), 1)  # tables of throws, good for every card
    best = median(_solve(card) for _ in range(5))
    began = process_time()
    slowly(card, ATTEMPTS)
    took = process_time() - began
    record_property("times_faster", took / best)
    assert took >= TIMES * best, f"{took:.3f} s against {best:.6f} s"


def _solve(card: Dice) -> float:
    """Return the seconds of processor time for `card`, of which nothing is remembered."""
    for remembered in (cards._combinations, odds._solver, odds._worth):
        remembered.cache_clear()
    began = process_time()
    odds.odds_of_card(card, (), ATTEMPTS + 1)  # the first of these brings any roll
    return process_time() - began
