"""A USB camera: /dev/videoN through V4L2."""

from collections.abc import Iterator
from pathlib import Path

import cv2

from vision.cameras.capture import live_frames, open_capture, read
from vision.errors import CameraAbsent, CameraUnreadable
from vision.frame import Frame

WARM_UP = 30  # frames in which the camera finds its exposure before it is held


class DeviceCamera:
    """A camera at /dev/video`number`, 640 x 480 at 30 frames a second where it can.

    After a second of finding its exposure and white balance both are held, so that a hand over the
    tray does not change the brightness of everything (devices that cannot simply go on).
    Raises CameraAbsent when there is no such device, CameraUnreadable when it gives no picture.
    """

    live = True

    def __init__(self, number: int) -> None:
        self.name = f"camera {number}"
        if not Path(f"/dev/video{number}").exists():
            raise CameraAbsent(f"there is no camera at /dev/video{number}")
        self._capture = open_capture(number, cv2.CAP_V4L2, self.name)
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, 640)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 480)
        self._capture.set(cv2.CAP_PROP_FPS, 30)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if read(self._capture) is None:
            self._capture.release()
            raise CameraUnreadable(f"{self.name} is there but gives no picture")

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come; raises CameraLost when they stop coming."""
        for frame in live_frames(self._capture, self.name):
            if frame.number == WARM_UP:
                self._hold_exposure()
            yield frame

    def _hold_exposure(self) -> None:
        """Freeze exposure and white balance at what the camera has found."""
        exposure = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)  # V4L2: 1 manual, 3 automatic
        if exposure > 0:
            self._capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def close(self) -> None:
        """Give the device back."""
        self._capture.release()
