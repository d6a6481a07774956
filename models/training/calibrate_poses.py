"""Calibrate when a die is reported as cocked or stacked, on held-out pictures."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from models.training.calibrate import as_text, detect_as_read, fit_logistic
from models.training.evaluation_pictures import EvaluationPicture
from vision.classifiers import POSE_CLASSES
from vision.pose_features import POSE_FEATURES
from vision.reader import Reader

FLAT = "flat"
ODD_WEIGHT = 4.0  # of a die that is not flat: a needless question is better than a wrong number


def calibrate_poses(reader: Reader, pictures: Iterable[EvaluationPicture]) -> dict[str, str]:
    """Return the pose weights of `Calibration` as text for the network's file.

    They are a multinomial logistic regression, fitted as one regression for each pose but the
    first. A die that is compared with others counts twice: with them, and as if it lay alone.
    """
    cases = [
        (one.pose_features, POSE_CLASSES.index(truth if truth in POSE_CLASSES else FLAT))
        for picture in pictures
        for found in detect_as_read(reader, picture)
        for one in found
        if one.pose_features is not None and (truth := picture.face_at(one.box)) is not None
    ]
    # Keep two dimensions even if a young network detects nothing.
    among = np.array([features for features, _ in cases], float).reshape(-1, len(POSE_FEATURES))
    poses = np.array([pose for _, pose in cases], int)
    judged = among[:, POSE_FEATURES.index("among others")] > 0
    alone = among[judged]
    alone[:, POSE_FEATURES.index("among others") :] = 0
    features, poses = np.vstack([among, alone]), np.concatenate([poses, poses[judged]])
    return {name: _fit(features, poses, name) for name in POSE_CLASSES if name != FLAT}


def _fit(features: NDArray[np.float64], poses: NDArray[np.intp], name: str) -> str:
    odd = POSE_CLASSES.index(name)
    of_both = (poses == odd) | (poses == POSE_CLASSES.index(FLAT))
    is_odd = poses[of_both] == odd
    weights = np.where(is_odd, ODD_WEIGHT, 1.0)
    return as_text(fit_logistic(features[of_both], list(is_odd), weights=weights))
