"""How well a camera sees the tray: light, glare, flicker, focus, and where the tray is."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np

from vision.classifiers import crop_die
from vision.frame import OVEREXPOSED_LEVEL, Image, encode_jpeg
from vision.protocol import MAX_STILL_BYTES, PICTURE_FAULTS, Light, PictureFault
from vision.reading import Die
from vision.tray_border import Border, box_in_whole_picture, crop_to_border, find_border

MIN_STEEPNESS = 0.11  # of the sharpest edges; photographs have 0.31 or more, and 0.12 if blurred
MIN_CONTRAST = 60  # grey levels of an edge
MIN_TILES = 3  # tiles with an edge that are needed to judge the focus
TILE_SIDE = 32  # pixels
_AROUND = np.ones((21, 21), np.uint8)  # spans an edge from its dark end to its bright one
MAX_FLICKER = 0.02  # variation of rows between frames; a lamp that dims to half has 0.1
COMPARED_FRAMES = 20  # number of compared frames
JUDGE_EVERY_SECONDS = 5.0


class PictureQualityMeter:
    """Judges the frames of a resting scene; `faults` are their current faults."""

    def __init__(self) -> None:
        self.faults: tuple[PictureFault, ...] = ()
        self._profiles: deque[np.ndarray] = deque(maxlen=COMPARED_FRAMES)
        self._judged = float("-inf")

    @property
    def has_seen_enough(self) -> bool:
        """Whether it has judged any frames yet."""
        return self._judged >= 0.0

    def add_picture(self, image: Image, t: float, *, resting: bool) -> None:
        """Judge the picture (H, W, 3) of time `t` in seconds, if the scene is `resting`."""
        if not resting:
            self._profiles.clear()
            return
        self._profiles.append(image[::8, ::8, 1].mean(axis=1))
        if t - self._judged < JUDGE_EVERY_SECONDS or len(self._profiles) < COMPARED_FRAMES:
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
    """Return how much the brightness of rows varies over time, as a share of it.

    `profiles` (frames, rows) are the mean brightnesses of rows. Mains flicker of a lamp causes
    moving bands, because cameras expose one row after the other.
    """
    relative = profiles / np.maximum(np.median(profiles, axis=0), 1.0)
    return float((relative - relative.mean(axis=1, keepdims=True)).std())


def edge_steepness(image: Image) -> float | None:
    """Return the steepness of the sharpest edges of a picture (H, W, 3), about 0.05..0.5.

    It is the share of an edge's contrast that lies between two neighbouring pixels. None if there
    are too few edges.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    soft = cv2.GaussianBlur(grey, (0, 0), 0.8)  # noise has steep edges, too
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
    """Return the complete tiles of a picture (H, W) as rows of pixels (tiles, side * side)."""
    rows, columns = values.shape[0] // TILE_SIDE, values.shape[1] // TILE_SIDE
    whole = values[: rows * TILE_SIDE, : columns * TILE_SIDE]
    return (
        whole.reshape(rows, TILE_SIDE, columns, TILE_SIDE)
        .swapaxes(1, 2)
        .reshape(-1, TILE_SIDE * TILE_SIDE)
    )


STILL_SIDE = 1920  # maximum pixels of the longer side of a still
STILL_QUALITY = 80  # JPEG quality: dice and cards are learned from stills
DARK_LEVEL, DIM_LEVEL = 70, 120  # of the tray's brightest hundredth: dice or their pips are bright
MAX_WHITE_SHARE = 0.08  # more white than this is the reflection of a lamp, or too much light


@dataclass(frozen=True, slots=True)
class Inspection:
    """The full picture of a camera as a JPEG (at most `MAX_STILL_BYTES`), and its quality.

    `sharpness` is the median over the dice (see `sharpness`), None without dice;
    `light` is that of the tray. `dice` are faces and boxes in shares of the full picture. `tray` is
    the estimated border of the tray, None if there is none.
    """

    jpeg: bytes
    sharpness: float | None
    light: Light
    dice: tuple[tuple[str, Border], ...]
    tray: Border | None


def encode_still(image: Image) -> bytes:
    """Return a picture (H, W, 3) as a JPEG of at most `MAX_STILL_BYTES`."""
    return encode_jpeg(image, STILL_SIDE, MAX_STILL_BYTES, STILL_QUALITY)


def inspect_picture(image: Image, border: Border | None, dice: Sequence[Die]) -> Inspection:
    """Inspect the full picture (H, W, 3) of a camera whose tray lies within `border`.

    `dice` were read in the picture cropped to `border`.
    """
    tray = crop_to_border(image, border)
    size = (image.shape[1], image.shape[0])
    sharp = median(sharpness(crop_die(tray, die.box)) for die in dice) if dice else None
    found = tuple(
        (die.face, _shares(box_in_whole_picture(die.box, border, size), size)) for die in dice
    )
    return Inspection(encode_still(image), sharp, judge_light(tray), found, find_border(image))


def sharpness(crop: Image) -> float:
    """Return the share of the contrast of `crop` that is in its finest detail, about 0..1."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = float(cv2.Laplacian(grey, cv2.CV_32F).var())
    return fine / (float(grey.var()) * 16 + 1.0)


def _shares(box: Border, size: tuple[int, int]) -> Border:
    width, height = size
    return box[0] / width, box[1] / height, box[2] / width, box[3] / height


def judge_light(tray: Image) -> Light:
    """Return how much light there is in a picture (H, W, 3) of the tray.

    The brightest parts are decisive, because black felt is not darkness.
    """
    some = tray[::4, ::4].max(axis=2)
    if float(np.mean(some >= OVEREXPOSED_LEVEL)) > MAX_WHITE_SHARE:
        return "glare"
    bright = float(np.percentile(some, 99))
    if bright < DARK_LEVEL:
        return "dark"
    return "dim" if bright < DIM_LEVEL else "good"
