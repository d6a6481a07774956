"""How a die lies, by all that tells of it: two networks, and the other dice of the picture."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.detection import Figures, Probabilities, poses_seen
from vision.pose_classifier import CLASSES

FIGURES = ("cocked", "stacked", "among others", "tilt", "size")
FACE_WEIGHT = 0.2  # of the face network's log odds, beside the pose network's
MAX_TILT = 6.0  # standard deviations: beyond, a tilt says no more
LEAST_SIZE = -2.5  # and nor does what is still smaller
CLEARLY_FLAT = -3.5  # log odds of another pose from which down the other dice are not asked about


def pose_figures(
    faces: Sequence[Probabilities],
    poses: NDArray[np.float32],
    apart: NDArray[np.float64] | None = None,
) -> Figures:
    """Give what the probabilities of the poses are worked out from, (N, 5): the FIGURES.

    The log odds of "cocked" and of "stacked" against "flat"; whether others lie there; how much
    otherwise than they the die is tilted, and how much larger it is: `apart` (N, 2), as
    `vision.table_view.deviations` gives it, None where the others were not looked at. `faces` (14,)
    each and `poses` (N, 6) are what the networks answer.
    """
    seen = np.array([poses_seen(face) for face in faces]).reshape(-1, len(CLASSES))
    log_odds = _log_odds(poses[:, : len(CLASSES)]) + FACE_WEIGHT * _log_odds(seen)
    tilt, larger = np.full((2, len(poses)), np.nan) if apart is None else apart.T
    scene = ~np.isnan(tilt), np.minimum(tilt, MAX_TILT), np.maximum(larger, LEAST_SIZE)
    return np.asarray(np.nan_to_num(np.column_stack([log_odds, *scene])), np.float64)


def all_clearly_flat(figures: Figures) -> bool:
    """Tell by the `figures` (N, 5) of dice whether both networks are clear that each lies flat."""
    return bool((figures[:, : len(CLASSES) - 1] <= CLEARLY_FLAT).all())


def _log_odds(probabilities: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the log odds (N, 2) of all poses but the first against that, within -9..9."""
    logs = np.log(np.maximum(probabilities.astype(np.float64), 1e-9))
    return np.asarray(np.clip(logs[:, 1:] - logs[:, :1], -9, 9), np.float64)
