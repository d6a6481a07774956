"""Drawn scenes with cards on tables and in hands, to train and to judge the card finder.

The cards and things are drawn. The ground may be a photograph in which no card lies.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.backgrounds import random_background
from models.training.card_pictures import random_card_back, random_table_top, with_wear_or_glare
from models.training.drawn_clutter import draw_decks, random_ink, random_thing
from models.training.glyphs import random_symbol
from models.training.invented_cards import invented_cards
from models.training.rng import one_of
from vision.frame import Image, reduced_size
from vision.virtual.cards import HIGH, WIDE, blank_card, draw_text

SIDE = 256  # pixels of a scene
CARD_HEIGHTS = (36.0, 250.0)  # pixels of a card's long side in the middle, seen from above
MAX_TILT = 62.0  # degrees between the camera's view and the vertical
SHAPES = (1.32, 1.75)  # ratio of a card's long side to its short one
STORED = (240, 160)  # height and width in pixels of the cards that scenes are drawn with
RANKS = ("A", "J", "Q", "K", "10", "9")

Array = NDArray[np.float32]
Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class CardScene:
    """A picture (SIDE, SIDE, 3), and the corners (4, 2) of its cards in order.

    `visible` is the share of each card that is in the picture and that nothing covers.
    """

    picture: Image
    corners: list[Array]
    visible: list[float]


def draw_cards(rng: Generator, count: int) -> list[Image]:
    """Draw cards of `count` decks of every kind, and of many invented ones."""
    cards = draw_decks(rng, count)
    for _ in range(12 * count):
        cards += invented_cards(rng, 8)
        cards += [_court_card(rng) for _ in range(8)]
        cards += [_back(rng) for _ in range(3)]
    cards += [_plain(rng) for _ in range(len(cards) // 40)]
    return [
        np.asarray(cv2.resize(card, STORED[::-1], interpolation=cv2.INTER_AREA)) for card in cards
    ]


def _court_card(rng: Generator) -> Image:
    """Draw a card with a frame full of patches, the same either way up, like a king or a queen."""
    paper = int(rng.integers(225, 256))
    card = blank_card((paper - int(rng.integers(0, 30)), paper, paper))
    art = _patchwork(rng)
    margin = int(rng.integers(18, 48)), int(rng.integers(14, 44))
    size = WIDE - 2 * margin[0], HIGH - 2 * margin[1]
    card[margin[1] : margin[1] + size[1], margin[0] : margin[0] + size[0]] = cv2.resize(art, size)
    frame = (margin[0], margin[1]), (WIDE - 1 - margin[0], HIGH - 1 - margin[1])
    if rng.random() < 0.8:
        cv2.rectangle(card, *frame, random_ink(rng), int(rng.integers(1, 4)), cv2.LINE_AA)
    ink = (40, 40, 200) if rng.random() < 0.5 else (25, 25, 25)
    size_of_text = float(rng.uniform(0.7, 1.4))
    suit = cv2.resize(random_symbol(rng), (34, 34), interpolation=cv2.INTER_AREA)
    for _ in range(2):
        at = int(rng.integers(18, 30)), int(rng.integers(24, 40))
        draw_text(card, one_of(rng, RANKS), at, size_of_text, ink)
        area = card[56:90, 6:40]
        area[:] = np.where(suit[..., None] > 127, np.array(ink, np.uint8), area)
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def _patchwork(rng: Generator) -> Image:
    """Draw patches in a few strong colours (HIGH, WIDE, 3), the same upside down."""
    few = [random_ink(rng) for _ in range(4)] + [(30, 30, 30), (40, 200, 230), (40, 40, 200)]
    art = np.full((HIGH, WIDE, 3), 250 if rng.random() < 0.7 else one_of(rng, few), np.uint8)
    for _ in range(int(rng.integers(10, 50))):
        middle = rng.uniform((0, 0), (WIDE, HIGH / 2))
        spread = rng.uniform(8, 60)
        points = (middle + rng.normal(0, spread, (int(rng.integers(3, 7)), 2))).astype(np.int32)
        if rng.random() < 0.6:
            cv2.fillPoly(art, [cv2.convexHull(points)], one_of(rng, few), cv2.LINE_AA)
        else:
            thick = int(rng.integers(1, 6))
            cv2.polylines(art, [points], bool(rng.random() < 0.5), one_of(rng, few), thick)
    art[HIGH // 2 :] = art[: HIGH // 2][::-1, ::-1]
    return art


def _back(rng: Generator) -> Image:
    """Draw a back: a lattice, or a panel of patches or of one colour, with or without a rim."""
    if rng.random() < 0.4:
        return random_card_back(rng)
    card = blank_card(random_ink(rng)) if rng.random() < 0.4 else _patchwork(rng)
    rim = int(rng.integers(0, 30))
    if rim:
        colour = (245, 245, 245) if rng.random() < 0.7 else random_ink(rng)
        cv2.rectangle(card, (0, 0), (WIDE - 1, HIGH - 1), colour, rim)
    return card


def _plain(rng: Generator) -> Image:
    """Draw a card without print, or with a word on it."""
    light = rng.random() < 0.7
    card = blank_card(rng.integers(190, 256, 3).tolist() if light else random_ink(rng))
    if rng.random() < 0.5:
        draw_text(card, one_of(rng, RANKS), (WIDE // 2, HIGH // 2), 3.0, random_ink(rng))
    return card


def draw_scene(rng: Generator, cards: Sequence[Image], grounds: Sequence[Image] = ()) -> CardScene:
    """Draw some of the `cards` on a table, often among other things; none in one scene of eight.

    `grounds` are photographs without cards.
    """
    picture = _ground(rng, grounds)
    high = float(np.exp(rng.uniform(*np.log(CARD_HEIGHTS))))
    seen = _camera(rng, high)
    shape = float(rng.uniform(*SHAPES))
    if rng.random() < 0.35:
        _lay_sheet(picture, seen, rng)
    for _ in range(int(rng.choice((0, 0, 0, 1, 2, 4)))):
        _lay_thing(picture, rng)
    laid = [] if rng.random() < 0.12 else one_of(rng, LAYOUTS)(rng, SIDE / high, 1 / shape)
    few = [one_of(rng, cards) for _ in range(int(rng.choice((1, 4, 12))))]
    pasting = _Pasting(rng)
    owner = np.full((SIDE, SIDE), -1, np.int16)
    corners: list[Array] = []
    for place, turn in laid:
        flat = _turned(np.array([(-1, -shape), (1, -shape), (1, shape), (-1, shape)]), turn)
        quad = _project(seen, flat / (2 * shape) + place)
        if not _is_seen(quad):
            continue
        card = one_of(rng, few)
        if rng.random() < 0.15:
            card = _with_wear_or_glare(card, rng)
        pasting.paste(picture, owner, len(corners), card, quad)
        corners.append(quad)
    if rng.random() < 0.25:
        for _ in range(int(rng.integers(1, 4))):
            _lay_thing(picture, rng, owner)
    if corners and rng.random() < 0.3:
        _hold(picture, owner, one_of(rng, corners), rng)
    counts = np.bincount(owner[owner >= 0].ravel(), minlength=len(corners))
    visible = [
        float(count / max(1.0, cv2.contourArea(quad)))
        for count, quad in zip(counts, corners, strict=True)
    ]
    return CardScene(picture, corners, visible)


def _ground(rng: Generator, grounds: Sequence[Image]) -> Image:
    """Return a table top (SIDE, SIDE, 3), from a photograph if there are any."""
    if grounds and rng.random() < 0.55:
        photograph = one_of(rng, grounds)
        side = int(min(photograph.shape[:2]) * rng.uniform(0.35, 1))
        top = int(rng.integers(photograph.shape[0] - side + 1))
        left = int(rng.integers(photograph.shape[1] - side + 1))
        cut = photograph[top : top + side, left : left + side]
        cut = cut[:: rng.choice((1, -1)), :: rng.choice((1, -1))]
        cut = np.rot90(cut, int(rng.integers(4)))
        return np.asarray(
            cv2.resize(np.ascontiguousarray(cut), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        )
    if rng.random() < 0.75:
        return random_background(rng, SIDE)
    return random_table_top(rng, SIDE, lightest=235).astype(np.uint8)


def _camera(rng: Generator, high: float) -> Floats:
    """Return the homography (3, 3) from a table to the picture, in which a unit has `high` pixels.

    The camera looks straight down or at a slant.
    """
    tilt = np.radians(MAX_TILT * rng.random() ** 1.5)
    focal = SIDE * rng.uniform(0.8, 2.0)
    far = focal / high
    slanted = np.array(
        [(focal, 0, 0), (0, focal * np.cos(tilt), 0), (0, np.sin(tilt), far)], np.float64
    )
    roll = rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else rng.normal(0, 0.1)
    middle = SIDE / 2 + rng.normal(0, 0.12 * SIDE, 2)
    cos, sin = np.cos(roll), np.sin(roll)
    rolled = np.array([(cos, -sin, middle[0]), (sin, cos, middle[1]), (0, 0, 1)])
    return np.asarray(rolled @ slanted)


def _project(seen: Floats, points: Floats) -> Array:
    whole = np.column_stack([points, np.ones(len(points))]) @ seen.T
    return np.asarray(whole[:, :2] / np.maximum(whole[:, 2:], 0.05), np.float32)


def _turned(points: Floats, turn: float) -> Floats:
    cos, sin = np.cos(turn), np.sin(turn)
    return points @ np.array([(cos, sin), (-sin, cos)])


def _is_seen(quad: Array) -> bool:
    """Return whether a quadrilateral (4, 2) is large enough and at least partly in the picture."""
    inside = (quad.max(axis=0) > 4).all() and (quad.min(axis=0) < SIDE - 4).all()
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return bool(inside and sides.min() > 12 and sides.max() < 2 * SIDE)


Layout = list[tuple[Floats, float]]  # of each card its centre on the table, and its rotation


def _scattered(rng: Generator, room: float, wide: float) -> Layout:
    """Lay cards anywhere within `room` card heights; they may overlap."""
    count = int(rng.integers(1, max(2, min(14, int(0.9 * room**2 / wide)))))
    turns = rng.uniform(0, 2 * np.pi, count) if rng.random() < 0.5 else rng.normal(0, 0.3, count)
    return [(rng.uniform(-room / 2, room / 2, 2), float(turn)) for turn in turns]


def _single(rng: Generator, _room: float, _wide: float) -> Layout:
    return [(rng.normal(0, 0.2, 2), float(rng.normal(0, 0.4)) + np.pi / 2 * rng.integers(2))]


def _grid(rng: Generator, room: float, wide: float) -> Layout:
    """Lay cards in rows and columns, `wide` heights wide, sometimes edge to edge."""
    gap = float(rng.choice((rng.uniform(0.01, 0.06), rng.uniform(0.05, 0.5))))
    columns = int(rng.integers(1, max(2, min(6, int(room / (wide + gap)) + 1))))
    rows = int(rng.integers(1, max(2, min(5, int(room / (1 + gap)) + 1))))
    turn, loose = float(rng.normal(0, 0.3)), float(rng.choice((0, 0.01, 0.05)))
    places = np.array([(x, y) for y in range(rows) for x in range(columns)], np.float64)
    places = (places - (columns / 2 - 0.5, rows / 2 - 0.5)) * (wide + gap, 1 + gap)
    places = _turned(places, turn) + rng.normal(0, loose * gap, places.shape)
    return [(at, turn + float(rng.normal(0, loose))) for at in places if rng.random() < 0.93]


def _row(rng: Generator, _room: float, wide: float) -> Layout:
    """Lay cards on top of each other, each shifted a little."""
    count, turn = int(rng.integers(2, 8)), float(rng.normal(0, 0.6))
    along = float(rng.uniform(0.2, 1.1)) * wide
    step = _turned(np.array([(along, float(rng.normal(0, 0.06)))]), turn)[0]
    if rng.random() < 0.3:
        step = _turned(step[None], np.pi / 2)[0]
    loose = float(rng.choice((0.01, 0.08, 0.25)))
    order = range(count) if rng.random() < 0.5 else reversed(range(count))
    return [
        ((k - (count - 1) / 2) * step + rng.normal(0, loose / 4, 2), turn + rng.normal(0, loose))
        for k in order
    ]


def _fan(rng: Generator, _room: float, _wide: float) -> Layout:
    """Fan cards out as in a hand, around a point below them."""
    count, turn = int(rng.integers(2, 8)), float(rng.normal(0, 0.5))
    step = float(rng.uniform(0.1, 0.45)) * float(rng.choice((1, -1)))
    pivot = float(rng.uniform(0.4, 1.2))
    angles = turn + (np.arange(count) - (count - 1) / 2) * step
    return [
        (_turned(np.array([(0.0, -pivot)]), a)[0] + _turned(np.array([(0.0, pivot)]), turn)[0], a)
        for a in angles
    ]


LAYOUTS: tuple[Callable[[Generator, float, float], Layout], ...] = (
    _single, _single, _scattered, _scattered, _grid, _row, _row, _fan,
)  # fmt: skip


class _Pasting:
    """How the cards of one scene look: their corners, edges, light and shadow."""

    def __init__(self, rng: Generator) -> None:
        self._rng = rng
        self._round = float(rng.uniform(0, 0.1)) if rng.random() < 0.85 else 0.0
        self._shift = rng.normal(0, 0.02, 2)
        self._soft, self._shadow = float(rng.uniform(0.005, 0.05)), float(rng.uniform(0, 0.7))
        self._edge = float(rng.uniform(-90, 40)) if rng.random() < 0.5 else 0.0
        self._light = float(rng.uniform(0.75, 1.1))

    def paste(
        self, picture: Image, owner: NDArray[np.int16], number: int, card: Image, quad: Array
    ) -> None:
        """Draw a card with the corners `quad` (4, 2), which then owns its pixels."""
        sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        high = float(max(sides[1], sides[3]))
        card = self._shaded(card)
        mask = _rounded(card.shape[:2], self._round)
        while card.shape[0] > 1.6 * high and card.shape[0] > 20:
            card, mask = (
                np.asarray(
                    cv2.resize(a, reduced_size(a, 0.5), interpolation=cv2.INTER_AREA), np.uint8
                )
                for a in (card, mask)
            )
        box = _around(quad, 4 + 0.12 * high)
        if box is None:
            return
        area = picture[box]
        at, size = (quad - (box[1].start, box[0].start)).astype(np.float32), area.shape[1::-1]
        laid, cover = _warped(card, mask, at, size)
        if self._shadow > 0.05:
            moved = (at + self._shift * high).astype(np.float32)
            under = _warped(None, mask, moved, size)[1]
            soft = cv2.GaussianBlur(under, (0, 0), max(0.5, self._soft * high))
            area[:] = (area * (1 - self._shadow * soft[..., None])).astype(np.uint8)
        area[:] = (area * (1 - cover[..., None]) + laid * cover[..., None]).astype(np.uint8)
        owner[box][cover > 0.5] = number

    def _shaded(self, card: Image) -> Image:
        rng = self._rng
        bright = self._light * float(rng.uniform(0.92, 1.05))
        lamp = bright * np.linspace(1 - rng.uniform(0, 0.15), 1, card.shape[0])[:, None, None]
        lit = card * (lamp if rng.random() < 0.5 else lamp[::-1])
        if self._edge:
            for line in (lit[:1], lit[-1:], lit[:, :1], lit[:, -1:]):
                line += self._edge
        return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _warped(
    card: Image | None, mask: NDArray[np.uint8], quad: Array, size: tuple[int, int]
) -> tuple[Floats, Floats]:
    """Return a card and its mask, 0..1, in a picture of `size`, within the corners `quad`."""
    high, wide = mask.shape
    square = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - 0.5
    how = cv2.getPerspectiveTransform(square.astype(np.float32), (quad - 0.5).astype(np.float32))
    cover = cv2.warpPerspective(mask, how, size).astype(np.float32) / 255
    laid = (
        cover
        if card is None
        else cv2.warpPerspective(card, how, size, borderMode=cv2.BORDER_REPLICATE)
    )
    return np.asarray(laid), np.asarray(cover)


def _rounded(size: tuple[int, int], share: float) -> NDArray[np.uint8]:
    """Return a mask (h, w) whose corners are rounded by a `share` of its width."""
    high, wide = size
    radius = int(share * wide)
    mask = np.zeros(size, np.uint8)
    cv2.rectangle(mask, (radius, radius), (wide - 1 - radius, high - 1 - radius), 255, -1)
    if radius:
        cv2.rectangle(
            mask, (radius, radius), (wide - 1 - radius, high - 1 - radius), 255, 2 * radius
        )
    return mask


def _with_wear_or_glare(card: Image, rng: Generator) -> Image:
    large = np.asarray(cv2.resize(card, (WIDE, HIGH)), np.uint8)
    worn = with_wear_or_glare(large, rng)
    return np.asarray(cv2.resize(worn, STORED[::-1], interpolation=cv2.INTER_AREA), np.uint8)


def _lay_sheet(picture: Image, seen: Floats, rng: Generator) -> None:
    """Draw a paper, a cloth, a tray or a box on which cards may lie."""
    size = rng.uniform(1.5, 5, 2)
    turn, at = float(rng.normal(0, 0.4)), rng.normal(0, 0.8, 2)
    flat = _turned(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size / 2, turn) + at
    quad = np.rint(_project(seen, flat)).astype(np.int32)
    if np.abs(quad).max() > 20 * SIDE:
        return
    colour = np.array((245, 245, 245)) if rng.random() < 0.4 else np.array(random_ink(rng))
    mask = np.zeros((SIDE, SIDE), np.float32)
    cv2.fillConvexPoly(mask, quad, 1.0, cv2.LINE_AA)
    field = random_background(rng, SIDE) if rng.random() < 0.4 else colour.astype(np.float32)
    dark = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 4)) * np.float32(rng.uniform(0, 0.5))
    under = picture * (1 - dark[..., None])
    picture[:] = np.clip(under * (1 - mask[..., None]) + field * mask[..., None], 0, 255)
    if rng.random() < 0.4:
        rim = tuple(int(v) for v in np.clip(colour * rng.uniform(0.4, 1.3), 0, 255))
        cv2.polylines(picture, [quad], True, rim, int(rng.integers(1, 12)), cv2.LINE_AA)


def _lay_thing(picture: Image, rng: Generator, owner: NDArray[np.int16] | None = None) -> None:
    """Draw a thing that is not a card; it takes the pixels it covers from their `owner`."""
    thing, mask = random_thing(rng)
    high, wide = thing.shape[:2]
    size = float(np.exp(rng.uniform(*np.log((20, 140 if owner is not None else 240)))))
    scale = size / max(high, wide)
    if scale < 0.7:
        small = max(2, round(wide * scale)), max(2, round(high * scale))
        thing, mask = (
            np.asarray(cv2.resize(a, small, interpolation=cv2.INTER_AREA), np.uint8)
            for a in (thing, mask)
        )
        high, wide, scale = *thing.shape[:2], 1.0
    half = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) * scale / 2
    skew = 1 + rng.uniform(-0.2, 0.2, (4, 2))
    quad = _turned(half * skew, rng.uniform(0, 2 * np.pi)) + rng.uniform(0, SIDE, 2)
    box = _around(quad, 8)
    if box is None:
        return
    area, (x, y) = picture[box], (box[1].start, box[0].start)
    laid, cover = _warped(thing, mask, (quad - (x, y)).astype(np.float32), area.shape[1::-1])
    under = cv2.GaussianBlur(cover, (0, 0), rng.uniform(1, 3)) * np.float32(rng.uniform(0, 0.5))
    ground = area * (1 - under[..., None])
    area[:] = ground * (1 - cover[..., None]) + laid * cover[..., None]
    if owner is not None:
        owner[box][cover > 0.5] = -1


def _around(points: Floats, pad: float) -> tuple[slice, slice] | None:
    """Return the part of the picture around `points` (N, 2), None if they lie outside."""
    x1, y1 = np.maximum(0, np.floor(points.min(axis=0) - pad)).astype(int)
    x2, y2 = np.minimum(SIDE, np.ceil(points.max(axis=0) + pad)).astype(int)
    return (slice(int(y1), int(y2)), slice(int(x1), int(x2))) if x1 < x2 and y1 < y2 else None


def _hold(picture: Image, owner: NDArray[np.int16], quad: Array, rng: Generator) -> None:
    """Draw fingers that hold a card at one of its sides."""
    side, along = int(rng.integers(4)), float(rng.uniform(0, 1))
    start, end = quad[side], quad[(side + 1) % 4]
    edge = start + along * (end - start)
    away = edge - quad.mean(axis=0)
    away = _turned(away[None] / max(1.0, float(np.linalg.norm(away))), rng.normal(0, 0.4))[0]
    high = float(np.linalg.norm(quad[0] - quad[2]))
    wide = high * rng.uniform(0.08, 0.17)
    tone = np.array([rng.uniform(60, 170), rng.uniform(90, 190), rng.uniform(130, 235)])
    across = np.array([-away[1], away[0]])
    for finger in range(int(rng.integers(1, 5))):
        tip = edge - away * high * rng.uniform(0, 0.2) + across * wide * 1.1 * finger
        root = tip + away * high * rng.uniform(0.6, 2)
        box = _around(np.stack([tip, root]), wide)
        if box is None:
            continue
        area = picture[box]
        mask = np.zeros(area.shape[:2], np.uint8)
        (x1, y1), (x2, y2) = (np.stack([tip, root]) - (box[1].start, box[0].start)).astype(int)
        cv2.line(mask, (int(x1), int(y1)), (int(x2), int(y2)), 255, max(2, int(wide)), cv2.LINE_AA)
        small = cv2.resize(mask, reduced_size(mask, 0.25), interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), max(0.6, wide / 24))
        light = cv2.resize(soft, area.shape[1::-1]).astype(np.float32) / 255
        shade = (0.65 + 0.35 * light)[..., None] * (tone * rng.uniform(0.85, 1.1)).astype(
            np.float32
        )
        cover = (mask / np.float32(255))[..., None]
        area[:] = np.clip(area * (1 - cover) + shade * cover, 0, 255)
        owner[box][mask > 127] = -1
