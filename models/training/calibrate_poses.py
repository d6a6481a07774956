"""When a die is said to be tilted or to lie on another: calibrated on pictures kept out."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from models.training.calibrate import as_text, detect_as_read, fit_logistic
from models.training.evaluation_pictures import EvaluationPicture
from vision.classifiers import POSE_CLASSES
from vision.pose_features import POSE_FEATURES
from vision.reader import Reader

FLAT = "flat"
ODD_WEIGHT = 4.0  # of a die that does not lie flat: rather a needless question than a wrong number


def calibrate_poses(reader: Reader, pictures: Iterable[EvaluationPicture]) -> dict[str, str]:
    """Return the weights of `Calibration.pose` as text for the network's file.

    A multinomial logistic regression, fitted as one regression for each pose but the first. A die
    that is judged by the others counts twice: among them, and as if it lay alone.
    """
    cases = [
        (one.pose_features, POSE_CLASSES.index(truth if truth in POSE_CLASSES else FLAT))
        for picture in pictures
        for found in detect_as_read(reader, picture)
        for one in found
        if one.pose_features is not None and (truth := picture.face_at(one.box)) is not None
    ]
    # In columns also where a young network saw nothing.
    among = np.array([figures for figures, _ in cases], float).reshape(-1, len(POSE_FEATURES))
    poses = np.array([pose for _, pose in cases], int)
    judged = among[:, POSE_FEATURES.index("among others")] > 0
    alone = among[judged]
    alone[:, POSE_FEATURES.index("among others") :] = 0
    figures, poses = np.vstack([among, alone]), np.concatenate([poses, poses[judged]])
    return {name: _fit(figures, poses, name) for name in POSE_CLASSES if name != FLAT}


def _fit(figures: NDArray[np.float64], poses: NDArray[np.intp], name: str) -> str:
    odd = POSE_CLASSES.index(name)
    of_both = (poses == odd) | (poses == POSE_CLASSES.index(FLAT))
    is_odd = list(poses[of_both] == odd)
    return as_text(fit_logistic(figures[of_both], is_odd, weight=ODD_WEIGHT))
