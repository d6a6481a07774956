"""How well a camera sees the tray: whether dice are sharp, the light, and where the tray lies."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from vision.doubts import sharpness
from vision.face_classifier import crop_die
from vision.frame import OVEREXPOSED, Image
from vision.jpeg import encode_jpeg
from vision.protocol import MAX_STILL_BYTES, Light
from vision.reading import Die
from vision.tray_border import Border, box_in_whole_picture, crop_to_border, find_border

STILL_SIDE = 1920  # pixels of the longer side of a still, at most
STILL_QUALITY = 80  # of a JPEG: dice and cards are learned from stills
DARK_LEVEL, DIM_LEVEL = 70, 120  # of the brightest hundredth of the tray: dice are bright in it
GLARE_SHARE = 0.08  # of the tray that is white: a lamp shines back, or all is too bright


@dataclass(frozen=True, slots=True)
class Inspection:
    """The whole picture of a camera as a JPEG (`MAX_STILL_BYTES`), and how good it is.

    `sharpness` is the median of the dice (see `vision.doubts.sharpness`), None without dice;
    `light` is that of the tray. `dice` are faces and boxes in shares of the whole picture, `tray`
    is where the tray seems to lie, None where no border shows.
    """

    jpeg: bytes
    sharpness: float | None
    light: Light
    dice: tuple[tuple[str, Border], ...]
    tray: Border | None


def encode_still(image: Image) -> bytes:
    """Return a picture (H, W, 3) as a JPEG of `MAX_STILL_BYTES`."""
    return encode_jpeg(image, STILL_SIDE, MAX_STILL_BYTES, STILL_QUALITY)


def inspect_picture(image: Image, border: Border | None, dice: Sequence[Die]) -> Inspection:
    """Look at the whole picture (H, W, 3) of a camera whose tray lies within `border`.

    `dice` were read in what `border` leaves of the picture.
    """
    tray = crop_to_border(image, border)
    size = (image.shape[1], image.shape[0])
    sharp = median(sharpness(crop_die(tray, die.box)) for die in dice) if dice else None
    found = tuple(
        (die.face, _shares(box_in_whole_picture(die.box, border, size), size)) for die in dice
    )
    return Inspection(encode_still(image), sharp, judge_light(tray), found, find_border(image))


def _shares(box: Border, size: tuple[int, int]) -> Border:
    width, height = size
    return box[0] / width, box[1] / height, box[2] / width, box[3] / height


def judge_light(tray: Image) -> Light:
    """Return how much light there is in a picture (H, W, 3) of the tray.

    Judged by the brightest of the tray: black felt is no darkness.
    """
    some = tray[::4, ::4].max(axis=2)
    if float(np.mean(some >= OVEREXPOSED)) > GLARE_SHARE:
        return "glare"
    bright = float(np.percentile(some, 99))
    if bright < DARK_LEVEL:
        return "dark"
    return "dim" if bright < DIM_LEVEL else "good"
