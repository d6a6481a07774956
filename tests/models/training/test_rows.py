"""Photographed dice in a row."""

import numpy as np

from models.training.photographs import Photograph
from models.training.rows import find_aligned_dice, lay_in_row


def test_aligned_dice_are_found(photograph: Photograph) -> None:
    """The smallest boxes of a picture are those of dice aligned with its sides."""
    ((found, die),) = find_aligned_dice([photograph])[0]
    assert found is photograph
    assert die.size == 40


def test_dice_lie_face_to_face(photograph: Photograph) -> None:
    """The returned die lies at the returned place, with another one beside it."""
    (dice,) = find_aligned_dice([photograph])
    ground = np.full((60, 60, 3), 90, np.uint8)
    picture, (x, y), size, die = lay_in_row(dice, ground, np.random.default_rng(1))
    assert (picture[round(y), round(x)] == 230).all()
    assert die.face == 3
    assert (picture[round(y - size), round(x)] == 90).all()
    beside = [picture[round(y), round(x + side * size)].mean() for side in (-1, 1)]
    assert max(beside) == 230
