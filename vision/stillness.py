"""Whether the scene rests: a cheap look at every frame.

A frame is reduced to grey cells (160 along the longer side). It is compared with the frame in which
the present quiet began, not with the one before, so that even slow creeping ends the quiet.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Frame, Image, reduced_size

CELLS = 160  # along the longer side of the picture
MIN_CHANGE = 6  # grey levels a cell must change by, above the noise, to count
MAX_NOISE = 3  # grey levels of noise in a cell; what changes everywhere by more is a change
MAX_TREMBLE = 0.3  # cells that the picture may shift by
SMOOTH_CELLS = 11  # cells over which a shadow counts as soft
MIN_CHANGED_CELLS = 3  # changed cells that make motion: a 20-pixel die at 640 covers 25

_NEAR = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class FrameSummary:
    """One frame in grey cells, and how long the scene had been still then.

    `cells` are (rows, columns) uint8, `fine_cells` the same half as wide, `size` is the (width,
    height) of the frame in pixels. `quiet_frames` counts the frames before this one that show the
    same scene, and `quiet_since` is the time of the first; 0 frames mean motion. `motion` is the
    share of cells that changed, `border_changes` how many did at the border of the picture.
    """

    cells: Image
    fine_cells: Image
    size: tuple[int, int]
    t: float
    number: int
    quiet_frames: int
    quiet_since: float
    motion: float
    border_changes: int

    @property
    def cell_size(self) -> float:
        """Pixels of the frame that a cell is wide and high."""
        return max(self.size) / float(max(self.cells.shape))


class StillnessDetector:
    """Observes one frame after the other; remembers where the quiet began."""

    def __init__(self) -> None:
        self._anchor: Image | None = None
        self._since = 0.0
        self._quiet = 0

    def observe(self, frame: Frame) -> FrameSummary:
        """Compare a frame with the beginning of the quiet. About 0.2 ms at 640 x 480."""
        cells, fine = to_cells(frame.image)
        motion, border = 1.0, 0
        if self._anchor is not None and self._anchor.shape == cells.shape:
            changed = change_mask(self._anchor, cells)
            count = cv2.countNonZero(changed)
            motion, border = count / changed.size, _on_border(changed) if count else 0
            if count < MIN_CHANGED_CELLS:
                motion = 0.0
        if motion > 0.0:
            self._anchor, self._since, self._quiet = cells, frame.t, 0
        else:
            self._quiet += 1
        return FrameSummary(
            cells, fine, frame.size, frame.t, frame.number, self._quiet, self._since, motion, border
        )


def to_cells(image: Image) -> tuple[Image, Image]:
    """Reduce a picture (H, W, 3) to grey cells, CELLS along the longer side, and half-cells."""
    columns, rows = reduced_size(image, CELLS / max(image.shape[:2]))
    fine = cv2.resize(image, (2 * columns, 2 * rows), interpolation=cv2.INTER_LINEAR)
    fine = cv2.cvtColor(fine, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(fine, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), np.asarray(fine, np.uint8)


def change_mask(before: Image, now: Image) -> Image:
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
        contrast, alpha=MAX_TREMBLE, beta=MIN_CHANGE + 4 * min(noise, MAX_NOISE)
    )
    return np.asarray(cv2.subtract(change, limit), np.uint8)


def _edges_only(small: Image) -> Image:
    """Take out of the cells what is smooth over SMOOTH_CELLS of them; 128 is level."""
    level = cv2.blur(small, (SMOOTH_CELLS, SMOOTH_CELLS))
    return np.asarray(cv2.addWeighted(small, 1.0, level, -1.0, 128.0), np.uint8)


def _on_border(changed: Image) -> int:
    """Count the changed cells in the outermost rows and columns."""
    return int(np.count_nonzero(changed) - np.count_nonzero(changed[1:-1, 1:-1]))
