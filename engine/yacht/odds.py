"""Optimal play of Yacht, which maximises a player's expected points, solved backwards.

Dice are interchangeable: a roll of five is one of 252 multisets, and the dice kept are one of 462.
Rolling the others is the same as adding one die at a time, so the value of a multiset is the mean
over the six that one more die may make of it.

A player's future points depend on three things only: which boxes are full, the sum of the upper
ones (up to what earns the bonus), and, where further yachts score, whether the yacht box holds its
points. `PositionValues` finds the expected points of these positions with best play, from full
sheets back to the empty one (as in T. Verhoeff, "Optimal Solitaire Yahtzee Strategies", 1999, and
J. Glenn, "An Optimal Strategy for Yahtzee", 2006).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import combinations, combinations_with_replacement, islice
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
PositionRow: TypeAlias = tuple[int, int]
"""The positions with the same `filled` and `yacht`."""

FEW_BOXES = 5
"""With this many free boxes or fewer, any house rules are solved at the table."""
ROUNDING_UNIT = 2.0**-20
"""The unit, in points, to which values are rounded."""
ROWS_AT_ONCE = 16  # their arrays fit into the processor's cache


class Keeps:
    """Every multiset of up to `count` dice.

    `keeps` are sorted, the smallest first, and the last ones of them are the `rolls`; `index` is
    the place of each in `keeps`. `chances` are those of the rolls, with all dice.
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
        self.chances = self.values_of_keeps(np.eye(len(self.rolls)))[0]
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


keeps_for_dice_count = cache(Keeps)
"""The multisets of this many dice."""


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

    They include the bonus and further yachts. `table` holds them by `filled` and `yacht`, each an
    array by `upper` with NaN where that is not known. `yacht` is the number of the yacht box,
    `most` the largest `upper`, and `most_free` the most free boxes that there is time to solve.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.boxes = boxes.boxes_in_game(options)
        self.all_filled = 2 ** len(self.boxes) - 1
        self.keeps = keeps_for_dice_count(options.dice)
        self.yacht = self.boxes.index("yacht")
        self.most = _most_upper(options)
        self.table: dict[PositionRow, FloatArray] = {}
        self._special_scores: dict[PositionRow, tuple[FloatArray, FloatArray]] = {}
        self._known: dict[PositionRow, int] = {}
        self._scores = self._scores_of(boxes.empty_sheet(options), self.keeps.rolls)
        self.most_free = FEW_BOXES
        self.special_yachts = options.further_yachts or options.joker != "off"
        for yacht in (0, 1):
            ends = [0.0] * self.most + [options.upper_bonus]
            self.add((self.all_filled, yacht), 2 ** len(ends) - 1, ends)

    def add(self, row: PositionRow, uppers: int, values: Iterable[float]) -> None:
        """Add the `values` of the positions in `row` whose `upper` are the bits of `uppers`."""
        found = self.table.setdefault(row, np.full(self.most + 1, np.nan))
        found[_bits(uppers)] = [*values]
        if uppers & 1:
            found[: self._without_bonus(row[0])] = found[0]
        self._known[row] = self._known.get(row, 0) | uppers

    def solve_after(self, position: Position) -> None:
        """Solve all that can follow this position."""
        for layer in reversed([*self.unknown_after(position)]):
            rows = [*layer.items()]
            for at in range(0, len(rows), ROWS_AT_ONCE):
                self.solve_rows(rows[at : at + ROWS_AT_ONCE])

    def solve_rows(self, rows: Sequence[tuple[PositionRow, int]]) -> None:
        """Solve positions from those that follow them; the bits of a row are its `upper`."""
        rolls = np.hstack([self.best_box_values(*row, _bits(uppers)) for row, uppers in rows])
        for _ in range(boxes.ROLLS_PER_TURN - 1):
            rolls = self.keeps.values_of_rolls(self.keeps.values_of_keeps(rolls))
        # Rounded, because choices of equal value stay equal only if the sums are exact.
        values = iter(np.round((self.keeps.chances @ rolls) / ROUNDING_UNIT) * ROUNDING_UNIT)
        for row, uppers in rows:
            self.add(row, uppers, islice(values, uppers.bit_count()))

    def unknown_after(self, position: Position) -> Iterator[dict[PositionRow, int]]:
        """Yield what has to be solved for this position, one number of free boxes after the other.

        The bits of a row are the values of `upper`.
        """
        layer = {(position.filled, position.yacht): 1 << position.upper}
        while layer := self._unknown(self._next(layer)):
            yield layer

    def _next(self, layer: Mapping[PositionRow, int]) -> dict[PositionRow, int]:
        found: dict[PositionRow, int] = {}
        for (filled, yacht), uppers in layer.items():
            for at in self.free_boxes(filled):
                after = self._after_scoring(at, uppers)
                pays = at == self.yacht and self.options.further_yachts
                for paid in (0, 1) if pays else (yacht,):
                    row = filled | 1 << at, paid
                    found[row] = found.get(row, 0) | after
        return found

    def _unknown(self, layer: Mapping[PositionRow, int]) -> dict[PositionRow, int]:
        """Return what is not known yet; `upper` 0 stands for all that can't reach the bonus."""
        found = {}
        for row, uppers in layer.items():
            out_of_reach = 2 ** self._without_bonus(row[0]) - 1
            alike = uppers & ~out_of_reach | bool(uppers & out_of_reach)
            if unknown := alike & ~self._known.get(row, 0):
                found[row] = unknown
        return found

    def _without_bonus(self, filled: int) -> int:
        """Return the smallest `upper` with which the bonus can still be reached."""
        free = sum(at + 1 for at in range(len(boxes.UPPER_BOXES)) if not filled >> at & 1)
        return max(self.most - self.options.dice * free, 0)

    def _after_scoring(self, at: int, uppers: int) -> int:
        """Return each `upper` after any roll was scored in box `at`."""
        if at >= len(boxes.UPPER_BOXES):
            return uppers
        after = 0
        for count in range(self.options.dice + 1):
            after |= uppers << (at + 1) * count
        below = (1 << self.most) - 1
        return after & below | bool(after >> self.most) << self.most

    def free_boxes(self, filled: int) -> list[int]:
        """Return the numbers of the boxes that are free where these are `filled`."""
        return [at for at in range(len(self.boxes)) if not filled >> at & 1]

    def best_box_values(self, filled: int, yacht: int, upper: IntArray) -> FloatArray:
        """Return the value of scoring each roll now in its best box, by `upper`."""
        best = np.full((len(self.keeps.rolls), len(upper)), -np.inf)
        for _, gained in self.box_values(filled, yacht, upper):
            np.maximum(best, gained, out=best)
        return best

    def box_values(
        self, filled: int, yacht: int, upper: IntArray
    ) -> Iterator[tuple[ScoreBox, FloatArray]]:
        """Yield each free box with the value of scoring each roll there; -inf: not allowed."""
        score_table, extra = self._scores_with(filled, yacht)
        for at in self.free_boxes(filled):
            scored, points = score_table[at], score_table[at] + extra
            after = self.table[filled | 1 << at, yacht]
            if at < len(boxes.UPPER_BOXES):
                sums = upper + (at + 1) * np.arange(self.options.dice + 1)[:, None]
                counts = self.keeps.counts[at] * (scored > 0)  # a joker may score nothing here
                gained = after[np.minimum(sums, self.most)][counts]
                gained += points[:, None]
            else:
                gained = np.add.outer(points, after[upper])
            if at == self.yacht and self.options.further_yachts:
                after = self.table[filled | 1 << at, 1]
                gained[self.keeps.yachts] = after[upper] + self.options.yacht_points
            yield self.boxes[at], gained

    def _scores_with(self, filled: int, yacht: int) -> tuple[FloatArray, FloatArray]:
        """Return the points of each roll in each box where these boxes are `filled`.

        The second array is the extra points of each roll: for a further yacht if `yacht` is 1.
        """
        if not filled >> self.yacht & 1 or not self.special_yachts:
            return self._scores, np.zeros(len(self.keeps.rolls))
        if not self.options.joker.startswith("forced"):
            filled &= 2 ** len(boxes.UPPER_BOXES) - 1  # no other box decides what a yacht scores
        if (filled, yacht) not in self._special_scores:
            self._special_scores[filled, yacht] = self._scores_after_yacht(filled, yacht)
        return self._special_scores[filled, yacht]

    def _scores_after_yacht(self, filled: int, yacht: int) -> tuple[FloatArray, FloatArray]:
        full = [0 if filled >> at & 1 else None for at in range(len(self.boxes))]
        full[self.yacht] = self.options.yacht_points * yacht
        sheet, yachts = tuple(full), self.keeps.yachts
        rolls = [self.keeps.rolls[place] for place in yachts]
        further = np.zeros(len(self.keeps.rolls))
        further[yachts] = [boxes.further_yacht_points(sheet, one, self.options) for one in rolls]
        found = self._scores.copy()
        found[:, yachts] = self._scores_of(sheet, rolls)
        return found, further

    def _scores_of(self, sheet: ScoreSheet, rolls: Iterable[Faces]) -> FloatArray:
        """Return the points of each of `rolls` in each box; -inf: not allowed."""
        found = [boxes.possible_scores(sheet, roll, self.options) for roll in rolls]
        return np.array([[row.get(box, -np.inf) for row in found] for box in self.boxes], float)


def _bits(mask: int) -> IntArray:
    """Return the numbers of the bits that are set in `mask`."""
    return np.array([at for at in range(mask.bit_length()) if mask >> at & 1])


PACKED_UNIT = 2.0**-13
"""The unit, in points, to which packed values are rounded."""
PACKED_FREE_BOXES = (13, 10)
"""Only positions with these numbers of free boxes are packed; the others are solved from them."""


def _rows_to_pack(values: PositionValues) -> Iterator[tuple[PositionRow, int]]:
    """Yield all positions to pack, if none of them is known yet."""
    for layer in values.unknown_after(Position(0, 0, 0)):
        free = len(values.free_boxes(next(iter(layer))[0]))
        if free in PACKED_FREE_BOXES:
            yield from sorted(layer.items())
        if free == PACKED_FREE_BOXES[-1]:
            return


def pack_values(options: Options) -> NDArray[np.uint8]:
    """Solve all positions under `options`, and return them as bytes (4, n) that compress well."""
    values = PositionValues(options)
    rows = [*_rows_to_pack(values)]
    values.solve_after(Position(0, 0, 0))
    known = np.hstack([values.table[row][_bits(uppers)] for row, uppers in rows])
    units = np.round(known / PACKED_UNIT).astype("<i4")
    steps = np.diff(units, prepend=np.int32(0)).astype("<i4")
    return np.ascontiguousarray(steps.view(np.uint8).reshape(-1, 4).T)


def unpack_values(options: Options, data: NDArray[np.uint8]) -> PositionValues:
    """Return the values that `pack_values` packed."""
    values = PositionValues(options)
    known = iter(np.cumsum(np.ascontiguousarray(data.T).view("<i4")[:, 0]) * PACKED_UNIT)
    for row, uppers in [*_rows_to_pack(values)]:
        values.add(row, uppers, islice(known, uppers.bit_count()))
    values.most_free = len(values.boxes)
    return values


_FILE = "values.npz"
"""The values of the presets with five dice; `models.training.yacht_values` wrote it."""


_values: dict[Options, PositionValues] = {}
"""The values by the house rules of the last few games."""
_MOST_VALUES = 8


def position_values_if_known(options: Options, position: Position) -> PositionValues | None:
    """Return the values of all that can follow `position`, or None if they are unknown."""
    values = _values.get(options) or _unpacked(options)
    if not _can_be_solved(values, position):
        return None
    values.solve_after(position)
    return values


def _can_be_solved(values: PositionValues, position: Position) -> bool:
    return len(values.free_boxes(position.filled)) <= values.most_free


def _unpacked(options: Options) -> PositionValues:
    """Return the values in the file, if these are the rules of a preset; remember them."""
    names = [name for name, preset in PRESETS.items() if replace(options, tell_odds=True) == preset]
    with resources.files(__package__).joinpath(_FILE).open("rb") as file:
        packed = np.load(file)
        known = next((packed[name] for name in names if name in packed), None)
    values = PositionValues(options) if known is None else unpack_values(options, known)
    if len(_values) == _MOST_VALUES:
        _values.clear()
    _values[options] = values
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
    if not _has_odds(state):
        return None
    sheet, seat = state.sheet, state.turn
    position = position_of(sheet, state.options)
    values = position_values_if_known(state.options, position)
    if values is None:
        return None
    has = sum(one or 0 for one in sheet) + state.extras[seat]
    where = position.filled, position.yacht, np.array([position.upper])
    rolls, dice = values.best_box_values(*where), values.keeps
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


def _has_odds(state: State) -> bool:
    return not (state.phase == "over" or state.options.saved_rolls or state.options.columns > 1)


def odds_take_time(state: State) -> bool:
    """Return whether odds that are shown need the file to be read or positions to be solved.

    That takes up to half a second on a computer, and by estimate two seconds on a Raspberry Pi 4.
    """
    if not (_has_odds(state) and state.options.tell_odds):
        return False
    values = _values.get(state.options)
    if values is None:
        return True
    position = position_of(state.sheet, state.options)
    return _can_be_solved(values, position) and any(values.unknown_after(position))


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
