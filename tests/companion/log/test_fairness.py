"""The fairness of dice: false alarms, detection, and figures that can be looked up."""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from companion.log.fairness import (
    FALSE_ALARM_CHANCE,
    bayes_factor,
    chi_square,
    fairness,
    p_value,
    rolls_to_detect_bias,
)
from engine.core.dice import FACES

FAIR = (1 / 6,) * 6
LOADED = (0.15,) * 5 + (0.25,)


def found(shares: Sequence[float], throws: int, dice: int, seed: int, looks: int = 12) -> bool:
    """Return whether dice with these `shares` would be called loaded in any of so many looks."""
    thrown = np.random.default_rng(seed).multinomial(dice, shares, size=throws)
    counts = np.cumsum(thrown, axis=0)[throws // looks - 1 :: throws // looks]
    return any(fairness({"": row})[0]["verdict"] == "loaded" for row in counts.tolist())


def test_looking_often_raises_few_false_alarms() -> None:
    """Of 1 000 fair evenings of 300 rolls, checked twelve times each, at most 10 raise one."""
    assert sum(found(FAIR, 300, 5, seed) for seed in range(1000)) <= 10


def test_looking_after_every_die_is_safe() -> None:
    """Fair dice ever reach evidence of 100 in at most 1 of 100 evenings (Ville)."""
    alarms = 0
    for seed in range(100):
        rng, counts = random.Random(seed), [0] * 6
        for _ in range(300):
            counts[rng.randrange(6)] += 1
            if bayes_factor(counts) >= 1 / FALSE_ALARM_CHANCE:
                alarms += 1
                break
    assert alarms <= 3


def test_loaded_dice_are_found_in_300_rolls() -> None:
    """Five dice whose six comes at 25 %: at least 95 of 100 evenings."""
    assert sum(found(LOADED, 300, 5, seed) for seed in range(100)) >= 95


def test_one_loaded_die_is_found_after_the_stated_number_of_rolls() -> None:
    """It is found 19 times in 20. With 300 rolls, even the best test finds only 90 %."""
    needed = rolls_to_detect_bias(0.25)
    assert 300 < needed < 1000
    assert sum(found(LOADED, needed, 1, seed) for seed in range(200)) >= 190
    told = fairness({"": [10] * 6})[0]
    assert told["needed"] == needed - 60


def test_the_evidence_is_a_likelihood_ratio() -> None:
    """Its mean over all rolls of three fair dice is 1, and so is its value without a roll."""
    assert bayes_factor([0] * 6) == pytest.approx(1)
    mean = 0.0
    for at in range(6**3):
        counts = [0] * 6
        for face in (at % 6, at // 6 % 6, at // 36):
            counts[face] += 1
        mean += bayes_factor(counts) / 6**3
    assert mean == pytest.approx(1)
    assert bayes_factor([0, 0, 0, 0, 0, 100_000]) > 1e200


def test_chi_square_and_its_chance() -> None:
    """They match the usual tables: 11.07 for one in 20, 15.09 for one in 100."""
    assert chi_square([5, 8, 9, 8, 10, 20]) == pytest.approx(13.4)
    assert p_value(13.4) == pytest.approx(0.0199, abs=1e-4)
    assert (chi_square([0] * 6), p_value(0.0)) == (0, 1)
    assert p_value(15.0863) == pytest.approx(0.01, abs=1e-5)


def test_colours_are_separate_and_share_the_chance_of_an_alarm() -> None:
    """All dice come first, then each colour; with one colour there is nothing to separate."""
    loaded = [10, 10, 10, 10, 10, 40]
    told = fairness({"white": [20] * 6, "red": loaded, "": [5] * 6})
    assert [one["body"] for one in told] == ["", "red", "white"]
    assert [one["thrown"] for one in told] == [240, 90, 120]
    assert [one["verdict"] for one in told] == ["suspicious", "loaded", "nothing"]
    assert told[1]["face"] == "6"
    assert told[1]["needed"] > fairness({"red": loaded})[0]["needed"]
    assert [one["body"] for one in fairness({"red": loaded})] == [""]
    assert fairness({}) == fairness({"": [0] * 6}) == []


def test_intervals_contain_the_share() -> None:
    """They are wider after few rolls, and stay between 0 and 1."""
    faces = fairness({"": [0, 100, 100, 100, 100, 200]})[0]["faces"]
    assert [one["face"] for one in faces] == list(FACES)
    for one in faces:
        assert 0 <= one["low"] <= one["count"] / 600 <= one["high"] <= 1
    few = fairness({"": [0, 1, 1, 1, 1, 2]})[0]["faces"]
    assert few[5]["high"] - few[5]["low"] > 3 * (faces[5]["high"] - faces[5]["low"])
