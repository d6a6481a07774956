"""Dice on the printed sheet: read the right way up and without its marks, told by their place."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.bounding_box import BoundingBox, rotate_box
from vision.frame import Image
from vision.reading import Reading, sort_doubts
from vision.tray_sheet import MARKER_SIDE, SheetView, find_markers

BESIDE = 2.0  # mm beside a mark where there is nothing but paper


def read_dice_on_sheet(
    image: Image,
    view: SheetView,
    clutter: Sequence[BoundingBox],
    read: Callable[[Image, Sequence[BoundingBox]], Reading],
) -> Reading:
    """Let a picture (H, W, 3) of the sheet and the boxes of its `clutter` be read.

    Seen aslant a die shows two faces or three, of which that is read which is uppermost in the
    picture. So a picture of a camera that hangs upside down, or on its side, is turned first.
    """
    turns, (height, width) = view.quarter_turns, image.shape[:2]
    upright = np.ascontiguousarray(np.rot90(erase_markers(image, view), turns))
    reading = read(upright, [rotate_box(box, (width, height), turns) for box in clutter])
    size = (upright.shape[1], upright.shape[0])
    dice = tuple(replace(die, box=rotate_box(die.box, size, -turns)) for die in reading.dice)
    faint = tuple(rotate_box(box, size, -turns) for box in reading.faint)
    return add_off_tray_doubts(replace(reading, dice=dice, faint=faint), view)


def erase_markers(image: Image, view: SheetView) -> Image:
    """Return a picture (H, W, 3) in which marks are as white as the paper: they are no dice.

    A mark on which a die lies is none to be found, and stays; and so does a die, some of which
    look like a mark.
    """
    image = image.copy()
    height, width = image.shape[:2]
    for number, corners in find_markers(image).items():
        if not view.is_marker_in_place(number, corners):
            continue
        middle = corners.mean(axis=0)
        around = np.rint(middle + (corners - middle) * (1 + 2 * BESIDE / MARKER_SIDE)).astype(
            np.int32
        )
        on_paper = np.clip(around, 0, (width - 1, height - 1))
        paper = image[on_paper[:, 1], on_paper[:, 0]].mean(axis=0)
        cv2.fillConvexPoly(image, around, paper.tolist())
    return image


def add_off_tray_doubts(reading: Reading, view: SheetView) -> Reading:
    """Return `reading` with a doubt about each die that lies beside the area and the rail."""
    dice = tuple(
        die
        if view.zone_of_box(die.box) in ("area", "rail")
        else replace(die, doubts=sort_doubts({*die.doubts, "off the tray"}))
        for die in reading.dice
    )
    return replace(reading, dice=dice)
