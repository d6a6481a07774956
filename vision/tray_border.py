"""The border of the tray in a camera's picture: nothing outside it counts as a die.

It is stored in shares of the picture's width and height, so that it holds at every resolution.
"""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox, shift_box
from vision.frame import Image, reduced_size

Border: TypeAlias = tuple[float, float, float, float]
"""x1, y1, x2, y2 of the tray, each a share (0..1) of the picture's width or height."""

SEARCH_SIDE = 160  # longer side in pixels of the picture in which the tray is searched
MAX_COLOUR_DISTANCE = 2.5  # times the median distance from the colour of the felt
MIN_FELT_DISTANCE, MAX_FELT_DISTANCE = 12.0, 40.0  # limits in Lab: felt is never all of one colour
MIN_AREA = 0.12  # share of the picture; a smaller region is a mat, a card, a shadow
MAX_AREA = 0.94  # share above which the tray fills the picture and has no visible border
MIN_FILL = 0.7  # share of its rectangle that the felt covers
RIM_SHADOW = 0.015  # share of the picture at each side that the tray's rim shades
MAX_DICE_GAP = 0.16  # gaps in the felt that dice may make, in longer sides of the picture


def border_in_pixels(border: Border, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return x1, y1, x2, y2 of `border` in a picture of `size` (width, height), never empty."""
    (x1, x2), (y1, y2) = (
        _side(*ends, length) for ends, length in zip((border[::2], border[1::2]), size, strict=True)
    )
    return x1, y1, x2, y2


def _side(low: float, high: float, length: int) -> tuple[int, int]:
    first = min(max(0, round(low * length)), length - 1)
    return first, max(first + 1, min(length, round(high * length)))


def crop_to_border(image: Image, border: Border | None) -> Image:
    """Return the part of a picture (H, W, 3) within `border`, or all of it without one."""
    if border is None:
        return image
    x1, y1, x2, y2 = border_in_pixels(border, (image.shape[1], image.shape[0]))
    return image[y1:y2, x1:x2]


def box_in_whole_picture(
    box: BoundingBox, border: Border | None, size: tuple[int, int]
) -> BoundingBox:
    """Return where a `box` in the cropped picture lies in the full one of `size`, in pixels."""
    if border is None:
        return box
    return shift_box(box, *border_in_pixels(border, size)[:2])


def find_border(image: Image) -> Border | None:
    """Return where the tray seems to lie in a picture (H, W, 3), None if no border shows.

    The tray is the region that has the colour of most of the picture's centre, with its dice.
    """
    share = SEARCH_SIDE / max(image.shape[:2])
    small = cv2.resize(image, reduced_size(image, share), interpolation=cv2.INTER_AREA)
    if min(small.shape[:2]) < 2:  # no centre
        return None
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.5), cv2.COLOR_BGR2LAB)
    _, _, parts, _ = cv2.connectedComponentsWithStats(_felt(np.asarray(lab, np.uint8)))
    if len(parts) < 2:  # the first is the background
        return None
    x, y, wide, high, area = map(int, parts[1 + int(np.argmax(parts[1:, cv2.CC_STAT_AREA]))])
    height, width = lab.shape[:2]
    whole = width * height
    if area < max(MIN_AREA * whole, MIN_FILL * wide * high) or wide * high > MAX_AREA * whole:
        return None
    left, top, right, low = x / width, y / height, (x + wide) / width, (y + high) / height
    found = np.array(
        (left - RIM_SHADOW, top - RIM_SHADOW, right + RIM_SHADOW, low + RIM_SHADOW)
    ).clip(0.0, 1.0)
    return float(found[0]), float(found[1]), float(found[2]), float(found[3])


def _felt(lab: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Mark (1) the pixels with about the main colour of the picture's centre, and the dice."""
    height, width = lab.shape[:2]
    middle = lab[height // 4 : -height // 4, width // 4 : -width // 4].reshape(-1, 3)
    colour = np.median(middle.astype(np.float32), axis=0)
    usual = float(np.median(np.linalg.norm(middle - colour, axis=1)))
    most = float(np.clip(MAX_COLOUR_DISTANCE * usual, MIN_FELT_DISTANCE, MAX_FELT_DISTANCE))
    alike = np.linalg.norm(lab.astype(np.float32) - colour, axis=2) <= most
    felt = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    # Fill gaps as wide as dice; there is no felt outside the picture.
    gap = round(MAX_DICE_GAP * SEARCH_SIDE) | 1
    around = cv2.copyMakeBorder(felt, gap, gap, gap, gap, cv2.BORDER_CONSTANT, value=0)
    closed = cv2.morphologyEx(around, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    return np.asarray(closed[gap:-gap, gap:-gap], np.uint8)
