"""How much each sign of a pose weighs, by pictures."""

import numpy as np
import pytest

from models.training.calibrate_poses import calibrate_poses
from models.training.pose_pictures import KINDS, SIDE, pose_pictures
from vision.calibration import Calibration
from vision.pose_classifier import COCKED, FLAT, STACKED
from vision.reader import Reader

AMONG_OTHERS = 1.0


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    """Return what a few pictures give for the shipped networks."""
    return Calibration.from_metadata(calibrate_poses(Reader(threads=2), pose_pictures(45)))


def pose(calibration: Calibration, tilt: float, larger: float) -> np.ndarray:
    """Return how a die lies of which both networks say nothing, beside what the others say."""
    return calibration.pose(np.array([0, 0, 0, 0, AMONG_OTHERS, tilt, larger]))


def test_what_the_other_dice_tell_counts(calibration: Calibration) -> None:
    """A die as they are lies flat; one tilted otherwise is cocked, a larger one lies on another."""
    assert pose(calibration, 0.5, -0.5).argmax() == FLAT
    assert pose(calibration, 5.0, -0.5)[COCKED] > 4 * pose(calibration, 0.5, -0.5)[COCKED]
    assert pose(calibration, 0.5, 3.0)[STACKED] > 2 * pose(calibration, 0.5, -0.5)[STACKED]


def test_pictures_of_poses() -> None:
    """Of each kind as many; what is odd is named, all dice are within the picture."""
    pictures = list(pose_pictures(6))
    assert [one.group for one in pictures] == [*KINDS, *KINDS]
    for one in pictures:
        odd = [face for _, face in one.dice if not face.isdigit()]
        assert odd == ([] if one.group == "plain" else [one.group])
        boxes = np.array([box for box, _ in one.dice])
        assert boxes.shape == (5, 4)
        assert boxes.min() > 0
        assert boxes.max() < SIDE
