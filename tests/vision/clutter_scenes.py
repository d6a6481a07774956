"""Tables without dice, drawn only for tests: bricks with studs, crosswords, beads, buttons.

The networks' training uses other code that draws other objects.
"""

from collections.abc import Callable

import cv2
import numpy as np

from tests.vision.mesh_scenes import SIZE, develop, ground

Array = np.ndarray
Draw = Callable[[np.random.Generator, Array], None]
CELL = 48


def clutter(rng: np.random.Generator) -> Array:
    """Draw three to eight objects on a table, (H, W, 3) bytes, none of them a die."""
    image = ground(rng)
    for _ in range(int(rng.integers(3, 9))):
        columns, rows = int(rng.integers(3, 8)), int(rng.integers(1, 6))
        thing = np.full((rows * CELL, columns * CELL, 3), rng.integers(10, 245, 3), np.uint8)
        DRAWN[int(rng.integers(len(DRAWN)))](rng, thing)
        _lay(rng, image, thing / 255)
    return develop(rng, image)


def _lay(rng: np.random.Generator, image: Array, thing: Array) -> None:
    high, wide = thing.shape[:2]
    scale = rng.uniform(0.4, 1.2)
    way = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.uniform(0, 360), scale)
    way[:, 2] += rng.uniform((0, 0), SIZE) - (wide / 2, high / 2)
    mask = cv2.warpAffine(np.ones((high, wide)), way, SIZE, flags=cv2.INTER_AREA)[..., None]
    shadow = cv2.GaussianBlur(np.roll(mask, (5, 4), (0, 1)), (0, 0), 4)[..., None]
    laid = cv2.warpAffine(cv2.GaussianBlur(thing, (0, 0), 0.7), way, SIZE)
    x, y, w, h = cv2.boundingRect((shadow + mask > 0).astype(np.uint8))
    part = np.s_[y : y + h, x : x + w]
    over, dark = mask[part], 0.5 * shadow[part]
    image[part] = image[part] * (1 - dark * (1 - over)) * (1 - over) + laid[part] * over


def _cells(thing: Array) -> list[tuple[int, int]]:
    return [
        (x, y)
        for y in range(CELL // 2, thing.shape[0], CELL)
        for x in range(CELL // 2, thing.shape[1], CELL)
    ]


def _bricks(rng: np.random.Generator, thing: Array) -> None:
    """Draw studs in rows, each with a highlight and a shadow."""
    light, dark = np.clip(thing[0, 0] * 1.25, 0, 255), thing[0, 0] * 0.6
    for x, y in _cells(thing):
        cv2.circle(thing, (x + 2, y + 2), 15, dark.tolist(), -1, cv2.LINE_AA)
        cv2.circle(thing, (x, y), 14, light.tolist(), -1, cv2.LINE_AA)


def _crossword(rng: np.random.Generator, thing: Array) -> None:
    """Draw black and white squares, some with a letter."""
    for x, y in _cells(thing):
        black = rng.random() < 0.25
        corner, far = (x - CELL // 2, y - CELL // 2), (x + CELL // 2, y + CELL // 2)
        cv2.rectangle(thing, corner, far, (12,) * 3 if black else (242,) * 3, -1)
        cv2.rectangle(thing, corner, far, (25,) * 3, 1)
        if not black and rng.random() < 0.5:
            letter = chr(int(rng.integers(65, 91)))
            cv2.putText(thing, letter, (x - 12, y + 12), 0, 1.1, (50, 25, 25), 2, cv2.LINE_AA)


def _beads(rng: np.random.Generator, thing: Array) -> None:
    """Draw touching round beads of all colours on a tray."""
    for x, y in _cells(thing):
        colour = rng.integers(10, 245, 3)
        cv2.circle(thing, (x, y), 22, colour.tolist(), -1, cv2.LINE_AA)
        shine = np.clip(colour + 100, 0, 255).tolist()
        cv2.circle(thing, (x - 7, y - 7), 5, shine, -1, cv2.LINE_AA)


def _calculator(rng: np.random.Generator, thing: Array) -> None:
    """Draw small round or square buttons with digits."""
    button, figure = rng.integers(0, 256, 3).tolist(), rng.integers(0, 256, 3).tolist()
    for x, y in _cells(thing):
        cv2.rectangle(thing, (x - 17, y - 14), (x + 17, y + 14), button, -1, cv2.LINE_AA)
        cv2.putText(thing, str(rng.integers(10)), (x - 9, y + 9), 2, 0.9, figure, 2, cv2.LINE_AA)


def _blister(rng: np.random.Generator, thing: Array) -> None:
    """Draw pills in their packaging: pairs of pale ovals."""
    pill = rng.integers(150, 256, 3).tolist()
    for x, y in _cells(thing):
        cv2.ellipse(thing, (x, y), (17, 12), 0, 0, 360, (75,) * 3, 2, cv2.LINE_AA)
        cv2.ellipse(thing, (x, y), (13, 8), 0, 0, 360, pill, -1, cv2.LINE_AA)


def _ticket(rng: np.random.Generator, thing: Array) -> None:
    """Draw crosses, dots and holes on paper as on a lottery ticket."""
    thing[:] = rng.integers(200, 256, 3)
    ink = rng.integers(0, 128, 3).tolist()
    for x, y in _cells(thing):
        cv2.rectangle(thing, (x - 12, y - 12), (x + 12, y + 12), ink, 2, cv2.LINE_AA)
        if rng.random() < 0.4:
            cv2.circle(thing, (x, y), 7, ink, -1, cv2.LINE_AA)


DRAWN: tuple[Draw, ...] = (_bricks, _crossword, _beads, _calculator, _blister, _ticket)
