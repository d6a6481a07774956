"""How dice lie, by all that tells of it: two networks, and the other dice of the picture."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox
from vision.detection import Figures, Probabilities, poses_seen
from vision.pose_classifier import CLASSES
from vision.table_view import deviations

MAX_DEVIATION = 6.0  # standard deviations: beyond, a tilt says no more
RELATIVE_SIZES = (-0.1, 0.16)  # of their logs: beyond, a die is not higher up but another make
SIZE_ERROR = 0.04  # standard deviation of one that is measured


def pose_figures(
    faces: Sequence[Probabilities],
    poses: NDArray[np.float32],
    boxes: Sequence[BoundingBox],
    size: tuple[int, int],
) -> Figures:
    """Give what the probabilities of the poses are worked out from, seven for each die, (N, 7).

    The log odds of "cocked" and of "stacked" against "flat" for the pose network, and both for the
    face network; whether enough other dice lie there; how much otherwise than they the die is
    tilted, and how much larger it is, in standard deviations. `faces` (14,) each and `poses` (N, 6)
    are what the networks answer for the `boxes` of a picture of that `size`, (width, height).
    """
    of_both = poses[:, : len(CLASSES)], np.array([poses_seen(face) for face in faces])
    log_odds = [_log_odds(of_one.reshape(-1, len(CLASSES))) for of_one in of_both]
    tilt, larger = deviations(boxes, poses[:, len(CLASSES) :].astype(np.float64), size).T
    among = ~np.isnan(tilt)
    scene = among, np.minimum(tilt, MAX_DEVIATION), np.clip(larger, *RELATIVE_SIZES) / SIZE_ERROR
    return np.asarray(np.nan_to_num(np.column_stack([*log_odds, *scene])), np.float64)


def _log_odds(probabilities: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the log odds (N, 2) of all poses but the first against that, within -9..9."""
    logs = np.log(np.maximum(probabilities.astype(np.float64), 1e-9))
    return np.asarray(np.clip(logs[:, 1:] - logs[:, :1], -9, 9), np.float64)
