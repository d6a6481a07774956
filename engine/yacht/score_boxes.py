"""The boxes of a score sheet, and what five dice score in each (Rules §6.3)."""

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from engine.core.codec import with_item
from engine.core.dice import FACES, Face
from engine.yacht.options import Options

ScoreBox: TypeAlias = Literal[
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yacht",
    "chance",
]
ScoreSheet: TypeAlias = tuple[int | None, ...]
"""The points in each box, in the order of `SCORE_BOXES`; None: still free."""

SCORE_BOXES: tuple[ScoreBox, ...] = get_args(ScoreBox)
UPPER_BOXES, LOWER_BOXES = SCORE_BOXES[: len(FACES)], SCORE_BOXES[len(FACES) :]
DICE_COUNT = 5
THROWS_PER_TURN = 3

YACHT_POINTS = 50
FULL_HOUSE_POINTS = 25
POINTS_FOR_BONUS = 63
"""The points in the upper boxes that earn the bonus: three of each number."""

EMPTY_SHEET: ScoreSheet = (None,) * len(SCORE_BOXES)
_YACHT = SCORE_BOXES.index("yacht")


def score_boxes_in_game(options: Options) -> tuple[ScoreBox, ...]:
    """Return the boxes in play: all thirteen, or all but three of a kind."""
    return tuple(box for box in SCORE_BOXES if options.three_of_a_kind or box != "three_of_a_kind")


def is_yacht(dice: Sequence[Face]) -> bool:
    """Return whether the dice are five of a kind."""
    return len(dice) == DICE_COUNT and len(set(dice)) == 1


def points_in_box(
    box: ScoreBox, dice: Sequence[Face], options: Options, *, joker: bool = False
) -> int:
    """Return what five `dice` score in `box`; a `joker` scores in full in a lower box.

    >>> points_in_box("full_house", ["2", "2", "3", "3", "3"], Options())
    25
    >>> points_in_box("small_straight", ["1", "3", "4", "5", "6"], Options())
    30
    """
    total = sum(map(int, dice))
    match box:
        case "chance":
            return total
        case "yacht":
            return YACHT_POINTS if is_yacht(dice) else 0
        case "three_of_a_kind":
            return _of_a_kind(3, dice, options)
        case "four_of_a_kind":
            return _of_a_kind(4, dice, options)
        case "full_house":
            made = sorted(map(dice.count, set(dice))) == [2, 3]
            points = FULL_HOUSE_POINTS if options.full_house == "fixed" else total
        case "small_straight":
            made, points = _is_small_straight(dice, options), options.small_straight
        case "large_straight":
            made, points = _is_large_straight(dice, options), options.large_straight
        case _:
            face = UPPER_BOXES.index(box) + 1
            return face * dice.count(FACES[face - 1])
    return points if made or joker else 0


def possible_scores(
    sheet: ScoreSheet, dice: Sequence[Face], options: Options
) -> dict[ScoreBox, int]:
    """Return what five `dice` score in each box that may be filled with them now.

    With the house rules ``forced`` and ``forced_no_extra``, once the yacht box is full, five of a
    kind must go in the upper box of their number, or else in a lower box, or else in any.
    """
    free = [box for box in score_boxes_in_game(options) if sheet[SCORE_BOXES.index(box)] is None]
    if options.joker.startswith("forced") and is_yacht(dice) and sheet[_YACHT] is not None:
        own = _box_of_number(dice)
        lower = [box for box in free if box in LOWER_BOXES]
        free = [own] if own in free else lower or free
    joker = is_joker(sheet, dice, options)
    return {box: points_in_box(box, dice, options, joker=joker) for box in free}


def is_joker(sheet: ScoreSheet, dice: Sequence[Face], options: Options) -> bool:
    """Return whether the `dice` are a joker (option `joker`).

    A joker is five of a kind when the yacht box and the upper box of their number are full.
    """
    return (
        options.joker != "off"
        and is_yacht(dice)
        and sheet[_YACHT] is not None
        and sheet[SCORE_BOXES.index(_box_of_number(dice))] is not None
    )


def _box_of_number(dice: Sequence[Face]) -> ScoreBox:
    return UPPER_BOXES[FACES.index(dice[0])]


def further_yacht_points(sheet: ScoreSheet, dice: Sequence[Face], options: Options) -> int:
    """Return the points outside the boxes for five of a kind once the yacht box holds 50.

    With the house rule ``forced_no_extra``, a joker scores none.
    """
    if sheet[_YACHT] != YACHT_POINTS or not is_yacht(dice):
        return 0
    unpaid = options.joker == "forced_no_extra" and is_joker(sheet, dice, options)
    return 0 if unpaid else options.further_yachts


def fill_box(sheet: ScoreSheet, box: ScoreBox, points: int) -> ScoreSheet:
    """Return `sheet` with `points` in `box`."""
    return with_item(sheet, SCORE_BOXES.index(box), points)


def upper_sum(sheet: ScoreSheet) -> int:
    """Return the points in the upper boxes, without the bonus."""
    return sum(written or 0 for written in sheet[: len(UPPER_BOXES)])


def upper_bonus(sheet: ScoreSheet, options: Options) -> int:
    """Return the bonus for the upper boxes: 0 until they hold enough points."""
    return options.upper_bonus if upper_sum(sheet) >= POINTS_FOR_BONUS else 0


def _of_a_kind(count: int, dice: Sequence[Face], options: Options) -> int:
    equal = [face for face in FACES if dice.count(face) >= count]
    if not equal:
        return 0
    return sum(map(int, dice)) if options.of_a_kind == "all_dice" else count * int(equal[0])


def _is_small_straight(dice: Sequence[Face], options: Options) -> bool:
    if options.straights == "low_and_high":
        return set(dice) == set(FACES[:5])
    return any(set(FACES[low : low + 4]) <= set(dice) for low in range(3))


def _is_large_straight(dice: Sequence[Face], options: Options) -> bool:
    lows = (1,) if options.straights == "low_and_high" else (0, 1)
    return any(set(FACES[low : low + 5]) == set(dice) for low in lows)
