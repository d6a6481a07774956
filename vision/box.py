"""Boxes about dice: (x1, y1, x2, y2) in pixels of a picture, x to the right, y down."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias, TypeVar

Box: TypeAlias = tuple[float, float, float, float]


class Scored(Protocol):
    """Something found in a picture: where, and how surely."""

    @property
    def box(self) -> Box: ...  # noqa: D102
    @property
    def score(self) -> float: ...  # noqa: D102


T = TypeVar("T", bound=Scored)


def centre(box: Box) -> tuple[float, float]:
    """Return the middle (x, y) of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def mean_side(box: Box) -> float:
    """Return the mean of width and height."""
    return (box[2] - box[0] + box[3] - box[1]) / 2


def iou(a: Box, b: Box) -> float:
    """Intersection of two boxes over their union, 0..1."""
    both = _common(a, b)
    return both / (_area(a) + _area(b) - both)


def containment(a: Box, b: Box) -> float:
    """Share of the smaller of two boxes that lies in the larger, 0..1."""
    return _common(a, b) / min(_area(a), _area(b))


def nms(found: Iterable[T], overlap: Callable[[Box, Box], bool]) -> list[T]:
    """Return what was found, best first, without what overlaps a better one.

    (Non-maximum suppression; Neubeck and Van Gool 2006.)
    """
    kept: list[T] = []
    for one in sorted(found, key=lambda one: -one.score):
        if not any(overlap(one.box, better.box) for better in kept):
            kept.append(one)
    return kept


def _common(a: Box, b: Box) -> float:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, wide) * max(0.0, high)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
