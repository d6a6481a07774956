"""What counts as a picture, and when it shows nothing at all."""

import doctest

import numpy as np
import pytest

from vision import frame
from vision.frame import as_bgr, blank_colour


def grainy(level: float, noise: float = 3.0) -> np.ndarray:
    """Return the plain, slightly noisy picture of a surface."""
    rng = np.random.default_rng(0)
    return np.clip(rng.normal(level, noise, (480, 640, 3)), 0, 255).astype(np.uint8)


def test_the_examples_in_the_docstrings() -> None:
    """They run as they are."""
    assert doctest.testmod(frame) == (0, 1)


@pytest.mark.parametrize(
    ("level", "name"), [(0, "black"), (18, "black"), (60, None), (200, None), (262, "white")]
)
def test_a_plain_picture_is_black_or_white_at_the_ends_alone(
    level: float, name: str | None
) -> None:
    """A dark room and a lens that faces a lamp are blank; cloth of any grey is not."""
    assert blank_colour(grainy(level)) == name
    assert blank_colour(grainy(level)[::16, ::16]) == name


@pytest.mark.parametrize(("dice", "side"), [(1, 26), (1, 40), (3, 40), (5, 26)])
def test_a_few_dice_on_black_felt_are_something(dice: int, side: int) -> None:
    """They are the only bright pixels, less than a hundredth of the picture."""
    felt = grainy(16)
    for i in range(dice):
        felt[200 : 200 + side, 60 + 110 * i : 60 + 110 * i + side] = 215
    assert blank_colour(felt) is None


def test_a_broken_pixel_and_a_black_corner_are_nothing() -> None:
    """A few bright pixels in the dark, or the rim of a lens before a white wall."""
    dark, bright = grainy(5), grainy(262)
    dark[100:104, 200:208] = 255
    bright[:48, :64] = 0
    assert (blank_colour(dark), blank_colour(bright)) == ("black", "white")


def test_channels_are_brought_to_three() -> None:
    """Grey pictures, with or without a third axis, and BGRA become BGR."""
    grey = np.full((4, 5), 7, np.uint8)
    assert np.array_equal(as_bgr(grey), np.full((4, 5, 3), 7, np.uint8))
    assert np.array_equal(as_bgr(grey[..., None]), as_bgr(grey))
    assert np.array_equal(as_bgr(np.dstack([grey, grey, grey, grey])), as_bgr(grey))
