"""Name the reasons why a reading is not sure."""

from collections.abc import Sequence
from math import dist, exp, log
from statistics import median

import numpy as np

from vision.bounding_box import BoundingBox, centre, enclosing_box, mean_side
from vision.classifiers import FACE_CLASSES, TOUCHING, UNKNOWN, UNREADABLE_DICE
from vision.detection import DOUBT_PROBABILITY, Detection
from vision.detector import Candidate
from vision.frame import Image
from vision.reading import sort_doubts

# Minimum probability that something is a die that can't be read, whatever else seems to be there.
# With 0.95, one more of 287 pictures is sure and wrong, and 25 instead of 27 of 30 covered dice are
# named.
UNREADABLE_PROBABILITY = 0.85
DOUBTS_BY_CLASS = {place: FACE_CLASSES[place] for place in UNREADABLE_DICE} | {
    UNKNOWN: "unknown face"
}
MAX_TOUCHING_DISTANCE = 1.12  # of centres, in mean sizes of the dice; it only names a doubt
# Minimum distance from the picture's border, in die sizes. With 0.1, three of 235 fewer are sure.
MIN_PICTURE_BORDER_DISTANCE = 0.04
RIM = 0.1  # share of a die's length that may be hidden: pips lie 15 % inside; boxes err as much
MAX_ASPECT_RATIO = 1.8  # of a single die; cameras with oblong pixels reach 1.75
# Maximum length of a die for its width, and of its size, relative to the others'. By geometry, a
# cube is at most 1.41 times as long as wide in a picture, two in a row at least 1.9.
MAX_LENGTH = 1.5
MIN_FACE_OVERLAP = 0.7  # minimum share of the smaller width that two faces of one die share


def die_doubts(
    image: Image, die: Detection, dice: Sequence[Detection], *, sure: bool
) -> tuple[str, ...]:
    """Return the doubts about `die`, one of the `dice` of a picture, in the order of DOUBTS.

    A die at the border raises a doubt even if it was read clearly, because a part of it may be
    hidden, unless all but its rim is visible. One that may be cocked, covered and so on raises
    one, too. If the die is not `sure`, the reasons are added.
    """
    named = _named(die) if sure else _reasons(image, die, dice)
    if _may_be_cut(die, dice, image):
        named.add("off the tray")
    return sort_doubts(named)


def has_only_slight_doubts(image: Image, die: Detection) -> bool:
    """Return whether the doubts about `die` are slight: it may count unless somebody objects."""
    return not _named(die) and not _at_border(die.box, image)


def tray_doubts(
    image: Image, dice: Sequence[Detection], faint: Sequence[Detection]
) -> tuple[str, ...]:
    """Return the doubts about a picture as a whole, in the order of DOUBTS.

    Each `faint` detection, which may or may not be a die, raises a doubt: "covered" unless there is
    a better reason.
    """
    named = {"touching"} if _any_merged_dice([die.box for die in dice]) else set()
    for detection in faint:
        named.update(_reasons(image, detection, dice) or {"covered"})
    return sort_doubts(named)


def join_faces(dice: Sequence[Detection]) -> list[Detection]:
    """Return the `dice`, with the upper face and a side of one die joined if both were detected.

    The joined die shows the upper face. Two dice, one behind the other, are taller in the picture
    than two faces of one die. The joined die is still doubted, as possibly two touching dice.
    """
    joined: list[Detection] = []
    for die in sorted(dice, key=lambda one: one.box[1]):
        for i, upper in enumerate(joined):
            if _are_on_one_body(upper, die, dice):
                probabilities = upper.class_probabilities * np.float32(0.5)
                probabilities[TOUCHING] += np.float32(0.5)
                whole = Candidate(enclosing_box(upper.box, die.box), upper.candidate.score)
                joined[i] = Detection(whole, probabilities, upper.clutter)
                break
        else:
            joined.append(die)
    return sorted(joined, key=lambda one: -one.score)


def _are_on_one_body(upper: Detection, lower: Detection, dice: Sequence[Detection]) -> bool:
    """Return whether `upper` and `lower` are the upper face and a side of one die.

    This is true if one box lies on the other and both together are no taller than a die. If the
    other `dice` are wider than tall, the pixels may be oblong, which is compensated.
    """
    a, b = upper.box, lower.box
    widths = a[2] - a[0], b[2] - b[0]
    overlap = min(a[2], b[2]) - max(a[0], b[0])
    if overlap < MIN_FACE_OVERLAP * min(widths):
        return False
    others = [max(0.0, _log_aspect(one.box)) for one in dice if one.box not in (a, b)]
    height = (b[3] - a[1]) * exp(median(others or [0.0]))
    return height < MAX_LENGTH * sum(widths) / 2


def are_touching(a: BoundingBox, b: BoundingBox) -> bool:
    """Return whether these boxes are so close that their dice touch, or may be one die."""
    return dist(centre(a), centre(b)) < MAX_TOUCHING_DISTANCE * (mean_side(a) + mean_side(b)) / 2


def is_unreadable(detection: Detection) -> bool:
    """Return whether the face network sees a die that cannot be read."""
    return detection.unreadable_probability >= UNREADABLE_PROBABILITY


def _named(detection: Detection) -> set[str]:
    """Return the doubts that the networks find likely enough."""
    probabilities = detection.class_probabilities
    return {
        name for place, name in DOUBTS_BY_CLASS.items() if probabilities[place] >= DOUBT_PROBABILITY
    }


def _others(die: Detection, dice: Sequence[Detection]) -> list[Detection]:
    """Return the `dice` at other places; `die` itself may differ from its entry among them."""
    return [other for other in dice if other.box != die.box]


def _reasons(image: Image, detection: Detection, dice: Sequence[Detection]) -> set[str]:
    box = detection.box
    named = _named(detection)
    if _at_border(box, image):
        named.add("off the tray")
    if any(are_touching(box, other.box) for other in _others(detection, dice)):
        named.add("touching")
    return named


def _at_border(box: BoundingBox, image: Image) -> bool:
    return any(_borders_at(box, image, MIN_PICTURE_BORDER_DISTANCE))


def _borders_at(box: BoundingBox, image: Image, margin: float) -> tuple[bool, bool]:
    """Return whether a die in `box` is at the left or right border, and at the top or bottom."""
    height, width = image.shape[:2]
    slack = margin * mean_side(box)
    return min(box[0], width - box[2]) < slack, min(box[1], height - box[3]) < slack


def _may_be_cut(die: Detection, dice: Sequence[Detection], image: Image) -> bool:
    """Return whether the border may hide more of `die` than its rim, which has no pips.

    Nothing else is hidden if the visible part is as long, for its width, as the other, complete
    dice, and as long as the shortest of them. In a corner, what is hidden cannot be judged.
    """
    whole = [one.box for one in _others(die, dice) if not _at_border(one.box, image)]
    if not whole:
        return _at_border(die.box, image)
    at_side, at_end = _borders_at(die.box, image, RIM)
    if at_side == at_end:
        return at_side
    height, width = image.shape[:2]
    x1, y1, x2, y2 = die.box
    seen = (max(x1, 0.0), max(y1, 0.0), min(x2, float(width)), min(y2, float(height)))
    wider = _log_aspect(seen) - median(_log_aspect(box) for box in whole)
    cut, longer = (0, wider) if at_side else (1, -wider)  # the axis that the border may cut
    shortest = min(box[cut + 2] - box[cut] for box in whole)
    return longer < log(1 - RIM) or seen[cut + 2] - seen[cut] < (1 - RIM) * shortest


def _log_aspect(box: BoundingBox) -> float:
    return log((box[2] - box[0]) / (box[3] - box[1]))


def _any_merged_dice(boxes: Sequence[BoundingBox]) -> bool:
    """Return whether a box has the shape or size of two merged dice, compared with the others."""
    shapes = [_log_aspect(box) for box in boxes]
    if any(abs(shape) > log(MAX_ASPECT_RATIO) for shape in shapes):
        return True
    for i, shape in enumerate(shapes):
        others = shapes[:i] + shapes[i + 1 :]
        if others and abs(shape - median(others)) > log(MAX_LENGTH):
            return True
    sizes = [mean_side(box) for box in boxes]
    return len(boxes) > 2 and max(sizes) > MAX_LENGTH * median(sizes)
