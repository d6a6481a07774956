"""Dogs that could be printed on the sides of dice, drawn in several styles."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Ink = NDArray[np.uint8]

PICTURE_SIDE = 192  # pixels of a drawn side
THIN, THICK = 6, 11  # widths of lines in pixels


def draw_dog(design: int) -> Ink:
    """Return the ink (192, 192), 0..255, of one of `DESIGNS`."""
    board = np.zeros((PICTURE_SIDE, PICTURE_SIDE), np.uint8)
    shape, manner = DESIGNS[design]
    shape(board)
    return manner(board)


def _fill(board: Ink, points: Sequence[tuple[int, int]], ink: int = 255) -> None:
    cv2.fillPoly(board, [np.array(points, np.int32)], ink, cv2.LINE_AA)


def _spot(board: Ink, at: tuple[int, int], axes: tuple[int, int], turn: int, ink: int) -> None:
    cv2.ellipse(board, at, axes, turn, 0, 360, ink, -1, cv2.LINE_AA)


def _standing(board: Ink) -> None:
    _spot(board, (94, 100), (48, 21), 0, 255)
    for x in (54, 68, 122, 135):
        _fill(board, [(x - 7, 104), (x + 7, 104), (x + 5, 152), (x - 5, 152)])
    _fill(board, [(120, 96), (134, 56), (152, 52), (150, 86), (138, 110)])
    _spot(board, (150, 62), (21, 13), 12, 255)
    _spot(board, (137, 60), (7, 18), 20, 255)
    _fill(board, [(52, 96), (32, 58), (40, 55), (62, 88)])


def _sitting(board: Ink) -> None:
    _fill(board, [(62, 152), (58, 112), (84, 72), (116, 66), (124, 100), (122, 152)])
    _spot(board, (76, 136), (30, 18), 0, 255)
    _spot(board, (112, 54), (27, 19), 8, 255)
    _fill(board, [(94, 46), (84, 24), (108, 36)])
    _spot(board, (46, 140), (24, 6), 30, 255)


def _running(board: Ink) -> None:
    _spot(board, (96, 92), (50, 17), -8, 255)
    for ends in ((58, 98, 28, 132), (64, 100, 52, 140), (130, 92, 164, 122), (124, 94, 142, 134)):
        cv2.line(board, ends[:2], ends[2:], 255, 11, cv2.LINE_AA)
    _spot(board, (150, 68), (22, 12), -5, 255)
    _spot(board, (136, 68), (8, 17), 40, 255)
    cv2.line(board, (50, 92), (22, 70), 255, 8, cv2.LINE_AA)


def _head(board: Ink) -> None:
    _spot(board, (96, 88), (42, 46), 0, 255)
    _spot(board, (50, 92), (15, 40), 10, 255)
    _spot(board, (142, 92), (15, 40), -10, 255)
    _spot(board, (96, 128), (25, 24), 0, 255)
    for x in (80, 112):
        _spot(board, (x, 78), (7, 9), 0, 0)
    _spot(board, (96, 114), (12, 8), 0, 0)
    cv2.line(board, (96, 122), (96, 138), 0, 4, cv2.LINE_AA)


def _profile(board: Ink) -> None:
    _fill(board, [(58, 158), (50, 92), (66, 54), (104, 40), (126, 66), (164, 84), (166, 104),
                  (128, 114), (112, 128), (116, 158)])  # fmt: skip
    _spot(board, (66, 78), (15, 34), 15, 0)
    _spot(board, (65, 80), (10, 29), 15, 255)
    _spot(board, (108, 66), (6, 6), 0, 0)


def _terrier(board: Ink) -> None:
    _fill(board, [(60, 34), (76, 66), (116, 66), (132, 34), (138, 92), (118, 142), (96, 158),
                  (74, 142), (54, 92)])  # fmt: skip
    for x in (80, 112):
        _spot(board, (x, 90), (6, 6), 0, 0)
    _fill(board, [(86, 124), (106, 124), (96, 138)], 0)


def _printed(board: Ink) -> Ink:
    return board


def _outlined(board: Ink) -> Ink:
    return np.asarray(cv2.morphologyEx(board, cv2.MORPH_GRADIENT, _pen(THIN)), np.uint8)


def _engraved(board: Ink) -> Ink:
    """Return only the outlines, broad as if cut with a tool, and smaller."""
    broad = cv2.morphologyEx(board, cv2.MORPH_GRADIENT, _pen(THICK))
    small = cv2.getRotationMatrix2D((PICTURE_SIDE / 2, PICTURE_SIDE / 2), 0, 0.85)
    return np.asarray(cv2.warpAffine(broad, small, (PICTURE_SIDE, PICTURE_SIDE)), np.uint8)


def _in_a_spot(board: Ink) -> Ink:
    """Return a disc of ink in which the drawing is left blank."""
    small = cv2.getRotationMatrix2D((PICTURE_SIDE / 2, PICTURE_SIDE / 2), 0, 0.8)
    bare = cv2.warpAffine(board, small, (PICTURE_SIDE, PICTURE_SIDE))
    spot = np.zeros_like(board)
    cv2.circle(spot, (PICTURE_SIDE // 2, PICTURE_SIDE // 2), 82, 255, -1, cv2.LINE_AA)
    return np.asarray(cv2.subtract(spot, bare), np.uint8)


def _pen(size: int) -> Ink:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


DESIGNS: tuple[tuple[Callable[[Ink], None], Callable[[Ink], Ink]], ...] = (
    (_standing, _printed),
    (_sitting, _printed),
    (_running, _printed),
    (_head, _printed),
    (_profile, _printed),
    (_terrier, _printed),
    (_standing, _outlined),
    (_head, _outlined),
    (_terrier, _outlined),
    (_sitting, _engraved),
    (_profile, _engraved),
    (_running, _in_a_spot),
)
"""The shape and the style of each design."""
