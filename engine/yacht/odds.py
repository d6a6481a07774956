"""Optimal play of Yacht, which maximises a player's expected points, solved backwards.

Dice are interchangeable: a roll of five is one of 252 multisets, and the dice kept are one of 462.
Rolling the others is the same as adding one die at a time, so the value of a multiset is the mean
over the six that one more die may make of it.

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
from engine.yacht.score_boxes import ScoreBox, ScoreSheet
from engine.yacht.state import State

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.intp]


class Keeps:
    """Every multiset of up to `count` dice.

    `keeps` are sorted, the smallest first, and the last ones of them are the `rolls`; `index` is
    the place of each in `keeps`.
    """

    def __init__(self, count: int) -> None:
        by_size = [[*combinations_with_replacement(FACES, size)] for size in range(count + 1)]
        self.keeps: tuple[Faces, ...] = tuple(kept for same in by_size for kept in same)
        self.rolls: tuple[Faces, ...] = tuple(by_size[-1])
        self.index = {kept: place for place, kept in enumerate(self.keeps)}
        self.first_roll = len(self.keeps) - len(self.rolls)
        self.sizes = [slice(self.index[one[0]], self.index[one[-1]] + 1) for one in by_size]
        self.with_one_more: IntArray = np.array(
            [
                [self.index[tuple(sorted((*kept, face)))] for face in FACES]
                for kept in self.keeps[: self.first_roll]
            ]
        )
        self.with_one_less: list[IntArray] = [
            np.array([[self.index[k[:at] + k[at + 1 :]] for at in range(len(k))] for k in same])
            for same in by_size[1:]
        ]
        self.counts: IntArray = np.array([[r.count(face) for face in FACES] for r in self.rolls]).T
        self.yachts = [place for place, roll in enumerate(self.rolls) if boxes.is_yacht(roll)]

    def values_of_keeps(self, rolls: FloatArray) -> FloatArray:
        """Return the value of keeping each of `keeps` (n, m), from those of `rolls`."""
        worth = np.empty((len(self.keeps), rolls.shape[1]))
        worth[self.first_roll :] = rolls
        for size in self.sizes[-2::-1]:
            more = self.with_one_more[size]
            total = worth[more[:, 0]]
            for die in range(1, len(FACES)):
                total += worth[more[:, die]]
            worth[size] = total / len(FACES)
        return worth

    def values_of_rolls(self, keeps: FloatArray) -> FloatArray:
        """Return the value of each roll: the best of `keeps` that it contains."""
        best = keeps.copy()
        for size, less in zip(self.sizes[1:], self.with_one_less, strict=True):
            for die in range(less.shape[1]):
                np.maximum(best[size], best[less[:, die]], out=best[size])
        return best[self.first_roll :]


keeps_of = cache(Keeps)
"""The multisets of so many dice."""


@dataclass(frozen=True, slots=True)
class Position:
    """The part of a sheet that matters for the rest of the game.

    Bit n of `filled` is set if box n is filled. `upper` is the sum of the upper boxes, capped at
    what earns the bonus (0 if there is none). `yacht` is 1 if a further yacht would score extra
    points.
    """

    filled: int
    upper: int
    yacht: int


def position_of(sheet: ScoreSheet, options: Options) -> Position:
    """Return the position of a player with this `sheet`."""
    filled = sum(2**at for at, points in enumerate(sheet) if points is not None)
    upper = min(boxes.columns_of(sheet, options)[0].upper, _most_upper(options))
    yacht = options.further_yachts > 0 and all(boxes.points_by_column(sheet, "yacht", options))
    return Position(filled, upper, int(yacht))


def _most_upper(options: Options) -> int:
    return options.upper_points_for_bonus if options.upper_bonus else 0


class PositionValues:
    """The expected points from each position on, with best play.

    They include the bonus and further yachts. `table` holds them by `filled`, each an array by
    `yacht` and `upper`, with NaN where that is not reachable; what is not solved is not in it.
    `yacht` is the number of the yacht box.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.boxes = boxes.boxes_in_game(options)
        self.all_filled = 2 ** len(self.boxes) - 1
        self.keeps = keeps_of(options.dice)
        last = self.nan_array()
        last[:], last[:, options.upper_points_for_bonus :] = 0, options.upper_bonus
        self.table = {self.all_filled: last}
        self.yacht = self.boxes.index("yacht")
        self._scores = self._scores_of(boxes.empty_sheet(options), self.keeps.rolls)

    def nan_array(self) -> FloatArray:
        """Return an array of NaN for the values of a position, by `yacht` and `upper`."""
        return np.full(
            (1 + bool(self.options.further_yachts), _most_upper(self.options) + 1), np.nan
        )

    def solve(self, already_filled: int = 0) -> None:
        """Solve all unsolved positions in which at least these boxes are filled (bits)."""
        for filled in range(self.all_filled - 1, already_filled - 1, -1):
            if filled & already_filled == already_filled and filled not in self.table:
                self.table[filled] = self.values_from_next_positions(filled)

    def values_from_next_positions(self, filled: int) -> FloatArray:
        """Return the values with these boxes `filled`, from those with one more box filled."""
        found, keeps = self.nan_array(), self.keeps
        upper = self.reachable_sums(filled)
        yachts = len(found) if filled >> self.yacht & 1 else 1
        for yacht in range(yachts):
            rolls = self.roll_values(filled, upper, yacht)
            for _ in range(boxes.THROWS_PER_TURN - 1):
                rolls = keeps.values_of_rolls(keeps.values_of_keeps(rolls))
            found[yacht, upper] = keeps.values_of_keeps(rolls)[0]
        return found

    def reachable_sums(self, filled: int) -> IntArray:
        """Return the values of `upper` where just these boxes are `filled`."""
        most = _most_upper(self.options)
        return _sums(filled % 2 ** len(boxes.UPPER_BOXES) if most else 0, self.options.dice, most)

    def roll_values(self, filled: int, upper: IntArray, yacht: int) -> FloatArray:
        """Return the value of scoring each roll now in its best box, by `upper`."""
        best = np.full((len(self.keeps.rolls), len(upper)), -np.inf)
        for _, gained in self.box_values(filled, upper, yacht):
            np.maximum(best, gained, out=best)
        return best

    def box_values(
        self, filled: int, upper: IntArray, yacht: int
    ) -> Iterable[tuple[ScoreBox, FloatArray]]:
        """Yield each free box with the value of scoring each roll there; -inf: not allowed."""
        score_table, extra = self._scores_with(filled, yacht)
        for at, box in enumerate(self.boxes):
            if filled >> at & 1:
                continue
            scored = score_table[at]
            after = self.table[filled | 1 << at]
            if at < len(boxes.UPPER_BOXES):
                sums = upper[None, :] + (at + 1) * np.arange(self.options.dice + 1)[:, None]
                capped = np.minimum(sums, _most_upper(self.options))
                counts = self.keeps.counts[at] * (scored > 0)  # a joker may score nothing here
                gained = after[yacht][capped][counts] + (scored + extra)[:, None]
            else:
                gained = after[yacht][upper][None, :] + (scored + extra)[:, None]
            if at == self.yacht and self.options.further_yachts:
                gained[self.keeps.yachts] = after[1][upper] + self.options.yacht_points
            yield box, gained

    def _scores_with(self, filled: int, yacht: int) -> tuple[FloatArray, FloatArray]:
        """Return the points of each roll in each box where these boxes are `filled`.

        The second array is the extra points of each roll: for a further yacht if `yacht` is 1.
        """
        further = np.zeros(len(self.keeps.rolls))
        if not filled >> self.yacht & 1:
            return self._scores, further
        full = [0 if filled >> at & 1 else None for at in range(len(self.boxes))]
        full[self.yacht] = self.options.yacht_points * yacht
        sheet, yachts = tuple(full), self.keeps.yachts
        rolls = [self.keeps.rolls[place] for place in yachts]
        further[yachts] = [boxes.further_yacht_points(sheet, one, self.options) for one in rolls]
        found = self._scores.copy()
        found[:, yachts] = self._scores_of(sheet, rolls)
        return found, further

    def _scores_of(self, sheet: ScoreSheet, rolls: Iterable[Faces]) -> FloatArray:
        """Return the points of each of `rolls` in each box; -inf: not allowed."""
        found = [boxes.possible_scores(sheet, roll, self.options) for roll in rolls]
        return np.array([[row.get(box, -np.inf) for row in found] for box in self.boxes], float)


@cache
def _sums(uppers: int, dice: int, most: int) -> IntArray:
    sums = {0}
    for at in range(len(boxes.UPPER_BOXES)):
        if uppers >> at & 1:
            more = [(at + 1) * count for count in range(dice + 1)]
            sums = {min(one + two, most) for one in sums for two in more}
    return np.array(sorted(sums))


PACKED_UNIT = 1 / 8192
"""The unit, in points, to which packed values are rounded."""


def pack_values(values: PositionValues) -> NDArray[np.uint8]:
    """Return the values of all reachable positions as bytes (4, n), which compress well."""
    known = np.array([values.table[filled] for filled in range(values.all_filled)])
    units = np.round(known[_all_reachable(values)] / PACKED_UNIT).astype("<i4")
    steps = np.diff(units, prepend=np.int32(0)).astype("<i4")
    return np.ascontiguousarray(steps.view(np.uint8).reshape(-1, 4).T)


def unpack_values(options: Options, data: NDArray[np.uint8]) -> PositionValues:
    """Return the values that `pack_values` packed; all of them must have been solved."""
    values = PositionValues(options)
    reachable = _all_reachable(values)
    known = np.full(reachable.shape, np.nan)
    known[reachable] = np.cumsum(np.ascontiguousarray(data.T).view("<i4")[:, 0]) * PACKED_UNIT
    values.table.update(enumerate(known))
    return values


def _all_reachable(values: PositionValues) -> NDArray[np.bool_]:
    """Return which values, by `filled`, `yacht` and `upper`, can come up."""
    found = np.zeros((values.all_filled, *values.nan_array().shape), dtype=bool)
    uppers = 2 ** len(boxes.UPPER_BOXES)
    for filled in range(uppers):
        found[filled::uppers, :, values.reachable_sums(filled)] = True
    without_yacht = np.arange(values.all_filled) >> values.yacht & 1 == 0
    found[without_yacht, 1:] = False
    return found


FEW_BOXES = 5
"""With at most so many free boxes, any house rules are solved at the table."""

_FILE = "values.npz"
"""The values of the presets with five dice; `models.training.yacht_values` wrote it."""


@lru_cache(maxsize=8)
def _values(options: Options) -> PositionValues:
    names = [name for name, preset in PRESETS.items() if replace(options, tell_odds=True) == preset]
    with resources.files(__package__).joinpath(_FILE).open("rb") as file:
        packed = np.load(file)
        for name in names:
            if name in packed:
                return unpack_values(options, packed[name])
    return PositionValues(options)


def position_values_if_known(options: Options, filled: int) -> PositionValues | None:
    """Return the values under `options`, or None if those of `filled` sheets are unknown."""
    values = _values(options)
    if filled not in values.table:
        if len(values.boxes) - filled.bit_count() > FEW_BOXES:
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
    """Return what the player whose turn it is can expect; None if that is not known.

    It is never known where rolls can be saved or with three columns: no solver counts those.
    """
    if state.phase == "over" or state.options.saved_rolls or state.options.columns > 1:
        return None
    sheet, seat = state.sheet, state.turn
    position = position_of(sheet, state.options)
    values = position_values_if_known(state.options, position.filled)
    if values is None:
        return None
    has = sum(one or 0 for one in sheet) + state.extras[seat]
    where = position.filled, np.array([position.upper]), position.yacht
    rolls, dice = values.roll_values(*where), values.keeps
    for _ in range(state.throws_left - 1):
        rolls = dice.values_of_rolls(dice.values_of_keeps(rolls))
    keeps = dice.values_of_keeps(rolls)[:, 0] + has
    if not state.dice:
        return ExpectedScores(seat, float(keeps[0]), {}, {})
    roll = dice.rolls.index(tuple(sorted(state.dice)))
    found = {box: float(gained[roll, 0]) + has for box, gained in values.box_values(*where)}
    allowed = {box: worth for box, worth in found.items() if worth > -np.inf}
    kept = {
        part: float(keeps[dice.index[part]])
        for size in range(state.options.dice if state.throws_left else 0)
        for part in sorted(set(combinations(dice.rolls[roll], size)))
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
