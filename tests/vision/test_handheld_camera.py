"""A handheld camera that sways, and scenes in which only hands and dice move."""

import cv2
import numpy as np
import pytest

from tests.vision.stage import STEP, Image, Stage, arm, play
from vision.background import HandheldCameraDetector
from vision.frame import Frame
from vision.stillness import StillnessDetector

WIDE = 24  # pixels that the view drifts at most, to each side


def told(film: list[Image]) -> list[bool]:
    """Return the detector's results for a recording."""
    stillness, held = StillnessDetector(), HandheldCameraDetector()
    return [
        held.observe(stillness.observe(Frame(image, number * STEP, number)))
        for number, image in enumerate(film)
    ]


def sway(image: Image, k: int, speed: float) -> Image:
    """Return frame `k` of a hand that sways by at most `speed` pixels per frame."""
    dx, dy = WIDE * np.sin(k * speed / WIDE), 0.6 * WIDE * np.cos(0.7 * k * speed / WIDE)
    shift = np.array(((1, 0, dx), (0, 1, dy)), np.float32)
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.warpAffine(image, shift, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


@pytest.mark.parametrize("speed", [2.5, 5.0])
def test_a_swaying_view_is_a_camera_that_moves(speed: float) -> None:
    """It is detected within two seconds, and for most of the time."""
    stage = Stage(4)
    stage.show(1)
    seen = told([sway(stage.film[0].image, k, speed) for k in range(150)])
    assert any(seen[:60])
    assert sum(seen[60:]) > 45


def test_hands_and_rolls_are_none() -> None:
    """An arm that comes, stays and goes, and rolls of all dice, are not."""
    stage = Stage(5)
    stage.show(10)
    for reach in (300.0, 520.0):
        stage.show(40, arm(reach))
        stage.roll()
    assert not any(told([frame.image for frame in stage.film]))


def test_the_eye_says_it_and_reads_when_the_camera_is_laid_down() -> None:
    """It may stand still for a moment when it turns; the dice are one roll all the same."""
    stage = Stage(6)
    stage.show(90, lambda image, k: sway(image, k, 5.0))
    stage.show(30)
    watched = play(stage)
    assert "moved camera" in watched.states
    assert watched.states[-1] == "sure"
    assert len(watched.rolls) == 1
