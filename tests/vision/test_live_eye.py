"""The eye with the real networks: virtual rolls end to end, and recorded ones if available.

CROUPIER_ROLLS sets the number of virtual rolls (500 is the bar; fewer keep the tests short).
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from vision.cameras import open_camera
from vision.cameras.demo import DemoCamera
from vision.events import Preview, Roll, StateChange
from vision.eye import Eye
from vision.reader import Reader

ROLLS = int(os.environ.get("CROUPIER_ROLLS", "5"))
A_TRAY = min(ROLLS, 10)  # rolls before another tray with other dice is used


def test_virtual_rolls_are_read_and_never_wrong(reader: Reader) -> None:
    """None is wrong without asking; at most 5 % are asked about."""
    rng = np.random.default_rng(2026)
    reported = [
        one
        for seed in range(-(-ROLLS // A_TRAY))
        for one in rolled(DemoCamera(1000 + seed, paced=False), reader, rng)
    ]
    assert len(reported) >= ROLLS
    sure = [(roll, truth) for roll, truth, _ in reported if roll.reading.sure and roll.rolled]
    for roll, truth in sure:
        assert sorted(int(die.face) for die in roll.reading.dice) == sorted(truth)
    assert all(roll.rolled is not False for roll, _, _ in reported)
    miscounted = sum(sum(roll.moved) != count for roll, _, count in reported)
    assert miscounted <= max(1, 0.01 * len(reported))  # a die may land where a similar one lay
    # One make that is hard to read fills a whole tray, so a few trays are too small a sample.
    assert len(reported) - len(sure) <= max(0.05 * len(reported), 0.5 * A_TRAY)


def rolled(
    camera: DemoCamera, reader: Reader, rng: np.random.Generator, times: int = A_TRAY
) -> Iterator[tuple[Roll, tuple[int, ...], int]]:
    """Roll all dice or some, `times` times; yield each roll, the true faces, the number rolled."""
    eye = Eye(camera, reader)
    since, flying, count, read = 0.0, 0, 0, False
    for event in eye.events():
        if isinstance(event, Roll):
            if count:
                yield event, camera.tray.lying_faces, flying
            since, read = event.t, True
        elif isinstance(event, Preview) and read and event.t > since + 0.4:
            if count == times:
                eye.close()
                return
            since, read, count = event.t, False, count + 1
            flying = int(rng.integers(1, 6))
            camera.roll([camera.tray.boxes[i] for i in rng.permutation(5)[flying:]])
        assert event.t < since + 5.0, "a roll was not read at all"


def test_each_filmed_roll_is_one_roll_in_its_rest(reader: Reader, shared_dir: Path) -> None:
    """Each clip has one roll, at a frame of its rest or half a second later."""
    folder = shared_dir / "dice-photos" / "check" / "tuia_tirada_video"
    for clip in json.loads((folder / "videos.json").read_text()):
        events = list(Eye(open_camera(str(folder / clip["video"])), reader).events())
        rolls = [event for event in events if isinstance(event, Roll)]
        assert len(rolls) == 1, clip["video"]
        assert any(a <= rolls[0].frame <= b + 15 for a, b in clip["rest"]), clip["video"]
        if rolls[0].reading.sure:
            assert sorted(int(die.face) for die in rolls[0].reading.dice) == clip["values"]
        assert any(isinstance(event, StateChange) and event.state == "hand" for event in events)
