"""What a resting scene is, apart from its dice: dark, covered, shifted, or with a hand in it.

The tray without dice is remembered cell by cell (`Glance.small`): wherever no die lay at a rest
that was read. What later differs there, reaches the border and is no die is taken for a hand.
"""

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image, blank
from vision.reading import Die
from vision.stillness import Glance, changes

FOREIGN = 16  # grey levels between the remembered tray and something that lies on it
EDGE_SHARE = 0.05  # of the cells of a hand lie where it has an edge
HAND_SHARE = 0.03  # share of the picture that a hand covers at least, when no die size is known
FAINT = 8  # grey levels from which a ratio can be told
SAME_TURN = 0.8  # correlation of the cells of one die before and after
OTHER_PICTURE = 0.55  # share of changed cells that makes it another picture altogether

Mask = NDArray[np.bool_]


class Scene:
    """The remembered tray, learned at rests and compared at later ones."""

    def __init__(self) -> None:
        self._tray: Image | None = None
        self._older: Image | None = None  # what was there before; an arm that rested is no tray
        self._known: Mask | None = None
        self._die = 0.0  # side of a die in cells

    def forget(self) -> None:
        """Start anew: the camera was moved or is another one."""
        self._tray = self._older = self._known = None

    def learn(self, glance: Glance, dice: Sequence[Die]) -> None:
        """Remember what lies around the dice of a rest that was read."""
        small = glance.small
        free = ~_under(small.shape, glance.cell, dice, 0.5)
        if self._tray is None or self._known is None or self._tray.shape != small.shape:
            self._tray, self._older, self._known = small.copy(), None, free
        else:
            now = np.where(free, small, self._tray)
            self._older = self._left_behind(self._tray, now)
            self._tray = now
            self._known = self._known | free
        if dice:
            self._die = float(np.median([die.size for die in dice])) / glance.cell

    def trouble(self, glance: Glance) -> Literal["dark", "covered", "hand"] | None:
        """Name what keeps a resting scene from being read, if anything does."""
        small = glance.small
        nothing = blank(small)
        if nothing == "black":
            return "dark"
        if nothing == "white" or self._covered(small):
            return "covered"
        foreign = self._foreign(small)
        least = max(6.0 * self._die**2, HAND_SHARE * small.size)
        if foreign is None or self.shifted(glance):
            return None
        if self._reaches_in(foreign, small, least):
            return "hand"
        return None

    def hand_beside(self, glance: Glance, dice: Sequence[Die]) -> bool:
        """Tell whether something that is no die reaches in from the border."""
        foreign = self._foreign(glance.small)
        if foreign is None:
            return False
        foreign &= ~_under(glance.small.shape, glance.cell, dice, 0.5)
        least = max(1.5 * self._die**2, HAND_SHARE / 3 * foreign.size)
        return self._reaches_in(foreign, glance.small, least)

    def shifted(self, glance: Glance, dice: Sequence[Die] = (), *, rested: bool = False) -> bool:
        """Tell whether the camera was moved: what lies beside the dice is elsewhere, all of it.

        A slide that explains the picture tells at once. Another picture altogether may be arms over
        the tray, and tells only when it has `rested`.
        """
        foreign = self._foreign(glance.small)
        if foreign is None or self._known is None:
            return False
        foreign &= ~_under(glance.small.shape, glance.cell, dice, 0.5)
        share = float(foreign.mean() / max(self._known.mean(), 1e-6))
        other = rested and share > OTHER_PICTURE
        return other or (share > 0.02 and self._slid(glance.small, share))

    def _slid(self, small: Image, share: float) -> bool:
        """Tell whether sliding the remembered tray explains most of what differs."""
        assert self._tray is not None
        assert self._known is not None
        if min(small.shape) < 2:
            return False
        window = cv2.createHanningWindow((small.shape[1], small.shape[0]), cv2.CV_32F)
        now, tray = small.astype(np.float32), self._tray.astype(np.float32)
        (dx, dy), _ = cv2.phaseCorrelate(tray.copy(), now.copy(), window)  # it writes into them
        if max(abs(dx), abs(dy)) < 0.6 or max(abs(dx), abs(dy)) > 40:
            return False
        slide = np.array(((1, 0, dx), (0, 1, dy)), np.float32)
        size = (small.shape[1], small.shape[0])
        valid = cv2.warpAffine(self._known.astype(np.uint8), slide, size, flags=cv2.INTER_NEAREST)
        apart = np.abs(np.asarray(cv2.warpAffine(tray, slide, size)) - now) > FOREIGN
        overlap = valid > 0
        return bool(overlap.any() and float(np.mean(apart[overlap])) < 0.4 * share)

    def _covered(self, small: Image) -> bool:
        """Tell whether the picture lost its detail: a hand or a cap right before the lens."""
        if self._tray is None or self._tray.shape != small.shape:
            return False
        lost = _detail(small) < 0.35 * _detail(self._tray)
        return lost and float(cv2.mean(cv2.absdiff(small, self._tray))[0]) > 12

    def _foreign(self, small: Image) -> Mask | None:
        """Mark the known cells that differ from the remembered tray; None when none is known."""
        if self._tray is None or self._known is None or self._tray.shape != small.shape:
            return None
        mask = _differs(self._tray, small) & self._known
        return mask if self._older is None else mask & _differs(self._older, small)

    def _left_behind(self, tray: Image, now: Image) -> Image:
        """Return the tray before this one, cell by cell: only what is new to both pushes it on."""
        if self._older is None:
            return tray
        return np.where(_differs(tray, now) & _differs(self._older, now), tray, self._older)

    def _reaches_in(self, mask: Mask, small: Image, least: float) -> bool:
        """Tell whether a connected part of at least `least` cells touches the border.

        It must have edges that the tray has not: the soft shadow of somebody near has none.
        """
        assert self._tray is not None
        edges = changes(self._tray, small) > 0
        closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
        height, width = mask.shape
        for number in range(1, count):
            x, y, w, h, area = stats[number]
            touches = x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1
            outlined = np.count_nonzero(edges & (labels == number)) >= EDGE_SHARE * area
            if touches and outlined and area >= least:
                return True
        return False


def patch_same(before: Image, glance: Glance, die: Die) -> bool:
    """Tell whether the cells of a die look now as they did in `before`."""
    if before.shape != glance.small.shape:
        return False
    spot = _under(before.shape, glance.cell, [die], 0.0)
    if not spot.any():  # it lay beyond this picture
        return False
    return bool(np.count_nonzero(changes(before, glance.small)[spot]) <= 0.04 * spot.sum())


def same_turn(before: Image, glance: Glance, old: Die, new: Die) -> bool:
    """Tell whether `new` looks like `old` did in `before` (`Glance.fine`), slid but hardly turned.

    A die that was nudged or pushed keeps its turn within some 15 degrees; one that was thrown lies
    turned anyhow.
    """
    if before.shape != glance.fine.shape:
        return False
    cell = glance.cell / 2
    wide, high = old.box[2] - old.box[0], old.box[3] - old.box[1]
    template = _cut(before, cell, old, wide, high)
    around = _cut(glance.fine, cell, new, wide + 6 * cell, high + 6 * cell)
    if not all(a >= b >= 3 for a, b in zip(around.shape, template.shape, strict=True)):
        return False
    soft, where = (cv2.GaussianBlur(part, (3, 3), 0) for part in (template, around))
    return bool(cv2.matchTemplate(where, soft, cv2.TM_CCOEFF_NORMED).max() >= SAME_TURN)


def _cut(small: Image, cell: float, die: Die, wide: float, high: float) -> Image:
    """Cut the cells of a rectangle (pixels) about the centre of a die."""
    x, y = die.centre
    rows = slice(max(0, round((y - high / 2) / cell)), max(0, round((y + high / 2) / cell)))
    columns = slice(max(0, round((x - wide / 2) / cell)), max(0, round((x + wide / 2) / cell)))
    return small[rows, columns]


def _under(shape: tuple[int, ...], cell: float, dice: Sequence[Die], wider: float) -> Mask:
    """Mark the cells that dice cover, boxes `wider` by this share of their size on each side."""
    mask = np.zeros(shape[:2], bool)
    for die in dice:
        x1, y1, x2, y2 = die.box
        more = wider * die.size
        rows = slice(max(0, int((y1 - more) / cell)), max(0, int(np.ceil((y2 + more) / cell))))
        columns = slice(max(0, int((x1 - more) / cell)), max(0, int(np.ceil((x2 + more) / cell))))
        mask[rows, columns] = True
    return mask


def _differs(tray: Image, small: Image) -> Mask:
    """Mark the cells that differ from those of `tray` by more than light and noise."""
    change = cv2.absdiff(cv2.convertScaleAbs(tray, alpha=_gain(tray, small)), small)
    return np.asarray(change > FOREIGN, np.bool_)


def _gain(tray: Image, small: Image) -> float:
    """Tell how much brighter most of the picture became: a cloud, a lamp further off.

    The median of the cells' ratios: an arm changes fewer than half of the cells, while it can push
    the picture's median from the felt to the rim.
    """
    was, is_ = tray[::2, ::2].ravel(), small[::2, ::2].ravel()
    lit = was >= FAINT
    if not lit.any():
        return 1.0
    return float(np.clip(np.median(is_[lit].astype(np.float32) / was[lit]), 0.6, 1.6))


def _detail(small: Image) -> float:
    """Measure how much a picture differs from its blurred self."""
    soft = cv2.GaussianBlur(small, (0, 0), 3)
    return float(cv2.mean(cv2.absdiff(cv2.GaussianBlur(small, (3, 3), 0), soft))[0])
