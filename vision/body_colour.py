"""The name of a die's body colour, from its pixels."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

RING_RADII = (0.24, 0.3)  # in sides of a crop: outside most pips, inside the face of any die

# Upper limits of the hues (0..180 in OpenCV); red is at both ends.
_HUES = ((7, "red"), (19, "orange"), (34, "yellow"), (85, "green"), (128, "blue"), (165, "purple"),
         (181, "red"))  # fmt: skip


def body_colour(crop: Image) -> str:
    """Return the name of the body colour of the die in the middle of `crop` (h, w, 3) BGR.

    The median of the middle is the body, since pips cover less than half of any face. The names are
    white, black, grey, red, orange, yellow, green, blue, purple and brown; a transparent die is
    named by its tint.
    """
    height, width = crop.shape[:2]
    middle = crop[height // 4 : height - height // 4, width // 4 : width - width // 4]
    return _name(middle.reshape(-1, 3))


def body_colour_around_symbol(crop: Image) -> str:
    """Return the body colour, as `body_colour` does, of a die whose face may be mostly symbol.

    `crop` is cut out by `crop_die`. Otsu's threshold splits the face into two brightness levels;
    the body is the one that is more common near the rim.
    """
    side = crop.shape[0]
    y, x = np.mgrid[0:side, 0:side] - (side - 1) / 2
    far = np.hypot(x, y) / side
    face, rim = crop[far < RING_RADII[1]], far[far < RING_RADII[1]] > RING_RADII[0]
    grey = np.asarray(cv2.cvtColor(face[None], cv2.COLOR_BGR2GRAY)[0], np.uint8)
    level, _ = cv2.threshold(grey, 0, 255, cv2.THRESH_OTSU)
    bright = grey > level
    return _name(face[bright if bright[rim].mean() > 0.5 else ~bright])


def _name(pixels: NDArray[np.uint8]) -> str:
    """Return the colour name of the median of `pixels` (N, 3)."""
    colour = np.median(pixels, axis=0).astype(np.uint8)
    hue, saturation, value = (
        int(v) for v in cv2.cvtColor(colour[None, None], cv2.COLOR_BGR2HSV)[0, 0]
    )
    if value < 55:
        return "black"
    if saturation < 60:
        return "white" if value > 130 else "grey" if value > 85 else "black"
    name = next(name for end, name in _HUES if hue < end)
    if name in ("orange", "yellow") and saturation < 110:
        return "white" if value > 165 else "brown"
    return "brown" if name == "orange" and value < 150 else name
