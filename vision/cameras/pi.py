"""The Raspberry Pi camera module, through picamera2, imported only when it is asked for."""

import importlib
import logging
from collections.abc import Iterator
from time import monotonic
from typing import Any

import numpy as np

from vision.cameras.capture import PATIENCE
from vision.cameras.exposure import Exposure
from vision.errors import CameraAbsent, CameraLost, CameraUnreadable
from vision.frame import Frame

HELD = ("ExposureTime", "AnalogueGain", "ColourGains")

log = logging.getLogger(__name__)


class PiCamera:
    """The Pi's own camera at 640 x 480, 30 frames a second, exposure and colours held.

    Raises CameraAbsent without picamera2 or without a camera module, CameraUnreadable when it is
    there and does not start (another program may hold it).
    """

    live = True
    name = "Pi camera"

    def __init__(self) -> None:
        self._camera = _device()
        self._open = True
        try:
            self._start()
        except Exception as error:  # libcamera's errors are of no one family
            self.close()
            raise CameraUnreadable(f"the Pi camera does not start ({error})") from None

    def _start(self) -> None:
        """Configure and start; it finds the light by itself."""
        size = {"size": (640, 480), "format": "RGB888"}  # libcamera's name for BGR in memory
        settings = self._camera.create_video_configuration(main=size, controls={"FrameRate": 30})
        self._camera.configure(settings)
        self._camera.start()

    def _hold_exposure(self) -> None:
        """Freeze exposure and colours at what the camera has found."""
        found = self._camera.capture_metadata(wait=PATIENCE)
        held = {key: found[key] for key in HELD if key in found}
        self._camera.set_controls({"AeEnable": False, "AwbEnable": False, **held})

    def _find_exposure(self) -> None:
        self._camera.set_controls({"AeEnable": True, "AwbEnable": True})

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come; raises CameraLost when the camera fails."""
        start, number, exposure = monotonic(), 0, Exposure()
        while self._open:
            try:  # without an end to its patience a camera that hangs would be waited for for ever
                image = self._camera.capture_array("main", wait=PATIENCE)
                step = exposure.after(image)
                if step == "hold":
                    self._hold_exposure()
                elif step == "find":
                    self._find_exposure()
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

    def again(self) -> "PiCamera":
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
