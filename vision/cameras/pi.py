"""The Raspberry Pi camera module, through picamera2, imported only when it is asked for."""

import importlib
import logging
from collections.abc import Iterator
from time import monotonic
from typing import Any

import numpy as np

from vision.cameras.base import SIZE
from vision.cameras.capture import LOST_SECONDS
from vision.cameras.exposure import ExposureControl, Step
from vision.errors import CameraAbsent, CameraLost, CameraUnreadable
from vision.frame import Frame

HELD = ("ExposureTime", "AnalogueGain", "ColourGains")
MANUAL, CONTINUOUS = 0, 2  # libcamera's AfMode
FOCUSED = 2  # libcamera's AfState
STEADY_LENS = 0.2  # dioptres that it may move by meanwhile
SHARP_FRAMES = 30  # pictures on end in focus with the lens where it is: not a hand that comes by

log = logging.getLogger(__name__)


class PiCamera:
    """The Pi's own camera at 1280 x 960, 30 frames a second; exposure, colours and focus held.

    A module that can focus rests at about a metre until it is told to (libcamera's default), and a
    die 40 cm below it would be out of focus.

    Raises CameraAbsent without picamera2 or without a camera module, CameraUnreadable when it is
    there and does not start (another program may hold it).
    """

    live = True
    name = "Pi camera"

    def __init__(self) -> None:
        self._camera = _device()
        self._open = True
        self._focusing = False
        self._sharp = 0, 0.0  # pictures on end in focus, and where the lens was
        try:
            self._start()
        except Exception as error:  # libcamera's errors are of no one family
            self.close()
            raise CameraUnreadable(f"the Pi camera does not start ({error})") from None

    def _start(self) -> None:
        """Configure and start."""
        main = {"size": SIZE, "format": "RGB888"}  # libcamera's name for BGR in memory
        settings = self._camera.create_video_configuration(main=main, controls={"FrameRate": 30})
        self._camera.configure(settings)
        self._camera.start()
        self._find()

    def _find(self) -> None:
        """Let the camera find exposure, colours and, where it can, focus by itself."""
        self._focusing = "AfMode" in self._camera.camera_controls
        focus = {"AfMode": CONTINUOUS} if self._focusing else {}
        self._camera.set_controls({"AeEnable": True, "AwbEnable": True, **focus})

    def _hold(self, found: dict[str, Any]) -> None:
        """Freeze exposure and colours at what the camera has `found`."""
        held = {key: found[key] for key in HELD if key in found}
        self._camera.set_controls({"AeEnable": False, "AwbEnable": False, **held})

    def _follow_focus(self, found: dict[str, Any]) -> None:
        """Freeze the lens once the picture has been sharp for a while."""
        lens = found.get("LensPosition")
        if found.get("AfState") != FOCUSED or lens is None:
            self._sharp = 0, 0.0
            return
        count, before = self._sharp
        count = count + 1 if abs(lens - before) < STEADY_LENS else 1
        self._sharp = count, lens
        if count >= SHARP_FRAMES:
            self._focusing = False
            self._camera.set_controls({"AfMode": MANUAL, "LensPosition": lens})

    def _adjust(self, step: Step, found: dict[str, Any]) -> None:
        """Take the next step, with what the camera told of the last picture.

        The lens is held when it was in focus after the exposure was found, however long that takes:
        there may be nothing to focus on before the first dice lie in the tray.
        """
        if step == "hold":
            self._hold(found)
        elif step == "find":
            self._find()
        elif step == "held" and self._focusing:
            self._follow_focus(found)

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come; raises CameraLost when the camera fails."""
        start, number, exposure = monotonic(), 0, ExposureControl()
        while self._open:
            try:  # without an end to its patience a camera that hangs would be waited for for ever
                (image,), found = self._camera.capture_arrays(["main"], wait=LOST_SECONDS)
                self._adjust(exposure.update(image), found)
            except (RuntimeError, TimeoutError) as error:
                raise CameraLost(f"the Pi camera stopped ({error})") from None
            yield Frame(np.ascontiguousarray(image, np.uint8), monotonic() - start, number)
            number += 1

    def close(self) -> None:
        """Stop the camera and give it back, even one that does not stop."""
        if not self._open:
            return
        self._open = False
        for step in (self._camera.stop, self._camera.close):
            try:
                step()
            except Exception as error:  # libcamera's errors are of no one family
                log.warning("the Pi camera does not close well (%s)", error)

    def reopen(self) -> "PiCamera":
        """Open it anew."""
        return PiCamera()


def _device() -> Any:
    """Open the first camera module through picamera2; raises what PiCamera raises."""
    try:
        library = importlib.import_module("picamera2").Picamera2
    except (ImportError, ValueError):  # ValueError: built for another numpy
        raise CameraAbsent(
            "the Pi camera needs picamera2 (apt install python3-picamera2)"
        ) from None
    except Exception as error:  # libcamera's errors are of no one family
        raise CameraUnreadable(f"picamera2 does not load ({error})") from None
    try:
        device = library() if library.global_camera_info() else None
    except Exception as error:  # the same; it may be unplugged since it was listed
        raise CameraUnreadable(f"the Pi camera does not open ({error})") from None
    if device is None:
        raise CameraAbsent("no Pi camera module is connected")
    return device
