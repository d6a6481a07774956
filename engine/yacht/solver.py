"""The best play of Yacht for who wants as many points as can be, solved backwards.

What is still to come for one player depends on three things only: which of his boxes are full, the
sum of the upper ones (up to what brings the bonus), and whether his yacht holds its points, where
further ones bring some. For each of these positions `solve` finds the points that best play brings
on average, from full sheets back to the empty one (T. Verhoeff, "Optimal Solitaire Yahtzee
Strategies", 1999, and J. Glenn, "An Optimal Strategy for Yahtzee", 2006, do the same).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from engine.yacht import score_boxes
from engine.yacht.keeps import ROLLS, Faces, FloatArray, IntArray, values_of_keeps, values_of_rolls
from engine.yacht.options import PRESETS, Options

_COUNTS: IntArray = np.array([[roll.count(face) for face in score_boxes.FACES] for roll in ROLLS]).T
"""(6, 252): how many dice of each throw show each face."""
_YACHTS = [place for place, roll in enumerate(ROLLS) if score_boxes.is_yacht(roll)]


@dataclass(frozen=True, slots=True)
class Position:
    """What counts of a sheet for what is to come.

    `filled` has the bit 2^n set where box n is full or not played with, `upper` is the sum of the
    upper boxes up to what brings the bonus (0 where there is none), `yacht` 1 where each further
    one brings points.
    """

    filled: int
    upper: int
    yacht: int


ALL_BOXES_FILLED = 2 ** len(score_boxes.SCORE_BOXES) - 1
_YACHT = score_boxes.SCORE_BOXES.index("yacht")


def position_of(sheet: score_boxes.ScoreSheet, options: Options) -> Position:
    """Return the position of a player who has this `sheet`."""
    played = score_boxes.score_boxes_in_game(options)
    filled = sum(
        2**at
        for at, box in enumerate(score_boxes.SCORE_BOXES)
        if sheet[at] is not None or box not in played
    )
    upper = (
        min(score_boxes.upper_sum(sheet), score_boxes.POINTS_FOR_BONUS)
        if options.upper_bonus
        else 0
    )
    yacht = options.further_yachts > 0 and sheet[_YACHT] == score_boxes.YACHT_POINTS
    return Position(filled, upper, int(yacht))


class PositionValues:
    """The points that best play brings from each position on, bonus and further yachts included.

    `table` (2^13, 2, 64) holds them by `Position`; NaN where they are not known, or cannot be.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.table: FloatArray = np.full(
            (ALL_BOXES_FILLED + 1, 2, score_boxes.POINTS_FOR_BONUS + 1), np.nan
        )
        self.table[ALL_BOXES_FILLED] = 0.0
        self.table[ALL_BOXES_FILLED, :, score_boxes.POINTS_FOR_BONUS] = options.upper_bonus
        self._scores = _scores(score_boxes.EMPTY_SHEET, ROLLS, options)

    def solve(self, first: int = 0) -> None:
        """Find all that is not yet known of sheets on which at least `first` is filled."""
        start = first | position_of(score_boxes.EMPTY_SHEET, self.options).filled
        for filled in range(ALL_BOXES_FILLED - 1, start - 1, -1):
            if filled & start == start and np.isnan(self.table[filled]).all():
                self._solve(filled)

    def _solve(self, filled: int) -> None:
        upper, yachts = reachable_positions(filled, self.options)
        found = np.full_like(self.table[filled], np.nan)
        for yacht in yachts:
            rolls = self.roll_values(filled, upper, yacht)
            for _ in range(score_boxes.THROWS_PER_TURN - 1):
                rolls = values_of_rolls(values_of_keeps(rolls))
            found[yacht, upper] = values_of_keeps(rolls)[0]
        self.table[filled] = found

    def roll_values(self, filled: int, upper: IntArray, yacht: int) -> FloatArray:
        """Return what each throw is worth (252, n) if it is scored now, by `upper` sum (n)."""
        best = np.full((len(ROLLS), len(upper)), -np.inf)
        for _, gained in self.box_values(filled, upper, yacht):
            np.maximum(best, gained, out=best)
        return best

    def box_values(
        self, filled: int, upper: IntArray, yacht: int
    ) -> Iterable[tuple[score_boxes.ScoreBox, FloatArray]]:
        """Yield each free box with what each throw is worth in it; -inf where it may not go."""
        score_table = self._scores_with(filled)
        for at, box in enumerate(score_boxes.SCORE_BOXES):
            if filled >> at & 1:
                continue
            scored = score_table[at]
            after = self.table[filled | 1 << at]
            if at < len(score_boxes.UPPER_BOXES):
                sums = upper[None, :] + (at + 1) * np.arange(score_boxes.DICE_COUNT + 1)[:, None]
                most = score_boxes.POINTS_FOR_BONUS if self.options.upper_bonus else 0
                capped = np.minimum(sums, most)
                gained = after[yacht][capped][_COUNTS[at]] + scored[:, None]
            else:
                gained = after[yacht][upper][None, :] + scored[:, None]
            if at == _YACHT and self.options.further_yachts:
                gained[_YACHTS] = after[1][upper] + score_boxes.YACHT_POINTS
            if yacht:
                gained[_YACHTS] += self.options.further_yachts
            yield box, gained

    def _scores_with(self, filled: int) -> FloatArray:
        """Return what each throw brings in each box (13, 252) where these are `filled`."""
        if not filled >> _YACHT & 1:
            return self._scores
        sheet = tuple(0 if filled >> at & 1 else None for at in range(len(score_boxes.SCORE_BOXES)))
        found = self._scores.copy()
        found[:, _YACHTS] = _scores(sheet, (ROLLS[place] for place in _YACHTS), self.options)
        return found


def _scores(sheet: score_boxes.ScoreSheet, rolls: Iterable[Faces], options: Options) -> FloatArray:
    """Return what each of `rolls` (n) brings in each box (13, n); -inf where it may not go."""
    found = [score_boxes.possible_scores(sheet, roll, options) for roll in rolls]
    return np.array(
        [[row.get(box, -np.inf) for row in found] for box in score_boxes.SCORE_BOXES], dtype=float
    )


def reachable_positions(filled: int, options: Options) -> tuple[IntArray, tuple[int, ...]]:
    """Return the `upper` and `yacht` of all positions in which just these boxes are `filled`."""
    upper = (
        _sums(filled % 2 ** len(score_boxes.UPPER_BOXES)) if options.upper_bonus else np.array([0])
    )
    held = options.further_yachts and filled >> _YACHT & 1
    return upper, (0, 1) if held else (0,)


@cache
def _sums(uppers: int) -> IntArray:
    sums = {0}
    for at in range(len(score_boxes.UPPER_BOXES)):
        if uppers >> at & 1:
            more = [(at + 1) * count for count in range(score_boxes.DICE_COUNT + 1)]
            sums = {min(one + two, score_boxes.POINTS_FOR_BONUS) for one in sums for two in more}
    return np.array(sorted(sums))


PACKED_UNIT = 1 / 8192
"""Points; what is packed is rounded to it."""


def pack_values(values: PositionValues) -> NDArray[np.uint8]:
    """Return all that `values` knows of its reachable positions, as bytes that zip well (4, n)."""
    known = values.table[_all_reachable(values.options)]
    steps = np.diff(np.round(known / PACKED_UNIT).astype("<i4"), prepend=np.int32(0))
    return np.ascontiguousarray(steps.astype("<i4").view(np.uint8).reshape(-1, 4).T)


def unpack_values(options: Options, data: NDArray[np.uint8]) -> PositionValues:
    """Return the values that `pack_values` packed; all of them must have been known."""
    values = PositionValues(options)
    steps = np.ascontiguousarray(data.T).view("<i4")[:, 0]
    values.table[_all_reachable(options)] = np.cumsum(steps) * PACKED_UNIT
    return values


def _all_reachable(options: Options) -> NDArray[np.bool_]:
    found = np.zeros((ALL_BOXES_FILLED + 1, 2, score_boxes.POINTS_FOR_BONUS + 1), dtype=bool)
    start = position_of(score_boxes.EMPTY_SHEET, options).filled
    for filled in range(start, ALL_BOXES_FILLED):
        if filled & start == start:
            upper, yachts = reachable_positions(filled, options)
            for yacht in yachts:
                found[filled, yacht, upper] = True
    return found


FEW_BOXES = 5
"""With so many free boxes left, what is to come is found at once, by any house rules."""

_FILE = "values.npz"
"""What `solve` finds for the presets, which takes too long at a table; see the program
`models.training.yacht_values`."""


@lru_cache(maxsize=8)
def _values(options: Options) -> PositionValues:
    for name, preset in PRESETS.items():
        if replace(options, tell_odds=True) == preset:
            with resources.files(__package__).joinpath(_FILE).open("rb") as file:
                return unpack_values(options, np.load(file)[name])
    return PositionValues(options)


def position_values_if_known(options: Options, filled: int) -> PositionValues | None:
    """Return the values by these `options`, if they can be told where so much is `filled`."""
    values = _values(options)
    if np.isnan(values.table[filled]).all():
        if len(score_boxes.SCORE_BOXES) - filled.bit_count() > FEW_BOXES:
            return None
        values.solve(filled)
    return values
