"""What each choice of whose turn it is brings in the end, on average, with best play."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.core.refusals import Json
from engine.yacht.keeps import INDEX_OF_KEEP, ROLLS, Faces, values_of_keeps, values_of_rolls
from engine.yacht.score_boxes import DICE_COUNT, ScoreBox
from engine.yacht.solver import position_of, position_values_if_known
from engine.yacht.state import State


@dataclass(frozen=True, slots=True)
class ExpectedScores:
    """The points that `seat` has in the end, on average, if he plays as well as can be.

    `expected` is that with the best choice now; `keeps` with each choice of dice to keep for the
    next throw, and `boxes` with each box to write into. Both are empty before the first throw.
    """

    seat: int
    expected: float
    keeps: Mapping[Faces, float]
    boxes: Mapping[ScoreBox, float]


def expected_scores(state: State) -> ExpectedScores | None:
    """Return what the choices of whose turn it is are worth; None if that is not known."""
    if state.phase == "over":
        return None
    sheet, seat = state.sheet, state.turn
    position = position_of(sheet, state.options)
    values = position_values_if_known(state.options, position.filled)
    if values is None:
        return None
    has = sum(one or 0 for one in sheet) + state.extras[seat]
    where = position.filled, np.array([position.upper]), position.yacht
    rolls = values.roll_values(*where)
    for _ in range(state.throws_left - 1):
        rolls = values_of_rolls(values_of_keeps(rolls))
    keeps = values_of_keeps(rolls)[:, 0] + has
    if not state.dice:
        return ExpectedScores(seat, float(keeps[0]), {}, {})
    roll = ROLLS.index(tuple(sorted(state.dice)))
    found = {box: float(gained[roll, 0]) + has for box, gained in values.box_values(*where)}
    boxes = {box: worth for box, worth in found.items() if worth > -np.inf}
    kept = {
        part: float(keeps[INDEX_OF_KEEP[part]])
        for size in range(DICE_COUNT if state.throws_left else 0)
        for part in sorted(set(combinations(ROLLS[roll], size)))
    }
    return ExpectedScores(seat, max((*boxes.values(), *kept.values())), kept, boxes)


def odds_as_json(state: State) -> dict[str, Json] | None:
    """Return what best play of whose turn it is brings, as JSON; None where it is not known.

    ::

        seat      whose turn it is
        expected  his points in the end, on average, with best play
        keep      the best dice to keep for the next throw; null where it is as well to score now
        box       the best box to score in now; null before the first throw
        keeps     by dice to keep ("2 2 5"), the points that this costs on average
        boxes     by box, the points that it costs to score there now
    """
    found = expected_scores(state)
    if found is None:
        return None
    worth = found.expected
    box = max(found.boxes, key=found.boxes.__getitem__, default=None)
    keep = max(found.keeps, key=found.keeps.__getitem__, default=None)
    if keep is not None and box is not None and found.boxes[box] >= found.keeps[keep]:
        keep = None
    return {
        "seat": found.seat,
        "expected": worth,
        "keep": keep,
        "box": box,
        "keeps": {" ".join(kept): worth - value for kept, value in found.keeps.items()},
        "boxes": {name: worth - value for name, value in found.boxes.items()},
    }
