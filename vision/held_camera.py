"""Whether the camera itself moves, held in a hand: then the whole picture slides, on and on."""

import cv2
import numpy as np

from vision.background import FOREGROUND_DIFFERENCE, is_explained_by_sliding
from vision.stillness import FrameSummary

COMPARE_AFTER = 0.2  # seconds between two pictures that are compared
MIN_SLIDES = 4  # comparisons in a row that show a slide
MIN_SHARE = 0.005  # of the cells differ, at least, when the picture slides


class HeldCameraDetector:
    """Looks at the frames in which something moves."""

    def __init__(self) -> None:
        self._before: FrameSummary | None = None
        self._slides = 0

    def forget(self) -> None:
        """Begin anew: nothing moves."""
        self._before, self._slides = None, 0

    def observe(self, now: FrameSummary) -> bool:
        """Take in a frame; tell whether the camera has moved for about a second."""
        before = self._before
        if before is None or before.cells.shape != now.cells.shape:
            self._before, self._slides = now, 0
        elif now.t - before.t >= COMPARE_AFTER:
            change = cv2.absdiff(before.cells, now.cells) > FOREGROUND_DIFFERENCE
            share = float(np.mean(change))
            known = np.ones(now.cells.shape, np.bool_)
            slid = share > MIN_SHARE and is_explained_by_sliding(
                before.cells, now.cells, known, share
            )
            self._before, self._slides = now, self._slides + 1 if slid else 0
        return self._slides >= MIN_SLIDES
