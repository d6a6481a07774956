"""How fast a card's odds are computed, and that acts do not wait for slow odds of Yacht."""

import os
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time, thread_time
from typing import Any

import pytest

from companion.log.log import Log
from companion.table.table import ActionRequest, Table
from engine.games import GAMES
from engine.last_chance import cards, odds
from engine.last_chance.cards import INVENTED_DECK
from engine.yacht import odds as yacht_odds
from tests.engine.last_chance.naive import Dice, slowly
from tests.engine.last_chance.table import KNOWN_CARDS

TIMES = 1000
ATTEMPTS = 4

MOST_OF_AN_ACT = 5
"""How many times as long as the median an act may take."""

SLOW_CARDS = int(os.environ.get("CROUPIER_SLOW_CARDS", "1"))
"""How many cards are solved naively, some seconds each (20 were once)."""

CARDS = [card.symbols for card in (*KNOWN_CARDS, *INVENTED_DECK)][:SLOW_CARDS]


@pytest.mark.parametrize("card", CARDS, ids=" ".join)
def test_a_card_is_solved_a_thousand_times_faster_than_naively(
    card: Dice, record_property: Callable[[str, object], None]
) -> None:
    """This covers 252 rolls with 1 to 4 attempts; only tables shared by all cards are prepared."""
    odds.odds_of_card("66633", (), 1)  # tables of rolls, good for every card
    best = median(_solve(card) for _ in range(5))
    began = process_time()
    slowly(card, ATTEMPTS)
    took = process_time() - began
    record_property("times_faster", took / best)
    assert took >= TIMES * best, f"{took:.3f} s against {best:.6f} s"


def _solve(card: Dice) -> float:
    """Return the seconds of processor time for `card` without cached results."""
    for remembered in (cards._combinations, odds._solver, odds._worth):
        remembered.cache_clear()
    began = process_time()
    odds.odds_of_card(card, (), ATTEMPTS + 1)  # the first of these brings any roll
    return process_time() - began


def test_an_act_of_yacht_does_not_wait_for_slow_odds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    """Filling a third box leaves ten to solve, and once took 60 times as long as other acts."""
    monkeypatch.setattr(yacht_odds, "_values", {})
    table, times = Table(Log(tmp_path), GAMES), list[float]()
    begin = {"type": "start", "game": "yacht", "names": ["Ana"]}
    acts: list[dict[str, Any]] = [{**begin, "options": {"tell_odds": False}}, begin]
    for box in ("chance", "ones", "twos", "threes", "fours", "fives", "sixes"):
        roll = {"type": "throw", "kept": [], "thrown": list("12356")}
        acts += [roll, {"type": "score", "box": box}]
    for version, act in enumerate(acts):
        began = thread_time()
        table.submit(ActionRequest(str(version), version, act))
        times.append(thread_time() - began)
    table.close()
    slowest = max(times[1:]) / median(times)  # the first act of a program is slow in any game
    record_property("slowest_act", slowest)
    assert slowest <= MOST_OF_AN_ACT, times
