"""Compare the cells at single dice in two frames."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox
from vision.frame import Image
from vision.reading import Die
from vision.stillness import FrameSummary, change_mask

SAME_ORIENTATION_CORRELATION = 0.8  # minimum correlation of a die's cells before and after


def looks_unchanged(before: FrameSummary, now: FrameSummary, box: BoundingBox) -> bool:
    """Return whether the cells in a box look the same in both frames."""
    if before.cells.shape != now.cells.shape:
        return False
    spot = np.zeros(now.cells.shape, bool)
    spot[_cells_within(now, box, 0.0)] = True
    if not spot.any():  # outside this picture
        return False
    changed = np.count_nonzero(change_mask(before.cells, now.cells)[spot])
    return bool(changed <= 0.04 * spot.sum())


def have_same_orientation(before: FrameSummary, now: FrameSummary, old: Die, new: Die) -> bool:
    """Return whether `new` looks like `old` did, shifted but hardly rotated.

    A die that was nudged keeps its orientation within about 15 degrees; a rolled die can have any.
    """
    if before.cells.shape != now.cells.shape:
        return False
    cell = now.cell_size / 2
    wide, high = old.box[2] - old.box[0], old.box[3] - old.box[1]
    template = _cut(before.fine_cells, cell, old, wide, high)
    around = _cut(now.fine_cells, cell, new, wide + 6 * cell, high + 6 * cell)
    if not all(a >= b >= 3 for a, b in zip(around.shape, template.shape, strict=True)):
        return False
    soft, where = (cv2.GaussianBlur(part, (3, 3), 0) for part in (template, around))
    return bool(
        cv2.matchTemplate(where, soft, cv2.TM_CCOEFF_NORMED).max() >= SAME_ORIENTATION_CORRELATION
    )


def _cut(cells: Image, cell: float, die: Die, wide: float, high: float) -> Image:
    """Return the cells of a rectangle (in pixels) around the centre of a die."""
    x, y = die.centre
    rows = slice(max(0, round((y - high / 2) / cell)), max(0, round((y + high / 2) / cell)))
    columns = slice(max(0, round((x - wide / 2) / cell)), max(0, round((x + wide / 2) / cell)))
    return cells[rows, columns]


def dice_mask(frame: FrameSummary, dice: Sequence[Die], wider: float) -> NDArray[np.bool_]:
    """Mark the cells covered by dice, with boxes enlarged on each side by `wider` die sizes."""
    mask = np.zeros(frame.cells.shape, bool)
    for die in dice:
        mask[_cells_within(frame, die.box, wider * die.size)] = True
    return mask


def _cells_within(frame: FrameSummary, box: BoundingBox, more: float) -> tuple[slice, slice]:
    """Return the rows and columns of the cells in a box enlarged by `more` pixels on each side."""
    (x1, y1, x2, y2), cell = box, frame.cell_size
    rows = slice(max(0, int((y1 - more) / cell)), max(0, int(np.ceil((y2 + more) / cell))))
    columns = slice(max(0, int((x1 - more) / cell)), max(0, int(np.ceil((x2 + more) / cell))))
    return rows, columns
