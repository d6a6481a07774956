"""A USB camera: /dev/videoN through V4L2."""

from collections.abc import Iterator
from pathlib import Path

import cv2

from vision.cameras.base import SIZE
from vision.cameras.capture import live_frames, open_capture, read_image
from vision.cameras.exposure import ExposureControl
from vision.errors import CameraAbsent, CameraUnreadable
from vision.frame import Frame

MJPG = cv2.VideoWriter.fourcc(*"MJPG")
FALLBACK_SIZE = (640, 480)


class DeviceCamera:
    """A camera at /dev/video`number`, 1280 x 960 or near it at 30 frames a second where it can.

    Exposure, white balance and focus are found and then held (`ExposureControl`); devices that
    cannot simply go on. Raises CameraAbsent when there is no such device, CameraUnreadable when it
    gives no picture.
    """

    live = True

    def __init__(self, number: int) -> None:
        self._number = number
        self.name = f"camera {number}"
        if not Path(f"/dev/video{number}").exists():
            raise CameraAbsent(f"there is no camera at /dev/video{number}")
        self._capture = open_capture(number, cv2.CAP_V4L2, self.name)
        self._choose_size()
        self._capture.set(cv2.CAP_PROP_FPS, 30)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._find_exposure()  # a device keeps what the last program set
        if read_image(self._capture) is None:
            self._capture.release()
            raise CameraUnreadable(f"{self.name} is there but gives no picture")

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come; raises CameraLost when they stop coming."""
        exposure = ExposureControl()
        for frame in live_frames(self._capture, self.name):
            step = exposure.update(frame.image)
            if step == "hold":
                self._hold_exposure()
            elif step == "find":
                self._find_exposure()
            yield frame

    def _choose_size(self) -> None:
        """Ask for large pictures, or for small ones where the camera does not pack them.

        Unpacked, USB 2 carries 30 frames a second of 640 x 480, and of 1280 x 960 only about seven.
        """
        self._capture.set(cv2.CAP_PROP_FOURCC, MJPG)
        packed = int(self._capture.get(cv2.CAP_PROP_FOURCC)) == MJPG
        width, height = SIZE if packed else FALLBACK_SIZE
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)

    def _find_exposure(self) -> None:
        """Let the camera find exposure, white balance and focus."""
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 3)  # V4L2: 1 manual, 3 automatic
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)

    def _hold_exposure(self) -> None:
        """Freeze them at what the camera has found."""
        exposure = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)
        if exposure > 0:
            self._capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def close(self) -> None:
        """Give the device back."""
        self._capture.release()

    def reopen(self) -> "DeviceCamera":
        """Open the same device anew."""
        return DeviceCamera(self._number)
