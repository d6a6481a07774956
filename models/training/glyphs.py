"""Faces without pips: symbols, painted over the pips of a real crop or printed on rendered dice."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.frame import Image

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789&@#$%?!+*=<>"


def paint_unknown_face(crop: Image, rng: Generator, die_share: float) -> Image:
    """Return the square `crop` of a die with its pips replaced by a symbol, or by nothing.

    `die_share` is the die's side divided by the crop's. The body's colour is the median of the
    centre of the crop; the ink's is that of the pips, the pixels furthest from the body's colour.
    """
    side = crop.shape[0]
    middle = (side - 1) / 2
    reach = int(side * die_share * 0.36)
    patch = crop[side // 2 - reach : side // 2 + reach, side // 2 - reach : side // 2 + reach]
    flat = patch.reshape(-1, 3).astype(np.float32)
    body = np.median(flat, axis=0)
    away = np.abs(flat - body).sum(axis=1)
    ink = flat[away >= np.quantile(away, 0.97)].mean(axis=0)
    mask = np.zeros((side, side), np.float32)
    radius = side * die_share * rng.uniform(0.4, 0.47)
    cv2.circle(mask, (int(middle), int(middle)), int(radius), 1.0, -1)
    cover = cv2.GaussianBlur(mask, (0, 0), side / 32)[..., None]
    smooth = cv2.GaussianBlur(cv2.medianBlur(crop, 2 * (side // 8) + 1), (0, 0), side / 24)
    smooth = smooth * 0.4 + body * 0.6
    blank = crop * (1 - cover) + smooth * cover
    if rng.random() < 0.12:
        return np.asarray(blank, np.uint8)
    stencil = _stencil(rng, side, side * die_share)[..., None]
    return np.asarray(np.clip(blank * (1 - stencil) + ink * stencil, 0, 255), np.uint8)


def random_emblem(rng: Generator) -> NDArray[np.uint8]:
    """Draw a symbol (96, 96), 0..255 of ink, as it may be printed on the side of a die."""
    board = random_symbol(rng)
    turn = cv2.getRotationMatrix2D((47.5, 47.5), rng.uniform(0, 360), rng.uniform(0.4, 1.0))
    turn[:, 2] = turn[:, 2] + rng.normal(0, 2, 2)
    return np.asarray(cv2.warpAffine(board, turn, (96, 96)), np.uint8)


def random_symbol(rng: Generator) -> NDArray[np.uint8]:
    """Draw a symbol (96, 96), 0..255 of ink, upright and as large as possible."""
    board = np.zeros((96, 96), np.uint8)
    kinds = (_letter, _star, _paw, _blob, _cross, _ring)
    kinds[int(rng.choice(6, p=(0.4, 0.1, 0.15, 0.2, 0.08, 0.07)))](board, rng)
    return board


def _stencil(rng: Generator, side: int, die: float) -> NDArray[np.float32]:
    """Return a symbol's coverage (side, side), 0..1, with random rotation and size."""
    board = random_symbol(rng)
    scale = die * rng.uniform(0.35, 1.0) / 96
    turn = cv2.getRotationMatrix2D((47.5, 47.5), rng.uniform(0, 360), scale)
    turn[:, 2] = turn[:, 2] + side / 2 - 48 + rng.normal(0, 0.03 * die, 2)
    return np.asarray(
        cv2.warpAffine(board, turn, (side, side)) * (rng.uniform(0.7, 1.0) / 255),
        np.float32,
    )


def _letter(board: Image, rng: Generator) -> None:
    text = "".join(
        _LETTERS[int(i)] for i in rng.integers(0, len(_LETTERS), int(rng.integers(1, 3)))
    )
    font, thick = int(rng.integers(0, 8)), int(rng.integers(2, 9))
    size, _ = cv2.getTextSize(text, font, 1.0, thick)
    scale = 70 / max(size)
    cv2.putText(
        board,
        text,
        (int(48 - size[0] * scale / 2), int(48 + size[1] * scale / 2)),
        font,
        scale,
        255,
        thick,
        cv2.LINE_AA,
    )


def _star(board: Image, rng: Generator) -> None:
    points = 2 * int(rng.integers(3, 9))
    radii = np.where(np.arange(points) % 2, rng.uniform(10, 25), 36)
    turns = np.arange(points) / points * 2 * np.pi
    star = np.stack([48 + radii * np.cos(turns), 48 + radii * np.sin(turns)], axis=1)
    cv2.fillPoly(board, [star.astype(np.int32)], 255, cv2.LINE_AA)


def _paw(board: Image, rng: Generator) -> None:
    """Draw joined ellipses: paws, dogs, bones, emblems with wings."""
    for _ in range(int(rng.integers(3, 8))):
        x, y = rng.uniform(22, 74, 2)
        axes = (int(rng.integers(4, 24)), int(rng.integers(4, 12)))
        cv2.ellipse(
            board, (int(x), int(y)), axes, rng.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA
        )
    cv2.ellipse(
        board,
        (48, 48),
        (int(rng.integers(12, 30)), int(rng.integers(8, 18))),
        0,
        0,
        360,
        255,
        -1,
        cv2.LINE_AA,
    )


def _blob(board: Image, rng: Generator) -> None:
    corners = rng.uniform(14, 82, (int(rng.integers(5, 14)), 2)).astype(np.int32)
    cv2.fillPoly(board, [corners], 255, cv2.LINE_AA)


def _cross(board: Image, rng: Generator) -> None:
    thick = int(rng.integers(6, 20))
    for _ in range(int(rng.integers(2, 5))):
        a, b = rng.uniform(12, 84, (2, 2)).astype(int)
        cv2.line(board, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 255, thick, cv2.LINE_AA)


def _ring(board: Image, rng: Generator) -> None:
    cv2.circle(
        board, (48, 48), int(rng.integers(20, 38)), 255, int(rng.integers(3, 10)), cv2.LINE_AA
    )
    _letter(board, rng)
