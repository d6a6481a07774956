"""Features for a die's pose, from two networks and the other dice in the picture.

The upper faces of dice that lie flat are parallel. In a pinhole camera, their apparent tilt and
size then change evenly over the picture (Hartley and Zisserman, "Multiple View Geometry in Computer
Vision", chapter 6: an affine function of the position). A die with another pose stands out.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox, centre, mean_side
from vision.classifiers import POSE_CLASSES
from vision.detection import FloatArray, Probabilities, pose_from_face_network

POSE_FEATURES = ("cocked", "stacked", "among others", "tilt", "size")
FACE_WEIGHT = 0.2  # weight of the face network's log odds, relative to the pose network's
MIN_SIZE_DEVIATION = -2.5  # smaller deviations of the size count as this one


def pose_features(
    faces: Sequence[Probabilities], poses: NDArray[np.float32], deviations: FloatArray
) -> FloatArray:
    """Return the features (N, 5), POSE_FEATURES, from which pose probabilities are computed.

    They are the log odds of "cocked" and of "stacked" against "flat"; whether there are other dice;
    and how much the die's tilt and size deviate from theirs. `deviations` (N, 2) come from
    `deviations_from_other_dice`, NaN if there are no others. `faces` (14,) each and `poses` (N, 6)
    are the networks' outputs.
    """
    seen = np.array([pose_from_face_network(face) for face in faces]).reshape(-1, len(POSE_CLASSES))
    log_odds = _log_odds(poses[:, : len(POSE_CLASSES)]) + FACE_WEIGHT * _log_odds(seen)
    tilt, larger = deviations.T
    scene = ~np.isnan(tilt), tilt, np.maximum(larger, MIN_SIZE_DEVIATION)
    return np.asarray(np.nan_to_num(np.column_stack([log_odds, *scene])), np.float64)


def _log_odds(probabilities: NDArray[np.float32]) -> FloatArray:
    """Return the log odds (N, 2) of each later pose against the first one, clipped to -9..9."""
    logs = np.log(np.maximum(probabilities.astype(np.float64), 1e-9))
    return np.asarray(np.clip(logs[:, 1:] - logs[:, :1], -9, 9), np.float64)


TILT_ERROR = 0.12  # standard deviation of a tilt measured by the pose network
SIZE_ERROR = 0.04  # standard deviation of the log of a measured edge
MAX_HEIGHT_EFFECT = 0.16  # log ratio of sizes; an even larger die is of another make
FIELD_OF_VIEW = 1.2  # longer side of a picture in focal lengths, for a typical camera
VIEW_SPREAD = 0.5  # standard deviation of that, and of the table's tilt in the centre of a picture


def deviations_from_other_dice(
    boxes: Sequence[BoundingBox],
    geometry: FloatArray,
    size: tuple[int, int],
    *,
    are_dice: NDArray[np.bool_],
    whole: bool,
) -> FloatArray:
    """Return the deviation (N, 2) of each die from the other dice: its tilt and its size.

    `geometry` (N, 3) is the tilt to the right and down and the log of the edge in mean box sides of
    each of the `boxes`, as measured by the pose network. `size` is the picture's (width, height).
    Only boxes flagged in `are_dice` (N,) count as other dice. Both deviations are in standard
    deviations. A die that lies like the others has a tilt deviation of 1.25 on average. The size
    deviation is how much larger the die is than the largest of the others; if the picture is
    `whole`, so that its centre is known, sizes are corrected for perspective. NaN if there are no
    other dice.
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


def _larger(length: float, others: FloatArray) -> float:
    """Return how much larger a die is than all `others`, which may be of several sizes."""
    larger = float(length - others.max())
    return 0.0 if larger > MAX_HEIGHT_EFFECT else larger / float(np.hypot(SIZE_ERROR, others.std()))


def _design(places: FloatArray) -> FloatArray:
    """Return the design matrix (2 N, 3) that gives the tilts at `places` (N, 2) from a view (3,).

    A view is the tilt in the centre of the picture, to the right and down, and its change over one
    longer side of the picture.
    """
    rows = np.zeros((len(places), 2, 3))
    rows[:, 0, 0] = rows[:, 1, 1] = 1
    rows[:, :, 2] = places
    return rows.reshape(-1, 3)


def _fit_view(places: FloatArray, tilts: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the likeliest view (3,) for the `tilts` (N, 2) of dice, and its covariance (3, 3)."""
    rows = _design(places)
    before = np.full(3, VIEW_SPREAD**-2)
    covariance = np.linalg.inv(rows.T @ rows / TILT_ERROR**2 + np.diag(before))
    view = covariance @ (rows.T @ tilts.ravel() / TILT_ERROR**2 + before * (0, 0, FIELD_OF_VIEW))
    return np.asarray(view, np.float64), np.asarray(covariance, np.float64)


def _log_scale(view: FloatArray, places: FloatArray) -> FloatArray:
    """Return the log scale of the table at `places`, relative to the centre."""
    towards = places @ view[:2] * view[2] / max(1 - float(view[:2] @ view[:2]), 0.2)
    return np.asarray(np.log(np.maximum(1 - towards, 0.2)), np.float64)
