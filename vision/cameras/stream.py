"""A camera at an address: an MJPEG page, RTSP and their like."""

from collections.abc import Iterator

import cv2

from vision.cameras.capture import live_frames, open_capture
from vision.frame import Frame


class StreamCamera:
    """Frames from `address`. Raises CameraUnreadable when nothing answers there."""

    live = True

    def __init__(self, address: str) -> None:
        self.name = address
        self._capture = open_capture(address, cv2.CAP_FFMPEG, address)

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come; raises CameraLost when they stop coming."""
        return live_frames(self._capture, self.name)

    def close(self) -> None:
        """Hang up."""
        self._capture.release()
