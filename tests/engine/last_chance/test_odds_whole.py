"""Every roll of a card against the naive solver, and the odds against simulated cracks."""

import os
from collections import Counter
from functools import cache
from itertools import product
from math import sqrt
from random import Random

import pytest

from engine.last_chance.cards import INVENTED_DECK, cracks_card
from engine.last_chance.odds import odds_of_card
from engine.last_chance.options import Options
from tests.engine.last_chance.naive import FACES, Dice, solver, throws
from tests.engine.last_chance.table import KNOWN_CARDS


def shape(card: Dice) -> tuple[int, ...]:
    """Return how often each symbol is needed: to the odds, all numbers are alike."""
    return (card.count("L"), card.count("C"), *sorted(Counter(card).values()))


ALL_CARDS = [card.symbols for card in (*KNOWN_CARDS, *INVENTED_DECK)][:20]
CARDS = [card for at, card in enumerate(ALL_CARDS) if shape(card) not in map(shape, ALL_CARDS[:at])]
"""One of each shape."""

LOCKED_CARDS = int(os.environ.get("CROUPIER_LOCKED_CARDS", "2"))
"""How many of `CARDS` are compared under each lock (all were once)."""

CRACKS = int(os.environ.get("CROUPIER_CRACKS", "20000"))
"""How many cracks are simulated for each lock (a million were once)."""


def compare(card: Dice, rules: Options) -> None:
    """Compare all 252 rolls with 0, 1, 2 or 5 attempts left; each covers all fewer attempts too."""
    slow, _ = solver("".join(card), rules)
    for (dice, _), attempts in product(throws(5), (0, 1, 2, 5)):
        found = odds_of_card(card, dice, attempts, rules).chance
        assert found == pytest.approx(slow(dice, (), attempts), abs=1e-12, rel=0)


@pytest.mark.parametrize("card", CARDS, ids=" ".join)
def test_every_roll_of_a_card_against_the_naive_solver(card: Dice) -> None:
    """For 252 rolls and up to 5 attempts, the odds are equal to 1e-12."""
    compare(card, Options())


@pytest.mark.parametrize("lock", ["within_crack", "until_cracked"])
@pytest.mark.parametrize("card", CARDS[:LOCKED_CARDS], ids=" ".join)
def test_every_roll_under_a_lock_against_the_naive_solver(card: Dice, lock: str) -> None:
    """The same holds if dice that were set aside stay on the card."""
    compare(card, Options(lock=lock))


@pytest.mark.parametrize("card", CARDS[:3], ids=" ".join)
def test_every_keep_of_every_roll_against_the_naive_solver(card: Dice) -> None:
    """`best_keeps` contains all the best choices, and `costs` is right for all others."""
    chance, keeping = solver("".join(card), Options())
    for dice, _ in throws(5):
        if cracks_card(card, dice, Options()):
            continue
        found = odds_of_card(card, dice, 3)
        best = chance(dice, (), 3)
        for stay in found.best_keeps:
            assert keeping(stay, 3) == pytest.approx(best, abs=1e-12, rel=0)
        for kept, cost in found.costs.items():
            assert best - keeping(kept, 3) == pytest.approx(cost, abs=1e-12, rel=0)
        assert len(found.best_keeps) + len(found.costs) == len(_parts(dice))


def _parts(dice: Dice) -> set[Dice]:
    return {tuple(die for i, die in enumerate(dice) if bits >> i & 1) for bits in range(31)}


@pytest.mark.parametrize("lock", ["free", "within_crack", "until_cracked"])
def test_simulated_cracks_succeed_as_often_as_computed(lock: str) -> None:
    """With the best keeps and random dice, their success rate is within 3 standard errors."""
    card, dice, attempts, rules = tuple("2LLCC"), tuple("12346"), 4, Options(lock=lock)
    rng = Random(20_210)

    @cache
    def keep(dice: Dice, locked: Dice, left: int) -> Dice:
        return odds_of_card(card, dice, left, rules, unplaced=locked).best_keeps[0]

    def crack() -> bool:
        lying, locked = dice, ()
        for left in range(attempts, 0, -1):
            stay = keep(lying, locked, left)
            locked = () if lock == "free" else stay
            lying = tuple(sorted((*stay, *rng.choices(FACES, k=5 - len(stay)))))
            if cracks_card(card, lying, rules):
                return True
        return False

    made = sum(crack() for _ in range(CRACKS))
    told = odds_of_card(card, dice, attempts, rules).chance
    assert abs(made / CRACKS - told) < 3 * sqrt(told * (1 - told) / CRACKS)
