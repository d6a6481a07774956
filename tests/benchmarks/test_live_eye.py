"""How long people wait for a roll, compared with the time to read a picture."""

from statistics import median

import numpy as np

from tests.vision.test_live_eye import rolled
from vision.cameras.demo import FRAMES_PER_SECOND, DemoCamera
from vision.reader import Reader
from vision.virtual.tray import VirtualTray


def test_a_roll_is_reported_after_four_frames_and_two_readings() -> None:
    """The median of ten rolls, counted from the first frame at rest."""
    reader, picture = Reader(), VirtualTray(np.random.default_rng(1)).frame(0.0)
    rolls = rolled(DemoCamera(1000, paced=False), reader, np.random.default_rng(2026), 10)
    # Next to each, the time of a reading at that moment.
    waits = [(roll.after_rest_ms, reader.read(picture).ms) for roll, _, _ in rolls]
    wait, reading = (median(times) for times in zip(*waits, strict=True))
    assert wait <= 4 * 1000 / FRAMES_PER_SECOND + 2 * reading
