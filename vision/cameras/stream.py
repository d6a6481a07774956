"""A camera at an address: an MJPEG page, RTSP and their like."""

from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit

import cv2

from vision.cameras.capture import live_frames, open_capture
from vision.frame import Frame


def without_password(address: str) -> str:
    """Return `address` as everybody may read it: the name of a camera is shown and logged.

    >>> without_password("rtsp://me:secret@camera.lan:554/high")
    'rtsp://camera.lan:554/high'
    """
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


class StreamCamera:
    """Frames from `address`. Raises CameraUnreadable when nothing answers there."""

    live = True

    def __init__(self, address: str) -> None:
        self.name = without_password(address)
        self._capture = open_capture(address, cv2.CAP_FFMPEG, self.name)

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come; raises CameraLost when they stop coming."""
        return live_frames(self._capture, self.name)

    def close(self) -> None:
        """Hang up."""
        self._capture.release()
