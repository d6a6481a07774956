"""The border of the tray in a picture: detection, cropping, and what lies outside."""

import cv2
import numpy as np
import pytest

from tests.vision.stage import Stage, picture, seen, true_dice
from vision.events import Roll
from vision.eye import Eye
from vision.frame import Frame, Image
from vision.frame_watcher import FrameWatcher
from vision.reading import Reading
from vision.rolls import RollFinder
from vision.tray_border import (
    Border,
    border_in_pixels,
    box_in_whole_picture,
    crop_to_border,
    find_border,
)
from vision.virtual.scenery import TRAY_FLOOR
from vision.virtual.tray import VirtualTray


def test_the_tray_of_the_demo_is_found() -> None:
    """It is found to within a few hundredths of the picture, wherever the dice are."""
    apart = []
    for seed in range(5):
        found = find_border(VirtualTray(np.random.default_rng(seed)).frame(0.0))
        if found is not None:
            apart.append(np.abs(np.subtract(border_in_pixels(found, (640, 480)), TRAY_FLOOR)).max())
    assert len(apart) == 5
    assert max(apart) <= 20


def test_without_a_visible_border_none_is_found() -> None:
    """A plain cloth, noise, and a black picture have none."""
    rng = np.random.default_rng(1)
    assert find_border(np.full((480, 640, 3), 90, np.uint8)) is None
    assert find_border(rng.integers(0, 255, (480, 640, 3), np.uint8)) is None
    assert find_border(np.zeros((3, 5, 3), np.uint8)) is None


@pytest.mark.parametrize("shape", [(1, 4000, 3), (4000, 1, 3), (40, 40000, 3), (1, 1, 3)])
def test_a_very_thin_picture_has_no_border(shape: tuple[int, ...]) -> None:
    """Not even one pixel of its shorter side is left at the search resolution."""
    assert find_border(np.full(shape, 90, np.uint8)) is None


@pytest.mark.parametrize("border", [(0.25, 0.5, 0.75, 1.0), (0.9,) * 4, (1.0,) * 4])
def test_boxes_go_back_into_the_whole_picture(border: tuple[float, float, float, float]) -> None:
    """However small the tray, some of the picture remains."""
    image = np.arange(48 * 64 * 3, dtype=np.uint32).astype(np.uint8).reshape(48, 64, 3)
    tray = crop_to_border(image, border)
    assert tray.size > 0
    x1, y1, x2, y2 = map(
        int, box_in_whole_picture((0, 0, tray.shape[1], tray.shape[0]), border, (64, 48))
    )
    assert (image[y1:y2, x1:x2] == tray).all()
    assert crop_to_border(image, None) is image
    assert box_in_whole_picture((1, 2, 3, 4), None, (64, 48)) == (1, 2, 3, 4)


class LeftHalf:
    """Reads the dice of a stage in its left half, which is all it gets."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def read(self, image: Image, **_: object) -> Reading:
        """Return those dice."""
        assert image.shape == (480, 320, 3)
        dice = [die for die in true_dice(self.stage.tray) if die.box[2] < 320]
        return Reading(tuple(dice), (), 1.0)


def test_an_eye_reads_only_the_tray() -> None:
    """Nothing outside is read; the camera's picture is still complete."""
    stage = Stage()
    stage.show(30)
    inside = sum(box[2] < 320 for box in stage.tray.boxes)
    assert 0 < inside < 5
    eye = Eye(stage, LeftHalf(stage))
    eye.border = (0.0, 0.0, 0.5, 1.0)
    rolls = []
    for event in eye.events():
        if isinstance(event, Roll):
            rolls.append(event)
            found = eye.inspect()
    assert [(len(roll.reading.dice), roll.size) for roll in rolls] == [(inside, (320, 480))]
    assert found is not None
    assert found.tray is not None
    assert (found.light, len(found.dice)) == ("good", inside)
    assert found.sharpness is not None
    assert found.sharpness > 0.002
    whole = cv2.imdecode(np.frombuffer(found.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert whole is not None
    assert whole.shape == (480, 640, 3)


class Shifted:
    """Reads the same dice in each picture, `shift` (x, y) pixels from where they were drawn."""

    def __init__(self, *dice: tuple[int, int, int]) -> None:
        self.dice, self.shift = dice, (0, 0)

    def read(self, image: Image, **_: object) -> Reading:
        """Return them."""
        dx, dy = self.shift
        return Reading(seen([(x - dx, y - dy, face) for x, y, face in self.dice]), (), 1.0)


def test_another_border_is_not_a_roll() -> None:
    """The same dice are elsewhere in the cropped picture; no roll is reported."""
    scene = picture([(100, 100, 3), (300, 200, 5)])
    reader, finder = Shifted((100, 100, 3), (300, 200, 5)), RollFinder()
    now: list[Border | None] = [None]
    watcher = FrameWatcher(reader, finder, lambda: now[0], live=True)
    reported = []
    for number in range(40):
        if number == 20:
            now[0], reader.shift = (0.05, 0.05, 0.95, 0.95), (32, 24)
        reported += watcher.process(Frame(scene + np.uint8(number % 2), number / 30, number))
    assert [len(event.reading.dice) for event in reported if isinstance(event, Roll)] == [2]
    assert finder.dice[0].box[0] == 100 - 32
