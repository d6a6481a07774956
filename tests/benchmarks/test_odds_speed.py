"""How fast the odds of a card come, beside plain recursion."""

from collections.abc import Callable
from statistics import median
from time import process_time

import pytest

from engine.last_chance import odds
from tests.engine.last_chance.naive import slowly

TIMES = 1000


def test_a_card_is_solved_a_thousand_times_faster_than_naively(
    record_property: Callable[[str, object], None],
) -> None:
    """All 252 rolls with 1 to 4 attempts; only what depends on no card is made beforehand."""
    card = "2LLCC"
    odds.chances("66633", 1)  # tables of throws, good for every card
    best = median(_solve(card) for _ in range(5))
    began = process_time()
    naive = slowly(card, 4)
    took = process_time() - began
    record_property("times_faster", took / best)
    assert naive == pytest.approx(odds.chances(card, 4), abs=1e-12)
    assert took >= TIMES * best, f"{took:.3f} s against {best:.6f} s"


def _solve(card: str) -> float:
    """Return the seconds of processor time for `card`, of which nothing is remembered."""
    odds._solver.cache_clear()
    odds._worth.cache_clear()
    began = process_time()
    for attempts in range(1, 5):
        odds.chances(card, attempts)
    return process_time() - began
