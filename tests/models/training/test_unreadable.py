"""Dice made unreadable: each effect must really hide the face."""

import numpy as np
import pytest

from models.training.unreadable import (
    HIDDEN,
    blurred,
    burnt,
    burnt_at,
    covered,
    cut_off,
    hidden_under,
)
from vision.bounding_box import enclosing_box
from vision.classifiers import FACE_CROP_SCALE

SHARE = 1 / FACE_CROP_SCALE


@pytest.fixture
def crop() -> np.ndarray:
    """Return a red die with nine white pips and more contrast than any face has."""
    image = np.full((64, 64, 3), (30, 30, 200), np.uint8)
    for row in (20, 32, 44):
        for column in (20, 32, 44):
            image[row - 3 : row + 3, column - 3 : column + 3] = 255
    return image


def test_blur_melts_the_pips(crop: np.ndarray) -> None:
    """Out of focus or smeared, most of the contrast between pips and body is gone."""
    for seed in range(20):
        soft = blurred(crop, np.random.default_rng(seed), SHARE)
        assert soft[14:50, 14:50, 0].std() < 0.75 * crop[14:50, 14:50, 0].std()


def test_glare_eats_part_of_the_face(crop: np.ndarray) -> None:
    """At least a quarter of the centre is white."""
    for seed in range(20):
        lit = burnt(crop, np.random.default_rng(seed), SHARE)
        assert (lit[16:48, 16:48].min(axis=2) >= 250).mean() > 0.25


def test_cover_hides_some_and_not_all(crop: np.ndarray) -> None:
    """A green card covers part of the die, and part of it is visible."""
    green = np.full_like(crop, (0, 255, 0))
    for seed in range(20):
        seen = covered(crop, np.random.default_rng(seed), SHARE, green)
        share = (seen[16:48, 16:48, 1] > 200).mean() - (crop[16:48, 16:48, 1] > 200).mean()
        assert HIDDEN[0] / 3 < share < 1


def test_a_piece_lies_over_the_die_and_reaches_beyond() -> None:
    """In a full picture it covers part of the die, and nothing changes far from it."""
    image = np.full((200, 200, 3), 90, np.uint8)
    green = np.full_like(image, (0, 255, 0))
    shares = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        seen, mask = hidden_under(image, (80.0, 80.0, 120.0, 120.0), rng, green)
        shares.append(mask[80:120, 80:120].mean())
        assert (seen[mask > 0][:, 1] > 200).mean() > 0.8
    assert np.mean(np.array(shares) > 0.2) > 0.7


def test_a_lamp_in_one_die_leaves_the_others() -> None:
    """The die in the box turns white in its centre; at the border of the picture none does."""
    image = np.full((200, 200, 3), 90, np.uint8)
    lit = burnt_at(image, (80.0, 80.0, 120.0, 120.0), np.random.default_rng(0))
    assert (lit[86:114, 86:114].min(axis=2) >= 250).mean() > 0.25
    assert (lit[:40] == 90).all()
    for cut in ((0.0, 80.0, 40.0, 120.0), (0.0, 0.0, 40.0, 40.0), (-90.0, -90.0, -50.0, -50.0)):
        assert burnt_at(image, cut, np.random.default_rng(0)) is image


def test_joint_box() -> None:
    """Two dice taken for one fill the box around both."""
    assert enclosing_box((0.0, 5.0, 10.0, 15.0), (9.0, 0.0, 20.0, 11.0)) == (0.0, 0.0, 20.0, 15.0)


def test_beyond_the_border_of_a_picture_nothing_is_seen(crop: np.ndarray) -> None:
    """The cut part repeats the last pixels; a quarter to three quarters of the die is left."""
    for seed in range(20):
        seen = cut_off(crop, np.random.default_rng(seed), SHARE)
        assert seen.shape == crop.shape
        turned = (np.rot90(seen, turns) for turns in range(4))
        assert any((part[44:] == part[43]).all() for part in turned)
        assert (seen != crop).any()
