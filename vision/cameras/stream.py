"""A camera at an address: an MJPEG page, RTSP and their like."""

from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit

import cv2

from vision.cameras.capture import LOST_SECONDS, live_frames, open_capture
from vision.errors import CameraUnreadable
from vision.frame import Frame

OPEN_TIMEOUT = 5.0  # seconds in which something must answer at an address


def without_password(address: str) -> str:
    """Return `address` as everybody may read it: the name of a camera is shown and logged.

    >>> without_password("rtsp://me:secret@camera.lan:554/high")
    'rtsp://camera.lan:554/high'
    >>> without_password("http://camera.lan/live?user=me&pwd=secret")
    'http://camera.lan/live'
    """
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=""))


class StreamCamera:
    """Frames from `address`. Raises CameraUnreadable when nothing answers there."""

    live = True

    def __init__(self, address: str) -> None:
        try:
            self.name = without_password(address)
        except ValueError as error:
            raise CameraUnreadable(f"that is no address of a camera ({error})") from None
        opening, patience = round(1000 * OPEN_TIMEOUT), round(1000 * LOST_SECONDS)
        waits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, opening, cv2.CAP_PROP_READ_TIMEOUT_MSEC, patience]
        self._capture = open_capture(address, cv2.CAP_FFMPEG, self.name, waits)

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come; raises CameraLost when they stop coming."""
        return live_frames(self._capture, self.name)

    def close(self) -> None:
        """Hang up."""
        self._capture.release()
