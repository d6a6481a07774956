"""What a camera sees besides the dice: darkness, a cover, a hand, or that it was moved itself.

The background model remembers the tray without dice, cell by cell, from the places where no die lay
when a rest was read. Later, anything that differs from it, reaches the border and is not a die
counts as a hand.
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

FOREGROUND_DIFFERENCE = 16  # grey levels between the remembered tray and an object on it
MIN_EDGE_SHARE = 0.05  # share of a hand's cells that must be edges
MIN_HAND_SHARE = 0.03  # minimum share of the picture that a hand covers, if no die size is known
MIN_LEVEL = 8  # grey level of a cell whose change of brightness can be expressed as a ratio
OTHER_VIEW_SHARE = 0.55  # share of changed cells above which it is a different picture

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Tray:
    """The tray without dice: its cells, which of them are known, and their `older` values.

    A cell that matches its older value is background, too, because an arm may have been learned as
    part of the tray.
    """

    cells: Image
    known: Mask
    older: Image


class Background:
    """The remembered tray, learned from rests and compared with later frames."""

    def __init__(self) -> None:
        self._tray: _Tray | None = None
        self._die = 0.0  # side of a die in cells
        self.is_confirmed = False  # whether more than one rest has shown the tray

    def forget(self) -> None:
        """Forget the tray, because the camera was moved or replaced."""
        self._tray, self.is_confirmed = None, False

    def learn(self, frame: FrameSummary, dice: Sequence[Die]) -> None:
        """Remember what lies around the dice of a rest that was read."""
        free = ~dice_mask(frame, dice, 0.5)
        tray = self._tray_in(frame)
        if tray is None:
            self._tray = _Tray(frame.cells, free, frame.cells)
        else:
            now = np.where(free, frame.cells, tray.cells)
            # A cell's older value is replaced only if the new one differs from both.
            new = _differs(tray.cells, now) & _differs(tray.older, now)
            self._tray = _Tray(now, tray.known | free, np.where(new, tray.cells, tray.older))
            self.is_confirmed = True
        if dice:
            self._die = float(np.median([die.size for die in dice])) / frame.cell_size

    def obstruction(self, frame: FrameSummary) -> Literal["dark", "covered", "hand"] | None:
        """Return what prevents a resting scene from being read, or None."""
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
        """Return whether something other than a die reaches in from the border."""
        tray = self._tray_in(frame)
        if tray is None:
            return False
        least = max(1.5 * self._die**2, MIN_HAND_SHARE / 3 * frame.cells.size)
        return _reaches_in(tray, frame.cells, _foreground(tray, frame, dice), least)

    def has_camera_moved(
        self, frame: FrameSummary, dice: Sequence[Die] = (), *, rested: bool = False
    ) -> bool:
        """Return whether the camera was moved, so that all of the background is elsewhere.

        The camera was moved if a shift explains the picture. A completely different picture may
        also show arms over the tray, so it counts only once the scene has `rested` for a while.
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
        """Return the remembered tray if its pictures have the same size as this one."""
        tray = self._tray
        return None if tray is None or tray.cells.shape != frame.cells.shape else tray


def _foreground(tray: _Tray, frame: FrameSummary, dice: Sequence[Die] = ()) -> Mask:
    """Mark the known cells that differ from the tray, apart from the dice."""
    mask = _differs(tray.cells, frame.cells) & _differs(tray.older, frame.cells) & tray.known
    return np.asarray(mask & ~dice_mask(frame, dice, 0.5), np.bool_)


def is_explained_by_shift(before: Image, now: Image, known: Mask, changed_share: float) -> bool:
    """Return whether shifting `before` explains most of the `changed_share` of changed cells.

    Only the `known` cells of `before` are compared.
    """
    if min(now.shape) < 2:
        return False
    size = (now.shape[1], now.shape[0])
    after, grey = now.astype(np.float32), before.astype(np.float32)
    window = cv2.createHanningWindow(size, cv2.CV_32F)
    (dx, dy), _ = cv2.phaseCorrelate(grey.copy(), after.copy(), window)  # it modifies its arguments
    if not 0.6 <= max(abs(dx), abs(dy)) <= 40:
        return False
    slide = np.array(((1, 0, dx), (0, 1, dy)), np.float32)
    valid = cv2.warpAffine(known.astype(np.uint8), slide, size, flags=cv2.INTER_NEAREST)
    apart = np.abs(np.asarray(cv2.warpAffine(grey, slide, size)) - after) > FOREGROUND_DIFFERENCE
    overlap = valid > 0
    return bool(overlap.any() and float(np.mean(apart[overlap])) < 0.4 * changed_share)


def _covers(tray: _Tray, cells: Image) -> bool:
    """Return whether the picture has lost its detail: a hand or a cap is close to the lens."""
    lost = _detail(cells) < 0.35 * _detail(tray.cells)
    return lost and float(cv2.mean(cv2.absdiff(cells, tray.cells))[0]) > 12


def _reaches_in(tray: _Tray, cells: Image, mask: Mask, least: float) -> bool:
    """Return whether a connected part of `mask` of at least `least` cells touches the border.

    The part must have edges that the tray does not have. The soft shadow of a person has none.
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
    """Return the change of brightness of most of the picture, as a factor.

    This is the median ratio of the cells, not the ratio of their medians: an arm that covers fewer
    than half of them may still shift the median from the felt to the rim.
    """
    was, is_ = tray[::2, ::2].ravel(), cells[::2, ::2].ravel()
    lit = was >= MIN_LEVEL
    if not lit.any():
        return 1.0
    return float(np.clip(np.median(is_[lit].astype(np.float32) / was[lit]), 0.6, 1.6))


def _detail(cells: Image) -> float:
    """Return the mean difference between a picture and a blurred copy of it."""
    soft = cv2.GaussianBlur(cells, (0, 0), 3)
    return float(cv2.mean(cv2.absdiff(cv2.GaussianBlur(cells, (3, 3), 0), soft))[0])


COMPARE_AFTER_SECONDS = 0.2  # between the two pictures that are compared
MIN_SHIFTED_COMPARISONS = 4  # consecutive comparisons that must show a shift
MIN_SHARE_CHANGED_BY_SHIFT = 0.005  # of the cells of a picture


class HandheldCameraDetector:
    """Detects a handheld camera: the whole picture keeps shifting."""

    def __init__(self) -> None:
        self._before: FrameSummary | None = None
        self._slides = 0

    def forget(self) -> None:
        """Start over, because nothing moves."""
        self._before, self._slides = None, 0

    def is_handheld_after(self, now: FrameSummary) -> bool:
        """Process a moving frame; return whether the camera has been moving for about a second."""
        before = self._before
        if before is None or before.cells.shape != now.cells.shape:
            self._before, self._slides = now, 0
        elif now.t - before.t >= COMPARE_AFTER_SECONDS:
            change = cv2.absdiff(before.cells, now.cells) > FOREGROUND_DIFFERENCE
            share = float(np.mean(change))
            known = np.ones(now.cells.shape, np.bool_)
            slid = share > MIN_SHARE_CHANGED_BY_SHIFT and is_explained_by_shift(
                before.cells, now.cells, known, share
            )
            self._before, self._slides = now, self._slides + 1 if slid else 0
        return self._slides >= MIN_SHIFTED_COMPARISONS
