"""Draw tables without dice, full of objects that are mistaken for dice: cards, keys, caps, chips.

Whatever an earlier detector finds there is a mistake to learn from, like those in photographs.
"""

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.backgrounds import random_background
from models.training.card_pictures import render_combination_deck, render_shapes_deck
from models.training.rng import one_of
from vision.frame import Image
from vision.virtual.cards import render_number_deck, render_playing_deck

SIDE = 400  # pixels of a picture
THINGS = (2, 9)  # number of objects in it
LEAN = 0.18  # share of the side by which the camera's slant moves a corner of the picture
Colour = tuple[int, int, int]
Thing = tuple[Image, NDArray[np.uint8]]  # its picture (h, w, 3), and its mask (h, w)


def draw_decks(rng: Generator, count: int) -> list[Image]:
    """Draw the cards of `count` decks of each kind."""
    kinds = (render_playing_deck, render_number_deck, render_shapes_deck, render_combination_deck)
    return [card for _ in range(count) for kind in kinds for card in kind(rng).values()]


def draw_clutter(rng: Generator, cards: Sequence[Image]) -> Image:
    """Draw a table (SIDE, SIDE, 3) with objects, some of the `cards` among them, and no dice."""
    picture = random_background(rng, SIDE)
    usual = one_of(rng, _THINGS) if rng.random() < 0.5 else None
    for _ in range(int(rng.integers(*THINGS))):
        draw = usual or one_of(rng, _THINGS)
        _lay(picture, *draw(rng, cards), rng)
    corners = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32)
    seen = corners + rng.uniform(-LEAN, 0.02, (4, 2)).astype(np.float32) * SIDE * np.sign(
        SIDE / 2 - corners
    )
    way = cv2.getPerspectiveTransform(corners, seen.astype(np.float32))
    return np.asarray(cv2.warpPerspective(picture, way, (SIDE, SIDE)), np.uint8)


def random_thing(rng: Generator) -> Thing:
    """Draw a thing that is not a card, and its mask."""
    return one_of(rng, _THINGS[_CARD_KINDS:])(rng, ())


def _lay(picture: Image, thing: Image, mask: NDArray[np.uint8], rng: Generator) -> None:
    """Draw `thing` somewhere on `picture`, at any rotation and size, with a shadow."""
    high, wide = thing.shape[:2]
    scale = float(np.exp(rng.uniform(np.log(0.15), np.log(0.9)))) * SIDE / max(high, wide)
    at, turn = rng.uniform(0, SIDE, 2), rng.uniform(0, 360)
    middle = (wide / 2, high / 2)
    way = _moved(cv2.getRotationMatrix2D(middle, turn, scale), at - middle)
    if scale < 0.5:  # to avoid aliasing
        blur = 0.4 / scale
        thing = np.asarray(cv2.GaussianBlur(thing, (0, 0), blur), np.uint8)
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.uint8)
    size = (SIDE, SIDE)
    laid = cv2.warpAffine(thing, way, size, borderMode=cv2.BORDER_REPLICATE)
    share = np.asarray(cv2.warpAffine(mask, way, size), np.float64)[..., None] / 255
    way = _moved(way, rng.uniform(-4, 4, 2))
    under = cv2.GaussianBlur(cv2.warpAffine(mask, way, size), (0, 0), rng.uniform(1, 5))
    dark = 1 - rng.uniform(0, 0.6) * np.asarray(under, np.float64)[..., None] / 255
    picture[:] = np.clip(picture * dark * (1 - share) + laid * share, 0, 255).astype(np.uint8)


def _moved(way: NDArray[Any], by: NDArray[Any]) -> NDArray[Any]:
    """Return the affine map `way` (2, 3) followed by a shift `by` (2,) pixels."""
    return way + np.column_stack([np.zeros((2, 2)), by])


def random_ink(rng: Generator) -> Colour:
    """Return a random colour (BGR) that isn't almost black."""
    hue, strong, bright = rng.integers(0, 180), rng.integers(0, 256), rng.integers(20, 256)
    b, g, r = cv2.cvtColor(np.array([[[hue, strong, bright]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return int(b), int(g), int(r)


def _paper(rng: Generator) -> Colour:
    tone = int(rng.integers(200, 256))
    return (tone, tone, tone) if rng.random() < 0.6 else random_ink(rng)


def _blank(wide: int, high: int, colour: Colour) -> Image:
    return np.full((high, wide, 3), colour, np.uint8)


def _rounded(thing: Image, radius: int = 0) -> Thing:
    """Return `thing` with rounded corners of `radius` pixels."""
    high, wide = thing.shape[:2]
    mask = np.zeros((high, wide), np.uint8)
    mask[radius : high - radius, radius : wide - radius] = 255
    side = 2 * radius + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return thing, np.asarray(cv2.dilate(mask, disc), np.uint8)


def _text(image: Image, rng: Generator, text: str, at: tuple[int, int], high: float) -> None:
    cv2.putText(
        image, text, at, int(rng.integers(0, 8)), high / 24, random_ink(rng),
        max(1, int(high / 12)), cv2.LINE_AA,
    )  # fmt: skip


def _letters(rng: Generator, count: int) -> str:
    return "".join(chr(c) for c in rng.integers(48, 91, count)).replace("?", "o")


def _card(rng: Generator, cards: Sequence[Image]) -> Thing:
    """Return one of `cards`."""
    return _rounded(one_of(rng, cards), 8)


def _keys(rng: Generator, _: Sequence[Image]) -> Thing:
    """Draw the keys of a keyboard, a remote control or a telephone."""
    rows, columns = int(rng.integers(2, 6)), int(rng.integers(3, 12))
    side, gap = 40, int(rng.integers(2, 14))
    body, key = random_ink(rng), random_ink(rng)
    image = _blank(columns * (side + gap) + gap, rows * (side + gap) + gap, body)
    is_round = rng.random() < 0.3
    for row in range(rows):
        for column in range(columns):
            x, y = gap + column * (side + gap), gap + row * (side + gap)
            if is_round:
                cv2.circle(image, (x + 20, y + 20), 20, key, -1, cv2.LINE_AA)
            else:
                cv2.rectangle(image, (x, y), (x + side, y + side), key, -1)
            _text(image, rng, _letters(rng, 1), (x + 10, y + 28), float(rng.uniform(10, 26)))
    return _rounded(image)


def _domino(rng: Generator, _: Sequence[Image]) -> Thing:
    """Draw a domino: two halves with pips like those of dice."""
    body, ink = _paper(rng), random_ink(rng)
    image = _blank(100, 200, body)
    if rng.random() < 0.8:
        cv2.line(image, (8, 100), (92, 100), ink, int(rng.integers(1, 5)))
    for top in (0, 100):
        number, radius = int(rng.integers(0, 7)), int(rng.integers(7, 12))
        spots = [(50, 50)] if number % 2 else []
        spots += [(25, 25), (75, 75)] if number > 1 else []
        spots += [(75, 25), (25, 75)] if number > 3 else []
        spots += [(25, 50), (75, 50)] if number == 6 else []
        for x, y in spots:
            cv2.circle(image, (x, y + top), radius, ink, -1, cv2.LINE_AA)
    return _rounded(image, 6)


def _disc(rng: Generator, _: Sequence[Image]) -> Thing:
    """Draw a button, a bottle cap, a coin, a chip or a counter."""
    image, mask = _blank(120, 120, random_ink(rng)), np.zeros((120, 120), np.uint8)
    cv2.circle(mask, (60, 60), 52, 255, -1, cv2.LINE_AA)
    kind = int(rng.integers(4))
    if kind == 0:  # a button
        cv2.circle(image, (60, 60), int(rng.integers(34, 46)), random_ink(rng), 3, cv2.LINE_AA)
        holes, dark = int(rng.choice((2, 4))), random_ink(rng)
        for i in range(holes):
            turn = 2 * np.pi * i / holes
            x, y = 60 + 14 * np.cos(turn), 60 + 14 * np.sin(turn)
            cv2.circle(image, (int(x), int(y)), int(rng.integers(4, 8)), dark, -1, cv2.LINE_AA)
    elif kind == 1:  # a bottle cap
        for i in range(21):
            turn = 2 * np.pi * i / 21
            x, y = 60 + 52 * np.cos(turn), 60 + 52 * np.sin(turn)
            cv2.circle(mask, (int(x), int(y)), 5, 255, -1, cv2.LINE_AA)
        cv2.circle(image, (60, 60), 42, random_ink(rng), -1, cv2.LINE_AA)
        _text(image, rng, _letters(rng, 3), (30, 70), 26)
    elif kind == 2:  # a chip
        ink = random_ink(rng)
        for i in range(int(rng.integers(4, 10))):
            cv2.ellipse(image, (60, 60), (52, 52), 45 * i, 0, 18, ink, 14, cv2.LINE_AA)
        cv2.circle(image, (60, 60), 32, random_ink(rng), int(rng.choice((-1, 2))), cv2.LINE_AA)
    for _more in range(int(rng.integers(0, 3))):
        _text(image, rng, str(rng.integers(1, 100)), (42, 72), float(rng.uniform(20, 40)))
    return image, mask


def _page(rng: Generator, _: Sequence[Image]) -> Thing:
    """Draw a printed page, a label or a box with lines of print and a picture."""
    wide, high = int(rng.integers(120, 400)), int(rng.integers(120, 400))
    image, y = _blank(wide, high, _paper(rng)), 0
    while y < high:
        size = float(rng.choice((10, 14, 20, 40, 60)))
        y += int(size * 1.5)
        _text(image, rng, _letters(rng, 30), (int(rng.integers(0, 40)), y), size)
        if rng.random() < 0.15:
            x = int(rng.integers(0, wide))
            cv2.rectangle(
                image, (x, y), (x + 70, y + 60), random_ink(rng), int(rng.choice((-1, 2)))
            )
            y += 60
    return _rounded(image)


def _dotted(rng: Generator, _: Sequence[Image]) -> Thing:
    """Draw dotted cloth, a grille or a peg board: many rows of dots."""
    step, image = int(rng.integers(14, 60)), _blank(400, 300, random_ink(rng))
    ink, radius = random_ink(rng), max(2, int(step * rng.uniform(0.1, 0.4)))
    for row, y in enumerate(range(0, 300, step)):
        shift = step // 2 if row % 2 and rng.random() < 0.5 else 0
        for x in range(shift, 400, step):
            cv2.circle(image, (x, y), radius, ink, -1, cv2.LINE_AA)
    return _rounded(image)


def _board(rng: Generator, _: Sequence[Image]) -> Thing:
    """Draw a game board: squares or a track, with numbers, counters and symbols on them."""
    cells = int(rng.integers(3, 9))
    side = 400 // cells
    image = _blank(cells * side, cells * side, random_ink(rng))
    inks = [random_ink(rng) for _ in range(4)]
    for row in range(cells):
        for column in range(cells):
            x, y = column * side, row * side
            ink = inks[(row + column) % 2] if rng.random() < 0.9 else one_of(rng, inks)
            cv2.rectangle(image, (x, y), (x + side, y + side), ink, -1)
            cv2.rectangle(image, (x, y), (x + side, y + side), inks[2], 1)
            what = rng.random()
            middle = (x + side // 2, y + side // 2)
            if what < 0.25:
                cv2.circle(image, middle, side // 3, one_of(rng, inks), -1, cv2.LINE_AA)
            if 0.2 < what < 0.5:
                at = (x + side // 4, y + 3 * side // 4)
                _text(image, rng, str(rng.integers(1, 100)), at, side / 2)
            elif what > 0.85:
                for _more in range(int(rng.integers(1, 6))):
                    dx, dy = rng.integers(side // 5, 4 * side // 5, 2)
                    cv2.circle(image, (x + int(dx), y + int(dy)), side // 12 + 1, inks[3], -1)
    return _rounded(image)


_CARD_KINDS = 3  # how often a card is among the things
_THINGS: tuple[Callable[[Generator, Sequence[Image]], Thing], ...] = (
    *[_card] * _CARD_KINDS, _keys, _domino, _disc, _disc, _page, _dotted, _board,
)  # fmt: skip
