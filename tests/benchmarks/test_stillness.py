"""The cost of observing every frame, compared with decoding the JPEG that a camera sends."""

from collections.abc import Callable
from time import process_time

import cv2
import numpy as np
import pytest

from tests.vision.stage import KnowingReader, Stage
from vision.events import StateChange
from vision.eye import Eye
from vision.frame import Frame, Image
from vision.stillness import StillnessDetector
from vision.virtual.tray import VirtualTray


def unpack(image: Image) -> Callable[[], object]:
    """Return what unpacks `image`, packed as cameras do."""
    packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
    return lambda: cv2.imdecode(packed, cv2.IMREAD_COLOR)


def cost(work: Callable[[], object]) -> float:
    """Return the processor time of `work`, in seconds."""
    start = process_time()
    work()
    return process_time() - start


def test_observing_a_frame_is_cheaper_than_unpacking_it() -> None:
    """It costs at most 0.6 of it at 640 x 480 (0.4 today), in the cheapest of many runs."""
    tray, detector = VirtualTray(np.random.default_rng(0)), StillnessDetector()
    frames = [Frame(tray.frame(n / 30), n / 30, n) for n in range(180)]
    observing = min(cost(lambda frame=frame: detector.process_frame(frame)) for frame in frames)
    assert observing < 0.6 * min(cost(unpack(frame.image)) for frame in frames)


@pytest.mark.parametrize("enlarged", [1, 2])
def test_an_eye_with_nothing_to_see_costs_less_than_unpacking_its_frames(enlarged: int) -> None:
    """This holds at 640 x 480 and at a camera's 1280 x 960; previews and readings are included."""
    stage = Stage()
    stage.show(150, lambda image, _: image.repeat(enlarged, axis=0).repeat(enlarged, axis=1))
    work = [unpack(frame.image) for frame in stage.film]
    eye = Eye(stage, KnowingReader(stage))
    told: list[object] = []
    watching = cost(lambda: told.extend(eye.events()))
    assert [e.state for e in told if isinstance(e, StateChange)][-1] == "sure"
    unpacking = cost(lambda: [unpacked() for unpacked in work])
    assert watching < unpacking
