"""What the card finder is taught about a scene."""

from itertools import islice

import cv2
import numpy as np
import pytest

from models.training.card_finder_samples import (
    CELLS,
    CardFinderSamples,
    centre_of,
    distances_to_outline,
    target_maps,
    turned,
)
from models.training.card_scenes import SIDE, CardScene, draw_cards
from vision.card_finder import DIRECTIONS, RADIUS_UNIT, STRIDE
from vision.frame import Array

BLANK = np.zeros((SIDE, SIDE, 3), np.uint8)
QUAD = np.array([(60, 50), (160, 70), (140, 200), (50, 180)], np.float32)


def test_distances_end_at_the_outline() -> None:
    """From a point within a card, the way in each direction ends at one of its sides."""
    origin = np.array([(100.0, 120.0)], np.float32)
    ends = origin + distances_to_outline(origin, QUAD).T * DIRECTIONS
    for x, y in ends:
        assert abs(cv2.pointPolygonTest(QUAD, (float(x), float(y)), True)) < 0.01


def test_a_card_has_one_centre() -> None:
    """Its cell is a peak, and the outline taught there is that of the card."""
    target = target_maps(CardScene(BLANK, [QUAD], [1.0]))
    assert target.shape == (3 + len(DIRECTIONS), CELLS, CELLS)
    ((row, column),) = np.argwhere(target[0] == 1)
    x, y = centre_of(QUAD)
    assert (column, row) == (x // STRIDE, y // STRIDE)
    assert target[2, row, column] == 1
    origin = (np.array([(column, row)], np.float32) + 0.5) * STRIDE - 0.5
    far = RADIUS_UNIT * np.exp(target[3:, row, column])
    assert np.allclose(far, distances_to_outline(origin, QUAD)[0], rtol=1e-4)


@pytest.mark.parametrize(("visible", "weight"), [(0.9, 1), (0.4, 0), (0.1, 1)])
def test_a_covered_card_teaches_nothing_or_no_card(visible: float, weight: int) -> None:
    """Half a card is one, a corner of one is none, and in between nothing is taught."""
    target = target_maps(CardScene(BLANK, [QUAD], [visible]))
    x, y = (centre_of(QUAD) // STRIDE).astype(int)
    assert target[0, y, x] == (visible > 0.5)
    assert target[1, y, x] == weight


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("quarters", range(4))
def test_corners_turn_with_their_picture(quarters: int, *, mirrored: bool) -> None:
    """A drawn card still lies within its corners."""
    picture = BLANK.copy()
    cv2.fillConvexPoly(picture, QUAD.astype(np.int32), (200, 200, 200))
    scene = turned(CardScene(picture, [QUAD], [1.0]), quarters, mirrored=mirrored)
    drawn: Array = np.argwhere(scene.picture[..., 0] > 0)[:, ::-1].astype(np.float32)
    box = cv2.boundingRect(scene.corners[0].astype(np.int32))
    assert np.abs(np.array(cv2.boundingRect(drawn.astype(np.int32))) - box).max() <= 1


def test_samples_never_end() -> None:
    """Each is a picture and its maps."""
    rng = np.random.default_rng(3)
    samples = CardFinderSamples(draw_cards(rng, 1)[:20], [], rng)
    for picture, target in islice(samples, 5):
        assert picture.shape == (SIDE, SIDE, 3)
        assert np.isfinite(target).all()
