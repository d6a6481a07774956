"""A video file, played once from its beginning to its end, torn or not."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import cv2

from vision.cameras.capture import open_capture, read_image
from vision.errors import CameraUnreadable
from vision.frame import Frame

USUAL_RATE = 30.0  # frames a second, where the file does not say


class RecordingCamera:
    """The frames of a video file; `rate` is its frames a second.

    A file that ends in the middle of a frame ends with the last whole one. `paced` waits between
    frames as long as the recording did. Raises CameraUnreadable when there is no picture in it.
    """

    live = False

    def __init__(self, path: Path, *, paced: bool) -> None:
        self.name = path.name
        self._paced = paced
        self._capture = open_capture(str(path), cv2.CAP_FFMPEG, f"'{path}'")
        told = self._capture.get(cv2.CAP_PROP_FPS)
        self.rate = told if 1.0 <= told <= 240.0 else USUAL_RATE
        self._first = read_image(self._capture)
        if self._first is None:
            self._capture.release()
            raise CameraUnreadable(f"'{path}' holds no picture that can be read")

    def frames(self) -> Iterator[Frame]:
        """Yield every frame once."""
        start = monotonic()
        image, number = self._first, 0
        while image is not None:
            t = number / self.rate
            if self._paced:
                sleep(max(0.0, start + t - monotonic()))
            yield Frame(image, t, number)
            image = read_image(self._capture) if self._capture.isOpened() else None
            number += 1

    def close(self) -> None:
        """Close the file."""
        self._capture.release()
