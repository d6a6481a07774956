"""The one place that touches cv2.VideoCapture: quiet, typed, and with a clock."""

import os
from collections.abc import Iterator, Sequence
from time import monotonic, sleep

import cv2
import numpy as np
from cv2.utils import logging as log

from vision.errors import CameraLost, CameraUnreadable
from vision.frame import Frame, Image

LOST_SECONDS = 3.0  # seconds without a picture until a live camera counts as lost

# FFmpeg writes about torn files to stderr by itself; we say it in one line of our own instead.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_DEBUG", "0")
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", f"{LOST_SECONDS:g}")  # instead of ten


def open_capture(
    source: int | str, backend: int, name: str, settings: Sequence[int] = ()
) -> cv2.VideoCapture:
    """Open a capture with `settings` (names and values of cv2); raises CameraUnreadable."""
    before = log.getLogLevel()
    log.setLogLevel(log.LOG_LEVEL_SILENT)
    try:
        capture = cv2.VideoCapture(source, backend, list(settings))
    except cv2.error as error:
        raise CameraUnreadable(f"{name} cannot be opened ({error.err})") from None
    finally:
        log.setLogLevel(before)
    if not capture.isOpened():
        capture.release()
        raise CameraUnreadable(f"{name} cannot be opened as a video")
    return capture


def read_image(capture: cv2.VideoCapture) -> Image | None:
    """Return the next picture (H, W, 3), or None at the end or where the data are torn."""
    try:
        good, image = capture.read()
    except cv2.error:
        return None
    if not good or image.size == 0:
        return None
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    return np.asarray(image, np.uint8)


def live_frames(capture: cv2.VideoCapture, name: str) -> Iterator[Frame]:
    """Yield frames stamped by the clock; CameraLost after LOST_SECONDS without one."""
    start = last = monotonic()
    number = 0
    while capture.isOpened():
        image = read_image(capture)
        now = monotonic()
        if image is None:
            if now - last > LOST_SECONDS or not capture.isOpened():
                break
            sleep(0.02)
            continue
        last = now
        yield Frame(image, now - start, number)
        number += 1
    raise CameraLost(f"{name} stopped giving pictures")
