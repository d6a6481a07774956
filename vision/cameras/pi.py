"""The Raspberry Pi camera module, through picamera2, which is imported only when needed."""

import importlib
import logging
from collections.abc import Iterator, Sequence
from threading import Thread
from time import monotonic
from typing import Any

import numpy as np

from vision.cameras.base import USUAL_PICTURE_SIZE
from vision.cameras.exposure import ExposureControl, ExposureStep
from vision.cameras.opencv import LOST_SECONDS
from vision.errors import CameraAbsent, CameraLost, CameraStuck, CameraUnreadable
from vision.frame import Frame

HELD_CONTROLS = ("ExposureTime", "AnalogueGain", "ColourGains")
MANUAL, CONTINUOUS = 0, 2  # libcamera's AfMode
FOCUSED_STATE = 2  # libcamera's AfState
MAX_LENS_MOVE = 0.2  # dioptres that the lens may move between two pictures
SHARP_FRAMES = 30  # consecutive pictures in focus with a steady lens, so not just of a hand
CLOSE_SECONDS = 3.0  # within which a camera must close

log = logging.getLogger(__name__)


class PiCamera:
    """A Pi's own camera at 1280 x 960, 30 frames a second, with locked exposure and focus.

    A Pi 5 can have two, with the `number` 0 and 1.

    By default, libcamera focuses a module with autofocus at about a metre, so a die 40 cm below it
    would be out of focus. The focus is therefore found and locked, too.

    Raises CameraAbsent without picamera2 or a camera module, CameraUnreadable if the module does
    not start, for instance because another program uses it.
    """

    live = True

    def __init__(self, number: int = 0) -> None:
        self._number = number
        self._camera, model = _open_device(number)
        self.name = "Pi camera, NoIR" if model.endswith("noir") else "Pi camera"
        self._open = True
        self._focusing = False
        self._sharp = 0, 0.0  # consecutive pictures in focus, and the lens position
        try:
            self._start()
        except Exception as error:  # libcamera's errors have no common base class
            self.close()
            raise CameraUnreadable(f"the Pi camera does not start ({_reason(error)})") from None

    def _start(self) -> None:
        """Configure and start the camera."""
        size = full_view_size(_sensor_sizes(self._camera))
        settings = self._camera.create_video_configuration(
            main={
                "size": USUAL_PICTURE_SIZE,
                "format": "RGB888",
            },  # libcamera's name for BGR in memory
            sensor={"output_size": size} if size else {},
            controls={"FrameRate": 30},
        )
        self._camera.configure(settings)
        self._camera.start()
        self._find()

    def _find(self) -> None:
        """Let the camera find exposure, white balance and, if it can, focus."""
        self._focusing = "AfMode" in self._camera.camera_controls
        focus = {"AfMode": CONTINUOUS} if self._focusing else {}
        self._camera.set_controls({"AeEnable": True, "AwbEnable": True, **focus})

    def _hold(self, found: dict[str, Any]) -> None:
        """Lock exposure and white balance at the values `found`."""
        held = {key: found[key] for key in HELD_CONTROLS if key in found}
        self._camera.set_controls({"AeEnable": False, "AwbEnable": False, **held})

    def _follow_focus(self, found: dict[str, Any]) -> None:
        """Lock the lens once the picture has been in focus for a while."""
        lens = found.get("LensPosition")
        if found.get("AfState") != FOCUSED_STATE or lens is None:
            self._sharp = 0, 0.0
            return
        count, before = self._sharp
        count = count + 1 if abs(lens - before) < MAX_LENS_MOVE else 1
        self._sharp = count, lens
        if count >= SHARP_FRAMES:
            self._focusing = False
            self._camera.set_controls({"AfMode": MANUAL, "LensPosition": lens})

    def _adjust(self, step: ExposureStep, found: dict[str, Any]) -> None:
        """Take the next exposure step, given the metadata `found` of the last picture.

        The lens is locked once it is in focus after the exposure was found, however long that
        takes: there may be nothing to focus on before the first dice lie in the tray.
        """
        if step == "hold":
            self._hold(found)
        elif step == "find":
            self._find()
        elif step == "held" and self._focusing:
            self._follow_focus(found)

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they arrive; raises CameraLost when the camera fails."""
        start, number, exposure = monotonic(), 0, ExposureControl()
        while self._open:
            try:  # without a timeout, a camera that hangs would block forever
                (image,), found = self._camera.capture_arrays(["main"], wait=LOST_SECONDS)
                self._adjust(exposure.update(image), found)
            except TimeoutError:
                message = f"the Pi camera gave no picture for {LOST_SECONDS:g} seconds"
                raise CameraLost(message) from None
            except RuntimeError as error:
                raise CameraLost(f"the Pi camera stopped ({_reason(error)})") from None
            yield Frame(np.ascontiguousarray(image, np.uint8), monotonic() - start, number)
            number += 1

    def close(self) -> None:
        """Stop and release the camera; raises CameraStuck if it hangs."""
        if not self._open:
            return
        self._open = False
        closing = Thread(target=self._close_device, name="closing the Pi camera", daemon=True)
        closing.start()
        closing.join(CLOSE_SECONDS)
        if closing.is_alive():
            raise CameraStuck("the Pi camera hangs, and is free again when this program ends")

    def _close_device(self) -> None:
        """Close the camera, first dropping the pending picture: `stop` would wait for it."""
        for step in ("cancel_all_and_flush", "stop", "close"):
            try:
                getattr(self._camera, step)()
            except Exception as error:  # libcamera's errors have no common base class
                log.warning("the Pi camera did not close properly (%s)", _reason(error))

    def reopen(self) -> "PiCamera":
        """Open the camera again."""
        return PiCamera(self._number)


def full_view_size(sizes: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the smallest size of a sensor's pictures that shows its full view, or None.

    Such a size has the shape of the largest one and divides it by a whole number. Other sizes are
    cropped, as are those smaller than `USUAL_PICTURE_SIZE` (Camera Module 3's 1536 x 864).

        >>> full_view_size([(1536, 864), (2304, 1296), (4608, 2592)])
        (2304, 1296)
    """
    wide, high = max(sizes, default=(0, 0))
    whole = [
        (w, h)
        for w, h in sizes
        if w >= USUAL_PICTURE_SIZE[0]
        and h >= USUAL_PICTURE_SIZE[1]
        and (wide % w, high % h, wide // w) == (0, 0, high // h)
    ]
    return min(whole, default=None)


def pi_cameras() -> tuple[dict[str, Any], ...]:
    """Return picamera2's information about each connected camera module.

    USB cameras, which it also lists, are left to `UsbCamera`. Raises CameraAbsent without
    picamera2, CameraUnreadable if it fails.
    """
    cameras = _picamera2().global_camera_info
    try:
        return tuple(info for info in cameras() if "/usb" not in info["Id"])
    except Exception as error:  # libcamera's errors have no common base class
        raise CameraUnreadable(f"the Pi camera does not open ({_reason(error)})") from None


def _picamera2() -> Any:
    """Return the class Picamera2; raises the same errors as `pi_cameras`."""
    try:
        return importlib.import_module("picamera2").Picamera2
    except (ImportError, ValueError):  # ValueError: built for another numpy
        raise CameraAbsent(
            "the Pi camera needs picamera2 (apt install python3-picamera2)"
        ) from None
    except Exception as error:  # libcamera's errors have no common base class
        raise CameraUnreadable(f"picamera2 does not load ({_reason(error)})") from None


def _open_device(number: int) -> tuple[Any, str]:
    """Open the camera module `number`, and return its model; raises the same errors as PiCamera."""
    modules = pi_cameras()
    count = len(modules)
    if number >= count:
        which = f"there is no second one to be pi:{number}" if count else "check the ribbon cable"
        raise CameraAbsent(f"{count or 'no'} Pi camera module is connected; {which}")
    try:
        # picamera2 lists USB cameras last
        return _picamera2()(number), str(modules[number].get("Model", ""))
    except Exception as error:  # for instance because it was just unplugged
        raise CameraUnreadable(f"the Pi camera does not open ({_reason(error)})") from None


def _sensor_sizes(camera: Any) -> list[tuple[int, int]]:
    """Return the picture sizes of a camera's sensor; none if they cannot be determined.

    Picamera2's own list (`sensor_modes`) would configure one mode after the other.
    """
    try:
        role = importlib.import_module("libcamera").StreamRole.Raw
        formats = camera.camera.generate_configuration([role]).at(0).formats
        return [(s.width, s.height) for f in formats.pixel_formats for s in formats.sizes(f)]
    except Exception as error:  # picamera2 then chooses by itself
        log.warning("the Pi camera does not report its sizes (%s)", _reason(error))
        return []


def _reason(error: Exception) -> str:
    """Return the text of an error, or its class name if it has none."""
    return str(error) or type(error).__name__
