"""When a die is said to be tilted or to lie on another: calibrated on pictures kept out."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from models.training.calibrate import as_text, fit_logistic
from models.training.evaluation_pictures import EvaluationPicture
from vision.pose_classifier import CLASSES as POSES
from vision.reader import Reader

FIGURES = 7  # of `pose_figures`
SCENE_FIGURES = slice(4, 7)  # of them: what the other dice of the picture tell


def calibrate_poses(reader: Reader, pictures: Iterable[EvaluationPicture]) -> dict[str, str]:
    """Return the weights of `Calibration.pose` as text for the network's file.

    A multinomial logistic regression, fitted as one regression for each pose but the first. Each
    die counts twice: among the others, and as if it lay alone.
    """
    cases = [
        (one.pose_figures, POSES.index(truth) if truth in POSES else 0)
        for picture in pictures
        for one in reader.detect(picture.image)
        if one.pose_figures is not None and (truth := picture.face_at(one.box)) is not None
    ]
    # In columns also where a young network saw nothing.
    among = np.array([figures for figures, _ in cases], float).reshape(-1, FIGURES)
    alone = among.copy()
    alone[:, SCENE_FIGURES] = 0
    figures, poses = np.vstack([among, alone]), np.tile(np.array([pose for _, pose in cases], int), 2)
    return {name: _fit(figures, poses, place) for place, name in enumerate(POSES) if place}


def _fit(figures: NDArray[np.float64], poses: NDArray[np.intp], place: int) -> str:
    of_both = (poses == place) | (poses == 0)
    return as_text(fit_logistic(figures[of_both], poses[of_both] == place))
