"""Whether a camera's pictures are good enough to read from: light, glare, flicker and focus."""

from collections import deque

import cv2
import numpy as np

from vision.frame import Image
from vision.inspection import judge_light
from vision.protocol import PICTURE_FAULTS, PictureFault

MIN_STEEPNESS = 0.11  # of the sharpest edges; photographs have 0.31 or more, blurred by 4 px 0.12
MIN_CONTRAST = 60  # grey levels of an edge
MIN_TILES = 3  # with an edge, or nothing can be said of the focus
TILE = 32  # pixels
_AROUND = np.ones((21, 21), np.uint8)  # an edge, from its dark end to its bright one
MAX_FLICKER = 0.02  # by which rows may differ from frame to frame; a lamp that dims to half has 0.1
PROFILES = 20  # frames that are compared
JUDGE_EVERY = 5.0  # seconds


class PictureQualityMeter:
    """Looks at the frames of a resting scene. `faults` is what is wrong with them, if anything."""

    def __init__(self) -> None:
        self.faults: tuple[PictureFault, ...] = ()
        self._profiles: deque[np.ndarray] = deque(maxlen=PROFILES)
        self._judged = float("-inf")

    @property
    def has_seen_enough(self) -> bool:
        """Whether it has seen enough to tell."""
        return self._judged >= 0.0

    def observe(self, image: Image, t: float, *, resting: bool) -> None:
        """Take in the picture (H, W, 3) of the time `t` in seconds."""
        if not resting:
            self._profiles.clear()
            return
        self._profiles.append(image[::8, ::8, 1].mean(axis=1))
        if t - self._judged < JUDGE_EVERY or len(self._profiles) < PROFILES:
            return
        self._judged, lit = t, judge_light(image)
        named = {
            "too dark": lit == "dark",
            "glare": lit == "glare",
            "flicker": flicker(np.array(self._profiles)) > MAX_FLICKER,
            "blurred": (edge_steepness(_middle(image)) or 1.0) < MIN_STEEPNESS,
        }
        self.faults = tuple(name for name in PICTURE_FAULTS if named[name])


def flicker(profiles: np.ndarray) -> float:
    """Return how much rows change in time, as a share of their light.

    `profiles` (frames, rows) is the mean brightness of each row. A lamp that flickers with the
    mains draws bands, which wander: cameras take one row after the other.
    """
    relative = profiles / np.maximum(np.median(profiles, axis=0), 1.0)
    return float((relative - relative.mean(axis=1, keepdims=True)).std())


def edge_steepness(image: Image) -> float | None:
    """Return how steep the sharpest edges of a picture (H, W, 3) are, about 0.05..0.5.

    That is the share of an edge's contrast that lies between two neighbouring pixels. None where
    there is too little to be seen.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    soft = cv2.GaussianBlur(grey, (0, 0), 0.8)  # noise is steep as well
    across, down = (cv2.Sobel(soft, cv2.CV_32F, x, 1 - x) for x in (1, 0))
    slope = cv2.magnitude(across, down) / 8
    contrast = cv2.subtract(cv2.dilate(soft, _AROUND), cv2.erode(soft, _AROUND))
    edged = np.asarray(contrast) >= MIN_CONTRAST
    steepest = _tiles(np.where(edged, slope / np.maximum(contrast, 1.0), 0.0)).max(axis=1)
    steepest = steepest[steepest > 0]
    return float(np.percentile(steepest, 90)) if steepest.size >= MIN_TILES else None


def _middle(image: Image) -> Image:
    height, width = image.shape[:2]
    return image[height // 4 : -height // 4, width // 4 : -width // 4]


def _tiles(values: np.ndarray) -> np.ndarray:
    """Return the whole tiles of a picture (H, W) as rows of pixels (tiles, TILE * TILE)."""
    rows, columns = values.shape[0] // TILE, values.shape[1] // TILE
    whole = values[: rows * TILE, : columns * TILE]
    return whole.reshape(rows, TILE, columns, TILE).swapaxes(1, 2).reshape(-1, TILE * TILE)
