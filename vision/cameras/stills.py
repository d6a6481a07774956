"""A folder of still pictures, each shown for a while as if the camera saw it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import cv2
import numpy as np

from vision.errors import CameraAbsent, CameraUnreadable
from vision.frame import Frame, Image

PICTURE_SUFFIXES = {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".avif"}
UNREAD_SUFFIXES = {".heic", ".heif", ".jxl"}
FRAMES_PER_SECOND = 30.0
FRAMES_PER_STILL = 30  # frames per picture: long enough to come to rest and be read


class StillsCamera:
    """A picture, or those of a folder in the order of their names, a second each.

    Unreadable pictures are skipped. Raises CameraAbsent for a folder without pictures,
    CameraUnreadable if none of them can be read.
    """

    live = False

    def __init__(self, path: Path, *, paced: bool) -> None:
        self.name = path.name or str(path)
        self._paced = paced
        self._open = True
        self._paths = sorted(filter(is_picture, path.iterdir())) if path.is_dir() else [path]
        if not self._paths:
            raise CameraAbsent(f"there are no pictures in '{path}'")
        if all(load_image(one) is None for one in self._paths):
            raise CameraUnreadable(f"no picture in '{path}' can be read: share it as JPEG")

    def frames(self) -> Iterator[Frame]:
        """Yield each readable picture FRAMES_PER_STILL times."""
        start = monotonic()
        number = 0
        for path in self._paths:
            image = load_image(path)
            for _ in range(FRAMES_PER_STILL if image is not None else 0):
                if image is None or not self._open:
                    return
                if self._paced:
                    sleep(max(0.0, start + number / FRAMES_PER_SECOND - monotonic()))
                yield Frame(image, number / FRAMES_PER_SECOND, number)
                number += 1

    def close(self) -> None:
        """Stop the frames."""
        self._open = False


def is_picture(path: Path) -> bool:
    """Return whether a file is a picture by its name."""
    return path.suffix.lower() in PICTURE_SUFFIXES | UNREAD_SUFFIXES


def load_image(path: Path) -> Image | None:
    """Return the picture (H, W, 3) BGR, rotated upright by its EXIF tag; None if unreadable."""
    try:
        data = np.fromfile(path, np.uint8)
        with _without_stderr():
            image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except (OSError, cv2.error):
        return None
    return None if image is None else np.asarray(image, np.uint8)


@contextmanager
def _without_stderr() -> Iterator[None]:
    """Keep what libjpeg and libpng print about damaged files off stderr: we raise an error."""
    kept = os.dup(2)
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
