"""Names of body colours."""

import cv2
import numpy as np
import pytest

from tests.vision.dog_dice import dog_dice, rolled
from vision.body_colour import body_colour, body_colour_around_symbol
from vision.classifiers import crop_die


@pytest.mark.parametrize(
    ("bgr", "name"),
    [
        ((235, 240, 240), "white"),
        ((190, 215, 230), "white"),
        ((20, 18, 18), "black"),
        ((110, 112, 108), "grey"),
        ((30, 25, 190), "red"),
        ((20, 20, 120), "red"),
        ((20, 110, 235), "orange"),
        ((30, 200, 235), "yellow"),
        ((50, 150, 40), "green"),
        ((190, 80, 20), "blue"),
        ((150, 40, 120), "purple"),
        ((30, 60, 110), "brown"),
    ],
)
def test_colours(bgr: tuple[int, int, int], name: str) -> None:
    """A plain body with pips of the opposite brightness is named by its own colour."""
    crop = np.full((64, 64, 3), bgr, np.uint8)
    for x, y in ((22, 22), (42, 42), (32, 32), (22, 42), (42, 22)):
        cv2.circle(crop, (x, y), 4, (255, 255, 255) if sum(bgr) < 380 else (0, 0, 0), -1)
    assert body_colour(crop) == name


def test_smallest_crop() -> None:
    """Even one pixel has a colour."""
    assert body_colour(np.full((1, 1, 3), 250, np.uint8)) == "white"


def test_a_large_spot_does_not_change_the_body_colour() -> None:
    """Around a spot that fills most of a side, the body's colour is mostly recognised."""
    right = []
    for number in range(6):
        tray, image = rolled(dog_dice(11, range(1, 7)), 8100 + number)
        for box, body in zip(tray.boxes, ("white", "white", "black", "black"), strict=True):
            right.append(body_colour_around_symbol(crop_die(image, box)) == body)
    assert np.mean(right) > 0.6
