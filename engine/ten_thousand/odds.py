"""The exact chance of a farkle, and the expected points of rolling again.

The expected points come from a simple model: the player maximises the expected points of this turn,
whatever the others have and however near the target is. The rest of a turn depends on two things
only, the points gathered and the number of dice rolled next, so best play is found backwards, from
many points to none. With `MAX_POINTS` or more, the player banks as soon as that is allowed. A
farkle loses what was gathered, and costs the penalty if it is due.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise
from math import inf
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.core.codec import to_json
from engine.core.dice import FACES, Faces, count_orders
from engine.core.refusals import Json
from engine.ten_thousand.options import Options
from engine.ten_thousand.scoring import NO_LIMIT, points_to_bank, scoring_choices, ways_to_count
from engine.ten_thousand.state import State

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.intp]

POINT_STEP = 50
"""All scores are multiples of this."""

MAX_POINTS = 20_000


@lru_cache(maxsize=64)
def farkle_chance(dice_count: int, options: Options, max_points: int = NO_LIMIT) -> float:
    """Return the chance (0 to 1) that `dice_count` dice score nothing, or above `max_points`."""
    lost = 0
    for dice in combinations_with_replacement(FACES, dice_count):
        least = (ways_to_count(part, options)[0] for part in scoring_choices(dice, options))
        lost += count_orders(dice) * (min(least, default=inf) > max_points)
    return float(lost / len(FACES) ** dice_count)


@dataclass(frozen=True, slots=True)
class _Rolls:
    """The possible rolls of each number of dice; rolls with the same choices are merged.

    `chances` (number of dice, n) are their probabilities. `gains`, `dice`, `banks` and `more`
    (n, k) are their choices: the points in units of `POINT_STEP`, the number of dice that would be
    rolled next, the points if the choice is banked (0: it may not be), and what the same dice score
    unless that passes a target.
    """

    chances: FloatArray
    gains: IntArray
    dice: IntArray
    banks: IntArray
    more: IntArray


@lru_cache(maxsize=8)
def _rolls(options: Options) -> _Rolls:
    chances: Counter[tuple[int, tuple[tuple[int, int, int, int], ...]]] = Counter()
    for count in range(1, options.dice + 1):
        for dice in combinations_with_replacement(FACES, count):
            if row := _choices(dice, options):
                chances[count, row] += count_orders(dice)
    widest = max(len(row) for _, row in chances)
    rows = [(*row, *(row[:1] * (widest - len(row)))) for _, row in chances]  # padded with the first
    likely = np.zeros((options.dice + 1, len(rows)))
    for at, ((count, _), ways) in enumerate(chances.items()):
        likely[count, at] = ways / len(FACES) ** count
    gains, left, banks, more = np.moveaxis(np.array(rows, dtype=np.intp), 2, 0)
    return _Rolls(likely, gains // POINT_STEP, left, banks // POINT_STEP, more // POINT_STEP)


def _choices(dice: Faces, options: Options) -> tuple[tuple[int, int, int, int], ...]:
    """Return the choices after a roll of `dice`, each as a row of `_Rolls`, but in points."""
    choices = {
        (
            way,
            len(dice) - len(part) or options.dice,
            points_to_bank(part, options, way) or 0,
            more,
        )
        for part in scoring_choices(dice, options)
        for way, more in pairwise((*ways_to_count(part, options), 2 * NO_LIMIT))
        if options.exact_target or more > NO_LIMIT
    }
    row = sorted(choices)
    if options.exact_target or options.confirm_sets:
        return tuple(row)
    return tuple({one[1]: one for one in row}.values())  # more is better


@lru_cache(maxsize=32)
def turn_values(
    options: Options, points_needed: int, penalty: int, max_points: int = NO_LIMIT
) -> FloatArray:
    """Return the expected points of the turn if dice are rolled, with best play from then on.

    The array is by the number of dice rolled (row 0 is unused) and by the points gathered,
    in units of `POINT_STEP`. At least `points_needed` may be banked, no more than `max_points`
    may be gathered, and a farkle also costs `penalty` points.
    """
    rolls = _rolls(options)
    farkles = [farkle_chance(count, options) for count in range(1, options.dice + 1)]
    lost = np.array([0.0, *farkles]) * penalty
    top = min(MAX_POINTS, max_points) // POINT_STEP
    highest = top + int(rolls.gains.max())
    points = np.arange(highest + 1, dtype=np.float64) * POINT_STEP
    values = np.tile(points, (options.dice + 1, 1))
    for at in range(top, -1, -1):
        total = at + rolls.gains
        fits = (total * POINT_STEP <= max_points) & ((at + rolls.more) * POINT_STEP > max_points)
        banked = np.where(fits & (rolls.banks > 0), at + rolls.banks, 0)
        bank = banked.max(axis=1)
        all_count = (rolls.dice == options.dice) & (banked == bank[:, None])
        forced = all_count.any(axis=1) & (options.hot_dice == "must")
        forced &= bank * POINT_STEP != max_points
        best = np.where(fits, values[rolls.dice, total], -np.inf).max(axis=1)
        may_bank = (points[bank] >= points_needed) & ~forced & (bank > 0)
        best[may_bank] = np.maximum(best, points[bank])[may_bank]
        best[~fits.any(axis=1)] = -penalty
        values[:, at] = rolls.chances @ best - lost
    return values


@dataclass(frozen=True, slots=True)
class RollAgainOdds:
    """The odds of rolling `dice` dice with `points` gathered in this turn.

    `farkle` is the chance (0 to 1) of losing them, and `expected` the expected points of the turn,
    with best play from then on.
    """

    points: int
    dice: int
    farkle: float
    expected: float


def roll_again_odds(state: State) -> dict[Faces | None, RollAgainOdds]:
    """Return the odds by the dice set aside before rolling: none, before the first roll.

    The key None is there if dice may be taken over: it is for rolling all dice instead.
    """
    if state.phase == "over":
        return {}
    found: list[tuple[Faces | None, int]] = [*state.choices.items()]
    if not state.thrown:
        found = [((), 0), (None, -state.gathered)] if state.aside else [((), 0)]
    most = min(state.gathered + state.points_left, NO_LIMIT)
    needed, penalty = state.points_needed_to_bank, state.farkle_penalty
    values = turn_values(state.options, needed, penalty, most)
    odds = {}
    for part, points in found:
        aside = () if part is None else (*state.aside, *part)
        count = (state.options.dice - len(aside)) or state.options.dice
        gathered = state.gathered + points
        at = min(gathered // POINT_STEP, values.shape[1] - 1)
        chance = farkle_chance(count, state.options, min(state.points_left - points, MAX_POINTS))
        odds[part] = RollAgainOdds(gathered, count, chance, float(values[count, at]))
    return odds


def odds_as_json(state: State) -> Mapping[str, Json] | None:
    """Return the odds of the player whose turn it is as JSON; None when the game is over.

    ::

        seat      whose turn it is
        bank      the points to bank now; null where that is not allowed
        throws    by dice to set aside ("1 5", or "" before the first roll): {"points", "dice",
                  "farkle", "expected"}, as in `RollAgainOdds`
        fresh     likewise, for all dice instead of those that may be taken over; null if none may
        best      what is best on average: the dice to set aside, or null to bank, or to roll all
    """
    found = roll_again_odds(state)
    if not found:
        return None
    bank = state.points_if_banked if state.thrown and not state.must_roll_on else None
    best, fresh = best_choice(found), found.get(None)
    return {
        "seat": state.turn,
        "bank": bank,
        "throws": {" ".join(part): to_json(one) for part, one in found.items() if part is not None},
        "fresh": None if fresh is None else to_json(fresh),
        "best": None if bank is not None and bank >= found[best].expected else best,
    }


def best_choice(found: Mapping[Faces | None, RollAgainOdds]) -> Faces | None:
    """Return the key with the highest expected points after rolling."""
    return max(found, key=lambda part: found[part].expected)
