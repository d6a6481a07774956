"""The boxes of a score sheet, and what dice score in each (Rules §6.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Literal, TypeAlias, cast, get_args

from engine.core.dice import FACES, Face, Faces
from engine.yacht.options import Options

BoxName: TypeAlias = Literal[
    "ones", "twos", "threes", "fours", "fives", "sixes",
    "pair", "two_pairs", "three_pairs", "three_of_a_kind", "four_of_a_kind", "five_of_a_kind",
    "full_house", "villa", "tower", "small_straight", "large_straight", "full_straight",
    "yacht", "chance",
]  # fmt: skip
ScoreBox: TypeAlias = str
"""The name of a box; in the second and third column ``*2`` or ``*3`` follows it."""
ScoreSheet: TypeAlias = tuple[int | None, ...]
"""The points in each box, in the order of `boxes_in_game`; None: still free."""

SCORE_BOXES: tuple[BoxName, ...] = get_args(BoxName)
UPPER_BOXES = SCORE_BOXES[: len(FACES)]
FOR_SIX_DICE = {"three_pairs", "five_of_a_kind", "villa", "tower", "full_straight"}

GROUP_SIZES: Mapping[BoxName, tuple[int, ...]] = {
    "pair": (2,),
    "two_pairs": (2, 2),
    "three_pairs": (2, 2, 2),
    "three_of_a_kind": (3,),
    "four_of_a_kind": (4,),
    "five_of_a_kind": (5,),
    "full_house": (3, 2),
    "villa": (3, 3),
    "tower": (4, 2),
}
"""How many equal dice each box takes; each group of another number."""

STRAIGHTS: Mapping[str, Mapping[BoxName, tuple[str, ...]]] = {
    "four_and_five": {
        "small_straight": ("1234", "2345", "3456"),
        "large_straight": ("12345", "23456"),
        "full_straight": ("123456",),
    },
    "low_and_high": {
        "small_straight": ("12345",),
        "large_straight": ("23456",),
        "full_straight": ("123456",),
    },
}
"""By the option `straights`: the dice that each straight may be."""

ROLLS_PER_TURN = 3
FULL_HOUSE_POINTS = 25


@dataclass(frozen=True, slots=True)
class Column:
    """The points in the `upper` boxes of a column, their `bonus`, and what the column counts."""

    upper: int
    bonus: int
    total: int


@lru_cache(maxsize=64)
def box_names(options: Options) -> tuple[BoxName, ...]:
    """Return the boxes that each column has under these options, in order."""
    left_out = set() if options.dice == 6 else {*FOR_SIX_DICE}
    if not options.pairs:
        left_out |= {"pair", "two_pairs", "three_pairs"}
    if not options.three_of_a_kind:
        left_out.add("three_of_a_kind")
    return tuple(box for box in SCORE_BOXES if box not in left_out)


@lru_cache(maxsize=64)
def boxes_in_game(options: Options) -> tuple[ScoreBox, ...]:
    """Return the boxes that a sheet has under these options, column by column."""
    ends = ("", "*2", "*3")[: options.columns]
    return tuple(name + end for end in ends for name in box_names(options))


def name_and_column(box: ScoreBox) -> tuple[BoxName, int]:
    """Return the name and the column of `box`; points in column 2 count twice, in 3 three times."""
    name, _, column = box.partition("*")
    return cast(BoxName, name), int(column or 1)


def empty_sheet(options: Options) -> ScoreSheet:
    """Return a sheet on which nothing is written."""
    return (None,) * len(boxes_in_game(options))


def points_by_column(sheet: ScoreSheet, name: BoxName, options: Options) -> ScoreSheet:
    """Return the points in the boxes called `name`, one in each column; None: it is free."""
    names = box_names(options)
    return sheet[names.index(name) :: len(names)]


def is_yacht(dice: Sequence[Face]) -> bool:
    """Return whether all `dice` show one number; false without dice."""
    return len(set(dice)) == 1


@lru_cache(maxsize=4096)
def points_in_box(box: BoxName, dice: Faces, options: Options, *, joker: bool = False) -> int:
    """Return what `dice` score in `box`.

    A `joker` scores in full as a full house or a straight, and nothing in an upper box.

    >>> points_in_box("full_house", ("2", "2", "3", "3", "3"), Options())
    25
    >>> points_in_box("small_straight", ("1", "3", "4", "5", "6"), Options())
    30
    """
    if box in UPPER_BOXES:
        face = UPPER_BOXES.index(box)
        return 0 if joker else (face + 1) * dice.count(FACES[face])
    if box in GROUP_SIZES:
        return _points_of_groups(box, dice, options, joker)
    if box in STRAIGHTS[options.straights]:
        runs = STRAIGHTS[options.straights][box]
        made = joker or any(set(run).issubset(dice) for run in runs)
        straights = {"small_straight": options.small_straight, "full_straight": sum(range(7))}
        return straights.get(box, options.large_straight) if made else 0
    total = sum(map(int, dice))
    return total if box == "chance" else options.yacht_points * is_yacht(dice)


def _points_of_groups(box: BoxName, dice: Sequence[Face], options: Options, joker: bool) -> int:
    sizes, total = GROUP_SIZES[box], sum(map(int, dice))
    ways = [
        sum(size * int(face) for size, face in zip(sizes, faces, strict=True))
        for faces in permutations(set(dice), len(sizes))
        if all(dice.count(face) >= size for size, face in zip(sizes, faces, strict=True))
    ]
    if box == "full_house" and joker:
        ways.append(sum(sizes) * int(dice[0]))
    if not ways:
        return 0
    if box == "full_house" and options.full_house == "fixed":
        return FULL_HOUSE_POINTS
    return total if box.endswith("of_a_kind") and options.of_a_kind == "all_dice" else max(ways)


def possible_scores(sheet: ScoreSheet, dice: Faces, options: Options) -> dict[ScoreBox, int]:
    """Return what `dice` score in each box that may be filled with them now.

    With the house rules ``forced`` and ``forced_no_extra``, once the yacht box is full, a yacht
    must go in the upper box of its number, or else in a lower box, or else in any.
    """
    boxes = boxes_in_game(options)
    free = [box for box, points in zip(boxes, sheet, strict=True) if points is None]
    names = {box: name_and_column(box)[0] for box in free}
    if options.joker.startswith("forced") and is_yacht(dice) and "yacht" not in names.values():
        own = [box for box in free if names[box] == _box_of_number(dice)]
        free = own or [box for box in free if names[box] not in UPPER_BOXES] or free
    joker = is_joker(sheet, dice, options)
    return {box: points_in_box(names[box], dice, options, joker=joker) for box in free}


def is_joker(sheet: ScoreSheet, dice: Sequence[Face], options: Options) -> bool:
    """Return whether the `dice` are a joker (option `joker`).

    A joker is a yacht when its boxes and, unless the rule is ``original``, the upper boxes of its
    number are full.
    """
    if options.joker == "off" or not is_yacht(dice):
        return False
    full: list[BoxName] = [
        "yacht",
        *([] if options.joker == "original" else [_box_of_number(dice)]),
    ]
    return not any(None in points_by_column(sheet, name, options) for name in full)


def _box_of_number(dice: Sequence[Face]) -> BoxName:
    return UPPER_BOXES[FACES.index(dice[0])]


def further_yacht_points(sheet: ScoreSheet, dice: Sequence[Face], options: Options) -> int:
    """Return the points outside the boxes for a yacht once all yacht boxes hold their points.

    With the house rule ``forced_no_extra``, a joker scores none.
    """
    if not is_yacht(dice) or not all(points_by_column(sheet, "yacht", options)):
        return 0
    unpaid = options.joker == "forced_no_extra" and is_joker(sheet, dice, options)
    return 0 if unpaid else options.further_yachts


def columns_of(sheet: ScoreSheet, options: Options) -> tuple[Column, ...]:
    """Return the sums of each column; a bonus is 0 until the upper boxes hold enough points."""
    size, found = len(box_names(options)), []
    for times in range(1, options.columns + 1):
        points = [one or 0 for one in sheet[(times - 1) * size : times * size]]
        upper = sum(points[: len(UPPER_BOXES)])
        bonus = options.upper_bonus if upper >= options.upper_points_for_bonus else 0
        found.append(Column(upper, bonus, times * (sum(points) + bonus)))
    return tuple(found)
