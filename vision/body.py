"""The colour of a die's body, by name, from its pixels alone."""

import cv2
import numpy as np

from vision.frame import Image

# Upper ends of the hues (0..180 as cv2 counts them), red at both ends.
_HUES = ((7, "red"), (19, "orange"), (34, "yellow"), (85, "green"), (128, "blue"), (165, "purple"),
         (181, "red"))  # fmt: skip


def body_colour(crop: Image) -> str:
    """Name of the body colour of the die that fills the middle of `crop` (h, w, 3) BGR.

    The median of the middle is the body, since pips cover less than half of any face. One of
    white, black, grey, red, orange, yellow, green, blue, purple, brown; what is clear goes by the
    tint it shows.
    """
    height, width = crop.shape[:2]
    middle = crop[height // 4 : height - height // 4, width // 4 : width - width // 4]
    colour = np.median(middle.reshape(-1, 3), axis=0).astype(np.uint8)
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
