"""The boxes of a score sheet, and what dice score in each (Rules §6.3)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Literal, TypeAlias, get_args

from engine.core.codec import with_item
from engine.core.dice import FACES, Face
from engine.yacht.options import Options

ScoreBox: TypeAlias = Literal[
    "ones", "twos", "threes", "fours", "fives", "sixes",
    "pair", "two_pairs", "three_pairs", "three_of_a_kind", "four_of_a_kind", "five_of_a_kind",
    "full_house", "villa", "tower", "small_straight", "large_straight", "full_straight",
    "yacht", "chance",
]  # fmt: skip
ScoreSheet: TypeAlias = tuple[int | None, ...]
"""The points in each box, in the order of `boxes_in_game`; None: still free."""

SCORE_BOXES: tuple[ScoreBox, ...] = get_args(ScoreBox)
UPPER_BOXES = SCORE_BOXES[: len(FACES)]
FOR_SIX_DICE = {"three_pairs", "five_of_a_kind", "villa", "tower", "full_straight"}

GROUPS: Mapping[ScoreBox, tuple[int, ...]] = {
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

STRAIGHTS: Mapping[str, Mapping[ScoreBox, tuple[str, ...]]] = {
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

THROWS_PER_TURN = 3
FULL_HOUSE_POINTS = 25


@lru_cache(maxsize=64)
def boxes_in_game(options: Options) -> tuple[ScoreBox, ...]:
    """Return the boxes that a sheet has under these options, in order."""
    left_out = set() if options.dice == 6 else {*FOR_SIX_DICE}
    if not options.pairs:
        left_out |= {"pair", "two_pairs", "three_pairs"}
    if not options.three_of_a_kind:
        left_out.add("three_of_a_kind")
    return tuple(box for box in SCORE_BOXES if box not in left_out)


def empty_sheet(options: Options) -> ScoreSheet:
    """Return a sheet on which nothing is written."""
    return (None,) * len(boxes_in_game(options))


def written(sheet: ScoreSheet, box: ScoreBox, options: Options) -> int | None:
    """Return the points in `box`; None: it is free."""
    return sheet[boxes_in_game(options).index(box)]


def is_yacht(dice: Sequence[Face]) -> bool:
    """Return whether there are dice, which all show one number."""
    return len(set(dice)) == 1


def points_in_box(
    box: ScoreBox, dice: Sequence[Face], options: Options, *, joker: bool = False
) -> int:
    """Return what `dice` score in `box`; a `joker` scores in full as a full house or a straight.

    >>> points_in_box("full_house", ["2", "2", "3", "3", "3"], Options())
    25
    >>> points_in_box("small_straight", ["1", "3", "4", "5", "6"], Options())
    30
    """
    if box in UPPER_BOXES:
        face = UPPER_BOXES.index(box)
        return (face + 1) * dice.count(FACES[face])
    if box in GROUPS:
        return _points_of_groups(box, dice, options, joker)
    if box in STRAIGHTS[options.straights]:
        runs = STRAIGHTS[options.straights][box]
        made = joker or any(set(run).issubset(dice) for run in runs)
        straights = {"small_straight": options.small_straight, "full_straight": sum(range(7))}
        return straights.get(box, options.large_straight) if made else 0
    total = sum(map(int, dice))
    return total if box == "chance" else options.yacht_points * is_yacht(dice)


def _points_of_groups(box: ScoreBox, dice: Sequence[Face], options: Options, joker: bool) -> int:
    sizes, total = GROUPS[box], sum(map(int, dice))
    ways = [
        sum(size * int(face) for size, face in zip(sizes, faces, strict=True))
        for faces in permutations(set(dice), len(sizes))
        if all(dice.count(face) >= size for size, face in zip(sizes, faces, strict=True))
    ]
    if box == "full_house" and joker:
        ways.append(total)
    if not ways:
        return 0
    if box == "full_house" and options.full_house == "fixed":
        return FULL_HOUSE_POINTS
    return total if box.endswith("of_a_kind") and options.of_a_kind == "all_dice" else max(ways)


def possible_scores(
    sheet: ScoreSheet, dice: Sequence[Face], options: Options
) -> dict[ScoreBox, int]:
    """Return what `dice` score in each box that may be filled with them now.

    With the house rules ``forced`` and ``forced_no_extra``, once the yacht box is full, a yacht
    must go in the upper box of its number, or else in a lower box, or else in any.
    """
    boxes = boxes_in_game(options)
    free = [box for box, points in zip(boxes, sheet, strict=True) if points is None]
    if options.joker.startswith("forced") and is_yacht(dice) and "yacht" not in free:
        own = _box_of_number(dice)
        lower = [box for box in free if box not in UPPER_BOXES]
        free = [own] if own in free else lower or free
    joker = is_joker(sheet, dice, options)
    return {box: points_in_box(box, dice, options, joker=joker) for box in free}


def is_joker(sheet: ScoreSheet, dice: Sequence[Face], options: Options) -> bool:
    """Return whether the `dice` are a joker (option `joker`).

    A joker is a yacht when its box and the upper box of its number are full.
    """
    return (
        options.joker != "off"
        and is_yacht(dice)
        and written(sheet, "yacht", options) is not None
        and written(sheet, _box_of_number(dice), options) is not None
    )


def _box_of_number(dice: Sequence[Face]) -> ScoreBox:
    return UPPER_BOXES[FACES.index(dice[0])]


def further_yacht_points(sheet: ScoreSheet, dice: Sequence[Face], options: Options) -> int:
    """Return the points outside the boxes for a yacht once the yacht box holds its points.

    With the house rule ``forced_no_extra``, a joker scores none.
    """
    if not is_yacht(dice) or not written(sheet, "yacht", options):
        return 0
    unpaid = options.joker == "forced_no_extra" and is_joker(sheet, dice, options)
    return 0 if unpaid else options.further_yachts


def fill_box(sheet: ScoreSheet, box: ScoreBox, points: int, options: Options) -> ScoreSheet:
    """Return `sheet` with `points` in `box`."""
    return with_item(sheet, boxes_in_game(options).index(box), points)


def upper_sum(sheet: ScoreSheet) -> int:
    """Return the points in the upper boxes, without the bonus."""
    return sum(points or 0 for points in sheet[: len(UPPER_BOXES)])


def upper_bonus(sheet: ScoreSheet, options: Options) -> int:
    """Return the bonus for the upper boxes: 0 until they hold enough points."""
    return options.upper_bonus if upper_sum(sheet) >= options.points_for_bonus else 0
