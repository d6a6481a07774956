"""Whether the scene rests: a cheap look at every frame.

A frame is reduced to grey cells (160 along the longer side). It is compared with the frame in which
the present quiet began, not with the one before, so that even slow creeping ends the quiet.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Frame, Image

CELLS = 160  # along the longer side of the picture
LEAST_CHANGE = 6  # grey levels a cell must change by, above the noise, to count
MOST_NOISE = 3  # grey levels of noise in a cell; what changes everywhere by more is a change
TREMBLE = 0.3  # cells that the picture may shift by
SMOOTH = 11  # cells over which a shadow counts as soft
FEWEST_CELLS = 3  # changed cells that make motion: a 20-pixel die at 640 covers 25

_NEAR = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class Glance:
    """What a quick look at one frame showed.

    `small` are the grey cells (rows, columns) uint8, `fine` the same in cells half as wide, and
    `cell` is the size of a cell in pixels of the frame. `quiet` counts the frames before this one,
    and `since` is the time of the first, that show the same scene; 0 means motion. `motion` is the
    share of cells that changed, `border` the number of changed cells at the border of the picture.
    """

    small: Image
    fine: Image
    cell: float
    t: float
    number: int
    quiet: int
    since: float
    motion: float
    border: int


class StillnessTest:
    """Looks at one frame after the other; remembers where the quiet began."""

    def __init__(self) -> None:
        self._anchor: Image | None = None
        self._since = 0.0
        self._quiet = 0

    def look(self, frame: Frame) -> Glance:
        """Compare a frame with the beginning of the quiet. About 0.2 ms at 640 x 480."""
        small, fine = shrink(frame.image)
        motion, border = 1.0, 0
        if self._anchor is not None and self._anchor.shape == small.shape:
            changed = changes(self._anchor, small)
            count = cv2.countNonZero(changed)
            motion, border = count / changed.size, _on_border(changed) if count else 0
            if count < FEWEST_CELLS:
                motion = 0.0
        if motion > 0.0:
            self._anchor, self._since, self._quiet = small, frame.t, 0
        else:
            self._quiet += 1
        cell = max(frame.image.shape[:2]) / max(small.shape)
        return Glance(
            small, fine, cell, frame.t, frame.number, self._quiet, self._since, motion, border
        )  # fmt: skip


def shrink(image: Image) -> tuple[Image, Image]:
    """Reduce a picture (H, W, 3) to grey cells, CELLS along the longer side, and half-cells."""
    height, width = image.shape[:2]
    share = CELLS / max(height, width)
    columns, rows = max(1, round(width * share)), max(1, round(height * share))
    fine = cv2.resize(image, (2 * columns, 2 * rows), interpolation=cv2.INTER_LINEAR)
    fine = cv2.cvtColor(fine, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(fine, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), np.asarray(fine, np.uint8)


def changes(before: Image, now: Image) -> Image:
    """Mark (not 0) the cells that changed by more than noise, light or a trembling mount can do.

    A common change of brightness and what is smooth over many cells (the soft shadow of a hand that
    is not in the picture) are taken out first. At edges a cell may change as much as a shift of a
    third of a cell makes it. The noise is the median change, which a hand over less than half of
    the picture does not touch.
    """
    was, is_ = cv2.mean(before)[0], cv2.mean(now)[0]
    if was > 1.0 and 0.6 < is_ / was < 1.6:
        now = cv2.convertScaleAbs(now, alpha=was / is_)  # type: ignore[assignment]
    change = cv2.absdiff(_edges_only(before), _edges_only(now))
    some = change[::2, ::2].ravel()
    noise = int(np.searchsorted(np.bincount(some).cumsum(), some.size / 2))
    contrast = cv2.subtract(cv2.dilate(before, _NEAR), cv2.erode(before, _NEAR))
    limit = cv2.convertScaleAbs(
        contrast, alpha=TREMBLE, beta=LEAST_CHANGE + 4 * min(noise, MOST_NOISE)
    )
    return np.asarray(cv2.subtract(change, limit), np.uint8)


def _edges_only(small: Image) -> Image:
    """Take out of the cells what is smooth over SMOOTH of them; 128 is level."""
    level = cv2.blur(small, (SMOOTH, SMOOTH))
    return np.asarray(cv2.addWeighted(small, 1.0, level, -1.0, 128.0), np.uint8)


def _on_border(changed: Image) -> int:
    """Count the changed cells in the outermost rows and columns."""
    return int(
        np.count_nonzero(changed[0])
        + np.count_nonzero(changed[-1])
        + np.count_nonzero(changed[1:-1, 0])
        + np.count_nonzero(changed[1:-1, -1])
    )
