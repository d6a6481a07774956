"""What is seen apart from the dice: darkness, a cover, a hand, or that the camera was moved.

A model of the background, the tray without dice: wherever no die lay at a rest that was read, cell
by cell. What later differs there, reaches the border and is no die is taken for a hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image, blank_colour
from vision.patches import dice_mask
from vision.reading import Die
from vision.stillness import FrameSummary, change_mask

FOREGROUND_DIFFERENCE = 16  # grey levels between the remembered tray and something that lies on it
MIN_EDGE_SHARE = 0.05  # of the cells of a hand lie where it has an edge
MIN_HAND_SHARE = 0.03  # share of the picture that a hand covers at least, when no die size is known
MIN_LEVEL = 8  # grey levels from which a ratio can be told
OTHER_VIEW_SHARE = 0.55  # share of changed cells that makes it another picture altogether

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Tray:
    """The tray without dice: its cells, which of them are known, and what they were before.

    Those before count as well: an arm that rested was no tray.
    """

    cells: Image
    known: Mask
    older: Image


class Background:
    """The remembered tray, learned at rests and compared at later ones."""

    def __init__(self) -> None:
        self._tray: _Tray | None = None
        self._die = 0.0  # side of a die in cells

    def forget(self) -> None:
        """Start anew: the camera was moved or is another one."""
        self._tray = None

    def learn(self, frame: FrameSummary, dice: Sequence[Die]) -> None:
        """Remember what lies around the dice of a rest that was read."""
        free = ~dice_mask(frame, dice, 0.5)
        tray = self._tray_in(frame)
        if tray is None:
            self._tray = _Tray(frame.cells, free, frame.cells)
        else:
            now = np.where(free, frame.cells, tray.cells)
            # Only what is new to both pushes the tray before this one on, cell by cell.
            new = _differs(tray.cells, now) & _differs(tray.older, now)
            self._tray = _Tray(now, tray.known | free, np.where(new, tray.cells, tray.older))
        if dice:
            self._die = float(np.median([die.size for die in dice])) / frame.cell_size

    def obstruction(self, frame: FrameSummary) -> Literal["dark", "covered", "hand"] | None:
        """Name what keeps a resting scene from being read, if anything does."""
        nothing = blank_colour(frame.cells)
        if nothing == "black":
            return "dark"
        tray = self._tray_in(frame)
        if nothing == "white" or (tray is not None and _covers(tray, frame.cells)):
            return "covered"
        if tray is None or self.has_camera_moved(frame):
            return None
        least = max(6.0 * self._die**2, MIN_HAND_SHARE * frame.cells.size)
        return "hand" if _reaches_in(tray, frame.cells, _foreground(tray, frame), least) else None

    def is_hand_in_view(self, frame: FrameSummary, dice: Sequence[Die]) -> bool:
        """Tell whether something that is no die reaches in from the border."""
        tray = self._tray_in(frame)
        if tray is None:
            return False
        least = max(1.5 * self._die**2, MIN_HAND_SHARE / 3 * frame.cells.size)
        return _reaches_in(tray, frame.cells, _foreground(tray, frame, dice), least)

    def has_camera_moved(
        self, frame: FrameSummary, dice: Sequence[Die] = (), *, rested: bool = False
    ) -> bool:
        """Tell whether the camera was moved: what lies beside the dice is elsewhere, all of it.

        A slide that explains the picture tells at once. Another picture altogether may be arms over
        the tray, and tells only when it has `rested`.
        """
        tray = self._tray_in(frame)
        if tray is None:
            return False
        share = float(_foreground(tray, frame, dice).mean() / max(tray.known.mean(), 1e-6))
        other = rested and share > OTHER_VIEW_SHARE
        return other or (
            share > 0.02 and is_explained_by_shift(tray.cells, frame.cells, tray.known, share)
        )

    def _tray_in(self, frame: FrameSummary) -> _Tray | None:
        """Return the remembered tray where pictures have the size they had."""
        tray = self._tray
        return None if tray is None or tray.cells.shape != frame.cells.shape else tray


def _foreground(tray: _Tray, frame: FrameSummary, dice: Sequence[Die] = ()) -> Mask:
    """Mark the known cells beside the dice that differ from the tray."""
    mask = _differs(tray.cells, frame.cells) & _differs(tray.older, frame.cells) & tray.known
    return np.asarray(mask & ~dice_mask(frame, dice, 0.5), np.bool_)


def is_explained_by_shift(before: Image, now: Image, known: Mask, share: float) -> bool:
    """Tell whether sliding `before` explains most of the `share` of cells that differ `now`.

    Only the `known` cells of `before` are looked at.
    """
    if min(now.shape) < 2:
        return False
    size = (now.shape[1], now.shape[0])
    after, grey = now.astype(np.float32), before.astype(np.float32)
    window = cv2.createHanningWindow(size, cv2.CV_32F)
    (dx, dy), _ = cv2.phaseCorrelate(grey.copy(), after.copy(), window)  # it writes into them
    if not 0.6 <= max(abs(dx), abs(dy)) <= 40:
        return False
    slide = np.array(((1, 0, dx), (0, 1, dy)), np.float32)
    valid = cv2.warpAffine(known.astype(np.uint8), slide, size, flags=cv2.INTER_NEAREST)
    apart = np.abs(np.asarray(cv2.warpAffine(grey, slide, size)) - after) > FOREGROUND_DIFFERENCE
    overlap = valid > 0
    return bool(overlap.any() and float(np.mean(apart[overlap])) < 0.4 * share)


def _covers(tray: _Tray, cells: Image) -> bool:
    """Tell whether the picture lost its detail: a hand or a cap right before the lens."""
    lost = _detail(cells) < 0.35 * _detail(tray.cells)
    return lost and float(cv2.mean(cv2.absdiff(cells, tray.cells))[0]) > 12


def _reaches_in(tray: _Tray, cells: Image, mask: Mask, least: float) -> bool:
    """Tell whether a connected part of `mask` of at least `least` cells touches the border.

    It must have edges that the tray has not: the soft shadow of somebody near has none.
    """
    edges = change_mask(tray.cells, cells) > 0
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
    height, width = mask.shape
    for number in range(1, count):
        x, y, w, h, area = stats[number]
        touches = min(x, y, width - x - w, height - y - h) <= 1
        outlined = np.count_nonzero(edges & (labels == number)) >= MIN_EDGE_SHARE * area
        if touches and outlined and area >= least:
            return True
    return False


def _differs(tray: Image, cells: Image) -> Mask:
    """Mark the cells that differ from those of `tray` by more than light and noise."""
    change = cv2.absdiff(cv2.convertScaleAbs(tray, alpha=_gain(tray, cells)), cells)
    return np.asarray(change > FOREGROUND_DIFFERENCE, np.bool_)


def _gain(tray: Image, cells: Image) -> float:
    """Tell how much brighter most of the picture became: a cloud, a lamp further off.

    The median of the cells' ratios: an arm changes fewer than half of the cells, while it can push
    the picture's median from the felt to the rim.
    """
    was, is_ = tray[::2, ::2].ravel(), cells[::2, ::2].ravel()
    lit = was >= MIN_LEVEL
    if not lit.any():
        return 1.0
    return float(np.clip(np.median(is_[lit].astype(np.float32) / was[lit]), 0.6, 1.6))


def _detail(cells: Image) -> float:
    """Measure how much a picture differs from its blurred self."""
    soft = cv2.GaussianBlur(cells, (0, 0), 3)
    return float(cv2.mean(cv2.absdiff(cv2.GaussianBlur(cells, (3, 3), 0), soft))[0])


COMPARE_AFTER = 0.2  # seconds between two pictures that are compared
MIN_SLIDES = 4  # comparisons in a row that show a slide
MIN_SHARE = 0.005  # of the cells differ, at least, when the picture slides


class HandheldCameraDetector:
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
            slid = share > MIN_SHARE and is_explained_by_shift(
                before.cells, now.cells, known, share
            )
            self._before, self._slides = now, self._slides + 1 if slid else 0
        return self._slides >= MIN_SLIDES
