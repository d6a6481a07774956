"""Frames of a broken camera give a named state and no exception, and the eye continues."""

from collections.abc import Callable
from typing import get_args

import cv2
import numpy as np
import pytest

from tests.vision.stage import KnowingReader, Stage, arm, faces, play
from vision.events import Roll, StateChange
from vision.eye import Eye
from vision.frame import Frame
from vision.frame_watcher import FROZEN_SECONDS
from vision.protocol import EyeState
from vision.reading import Reading

Image = np.ndarray
STRANGE: dict[str, Callable[[Image, int], object]] = {
    "black": lambda image, _: np.zeros_like(image),
    "white": lambda image, _: np.full_like(image, 255),
    "torn": lambda image, k: np.vstack([image[:240], np.roll(image, 40 * k, axis=1)[240:]]),
    "rotated": lambda image, _: np.ascontiguousarray(np.rot90(image)),
    "4K": lambda image, _: cv2.resize(image, (3840, 2160)),
    "one pixel": lambda image, _: np.ascontiguousarray(image[:1, :1]),
    "one row": lambda image, _: np.ascontiguousarray(image[:1]),
    "grey": lambda image, _: cv2.cvtColor(image, cv2.COLOR_BGR2GRAY),
    "alpha": lambda image, _: cv2.cvtColor(image, cv2.COLOR_BGR2BGRA),
    "empty": lambda image, _: image[:0],
    "floats": lambda image, _: image.astype(np.float32),
    "many channels": lambda image, _: np.repeat(image, 2, axis=2),
    "no picture": lambda image, _: "not a picture",
    "nothing": lambda image, _: None,
}


class Tolerant(KnowingReader):
    """Knows the stage's own frames, and sees no dice in any other."""

    def read(self, image: Image, **_: object) -> Reading:
        """Return the truth of a recorded frame, or an empty reading."""
        known = self.stage.truth.get(id(image))
        return super().read(image) if known else Reading((), (), 1.0)


@pytest.mark.parametrize("kind", STRANGE)
def test_strange_frames_end_in_a_state_and_pass(kind: str) -> None:
    """Every state has a name, no roll is invented, and the eye recovers."""
    stage = Stage()
    stage.show(20)
    for k in range(15 if kind == "4K" else 60):  # 60 of those fill 1.5 GB
        image = STRANGE[kind](stage.tray.frame(stage.t), k)
        stage.film.append(Frame(image, stage.t, len(stage.film)))  # type: ignore[arg-type]
    stage.show(30)
    reported = play(stage, Tolerant(stage))
    assert set(reported.states) <= set(get_args(EyeState))
    assert reported.states[-1] == "sure"
    assert not any(roll.rolled for roll in reported.rolls)
    if kind in ("black", "white"):
        assert {"black": "dark", "white": "covered"}[kind] in reported.states


@pytest.mark.parametrize("kind", ["noise", "logo"])
def test_the_first_picture_of_a_camera_need_not_be_the_tray(kind: str) -> None:
    """Some cameras start with noise or a logo: the rolls after it are reported."""
    stage = Stage()
    start = np.full((480, 640, 3), 255, np.uint8)
    if kind == "noise":
        start = np.random.default_rng(93).integers(0, 255, start.shape, np.uint8)
    else:
        cv2.putText(start, "Webcam", (60, 260), cv2.FONT_HERSHEY_SIMPLEX, 4, (200, 60, 20), 12)
    stage.show(6, lambda *_: start.copy())
    stage.truth = dict.fromkeys(stage.truth)  # nobody reads dice there
    stage.show(10)
    stage.roll()
    stage.show(4, arm(200))
    stage.show(10, lambda image, _: arm(200)(image, 9))
    reported = play(stage, Tolerant(stage))
    assert [faces(roll) for roll in reported.rolls][-1] == sorted(stage.tray.lying_faces)
    assert len(reported.rolls) == 2
    assert reported.states[-1] == "hand"


@pytest.mark.parametrize("kind", ["frozen", "no picture"])
def test_a_frozen_camera_is_lost_until_it_moves_on(kind: str) -> None:
    """Identical pictures, or none, for longer than any stream repeats one: lost."""
    stage = Stage()
    stage.live = True
    stage.show(20)
    last = stage.film[-1].image if kind == "frozen" else np.zeros((0, 0, 3), np.uint8)
    count = int((FROZEN_SECONDS + 2) * 30)
    stage.film += [Frame(last, stage.t + k / 30, 20 + k) for k in range(count)]
    stage.show(30)
    events = list(Eye(stage, Tolerant(stage)).events())
    states = [event.state for event in events if isinstance(event, StateChange)]
    assert states.count("lost") == 2  # frozen, and at the end of the film
    assert states[-2:] == ["sure", "lost"]
    assert sum(isinstance(event, Roll) for event in events) == 1


def test_a_grey_camera_is_read() -> None:
    """A monochrome camera shows dice, too."""
    stage = Stage()
    stage.show(20)
    seen: list[tuple[int, ...]] = []

    class Watching(KnowingReader):
        def read(self, image: Image, **_: object) -> Reading:
            seen.append(image.shape)
            return Reading((), (), 1.0)

    for place, frame in enumerate(stage.film):
        grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        stage.film[place] = Frame(np.asarray(grey, np.uint8), frame.t, frame.number)
    play(stage, Watching(stage))
    assert set(seen) == {(480, 640, 3)}
