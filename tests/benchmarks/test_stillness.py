"""What a look at every frame costs."""

from statistics import median
from time import process_time

import numpy as np
import pytest

from tests.vision.stage import KnowingReader, Stage
from vision.eye import Eye
from vision.frame import Frame
from vision.rolls import StateChange
from vision.stillness import StillnessDetector
from vision.virtual.tray import VirtualTray


def test_a_look_is_cheap() -> None:
    """A look at a 640 x 480 frame takes 0.3 ms when nothing else runs, and never long."""
    tray = VirtualTray(np.random.default_rng(0))
    frames = [Frame(tray.frame(n / 30), n / 30, n) for n in range(60)]
    detector, costs = StillnessDetector(), []
    for _ in range(3):
        for frame in frames:
            start = process_time()
            detector.observe(frame)
            costs.append(process_time() - start)
    assert min(costs) < 0.0003
    assert median(costs) < 0.001


@pytest.mark.parametrize("enlarged", [1, 2])
def test_an_eye_with_nothing_to_see_is_nearly_idle(enlarged: int) -> None:
    """A resting tray costs an eye less than 5 % of one core at 30 frames a second.

    At 640 x 480, and at 1280 x 960 as cameras are asked for.
    """
    stage = Stage()
    stage.show(150, lambda image, _: image.repeat(enlarged, axis=0).repeat(enlarged, axis=1))
    eye = Eye(stage, KnowingReader(stage))
    start = process_time()
    told = list(eye.events())
    spent = process_time() - start
    assert [e.state for e in told if isinstance(e, StateChange)][-1] == "sure"
    assert spent / (150 / 30) < 0.05
