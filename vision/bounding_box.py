"""Bounding boxes (x1, y1, x2, y2) in pixels, with x to the right and y down."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

BoundingBox: TypeAlias = tuple[float, float, float, float]


def centre(box: BoundingBox) -> tuple[float, float]:
    """Return the centre (x, y) of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def mean_side(box: BoundingBox) -> float:
    """Return the mean of width and height."""
    return (box[2] - box[0] + box[3] - box[1]) / 2


def shift_box(box: BoundingBox, dx: float, dy: float) -> BoundingBox:
    """Return a box moved by `dx` to the right and `dy` down."""
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


def enclosing_box(a: BoundingBox, b: BoundingBox) -> BoundingBox:
    """Return the smallest box around two boxes."""
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def rotate_box(box: BoundingBox, size: tuple[int, int], quarter_turns: int) -> BoundingBox:
    """Return a box after its picture of (width, height) was rotated left by quarter turns."""
    (x1, y1, x2, y2), (width, height) = box, size
    for _ in range(quarter_turns % 4):
        x1, y1, x2, y2 = y1, width - x2, y2, width - x1
        width, height = height, width
    return x1, y1, x2, y2


def iou(a: BoundingBox, b: BoundingBox) -> float:
    """Return the intersection over union of two boxes, 0..1."""
    both = _intersection(a, b)
    return both / (_area(a) + _area(b) - both) if both else 0.0


def containment(a: BoundingBox, b: BoundingBox) -> float:
    """Return the share of the smaller box that lies in the larger one, 0..1."""
    return _intersection(a, b) / min(_area(a), _area(b))


def nms(
    boxes: Sequence[BoundingBox],
    scores: Sequence[float],
    overlap: Callable[[BoundingBox, BoundingBox], bool],
) -> list[int]:
    """Return the indices of the boxes that do not overlap a better one, best first.

    Non-maximum suppression (Neubeck and Van Gool 2006).
    """
    kept: list[int] = []
    for i in sorted(range(len(boxes)), key=lambda i: -scores[i]):
        if not any(overlap(boxes[i], boxes[better]) for better in kept):
            kept.append(i)
    return kept


def _intersection(a: BoundingBox, b: BoundingBox) -> float:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, wide) * max(0.0, high)


def _area(box: BoundingBox) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
