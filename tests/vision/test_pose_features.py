"""Features for the pose of a die, from two networks and the other dice."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from models.training.looks import camera_view_of_place
from vision.bounding_box import BoundingBox
from vision.classifiers import COCKED, FACE_CLASSES, POSE_OUTPUTS, STACKED
from vision.pose_features import (
    FACE_WEIGHT,
    MAX_HEIGHT_EFFECT,
    MIN_SIZE_DEVIATION,
    POSE_FEATURES,
    SIZE_ERROR,
    deviations_from_other_dice,
    pose_features,
)

ALONE = np.full((1, 2), np.nan)  # no deviations, because there are no other dice


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


def test_both_networks_contribute_features() -> None:
    """They are log odds against lying flat, with less weight for the face network."""
    figures = pose_features(faces(1), poses(0.7, 0.2, 0.1), ALONE)
    odds = np.log([2 / 7, 1 / 7]) + FACE_WEIGHT * np.log([1 / 2, 1 / 4])
    assert figures.shape == (1, len(POSE_FEATURES))
    assert figures[0] == pytest.approx([*odds, 0, 0, 0], rel=1e-4)


@pytest.mark.parametrize(
    ("tilt", "larger", "reported"),
    [
        (0.0, 0.0, (1, 0, 0)),
        (2.0, 1.5, (1, 2, 1.5)),
        (20.0, -20.0, (1, 20.0, MIN_SIZE_DEVIATION)),
    ],
)
def test_deviations_from_the_other_dice_are_features(
    tilt: float, larger: float, reported: tuple[float, float, float]
) -> None:
    """The tilt and size relative to the other dice are features; small sizes are clipped."""
    figures = pose_features(faces(1), poses(0.7, 0.2, 0.1), np.array([[tilt, larger]]))
    assert figures[0, 2:] == pytest.approx(reported)


def test_certainty_is_bounded() -> None:
    """A fully certain network has a bounded effect; no dice give no features."""
    sure = pose_features(faces(1), poses(0.0, 1.0, 0.0), ALONE)
    assert 8 < np.abs(sure).max() < 10
    none = pose_features([], np.zeros((0, len(POSE_OUTPUTS)), np.float32), np.zeros((0, 2)))
    assert none.shape == (0, 5)


SIZE = (960, 720)
PLACES = [(-0.3, -0.2), (0.25, -0.1), (0.0, 0.2), (-0.25, 0.15), (0.3, 0.25)]  # focal lengths
UP = np.array([0.0, 0.0, 1.0], np.float32)
FAR = 20.0  # edges


def see(
    axis: tuple[float, float], normals: list[NDArray[np.float32]] | None = None, focal: float = 900
) -> tuple[list[BoundingBox], NDArray[np.float64]]:
    """Return the boxes of dice seen by a camera, and tilt and edge of each, without error."""
    boxes, geometry = [], []
    for (right, up), normal in zip(PLACES, normals or [UP] * len(PLACES), strict=True):
        view = camera_view_of_place(axis, FAR, right, up)
        top = view.project(normal / 2)
        x, y = SIZE[0] / 2 + right * focal, SIZE[1] / 2 - up * focal
        half = 20.0  # the size of a box means nothing without the edge
        edge = focal / (view.distance / np.sqrt(1 + right**2 + up**2))
        boxes.append((x - half, y - half, x + half, y + half))
        geometry.append((2 * top[0], -2 * top[1], np.log(edge / (2 * half))))
    return boxes, np.array(geometry)


def apart(
    seen: tuple[list[BoundingBox], NDArray[np.float64]], whole: bool = True, **known: Any
) -> NDArray[np.float64]:
    """Return the deviation of each of the dice."""
    boxes, geometry = seen
    known = {"are_dice": np.ones(len(boxes), bool), **known}
    return deviations_from_other_dice(boxes, geometry, SIZE, whole=whole, **known)


@pytest.mark.parametrize("axis", [(0.0, 0.0), (0.35, -1.57), (0.5, 0.8)])
@pytest.mark.parametrize("focal", [600, 1200])
def test_dice_that_lie_flat_agree(axis: tuple[float, float], focal: float) -> None:
    """The camera's position and lens do not matter."""
    found = apart(see(axis, focal=focal))
    assert np.all(found[:, 0] < 1)
    assert np.all(np.abs(found[:, 1]) < 1)


def test_a_tilted_die_stands_out() -> None:
    """It does so even if it faces the camera, which no other die does."""
    axis = (0.4, -1.57)
    view = camera_view_of_place(axis, FAR, *PLACES[2])
    towards = view.position() / np.linalg.norm(view.position())
    found = apart(see(axis, [UP, UP, towards, UP, UP]))
    assert found[:, 0].argmax() == 2
    assert found[2, 0] > 2


def test_a_higher_die_is_larger() -> None:
    """It is larger by as much as it is closer to the camera."""
    boxes, geometry = see((0.0, 0.0))
    geometry[1, 2] += np.log(FAR / (FAR - 1))
    found = apart((boxes, geometry))
    assert found[1, 1] == pytest.approx(np.log(FAR / (FAR - 1)) / SIZE_ERROR, abs=0.1)
    assert np.all(np.delete(found[:, 1], 1) < 0)


def test_a_die_of_another_make_is_not_higher() -> None:
    """A much larger die need not lie higher, and dice of several sizes mean little."""
    boxes, geometry = see((0.0, 0.0))
    geometry[1, 2] += 2 * MAX_HEIGHT_EFFECT
    assert apart((boxes, geometry))[1, 1] == 0
    geometry[1:4, 2] = geometry[0, 2] + np.array([0.1, -0.1, 0.05])
    assert 0 < apart((boxes, geometry))[1, 1] < 1


def test_in_a_cropped_picture_the_centre_is_unknown() -> None:
    """Flat dice under a level camera still have the same size."""
    boxes, geometry = see((0.0, 0.0))
    cut = [(x1 - 200, y1 - 100, x2 - 200, y2 - 100) for x1, y1, x2, y2 in boxes]
    found = apart((cut, geometry), whole=False)
    assert found[:, 1] == pytest.approx(0, abs=1e-4)
    assert np.all(found[:, 0] < 1)


def test_objects_that_are_not_dice_do_not_affect_the_others() -> None:
    """Their pose and size do not matter."""
    boxes, geometry = see((0.2, 0.0))
    geometry[4] = 1.2, -1.0, 0.4
    found = apart((boxes, geometry), are_dice=np.array([True] * 4 + [False]))
    assert np.all(found[:4, 0] < 1)
    assert np.all(found[:4, 1] < 1)
    assert found[4, 0] > 5


def test_if_one_of_two_dice_differs_both_deviate() -> None:
    """Nothing shows which of them is odd."""
    boxes, geometry = see((0.2, 0.0))
    flat = apart((boxes[:2], geometry[:2]))
    geometry[0, :2] += 0.5
    assert np.all(apart((boxes[:2], geometry[:2]))[:, 0] > flat[:, 0] + 1)


def test_a_lone_die_has_no_deviation() -> None:
    """There are no others to compare it with."""
    boxes, geometry = see((0.2, 0.0))
    for count in (0, 1):
        found = apart((boxes[:count], geometry[:count]))
        assert found.shape == (count, 2)
        assert np.all(np.isnan(found))
