"""How the camera sees the table, by the dice on it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox
from vision.table_view import deviations
from vision.virtual.light import camera_view_of_place

SIZE = (960, 720)
PLACES = [(-0.3, -0.2), (0.25, -0.1), (0.0, 0.2), (-0.25, 0.15), (0.3, 0.25)]  # focal lengths
UP = np.array([0.0, 0.0, 1.0], np.float32)
FAR = 20.0  # edges


def see(
    axis: tuple[float, float], normals: list[NDArray[np.float32]] | None = None, focal: float = 900
) -> tuple[list[BoundingBox], NDArray[np.float64]]:
    """Return boxes of dice seen by a camera, and tilt and edge of each, without any error."""
    boxes, geometry = [], []
    for (right, up), normal in zip(PLACES, normals or [UP] * len(PLACES), strict=True):
        view = camera_view_of_place(axis, FAR, right, up)
        top = view.project(normal / 2)
        x, y = SIZE[0] / 2 + right * focal, SIZE[1] / 2 - up * focal
        half = 20.0  # how large a box is says nothing without the edge
        edge = focal / (view.distance / np.sqrt(1 + right**2 + up**2))
        boxes.append((x - half, y - half, x + half, y + half))
        geometry.append((2 * top[0], -2 * top[1], np.log(edge / (2 * half))))
    return boxes, np.array(geometry)


@pytest.mark.parametrize("axis", [(0.0, 0.0), (0.35, -1.57), (0.5, 0.8)])
@pytest.mark.parametrize("focal", [600, 1200])
def test_dice_that_lie_flat_agree(axis: tuple[float, float], focal: float) -> None:
    """From wherever the camera looks, and through whatever lens."""
    found = deviations(*see(axis, focal=focal), SIZE)
    assert np.all(found[:, 0] < 1)
    assert np.all(np.abs(found[:, 1] - found[:, 1].mean()) < 0.05)


def test_a_tilted_die_stands_out() -> None:
    """Though it turns its face to the camera, as none of the others does."""
    axis = (0.4, -1.57)
    view = camera_view_of_place(axis, FAR, *PLACES[2])
    towards = view.position() / np.linalg.norm(view.position())
    found = deviations(*see(axis, [UP, UP, towards, UP, UP]), SIZE)
    assert found[:, 0].argmax() == 2
    assert found[2, 0] > 2


def test_what_lies_higher_is_larger() -> None:
    """By as much as it is nearer to the camera."""
    boxes, geometry = see((0.0, 0.0))
    geometry[1, 2] += np.log(FAR / (FAR - 1))
    found = deviations(boxes, geometry, SIZE)
    assert found[1, 1] == pytest.approx(np.log(FAR / (FAR - 1)), abs=0.01)
    assert np.all(np.delete(found[:, 1], 1) < 0)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_dice_tell_nothing(count: int) -> None:
    """One or two cannot say which of them lies otherwise."""
    boxes, geometry = see((0.2, 0.0))
    found = deviations(boxes[:count], geometry[:count], SIZE)
    assert found.shape == (count, 2)
    assert np.all(np.isnan(found))
