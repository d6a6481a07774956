"""The chance of a farkle, exactly, and what rolling again is worth.

The chances are exact: every roll of so many dice is looked at once, with the number of ways in
which it can come.

What a turn is worth comes from a simple model: the player wants as many points from this turn as
can be on average, whatever the others have and however near the target is. Within a turn only two
things count for what is to come, the points gathered and the number of dice that are rolled next,
so that the best play is found backwards from many points to none. From `MAX_POINTS` gathered on the
player banks as soon as that is allowed. A farkle loses what was gathered, and the penalty where it
is due.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, inf, prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.core.codec import to_json
from engine.core.refusals import Json
from engine.ten_thousand.options import Options
from engine.ten_thousand.scoring import DICE_COUNT, FACES, Faces, scoring_choices
from engine.ten_thousand.state import NO_LIMIT, State

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.intp]

POINT_STEP = 50
"""All points are a multiple of it."""

MAX_POINTS = 10_000


def count_orders(dice: Faces) -> int:
    """Return in how many ways dice can show these faces, whichever is which."""
    return factorial(len(dice)) // prod(map(factorial, Counter(dice).values()))


@lru_cache(maxsize=64)
def farkle_chance(dice_count: int, options: Options, most: int = NO_LIMIT) -> float:
    """Return the chance (0 to 1) that a roll of so many dice brings nothing up to `most`."""
    lost = sum(
        count_orders(dice)
        for dice in combinations_with_replacement(FACES, dice_count)
        if min(scoring_choices(dice, options).values(), default=inf) > most
    )
    return float(lost / len(FACES) ** dice_count)


@dataclass(frozen=True, slots=True)
class _Rolls:
    """What one roll of some dice may bring.

    Rolls that leave the same to choose from are one: `chances` (n) is how likely each is. `gains`
    and `dice` (n, k) are what may be chosen: the points in `POINT_STEP`, and how many dice are
    rolled then.
    """

    chances: FloatArray
    gains: IntArray
    dice: IntArray


@lru_cache(maxsize=64)
def _rolls(dice_count: int, options: Options) -> _Rolls:
    chances: Counter[tuple[tuple[int, int], ...]] = Counter()
    for dice in combinations_with_replacement(FACES, dice_count):
        found = scoring_choices(dice, options).items()
        row = sorted({(points, (dice_count - len(part)) or DICE_COUNT) for part, points in found})
        if not options.exact_target:  # the most points are best then, whatever is rolled again
            row = [(points, left) for left, points in {left: most for most, left in row}.items()]
        if row:
            chances[tuple(row)] += count_orders(dice)
    widest = max(map(len, chances))
    # What is filled up repeats the first choice.
    rows = [(*row, *(row[:1] * (widest - len(row)))) for row in chances]
    table = np.array(rows, dtype=np.intp)
    likely = np.array([*chances.values()]) / len(FACES) ** dice_count
    return _Rolls(likely, table[:, :, 0] // POINT_STEP, table[:, :, 1])


@lru_cache(maxsize=32)
def turn_values(options: Options, needed: int, penalty: int, most: int = NO_LIMIT) -> FloatArray:
    """Return what rolling brings to the turn on average, with best play from there on.

    By dice rolled (0 to 6, of which 0 means nothing) and by points gathered, in steps of
    `POINT_STEP`: (7, n). No more than `most` may be gathered.
    """
    rolls = {count: _rolls(count, options) for count in range(1, DICE_COUNT + 1)}
    top = MAX_POINTS // POINT_STEP
    highest = top + max(int(roll.gains.max()) for roll in rolls.values())
    points = np.arange(highest + 1, dtype=np.float64) * POINT_STEP
    values = np.tile(points, (DICE_COUNT + 1, 1))
    for at in range(top, -1, -1):
        for count, roll in rolls.items():
            total = at + roll.gains
            fits = total * POINT_STEP <= most
            bank = np.where(fits, total, 0).max(axis=1)
            all_count = (roll.dice == DICE_COUNT) & (total == bank[:, None])
            forced = all_count.any(axis=1) & (options.hot_dice == "must")
            best = np.where(fits, values[roll.dice, total], -np.inf).max(axis=1)
            may_bank = (points[bank] >= needed) & ~forced
            best[may_bank] = np.maximum(best, points[bank])[may_bank]
            best[bank == 0] = -penalty
            lost = farkle_chance(count, options) * penalty
            values[count, at] = roll.chances @ best - lost
    return values


@dataclass(frozen=True, slots=True)
class RollAgainOdds:
    """What it means to set dice aside for `points` in all and to roll `dice` dice again.

    `farkle` is the chance (0 to 1) to lose them, and `expected` what the turn then brings on
    average, with best play from there on.
    """

    points: int
    dice: int
    farkle: float
    expected: float


def roll_again_odds(state: State) -> dict[Faces, RollAgainOdds]:
    """Return what each choice of dice to set aside means; before the first roll there is one."""
    if state.phase == "over":
        return {}
    found = state.choices if state.thrown else {(): 0}
    most = min(state.gathered + state.points_left, NO_LIMIT)
    needed, penalty = state.points_needed_to_bank, state.farkle_penalty
    values = turn_values(state.options, needed, penalty, most)
    return {part: _rolling_again(state, values, part, points) for part, points in found.items()}


def _rolling_again(state: State, values: FloatArray, part: Faces, points: int) -> RollAgainOdds:
    count = (DICE_COUNT - len(state.aside) - len(part)) or DICE_COUNT
    gathered = state.gathered + points
    at = min(gathered // POINT_STEP, values.shape[1] - 1)
    most = min(state.points_left - points, MAX_POINTS)
    chance = farkle_chance(count, state.options, most)
    return RollAgainOdds(gathered, count, chance, float(values[count, at]))


def odds_as_json(state: State) -> Mapping[str, Json] | None:
    """Return what rolling again and banking mean to the player in turn; None when the game is over.

    ::

        seat      whose turn it is
        bank      the points that banking brings now; null where it is not allowed
        throws    by dice to set aside ("1 5", none before the first roll): {"points", "dice",
                  "farkle", "expected"}, as in `RollAgainOdds`
        best      what brings most on average: dice to set aside, or null to bank
    """
    found = roll_again_odds(state)
    if not found:
        return None
    bank = state.banked_points if state.thrown and not state.must_throw_on else None
    best = best_dice_to_set_aside(found)
    return {
        "seat": state.turn,
        "bank": bank,
        "throws": {" ".join(part): to_json(one) for part, one in found.items()},
        "best": None if bank is not None and bank >= found[best].expected else best,
    }


def best_dice_to_set_aside(found: Mapping[Faces, RollAgainOdds]) -> Faces:
    """Return the dice to set aside with which rolling again brings most on average."""
    return max(found, key=lambda part: found[part].expected)
