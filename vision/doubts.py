"""Names for why a reading is not sure, where the picture shows the reason."""

from collections.abc import Sequence
from math import log
from statistics import median

import cv2
import numpy as np

from vision.body_colour import body_colour
from vision.bounding_box import BoundingBox, centre, mean_side
from vision.classifiers import FACE_CLASSES, UNKNOWN, UNREADABLE_DICE, crop_die
from vision.detection import Detection
from vision.frame import OVEREXPOSED, Image
from vision.reading import sort_doubts

REASON_PROBABILITY = 0.4  # from which what the networks say of an unsure die is the reason
HINT_PROBABILITY = 0.3  # and from which it makes a doubt about one that was read clearly
CERTAIN_PROBABILITY = 0.95  # and about what the detector hardly takes for a die
DOUBTS_BY_CLASS = {place: FACE_CLASSES[place] for place in UNREADABLE_DICE} | {
    UNKNOWN: "unknown face"
}
GRAVE_PROBABILITY = 0.5  # and from which that doubt is more than slight
TOUCHING_DISTANCE = 1.12  # centres nearer than so many mean sizes: one die to the detector, maybe
BORDER_MARGIN = 0.04  # of its size that must lie between a die and the border of the picture
CUT_MARGIN = 0.1  # and between it and a border that may cut it: boxes may end short of that
RIM_SEEN = 0.93  # of a die's length that is seen where no pip is hidden: they lie further in
MIN_WHOLE_DICE = 2  # beside which that is told
MAX_RELATIVE_LENGTH = 1.5  # a box so much longer than those of its neighbours is no single die
MAX_ASPECT_RATIO = 1.8  # nor is one so much longer than wide; cameras with oblong pixels reach 1.75
MAX_RELATIVE_SIZE = 1.45  # nor is one so much bigger than the median of its neighbours
MIN_SHARPNESS = 0.002  # below it a crop is out of focus or moving; readable ones lie above
MAX_GLARE_SHARE = 0.12  # share of a coloured die's pixels at full white that make glare


def die_doubts(
    image: Image, die: Detection, dice: Sequence[Detection], *, sure: bool
) -> tuple[str, ...]:
    """Name the doubts about `die`, one of the `dice` of a picture, in the order of DOUBTS.

    A die at the border makes one even where it was read clearly, unless all but its rim is seen:
    what can be seen of it may not be all. So does one that may be more or less than a plain die. Of
    one that is not `sure` it is said why.
    """
    named = _named(die, HINT_PROBABILITY)
    if not sure:
        named |= _reasons(image, die, dice)
    if _may_be_cut(die, dice, image):
        named.add("off the tray")
    return sort_doubts(named)


def has_only_slight_doubts(image: Image, die: Detection) -> bool:
    """Tell whether nothing weighs against `die` but hints: it may be played unless one objects."""
    grave = _named(die, GRAVE_PROBABILITY)
    return not grave and not _at_border(die.box, image)


def tray_doubts(
    image: Image, dice: Sequence[Detection], faint: Sequence[Detection]
) -> tuple[str, ...]:
    """Name the doubts about a picture that are about none of its `dice`, in the order of DOUBTS.

    `faint` may or may not be dice: they always make a doubt, "covered" if no better reason shows.
    """
    named = {"touching"} if _merged([die.box for die in dice]) else set()
    for detection in faint:
        named.update(_reasons(image, detection, dice) or {"covered"})
    return sort_doubts(named)


def are_touching(a: BoundingBox, b: BoundingBox) -> bool:
    """Tell whether dice in these boxes lie against one another, or may be one."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    return bool(np.hypot(ax - bx, ay - by) < TOUCHING_DISTANCE * (mean_side(a) + mean_side(b)) / 2)


def is_unreadable(detection: Detection) -> bool:
    """Tell whether the face network is certain of a die that cannot be read."""
    return detection.unreadable_probability >= CERTAIN_PROBABILITY


def _named(detection: Detection, least: float) -> set[str]:
    """Return the names of what the networks say of a die with at least that probability."""
    probabilities = detection.class_probabilities
    return {name for place, name in DOUBTS_BY_CLASS.items() if probabilities[place] >= least}


def _others(die: Detection, dice: Sequence[Detection]) -> list[Detection]:
    """Return the `dice` at other places: of `die` more may be known than of that among them."""
    return [other for other in dice if other.box != die.box]


def _reasons(image: Image, detection: Detection, dice: Sequence[Detection]) -> set[str]:
    box = detection.box
    named = _named(detection, REASON_PROBABILITY)
    if _at_border(box, image):
        named.add("off the tray")
    if any(are_touching(box, other.box) for other in _others(detection, dice)):
        named.add("touching")
    crop = crop_die(image, box)
    if sharpness(crop) < MIN_SHARPNESS:
        named.add("blurred")
    if body_colour(crop) != "white" and _burnt(crop) > MAX_GLARE_SHARE:
        named.add("glare")
    return named


def sharpness(crop: Image) -> float:
    """How much of the contrast of `crop` lies in its finest detail, about 0..1."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = float(cv2.Laplacian(grey, cv2.CV_32F).var())
    return fine / (float(grey.var()) * 16 + 1.0)


def _burnt(crop: Image) -> float:
    edge = crop.shape[0] // 5
    middle = crop[edge:-edge, edge:-edge]
    return float((middle.min(axis=2) >= OVEREXPOSED).mean())


def _at_border(box: BoundingBox, image: Image) -> bool:
    return any(_borders_at(box, image, BORDER_MARGIN))


def _borders_at(box: BoundingBox, image: Image, margin: float) -> tuple[bool, bool]:
    """Whether a die in `box` lies at the left or right border, and at the upper or lower one."""
    height, width = image.shape[:2]
    slack = margin * mean_side(box)
    return min(box[0], width - box[2]) < slack, min(box[1], height - box[3]) < slack


def _may_be_cut(die: Detection, dice: Sequence[Detection], image: Image) -> bool:
    """Whether the border may hide more of `die` than its rim, where no pip is.

    What is seen of it is as long as of the shortest of the other dice otherwise, which are whole,
    and as long for its width as theirs. In a corner nothing tells how much is hidden.
    """
    whole = [one.box for one in _others(die, dice) if not _at_border(one.box, image)]
    if len(whole) < MIN_WHOLE_DICE:
        return _at_border(die.box, image)
    at_side, at_end = _borders_at(die.box, image, CUT_MARGIN)
    if at_side == at_end:
        return at_side
    height, width = image.shape[:2]
    x1, y1, x2, y2 = die.box
    seen = (max(x1, 0.0), max(y1, 0.0), min(x2, float(width)), min(y2, float(height)))
    shape = _log_aspect(seen) - median(_log_aspect(box) for box in whole)
    cut = 0 if at_side else 1  # the length that the border may have cut
    shortest = min(box[cut + 2] - box[cut] for box in whole)
    return abs(shape) > -log(RIM_SEEN) or seen[cut + 2] - seen[cut] < RIM_SEEN * shortest


def _log_aspect(box: BoundingBox) -> float:
    return log((box[2] - box[0]) / (box[3] - box[1]))


def _merged(boxes: Sequence[BoundingBox]) -> bool:
    """Whether a box is shaped or sized like two dice taken for one, beside the other boxes."""
    shapes = [_log_aspect(box) for box in boxes]
    if any(abs(shape) > log(MAX_ASPECT_RATIO) for shape in shapes):
        return True
    for i, shape in enumerate(shapes):
        others = shapes[:i] + shapes[i + 1 :]
        if others and abs(shape - median(others)) > log(MAX_RELATIVE_LENGTH):
            return True
    sizes = [mean_side(box) for box in boxes]
    return len(boxes) > 2 and max(sizes) > MAX_RELATIVE_SIZE * median(sizes)
