"""Read dice on the printed sheet: rotated upright, without its markers, with their zones."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.bounding_box import BoundingBox, rotate_box
from vision.frame import Image
from vision.reading import Reading, sort_doubts
from vision.tray_sheet import MARKER_SIDE, SheetView, find_markers

MARKER_MARGIN = 2.0  # mm of blank paper around a marker


def read_dice_on_sheet(
    image: Image,
    view: SheetView,
    clutter: Sequence[BoundingBox],
    read: Callable[[Image, Sequence[BoundingBox]], Reading],
) -> Reading:
    """Read a picture (H, W, 3) of the sheet upright and without markers; return boxes in `image`.

    A die seen at a slant shows two or three faces, and `read` takes the topmost one in the picture.
    So the picture of a camera that is mounted upside down or sideways is rotated for `read`, and so
    are the boxes of `clutter`.
    """
    turns, (height, width) = view.quarter_turns, image.shape[:2]
    upright = np.ascontiguousarray(np.rot90(erase_markers(image, view), turns))
    reading = read(upright, [rotate_box(box, (width, height), turns) for box in clutter])
    size = (upright.shape[1], upright.shape[0])
    dice = tuple(replace(die, box=rotate_box(die.box, size, -turns)) for die in reading.dice)
    faint = tuple(rotate_box(box, size, -turns) for box in reading.faint)
    return with_off_tray_doubts(replace(reading, dice=dice, faint=faint), view)


def erase_markers(image: Image, view: SheetView) -> Image:
    """Return a copy of the picture (H, W, 3) in which the markers are as white as the paper.

    Otherwise they might be read as dice. A marker under a die is not detected, so the die stays.
    So does a die that merely resembles a marker.
    """
    image = image.copy()
    height, width = image.shape[:2]
    for number, corners in find_markers(image).items():
        if not view.is_marker_in_place(number, corners):
            continue
        middle = corners.mean(axis=0)
        around = np.rint(
            middle + (corners - middle) * (1 + 2 * MARKER_MARGIN / MARKER_SIDE)
        ).astype(np.int32)
        on_paper = np.clip(around, 0, (width - 1, height - 1))
        paper = image[on_paper[:, 1], on_paper[:, 0]].mean(axis=0)
        cv2.fillConvexPoly(image, around, paper.tolist())
    return image


def with_off_tray_doubts(reading: Reading, view: SheetView) -> Reading:
    """Return `reading` with a doubt about each die outside the rolling area and the rail."""
    dice = tuple(
        die
        if view.zone_of_box(die.box) in ("area", "rail")
        else replace(die, doubts=sort_doubts({*die.doubts, "off the tray"}))
        for die in reading.dice
    )
    return replace(reading, dice=dice)
