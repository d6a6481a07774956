"""The pose of a die, from two networks and the other dice."""

import numpy as np
import pytest

from vision.classifiers import COCKED, FACE_CLASSES, POSE_OUTPUTS, STACKED
from vision.pose_features import (
    FACE_WEIGHT,
    LEAST_SIZE,
    MAX_TILT,
    POSE_FEATURES,
    are_all_clearly_flat,
    pose_features,
)


def faces(count: int) -> list[np.ndarray]:
    """Return the face network's output for fives that may be cocked or stacked."""
    seen = np.zeros(len(FACE_CLASSES), np.float32)
    seen[[4, COCKED, STACKED]] = 0.5, 0.25, 0.125
    return [seen] * count


def poses(*probabilities: float) -> np.ndarray:
    """Return the pose network's output with these `probabilities`."""
    answers = np.zeros((1, len(POSE_OUTPUTS)), np.float32)
    answers[0, :3] = probabilities
    return answers


def test_both_networks_have_their_say() -> None:
    """Log odds against lying flat, with less weight for the face network; no other dice."""
    figures = pose_features(faces(1), poses(0.7, 0.2, 0.1))
    odds = np.log([2 / 7, 1 / 7]) + FACE_WEIGHT * np.log([1 / 2, 1 / 4])
    assert figures.shape == (1, len(POSE_FEATURES))
    assert figures[0] == pytest.approx([*odds, 0, 0, 0], rel=1e-4)
    lone = pose_features(faces(1), poses(0.7, 0.2, 0.1), np.full((1, 2), np.nan))
    assert (lone == figures).all()


@pytest.mark.parametrize(
    ("tilt", "larger", "told"),
    [
        (0.0, 0.0, (1, 0, 0)),
        (2.0, 1.5, (1, 2, 1.5)),
        (20.0, -20.0, (1, MAX_TILT, LEAST_SIZE)),
    ],
)
def test_the_other_dice_have_their_say(
    tilt: float, larger: float, told: tuple[float, float, float]
) -> None:
    """The deviations count up to their limits."""
    figures = pose_features(faces(1), poses(0.7, 0.2, 0.1), np.array([[tilt, larger]]))
    assert figures[0, 2:] == pytest.approx(told)


def test_certainty_is_bounded() -> None:
    """A fully certain network has a bounded effect; no dice give no features."""
    sure = pose_features(faces(1), poses(0.0, 1.0, 0.0))
    assert 8 < np.abs(sure).max() < 10
    assert pose_features([], np.zeros((0, len(POSE_OUTPUTS)), np.float32)).shape == (0, 5)


def test_a_die_lies_clearly_flat_where_neither_other_pose_is_likely() -> None:
    """One die that may be cocked or stacked is enough to examine all."""
    flat = pose_features(faces(1), poses(0.98, 0.01, 0.01))
    assert are_all_clearly_flat(flat)
    for odd in (poses(0.8, 0.19, 0.01), poses(0.8, 0.01, 0.19)):
        assert not are_all_clearly_flat(np.vstack([flat, pose_features(faces(1), odd)]))
