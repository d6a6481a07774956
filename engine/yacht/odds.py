"""Optimal play of Yacht, which maximises a player's expected points, solved backwards.

Dice are interchangeable: a roll is one of 252 multisets, and the dice kept are one of 462. Rolling
the others is the same as adding one die at a time, so the value of a multiset is the mean over the
six that one more die may make of it.

A player's future points depend on three things only: which boxes are full, the sum of the upper
ones (up to what earns the bonus), and, where further yachts score, whether the yacht box holds its
points. For each of these positions, `solve` finds the expected points with best play, from full
sheets back to the empty one (as in T. Verhoeff, "Optimal Solitaire Yahtzee Strategies", 1999, and
J. Glenn, "An Optimal Strategy for Yahtzee", 2006).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.core.dice import FACES, Faces
from engine.core.refusals import Json
from engine.yacht import score_boxes as boxes
from engine.yacht.options import PRESETS, Options
from engine.yacht.score_boxes import DICE_COUNT, POINTS_FOR_BONUS, SCORE_BOXES, ScoreBox, ScoreSheet
from engine.yacht.state import State

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.intp]

KEEPS: tuple[Faces, ...] = tuple(
    kept for size in range(DICE_COUNT + 1) for kept in combinations_with_replacement(FACES, size)
)
"""Every multiset of up to five dice, each sorted, the smallest first."""
ROLLS: tuple[Faces, ...] = tuple(kept for kept in KEEPS if len(kept) == DICE_COUNT)
INDEX_OF_KEEP: dict[Faces, int] = {kept: place for place, kept in enumerate(KEEPS)}
_FIRST_ROLL = len(KEEPS) - len(ROLLS)

_SIZES = [
    slice(INDEX_OF_KEEP[(FACES[0],) * size], INDEX_OF_KEEP[(FACES[-1],) * size] + 1)
    for size in range(DICE_COUNT + 1)
]
"""The slice of `KEEPS` with the multisets of each size."""

_WITH_ONE_MORE: IntArray = np.array(
    [
        [INDEX_OF_KEEP[tuple(sorted((*kept, face)))] for face in FACES]
        for kept in KEEPS[:_FIRST_ROLL]
    ]
)
"""(210, 6): the index of each multiset with one die more."""

_WITH_ONE_LESS: list[IntArray] = [
    np.array(
        [
            [INDEX_OF_KEEP[kept[:at] + kept[at + 1 :]] for at in range(size)]
            for kept in KEEPS[_SIZES[size]]
        ],
        dtype=np.intp,
    )
    for size in range(DICE_COUNT + 1)
]
"""By size, (n, size): the index of each multiset with one die less."""


def values_of_keeps(rolls: FloatArray) -> FloatArray:
    """Return the value of keeping each of `KEEPS` (462, n), from those of `rolls` (252, n)."""
    worth = np.empty((len(KEEPS), rolls.shape[1]))
    worth[_FIRST_ROLL:] = rolls
    for size in reversed(_SIZES[:DICE_COUNT]):
        more = _WITH_ONE_MORE[size]
        total = worth[more[:, 0]]
        for die in range(1, len(FACES)):
            total += worth[more[:, die]]
        worth[size] = total / len(FACES)
    return worth


def values_of_rolls(keeps: FloatArray) -> FloatArray:
    """Return the value of each roll (252, n): the best of `keeps` (462, n) that it contains."""
    best = keeps.copy()
    for size, less in zip(_SIZES[1:], _WITH_ONE_LESS[1:], strict=True):
        for die in range(less.shape[1]):
            np.maximum(best[size], best[less[:, die]], out=best[size])
    return best[_FIRST_ROLL:]


_COUNTS: IntArray = np.array([[roll.count(face) for face in FACES] for roll in ROLLS]).T
"""(6, 252): how many dice of each roll show each face."""
_YACHTS = [place for place, roll in enumerate(ROLLS) if boxes.is_yacht(roll)]


@dataclass(frozen=True, slots=True)
class Position:
    """The part of a sheet that matters for the rest of the game.

    Bit n of `filled` is set if box n is filled or not in play. `upper` is the sum of the upper
    boxes, capped at what earns the bonus (0 if there is none). `yacht` is 1 if a further yacht
    would score extra points.
    """

    filled: int
    upper: int
    yacht: int


ALL_BOXES_FILLED = 2 ** len(SCORE_BOXES) - 1
_YACHT = SCORE_BOXES.index("yacht")


def position_of(sheet: ScoreSheet, options: Options) -> Position:
    """Return the position of a player with this `sheet`."""
    played = boxes.score_boxes_in_game(options)
    filled = sum(
        2**at for at, box in enumerate(SCORE_BOXES) if sheet[at] is not None or box not in played
    )
    upper = min(boxes.upper_sum(sheet), POINTS_FOR_BONUS) if options.upper_bonus else 0
    yacht = options.further_yachts > 0 and sheet[_YACHT] == boxes.YACHT_POINTS
    return Position(filled, upper, int(yacht))


class PositionValues:
    """The expected points from each position on, with best play.

    They include the bonus and further yachts. `table` (2^13, 2, 64) holds them by `filled`, `yacht`
    and `upper`; NaN: not solved, or not reachable.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.table: FloatArray = np.full((ALL_BOXES_FILLED + 1, 2, POINTS_FOR_BONUS + 1), np.nan)
        self.table[ALL_BOXES_FILLED] = 0.0
        self.table[ALL_BOXES_FILLED, :, POINTS_FOR_BONUS] = options.upper_bonus
        self._scores = _scores(boxes.EMPTY_SHEET, ROLLS, options)

    def solve(self, first: int = 0) -> None:
        """Solve all unsolved positions in which at least the boxes `first` are filled."""
        start = first | position_of(boxes.EMPTY_SHEET, self.options).filled
        for filled in range(ALL_BOXES_FILLED - 1, start - 1, -1):
            if filled & start == start and np.isnan(self.table[filled]).all():
                self._solve(filled)

    def _solve(self, filled: int) -> None:
        upper, yachts = reachable_positions(filled, self.options)
        found = np.full_like(self.table[filled], np.nan)
        for yacht in yachts:
            rolls = self.roll_values(filled, upper, yacht)
            for _ in range(boxes.THROWS_PER_TURN - 1):
                rolls = values_of_rolls(values_of_keeps(rolls))
            found[yacht, upper] = values_of_keeps(rolls)[0]
        self.table[filled] = found

    def roll_values(self, filled: int, upper: IntArray, yacht: int) -> FloatArray:
        """Return the value of scoring each roll now in its best box (252, n), by `upper` (n)."""
        best = np.full((len(ROLLS), len(upper)), -np.inf)
        for _, gained in self.box_values(filled, upper, yacht):
            np.maximum(best, gained, out=best)
        return best

    def box_values(
        self, filled: int, upper: IntArray, yacht: int
    ) -> Iterable[tuple[ScoreBox, FloatArray]]:
        """Yield each free box with the value of scoring each roll there; -inf: not allowed."""
        score_table = self._scores_with(filled, yacht)
        for at, box in enumerate(SCORE_BOXES):
            if filled >> at & 1:
                continue
            scored = score_table[at]
            after = self.table[filled | 1 << at]
            if at < len(boxes.UPPER_BOXES):
                sums = upper[None, :] + (at + 1) * np.arange(DICE_COUNT + 1)[:, None]
                most = POINTS_FOR_BONUS if self.options.upper_bonus else 0
                capped = np.minimum(sums, most)
                gained = after[yacht][capped][_COUNTS[at]] + scored[:, None]
            else:
                gained = after[yacht][upper][None, :] + scored[:, None]
            if at == _YACHT and self.options.further_yachts:
                gained[_YACHTS] = after[1][upper] + boxes.YACHT_POINTS
            yield box, gained

    def _scores_with(self, filled: int, yacht: int) -> FloatArray:
        """Return the points of each roll in each box (13, 252) where these boxes are `filled`.

        They include the extra points for a further yacht if `yacht` is 1.
        """
        if not filled >> _YACHT & 1:
            return self._scores
        empty = boxes.fill_box(boxes.EMPTY_SHEET, "yacht", boxes.YACHT_POINTS * yacht)
        sheet = tuple(
            0 if filled >> at & 1 and at != _YACHT else one for at, one in enumerate(empty)
        )
        rolls = [ROLLS[place] for place in _YACHTS]
        extra = [boxes.further_yacht_points(sheet, roll, self.options) for roll in rolls]
        found = self._scores.copy()
        found[:, _YACHTS] = _scores(sheet, rolls, self.options) + np.array(extra)
        return found


def _scores(sheet: ScoreSheet, rolls: Iterable[Faces], options: Options) -> FloatArray:
    """Return the points of each of `rolls` (n) in each box (13, n); -inf: not allowed."""
    found = [boxes.possible_scores(sheet, roll, options) for roll in rolls]
    return np.array([[row.get(box, -np.inf) for row in found] for box in SCORE_BOXES], dtype=float)


def reachable_positions(filled: int, options: Options) -> tuple[IntArray, tuple[int, ...]]:
    """Return the values that `upper` and `yacht` can have where just these boxes are `filled`."""
    upper = _sums(filled % 2 ** len(boxes.UPPER_BOXES)) if options.upper_bonus else np.array([0])
    held = options.further_yachts and filled >> _YACHT & 1
    return upper, (0, 1) if held else (0,)


@cache
def _sums(uppers: int) -> IntArray:
    sums = {0}
    for at in range(len(boxes.UPPER_BOXES)):
        if uppers >> at & 1:
            more = [(at + 1) * count for count in range(DICE_COUNT + 1)]
            sums = {min(one + two, POINTS_FOR_BONUS) for one in sums for two in more}
    return np.array(sorted(sums))


PACKED_UNIT = 1 / 8192
"""The unit, in points, to which packed values are rounded."""


def pack_values(values: PositionValues) -> NDArray[np.uint8]:
    """Return the values of all reachable positions as bytes (4, n), which compress well."""
    known = values.table[_all_reachable(values.options)]
    steps = np.diff(np.round(known / PACKED_UNIT).astype("<i4"), prepend=np.int32(0))
    return np.ascontiguousarray(steps.astype("<i4").view(np.uint8).reshape(-1, 4).T)


def unpack_values(options: Options, data: NDArray[np.uint8]) -> PositionValues:
    """Return the values that `pack_values` packed; all of them must have been solved."""
    values = PositionValues(options)
    steps = np.ascontiguousarray(data.T).view("<i4")[:, 0]
    values.table[_all_reachable(options)] = np.cumsum(steps) * PACKED_UNIT
    return values


def _all_reachable(options: Options) -> NDArray[np.bool_]:
    found = np.zeros((ALL_BOXES_FILLED + 1, 2, POINTS_FOR_BONUS + 1), dtype=bool)
    start = position_of(boxes.EMPTY_SHEET, options).filled
    for filled in range(start, ALL_BOXES_FILLED):
        if filled & start == start:
            upper, yachts = reachable_positions(filled, options)
            for yacht in yachts:
                found[filled, yacht, upper] = True
    return found


FEW_BOXES = 5
"""With at most so many free boxes, any house rules are solved at the table."""

_FILE = "values.npz"
"""The values of the presets, which take long to solve; `models.training.yacht_values` wrote it."""


@lru_cache(maxsize=8)
def _values(options: Options) -> PositionValues:
    for name, preset in PRESETS.items():
        if replace(options, tell_odds=True) == preset:
            with resources.files(__package__).joinpath(_FILE).open("rb") as file:
                return unpack_values(options, np.load(file)[name])
    return PositionValues(options)


def position_values_if_known(options: Options, filled: int) -> PositionValues | None:
    """Return the values under `options`, or None if those of `filled` sheets are not known."""
    values = _values(options)
    if np.isnan(values.table[filled]).all():
        if len(SCORE_BOXES) - filled.bit_count() > FEW_BOXES:
            return None
        values.solve(filled)
    return values


@dataclass(frozen=True, slots=True)
class ExpectedScores:
    """The points that `seat` can expect in the end, with best play from now on.

    `expected` is after the best choice now, `keeps` after each choice of dice to keep, and `boxes`
    after scoring in each box. Both are empty before the first roll.
    """

    seat: int
    expected: float
    keeps: Mapping[Faces, float]
    boxes: Mapping[ScoreBox, float]


def expected_scores(state: State) -> ExpectedScores | None:
    """Return what the player whose turn it is can expect; None if that is not known."""
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
    allowed = {box: worth for box, worth in found.items() if worth > -np.inf}
    kept = {
        part: float(keeps[INDEX_OF_KEEP[part]])
        for size in range(DICE_COUNT if state.throws_left else 0)
        for part in sorted(set(combinations(ROLLS[roll], size)))
    }
    return ExpectedScores(seat, max((*allowed.values(), *kept.values())), kept, allowed)


def odds_as_json(state: State) -> dict[str, Json] | None:
    """Return the expected scores of the player whose turn it is as JSON; None if unknown.

    ::

        seat      whose turn it is
        expected  their expected points in the end, with best play
        keep      the best dice to keep for the next roll; null if scoring now is no worse
        box       the best box to score in now; null before the first roll
        keeps     the points that each choice of dice to keep ("2 2 5") loses on average
        boxes     the points that scoring in each box now loses on average
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
