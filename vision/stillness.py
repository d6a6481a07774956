"""Detect whether the scene rests, by a cheap comparison of every frame.

A frame is reduced to grey cells (160 along the longer side). It is compared with the frame in which
the current quiet period began, not with the previous one, so that even slow movement ends it.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Frame, Image, reduced_size

CELLS_PER_SIDE = 160  # along the longer side of the picture
MIN_CHANGE = 6  # grey levels above the noise that count as a change
MAX_NOISE = 3  # grey levels; a larger change of the whole picture is not noise
MAX_TREMBLE = 0.3  # cells; vibration may shift the picture by this much
SHADOW_EDGE_CELLS = 11  # width in cells of the edge of a soft shadow
MIN_CHANGED_CELLS = 3  # for motion; a die of 20 pixels in a picture of 640 covers 25 cells

_NEAR = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class FrameSummary:
    """One frame in grey cells, and how long the scene has been still.

    `cells` are (rows, columns) uint8, `fine_cells` have twice the resolution, and `size` is the
    frame's (width, height) in pixels. `quiet_frames` counts the previous frames that show the same
    scene, and `quiet_since` is the time of the first; 0 frames mean motion. `motion` is the share
    of changed cells, and `border_changes` is their number at the border of the picture.
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
        """Width and height of a cell in pixels of the frame."""
        return max(self.size) / float(max(self.cells.shape))


class StillnessDetector:
    """Observes one frame after the other and finds out how long the scene has been still."""

    def __init__(self) -> None:
        self._anchor: Image | None = None
        self._since = 0.0
        self._quiet = 0

    def process_frame(self, frame: Frame) -> FrameSummary:
        """Compare a frame with the start of the quiet period. Takes about 0.2 ms at 640 x 480."""
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
    """Reduce a picture (H, W, 3) to grey cells, as many as `CELLS_PER_SIDE`, and to half-cells."""
    columns, rows = reduced_size(image, CELLS_PER_SIDE / max(image.shape[:2]))
    fine = cv2.resize(image, (2 * columns, 2 * rows), interpolation=cv2.INTER_LINEAR)
    fine = cv2.cvtColor(fine, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(fine, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), np.asarray(fine, np.uint8)


def change_mask(before: Image, now: Image) -> Image:
    """Mark (non-zero) the cells that changed by more than noise, light or vibration can explain.

    A common change of brightness, and anything that is smooth over many cells (the soft shadow of a
    hand outside the picture), is removed first. At edges, the tolerance includes a shift of a third
    of a cell. The noise is estimated as the median change, which a hand over less than half of the
    picture does not affect.
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
    """Subtract from each cell the mean of the cells around it; 128 stands for no difference."""
    level = cv2.blur(small, (SHADOW_EDGE_CELLS, SHADOW_EDGE_CELLS))
    return np.asarray(cv2.addWeighted(small, 1.0, level, -1.0, 128.0), np.uint8)


def _on_border(changed: Image) -> int:
    """Count the changed cells in the outermost rows and columns."""
    return int(np.count_nonzero(changed) - np.count_nonzero(changed[1:-1, 1:-1]))
