"""Generated tables, trays and clutter: what dice lie on, and what is mistaken for dice."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox
from vision.frame import Image


def random_background(rng: Generator, side: int) -> Image:
    """Return a square background (side, side, 3): plain, cloth, wood, carpet, tiles or print."""
    colour = _colour(rng)
    kind = rng.choice(6, p=(0.25, 0.25, 0.15, 0.15, 0.1, 0.1))
    field = (_plain, _cloth, _wood, _carpet, _tiles, _print)[kind](rng, side)
    other = np.clip(colour * np.exp(rng.normal(0, 0.4, 3)) + rng.normal(0, 15, 3), 0, 255)
    mixed = colour + field[..., None] * (other - colour)
    return np.asarray(np.clip(mixed * _lamp(rng, side)[..., None], 0, 255), np.uint8)


def _colour(rng: Generator) -> NDArray[np.float64]:
    hsv = np.array([[[rng.integers(0, 180), rng.integers(0, 256) * rng.random(), 0]]], np.uint8)
    hsv[..., 2] = int(255 * rng.beta(1.1, 1.4))
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float64)


def _lamp(rng: Generator, side: int) -> NDArray[np.float32]:
    """Return uneven light, 0.6..1.2, that varies slowly over the picture."""
    small = rng.uniform(0.65, 1.15, (3, 3)).astype(np.float32)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _noise(rng: Generator, side: int, cells: tuple[int, int]) -> NDArray[np.float32]:
    """Return noise, 0..1, with about `cells` (across, down) blobs."""
    small = rng.random((max(2, cells[1]), max(2, cells[0])), np.float32)
    return np.asarray(
        np.clip(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), 0, 1), np.float32
    )


def _plain(rng: Generator, side: int) -> NDArray[np.float32]:
    return _noise(rng, side, (4, 4)) * np.float32(rng.random())


def _cloth(rng: Generator, side: int) -> NDArray[np.float32]:
    fine = _noise(rng, side, (side // 2, side // 2))
    broad = _noise(rng, side, (5, 5))
    return np.asarray(fine * rng.random() + broad * 0.3, np.float32)


def _wood(rng: Generator, side: int) -> NDArray[np.float32]:
    grain = _noise(rng, side, (int(rng.integers(2, 6)), int(rng.integers(12, 80))))
    bent = _noise(rng, side, (3, 3)) * 0.4
    wood = np.abs(np.sin((grain + bent) * rng.uniform(3, 14)))
    return np.asarray(np.rot90(wood, int(rng.integers(2))), np.float32)


def _carpet(rng: Generator, side: int) -> NDArray[np.float32]:
    layers = [_noise(rng, side, (n, n)) / (i + 1.5) for i, n in enumerate((8, 30, 90, side))]
    return np.asarray(sum(layers), np.float32)


def _tiles(rng: Generator, side: int) -> NDArray[np.float32]:
    step = int(rng.integers(10, 90))
    y, x = np.mgrid[0:side, 0:side]
    if rng.random() < 0.5:
        return (((x // step) + (y // step)) % 2).astype(np.float32)
    return (((x % step) < 3) | ((y % step) < 3)).astype(np.float32)


def _print(rng: Generator, side: int) -> NDArray[np.float32]:
    """Return lines of letters, dots and boxes as on packaging, rules and newspapers."""
    page = np.zeros((side, side), np.uint8)
    size = rng.uniform(0.3, 1.4)
    for y in range(0, side + 30, max(8, int(26 * size))):
        line = "".join(chr(c) for c in rng.integers(33, 122, 40))
        cv2.putText(
            page,
            line.replace("?", "o"),
            (-int(rng.integers(40)), y),
            int(rng.integers(0, 5)),
            size,
            255,
            int(rng.integers(1, 3)),
            cv2.LINE_AA,
        )
    return page.astype(np.float32) / np.float32(255)


def add_clutter(image: Image, rng: Generator, taken: list[BoundingBox]) -> Image:
    """Return `image` with a few objects that are not dice, clear of the boxes `taken`."""
    height, width = image.shape[:2]
    canvas = image.copy()
    for _ in range(int(rng.integers(1, 5))):
        thing = (_card, _pencil, _coin, _finger, _dots, _block, _key)[int(rng.integers(7))]
        layer = canvas.copy()
        thing(layer, rng, (rng.uniform(0, width), rng.uniform(0, height)))
        canvas = layer
    for x1, y1, x2, y2 in taken:  # dice lie on top of everything
        pad = 0.12 * (x2 - x1)
        rows = slice(max(0, int(y1 - pad)), max(0, int(y2 + pad)))
        columns = slice(max(0, int(x1 - pad)), max(0, int(x2 + pad)))
        canvas[rows, columns] = image[rows, columns]
    return canvas


def _bgr(rng: Generator) -> tuple[int, int, int]:
    b, g, r = (int(v) for v in _colour(rng))
    return b, g, r


def _quad(centre: tuple[float, float], wide: float, high: float, angle: float) -> NDArray[np.int32]:
    box = cv2.boxPoints((centre, (wide, high), np.degrees(angle)))
    return np.asarray(box, np.int32)


def _card(image: Image, rng: Generator, at: tuple[float, float]) -> None:
    """Draw a playing card or printed card: pale, with pips or text."""
    high, angle = rng.uniform(60, 200), rng.uniform(0, np.pi)
    cv2.fillPoly(
        image,
        [_quad(at, high * 0.65, high, angle)],
        _bgr(rng) if rng.random() < 0.4 else (235, 240, 240),
        cv2.LINE_AA,
    )
    ink = _bgr(rng)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    for u in (-0.16, 0, 0.16):
        for v in np.linspace(-0.35, 0.35, int(rng.integers(2, 5))):
            if rng.random() < 0.6:
                x, y = turn @ (np.array([u, v]) * high) + at
                radius = max(1, int(high * rng.uniform(0.02, 0.06)))
                cv2.circle(image, (int(x), int(y)), radius, ink, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        text = "".join(chr(c) for c in rng.integers(48, 90, 4))
        cv2.putText(
            image, text, (int(at[0] - high / 5), int(at[1])), 0, high / 120, ink, 2, cv2.LINE_AA
        )


def _pencil(image: Image, rng: Generator, at: tuple[float, float]) -> None:
    """Draw a pencil, cable, rail or shadow line."""
    angle, length = rng.uniform(0, np.pi), rng.uniform(80, 400)
    end = np.array([np.cos(angle), np.sin(angle)]) * length
    cv2.line(
        image,
        (int(at[0]), int(at[1])),
        (int(at[0] + end[0]), int(at[1] + end[1])),
        _bgr(rng),
        int(rng.integers(2, 16)),
        cv2.LINE_AA,
    )


def _coin(image: Image, rng: Generator, at: tuple[float, float]) -> None:
    """Draw a coin, chip, button, magnet or token, with a rim or a mark."""
    centre, radius = (int(at[0]), int(at[1])), int(rng.integers(4, 45))
    cv2.circle(image, centre, radius, _bgr(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.circle(
            image,
            centre,
            max(1, int(radius * rng.uniform(0.3, 0.9))),
            _bgr(rng),
            int(rng.choice([-1, 1, 2])),
            cv2.LINE_AA,
        )
    if rng.random() < 0.3:
        cv2.putText(
            image,
            str(rng.integers(1, 100)),
            (centre[0] - radius // 2, centre[1]),
            0,
            radius / 25,
            _bgr(rng),
            1,
            cv2.LINE_AA,
        )


def _finger(image: Image, rng: Generator, at: tuple[float, float]) -> None:
    """Draw the fingers of a hand that reaches in."""
    tone = np.array([rng.uniform(60, 170), rng.uniform(90, 190), rng.uniform(130, 235)])
    angle, wide = rng.uniform(0, 2 * np.pi), rng.uniform(14, 50)
    side = np.array([-np.sin(angle), np.cos(angle)]) * wide
    for i in range(int(rng.integers(1, 5))):
        tip = np.array(at) + side * i
        root = tip + np.array([np.cos(angle), np.sin(angle)]) * 400
        shade = tone * rng.uniform(0.8, 1.1)
        colour = (float(shade[0]), float(shade[1]), float(shade[2]))
        cv2.line(
            image,
            (int(tip[0]), int(tip[1])),
            (int(root[0]), int(root[1])),
            colour,
            int(wide),
            cv2.LINE_AA,
        )


def _dots(image: Image, rng: Generator, at: tuple[float, float]) -> None:
    """Draw crumbs, holes and specks that are not arranged like pips."""
    colour, spread = _bgr(rng), rng.uniform(5, 60)
    for _ in range(int(rng.integers(1, 9))):
        x, y = rng.normal(at, spread)
        cv2.circle(image, (int(x), int(y)), int(rng.integers(1, 6)), colour, -1, cv2.LINE_AA)


def _block(image: Image, rng: Generator, at: tuple[float, float]) -> None:
    """Draw an eraser, box or tile: the shape of a die without pips, sometimes with letters."""
    angle = rng.uniform(0, np.pi)
    wide, high = rng.uniform(10, 80), rng.uniform(10, 80)
    cv2.fillPoly(image, [_quad(at, wide, high * 2, angle)], _bgr(rng), cv2.LINE_AA)
    cv2.fillPoly(image, [_quad(at, wide * 0.9, high * 1.8, angle)], _bgr(rng), cv2.LINE_AA)
    if rng.random() < 0.5:
        text = "".join(chr(c) for c in rng.integers(65, 90, 3))
        cv2.putText(
            image,
            text,
            (int(at[0] - wide / 2), int(at[1])),
            0,
            wide / 60,
            _bgr(rng),
            2,
            cv2.LINE_AA,
        )


def _key(image: Image, rng: Generator, at: tuple[float, float]) -> None:
    """Draw a few keys of a keyboard: dark squares with a letter each."""
    side, tone = int(rng.integers(14, 44)), int(rng.integers(10, 240))
    for i in range(int(rng.integers(2, 6))):
        x, y = int(at[0]) + i * (side + 3), int(at[1])
        cv2.rectangle(image, (x, y), (x + side, y + side), (tone, tone, tone), -1)
        cv2.putText(
            image,
            chr(int(rng.integers(65, 90))),
            (x + side // 4, y + side // 2),
            0,
            side / 60,
            (255 - tone,) * 3,
            1,
            cv2.LINE_AA,
        )
