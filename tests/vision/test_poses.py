"""How dice lie, by two networks and the other dice."""

import numpy as np
import pytest

from vision.bounding_box import BoundingBox
from vision.face_classifier import CLASSES, COCKED, STACKED
from vision.pose_classifier import ANSWERS
from vision.poses import MAX_DEVIATION, RELATIVE_SIZES, SIZE_ERROR, pose_figures

SIZE = (400, 400)
BOXES: list[BoundingBox] = [(x - 20.0, 180.0, x + 20.0, 220.0) for x in (80.0, 200.0, 320.0)]


def faces(count: int) -> list[np.ndarray]:
    """Return what the face network says of dice that show a five and may be cocked or stacked."""
    seen = np.zeros(len(CLASSES), np.float32)
    seen[[4, COCKED, STACKED]] = 0.5, 0.25, 0.125
    return [seen] * count


def poses(count: int) -> np.ndarray:
    """Return what the pose network answers for dice seen from above, all alike."""
    answers = np.zeros((count, len(ANSWERS)), np.float32)
    answers[:, :3] = 0.7, 0.2, 0.1
    return answers


def test_both_networks_have_their_say() -> None:
    """Of three dice, as log odds against lying flat; of a lone one the others say nothing."""
    figures = pose_figures(faces(3), poses(3), BOXES, SIZE)
    odds = np.log([2 / 7, 1 / 7, 1 / 2, 1 / 4])
    assert figures[:, :4] == pytest.approx(np.tile(odds, (3, 1)), rel=1e-4)
    assert figures[:, 4].all()
    alone = pose_figures(faces(1), poses(1), BOXES[:1], SIZE)
    assert alone[0, :4] == pytest.approx(odds, rel=1e-4)
    assert not alone[0, 4:].any()


def test_the_other_dice_have_their_say() -> None:
    """One that is tilted or much larger stands out, up to where it says no more."""
    answers = poses(3)
    answers[1, 3:] = 0.6, -0.6, 0.05
    tilt, larger = pose_figures(faces(3), answers, BOXES, SIZE)[1, 5:]
    assert 4 < tilt <= MAX_DEVIATION
    assert 0.03 < larger * SIZE_ERROR < 0.07
    answers[1, 5] = 1.0
    assert pose_figures(faces(3), answers, BOXES, SIZE)[1, 6] == RELATIVE_SIZES[1] / SIZE_ERROR


def test_certainty_is_bounded_and_no_die_is_no_figure() -> None:
    """A network that is wholly sure counts for much, not for all."""
    sure = poses(3)
    sure[:, :3] = 0.0, 1.0, 0.0
    assert np.abs(pose_figures(faces(3), sure, BOXES, SIZE)).max() == 9
    assert pose_figures([], poses(0), [], SIZE).shape == (0, 7)
