"""The sides of a card: fitted to a rough outline, and refined to a fraction of a pixel."""

from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Array, Image

SIDE_POSITIONS = np.linspace(0.08, 0.92, 33, dtype=np.float32)  # without round corners
MIN_REACH = 3.0  # pixels that are searched on either side of the rough outline
CHANGE_FILTER = np.array([[-1, -1, -1, 0, 1, 1, 1]], np.float32) / 3  # for the change of colour
MIN_EDGE_SHARE = 0.35  # share of the strongest change that the card's edge has at least
MIN_CHANGE = 8.0  # levels, summed over the three channels
LINE_SEARCH_STRIDE = 3  # every n-th position along a side is used to search for a line
MAX_LINE_TILT = 8  # samples by which the ends of a line may differ
SAME_EDGE_DISTANCE = 3  # samples within which two edges are the same
QUADRILATERAL_STEPS = 3  # fits of four lines to the points of an outline
CORNER_SHARE = 0.06  # share of a side near its ends that is not fitted: corners are round
MIN_LINE_POSITIONS = 8  # positions needed to fit a line to a side


def refine_corners(corners: Array, image: Image, reach: float) -> Array:
    """Return the corners (4, 2) of a card, in order, where lines along its sides meet.

    The edge of a side is the outermost clear change of colour within `reach`, a share of the card's
    size; printed frames lie further in. The corners are returned unchanged if a side cannot be
    seen.
    """
    along = np.roll(corners, -1, axis=0) - corners
    unit = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-3)
    out = np.stack([unit[:, 1], -unit[:, 0]], axis=1)
    inwards = (out * (corners - corners.mean(axis=0))).sum(axis=1, keepdims=True) < 0
    out = np.where(inwards, -out, out)
    far = max(MIN_REACH, reach * abs(cv2.contourArea(corners)) ** 0.5)
    offsets = np.arange(-far, far, max(0.5, far / 24), dtype=np.float32)
    base = corners[:, None] + SIDE_POSITIONS[:, None] * along[:, None]
    points = (base[:, :, None] + offsets[:, None] * out[:, None, None]).reshape(-1, len(offsets), 2)
    x, y = cv2.split(points.astype(np.float32))
    colours = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    change = np.abs(cv2.filter2D(colours.astype(np.float32), -1, CHANGE_FILTER)).sum(axis=2)[
        :, 3:-3
    ]
    change = change.reshape(4, len(SIDE_POSITIONS), -1)
    places = offsets[3:-3]
    lines = [
        _line(base[side][rows] + places[at][:, None] * out[side])
        for side, (rows, at) in enumerate(map(_outermost, change))
    ]
    sharp = _meeting(lines)
    if sharp is None or np.linalg.norm(sharp - corners, axis=1).max() >= 2 * far:
        return corners
    return sharp


def in_order(corners: Array) -> Array:
    """Return the corners (4, 2) of a card clockwise, from one end of a short side to the other."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    start = corners if sides[0] + sides[2] < sides[1] + sides[3] else np.roll(corners, -1, axis=0)
    along, down = start[1] - start[0], start[2] - start[1]
    if along[0] * down[1] - along[1] * down[0] < 0:  # anticlockwise in the picture
        start = start[[1, 0, 3, 2]]
    return np.ascontiguousarray(start, np.float32)


def fit_quadrilateral(points: Array) -> Array:
    """Return the corners (4, 2), in order, of the quadrilateral through most of `points` (N, 2)."""
    corners = rectangle = cv2.boxPoints(cv2.minAreaRect(points)).astype(np.float32)
    for _ in range(QUADRILATERAL_STEPS):
        along = np.roll(corners, -1, axis=0) - corners
        lengths = np.maximum(np.linalg.norm(along, axis=1), 1e-3)
        unit = along / lengths[:, None]
        from_corners = points[:, None] - corners
        off = np.abs(from_corners[..., 0] * unit[:, 1] - from_corners[..., 1] * unit[:, 0])
        share = (from_corners * unit).sum(axis=2) / lengths
        nearest = off.argmin(axis=1)[:, None] == np.arange(4)
        on_side = nearest & (np.abs(share - 0.5) < 0.5 - CORNER_SHARE)
        fitted = _meeting([_straight(points[on_side[:, side]]) for side in range(4)])
        if fitted is None:
            break
        corners = fitted
    return corners if cv2.isContourConvex(corners) else rectangle


def _straight(points: Array, least: int = 2) -> tuple[Array, Array] | None:
    """Return a point on the line along `points` (N, 2), and its direction.

    None if there are fewer than the `least`.
    """
    if len(points) < least:
        return None
    fit = cv2.fitLine(points, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.asarray(fit[2:], np.float32), np.asarray(fit[:2], np.float32)


@cache
def _tilted(wide: int) -> NDArray[np.intp]:
    """Return sample indices (lines, rows) of all candidate lines, sorted by their middle.

    The lines run through rows of `wide` samples.
    """
    ends = [
        (i, j)
        for i in range(wide)
        for j in range(max(0, i - MAX_LINE_TILT), min(wide, i + MAX_LINE_TILT + 1))
    ]
    ends.sort(key=sum)
    first, last = np.array(ends).T[:, :, None]
    places = np.rint(
        first + (last - first) * np.linspace(0, 1, len(SIDE_POSITIONS[::LINE_SEARCH_STRIDE]))
    )
    return np.asarray(places, np.intp)


def _outermost(change: Array) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return rows, and a sample index in each, along the outermost line of clear change.

    Most rows must show the change, because the grain of a table changes colour in some rows, but
    not along a line. Empty if there is no such line.
    """
    places = _tilted(change.shape[1])
    rows = np.arange(places.shape[1]) * LINE_SEARCH_STRIDE
    near = cv2.dilate(change, np.ones((1, 3), np.uint8))
    third = places.shape[1] // 3
    along = np.partition(near[rows, places], third, axis=1)[:, third]
    best = float(along.max())
    clear = np.flatnonzero(along >= max(MIN_CHANGE, MIN_EDGE_SHARE * best))
    if not len(clear):
        return clear, clear
    middles = places[:, 0] + places[:, -1]
    about = clear[middles[clear] >= middles[clear[-1]] - 2 * SAME_EDGE_DISTANCE]
    line = np.interp(np.arange(len(change)), rows, places[about[along[about].argmax()]])
    window = np.rint(line).astype(np.intp)[:, None] + np.arange(
        -SAME_EDGE_DISTANCE, SAME_EDGE_DISTANCE + 1
    )
    window = np.clip(window, 0, change.shape[1] - 1)
    seen = np.take_along_axis(change, window, axis=1)
    peak = np.take_along_axis(window, seen.argmax(axis=1)[:, None], axis=1)[:, 0]
    strong = np.flatnonzero(seen.max(axis=1) >= 0.5 * best)
    return strong, peak[strong]


def _line(points: NDArray[np.floating[Any]]) -> tuple[Array, Array] | None:
    """Return a point on the line through most of `points` (N, 2), and its direction."""
    for _ in range(3):
        line = _straight(points.astype(np.float32), MIN_LINE_POSITIONS)
        if line is None:
            return None
        through, direction = line
        off = (points - through) @ np.array([direction[1], -direction[0]])
        points = points[np.abs(off) <= max(0.7, 1.5 * float(np.median(np.abs(off))))]
    return through, direction


def _meeting(lines: list[tuple[Array, Array] | None]) -> Array | None:
    """Return the intersection of each line with the previous one (4, 2); None if one is missing."""
    corners = []
    for one, other in zip([lines[-1], *lines[:-1]], lines, strict=True):
        if one is None or other is None:
            return None
        ways = np.stack([one[1], -other[1]], axis=1)
        if abs(np.linalg.det(ways)) < 0.3:
            return None
        corners.append(one[0] + np.linalg.solve(ways, other[0] - one[0])[0] * one[1])
    return np.array(corners, np.float32)
