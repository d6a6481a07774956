"""Pictures altered for training."""

import numpy as np

from models.training.augment import fade, repaint
from vision.frame import Image


def _die() -> Image:
    """Return a white die with one black pip, on a grey table."""
    image = np.full((64, 64, 3), 120, np.uint8)
    image[10:54, 10:54] = 240
    image[28:36, 28:36] = 10
    return image


def test_a_repainted_die_keeps_its_pip() -> None:
    """Its colours change, but the pip still differs from the body."""
    for seed in range(20):
        painted = repaint(_die(), np.random.default_rng(seed), 1 / 1.4).astype(int)
        assert not np.array_equal(painted[12:52, 12:52], _die()[12:52, 12:52])
        assert np.abs(painted[32, 32] - painted[20, 20]).max() > 15


def test_a_plain_picture_is_not_repainted() -> None:
    """Without contrast there is no die to repaint."""
    plain = np.full((64, 64, 3), 120, np.uint8)
    assert repaint(plain, np.random.default_rng(0), 1 / 1.4) is plain


def test_a_faded_die_has_less_contrast() -> None:
    """Between a fifth and two thirds of the contrast remains."""
    for seed in range(10):
        faded = fade(_die(), np.random.default_rng(seed))
        assert 0.2 < faded.std() / _die().std() < 0.67
