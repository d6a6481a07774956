"""The weights of the pose features, fitted on pictures."""

import numpy as np
import pytest

from models.training.calibrate_poses import calibrate_poses
from models.training.evaluation_pictures import EvaluationPicture
from models.training.pose_pictures import KINDS, SIDE, pose_pictures
from vision.bounding_box import centre
from vision.calibration import Calibration
from vision.classifiers import POSE_CLASSES
from vision.reader import Reader


@pytest.fixture(scope="module")
def pictures() -> list[EvaluationPicture]:
    """Draw a few pictures."""
    return list(pose_pictures(24))


@pytest.fixture(scope="module")
def calibration(pictures: list[EvaluationPicture]) -> Calibration:
    """Return the calibration of the shipped networks on these pictures."""
    return Calibration.from_metadata(calibrate_poses(Reader(threads=2), pictures))


def test_the_other_dice_decide(calibration: Calibration) -> None:
    """A die that the networks consider flat is like the others, has another tilt, or is larger."""
    for tilt, larger, pose in ((0.5, -0.5, "flat"), (6.0, -0.5, "cocked"), (0.5, 3.5, "stacked")):
        figures = np.array([-1.0, -1.0, 1.0, tilt, larger])
        assert POSE_CLASSES[calibration.pose_probabilities(figures).argmax()] == pose


def test_for_a_lone_die_the_networks_decide(calibration: Calibration) -> None:
    """With no other dice to compare, they must be certain."""
    for cocked, stacked, pose in ((-4, -4, "flat"), (6, -4, "cocked"), (-4, 6, "stacked")):
        found = calibration.pose_probabilities(np.array([cocked, stacked, 0.0, 0, 0])).argmax()
        assert POSE_CLASSES[found] == pose


def test_pictures_of_poses(pictures: list[EvaluationPicture]) -> None:
    """Each kind is equally frequent; odd dice are labelled, and each die's centre is visible."""
    assert [one.group for one in pictures] == [*KINDS] * 8
    for one in pictures:
        odd = [face for _, face in one.dice if not face.isdigit()]
        assert odd == ([] if one.group == "plain" else [one.group])
        middles = np.array([centre(box) for box, _ in one.dice])
        assert middles.shape == (5, 2)
        assert middles.min() > 0
        assert middles.max() < SIDE
