"""How the camera sees the table, by the dice that lie there: one that lies otherwise stands out.

The upper faces of dice that lie flat are parallel. What a pinhole camera sees of their tilt then
changes evenly over the picture, and so does their size (Hartley and Zisserman, "Multiple View
Geometry in Computer Vision", chapter 6: an affine map of the place).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox, centre, mean_side

Array = NDArray[np.float64]

TILT_ERROR = 0.12  # standard deviation of a tilt that the pose network measures
TILT_SPREAD = 0.5  # and of the tilt of the table in the middle of a picture, each way
SIZE_ERROR = 0.04  # standard deviation of the log of a measured edge
HIGHEST = 0.16  # such a log: what is still larger lies no higher, but is of another make
FIELD = 1.2  # longer side of a picture in focal lengths, of an ordinary camera
FIELD_SPREAD = 0.5  # standard deviation of that


def deviations(
    boxes: Sequence[BoundingBox],
    geometry: Array,
    size: tuple[int, int],
    *,
    are_dice: NDArray[np.bool_],
    whole: bool,
) -> Array:
    """Return how much each die lies otherwise than the others, (N, 2): tilt and size.

    `geometry` (N, 3) are the tilt to the right and down of each of the `boxes` and the log of its
    edge in mean sides, as the pose network measures them; `size` is that of the picture, (width,
    height). Those that `are_dice` (N,) are the others. Both are told in standard deviations: of
    tilt one that lies as they do has 1.25 on average; of size it is how much larger the die is than
    the largest of them would be at its place, if the picture is the `whole` of what the camera
    sees, so that its middle is known: else, than it is. NaN where no other lies there.
    """
    longer = max(size)
    places = np.array([centre(box) for box in boxes]).reshape(-1, 2)
    places = (places - np.array(size) / 2) / longer
    edges = np.log([max(mean_side(box), 1.0) for box in boxes]) + geometry[:, 2]
    found = np.full((len(boxes), 2), np.nan)
    for i in range(len(boxes)):
        others = are_dice & (np.arange(len(boxes)) != i)
        if others.any():
            view, covariance = _fit_view(places[others], geometry[others, :2])
            seen = _design(places[i : i + 1])
            off = geometry[i, :2] - seen @ view
            spread = TILT_ERROR**2 + np.trace(seen @ covariance @ seen.T) / 2
            lengths = edges - _log_scale(view, places) if whole else edges
            found[i] = np.linalg.norm(off) / spread**0.5, _larger(lengths[i], lengths[others])
    return found


def _larger(length: float, others: Array) -> float:
    """Return by how much a die is larger than all `others`, which may be of several sizes."""
    larger = float(length - others.max())
    return 0.0 if larger > HIGHEST else larger / float(np.hypot(SIZE_ERROR, others.std()))


def _design(places: Array) -> Array:
    """Return the matrix (2 N, 3) that gives the tilts at `places` (N, 2) from a view (3,).

    A view is the tilt in the middle of the picture, to the right and down, and what it gains by a
    longer side of the picture.
    """
    rows = np.zeros((len(places), 2, 3))
    rows[:, 0, 0] = rows[:, 1, 1] = 1
    rows[:, :, 2] = places
    return rows.reshape(-1, 3)


def _fit_view(places: Array, tilts: Array) -> tuple[Array, Array]:
    """Return the likeliest view (3,) by the `tilts` (N, 2) of dice, and its covariance (3, 3)."""
    rows = _design(places)
    before = 1 / np.array([TILT_SPREAD, TILT_SPREAD, FIELD_SPREAD]) ** 2
    covariance = np.linalg.inv(rows.T @ rows / TILT_ERROR**2 + np.diag(before))
    view = covariance @ (rows.T @ tilts.ravel() / TILT_ERROR**2 + before * (0, 0, FIELD))
    return np.asarray(view, np.float64), np.asarray(covariance, np.float64)


def _log_scale(view: Array, places: Array) -> Array:
    """Return the log of how large things of the table are seen at `places`, against the middle."""
    towards = places @ view[:2] * view[2] / max(1 - float(view[:2] @ view[:2]), 0.2)
    return np.asarray(np.log(np.maximum(1 - towards, 0.2)), np.float64)
