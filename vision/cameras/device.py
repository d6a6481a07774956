"""A USB camera: /dev/videoN through V4L2."""

from collections.abc import Iterator
from pathlib import Path

import cv2

from vision.cameras.capture import live_frames, open_capture, read
from vision.cameras.exposure import Exposure
from vision.errors import CameraAbsent, CameraUnreadable
from vision.frame import Frame


class DeviceCamera:
    """A camera at /dev/video`number`, 640 x 480 at 30 frames a second where it can.

    Exposure, white balance and focus are found and then held (`Exposure`); devices that cannot
    simply go on. Raises CameraAbsent when there is no such device, CameraUnreadable when it gives
    no picture.
    """

    live = True

    def __init__(self, number: int) -> None:
        self._number = number
        self.name = f"camera {number}"
        if not Path(f"/dev/video{number}").exists():
            raise CameraAbsent(f"there is no camera at /dev/video{number}")
        self._capture = open_capture(number, cv2.CAP_V4L2, self.name)
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, 640)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 480)
        self._capture.set(cv2.CAP_PROP_FPS, 30)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._find_exposure()  # a device keeps what the last program set
        if read(self._capture) is None:
            self._capture.release()
            raise CameraUnreadable(f"{self.name} is there but gives no picture")

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come; raises CameraLost when they stop coming."""
        exposure = Exposure()
        for frame in live_frames(self._capture, self.name):
            step = exposure.after(frame.image)
            if step == "hold":
                self._hold_exposure()
            elif step == "find":
                self._find_exposure()
            yield frame

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

    def again(self) -> "DeviceCamera":
        """Open the same device anew."""
        return DeviceCamera(self._number)
