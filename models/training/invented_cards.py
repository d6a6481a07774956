"""Cards of invented decks: papers, panels, symbols and words anywhere, in any ink."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator

from models.training.glyphs import random_symbol
from models.training.rng import one_of
from vision.frame import Image
from vision.virtual.cards import HIGH, WIDE

PARTS = (2, 8)  # number of things printed on a card
CHANGES = (1, 3)  # number of parts by which a card differs from the next
TWICE = 0.4  # share of those that are also printed at the other end, upside down
Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Part:
    """A printed part: its shape (h, w), 0..255 of ink, its centre, and if it is printed `twice`."""

    shape: Image
    at: tuple[int, int]
    ink: Colour
    twice: bool


@dataclass(frozen=True, slots=True)
class _Design:
    """A card: its paper, a panel on it (margin and colour), and the printed parts."""

    paper: Colour
    margin: int
    panel: Colour
    parts: tuple[_Part, ...]


def invented_cards(rng: Generator, count: int) -> list[Image]:
    """Draw `count` cards (360, 240, 3) of one deck."""
    paper, panel = _colour(rng, light=0.7), _colour(rng, light=0.4)
    margin = int(rng.integers(6, 40)) if rng.random() < 0.6 else 0
    parts = tuple(_random_part(rng) for _ in range(int(rng.integers(*PARTS))))
    designs = [_Design(paper, margin, panel, parts)]
    while len(designs) < count:
        designs.append(_changed(one_of(rng, designs[-3:]), rng))
    return [_draw(design) for design in designs]


def _changed(design: _Design, rng: Generator) -> _Design:
    """Return a card that differs slightly."""
    parts = list(design.parts)
    for _ in range(int(rng.integers(*CHANGES))):
        kind = int(rng.integers(6))
        if kind == 0 and design.margin:
            design = replace(design, panel=_colour(rng, light=0.4))
        elif kind == 1 or not parts:
            parts.append(_random_part(rng))
        elif kind == 2:
            parts.pop(int(rng.integers(len(parts))))
        else:
            place = int(rng.integers(len(parts)))
            parts[place] = _changed_part(parts[place], kind, rng)
    return replace(design, parts=tuple(parts))


def _changed_part(part: _Part, kind: int, rng: Generator) -> _Part:
    """Return the part in another ink, with another shape of the same size, or elsewhere."""
    if kind == 3:
        return replace(part, ink=_colour(rng, light=0.3))
    if kind == 4:
        return replace(part, shape=_scaled(_shape(rng), *part.shape.shape[1::-1]))
    return replace(part, at=_place(rng))


def _random_part(rng: Generator) -> _Part:
    size = float(np.exp(rng.uniform(np.log(22), np.log(150))))
    wide = size * float(np.exp(rng.normal(0, 0.15)))
    shape = _scaled(_shape(rng), max(8, int(wide)), max(8, int(size)))
    return _Part(shape, _place(rng), _colour(rng, light=0.3), bool(rng.random() < TWICE))


def _shape(rng: Generator) -> Image:
    """Draw a symbol, a letter or a simple shape (96, 96)."""
    if rng.random() < 0.7:
        return random_symbol(rng)
    board = np.zeros((96, 96), np.uint8)
    thick = -1 if rng.random() < 0.6 else int(rng.integers(4, 16))
    kind = int(rng.integers(3))
    if kind == 0:
        cv2.ellipse(board, (48, 48), (40, int(rng.integers(20, 40))), 0, 0, 360, 255, thick)
    elif kind == 1:
        cv2.rectangle(board, (10, int(rng.integers(6, 40))), (86, 88), 255, thick)
    else:
        angles = np.arange(corners := int(rng.integers(3, 8))) * 2 * np.pi / corners
        around = 48 + 40 * np.column_stack([np.cos(angles), np.sin(angles)])
        cv2.polylines(board, [around.astype(np.int32)], True, 255, max(4, thick), cv2.LINE_AA)
    return board


def _scaled(shape: Image, wide: int, high: int) -> Image:
    return np.asarray(cv2.resize(shape, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def _place(rng: Generator) -> tuple[int, int]:
    return int(rng.integers(20, WIDE - 20)), int(rng.integers(20, HIGH - 20))


def _colour(rng: Generator, *, light: float) -> Colour:
    """Return a random colour; `light` is the probability of a light one."""
    if rng.random() < light:
        b, g, r = (int(v) for v in 255 - rng.integers(0, 60, 3))
    else:
        hue = np.array([[rng.integers((0, 60, 20), (180, 256, 230))]], np.uint8)
        b, g, r = (int(v) for v in cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0])
    return b, g, r


def _draw(design: _Design) -> Image:
    card = np.full((HIGH, WIDE, 3), design.paper, np.uint8)
    if design.margin:
        m = design.margin
        cv2.rectangle(card, (m, m), (WIDE - 1 - m, HIGH - 1 - m), design.panel, -1)
    for part in design.parts:
        _print(card, part)
        if part.twice:
            card = np.ascontiguousarray(card[::-1, ::-1])
            _print(card, part)
            card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def _print(card: Image, part: _Part) -> None:
    high, wide = part.shape.shape
    left, top = part.at[0] - wide // 2, part.at[1] - high // 2
    x1, y1, x2, y2 = max(0, left), max(0, top), min(WIDE, left + wide), min(HIGH, top + high)
    share = part.shape[y1 - top : y2 - top, x1 - left : x2 - left, None] / np.float32(255)
    area = card[y1:y2, x1:x2]
    area[:] = (area * (1 - share) + np.array(part.ink, np.float32) * share).astype(np.uint8)
