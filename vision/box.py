"""Boxes about dice: (x1, y1, x2, y2) in pixels of a picture, x to the right, y down."""

from typing import TypeAlias

Box: TypeAlias = tuple[float, float, float, float]


def centre(box: Box) -> tuple[float, float]:
    """Return the middle (x, y) of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def size(box: Box) -> float:
    """Return the mean of width and height."""
    return (box[2] - box[0] + box[3] - box[1]) / 2


def shared(a: Box, b: Box) -> float:
    """Intersection of two boxes over their union, 0..1."""
    both = _common(a, b)
    return both / (_area(a) + _area(b) - both)


def inside(a: Box, b: Box) -> float:
    """Share of the smaller of two boxes that lies in the larger, 0..1."""
    return _common(a, b) / min(_area(a), _area(b))


def _common(a: Box, b: Box) -> float:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, wide) * max(0.0, high)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
