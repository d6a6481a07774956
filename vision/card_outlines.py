"""Find clear outlines in a picture: quadrilaterals with the shape of a card, at any angle.

Which of them are cards is left to the networks of `vision/card_finder.py`; outlines only give exact
corners. The thresholds were fitted on drawn cards and tables, except those that distinguish a rim
from a gap between cards, which are set by hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_edges import refine_corners
from vision.frame import Array, Image, reduced_size

SEARCH_SIDE = 640  # longer side in pixels of the picture in which outlines and edges are searched
SMALLEST, LARGEST = 0.004, 0.9  # limits of the share of the picture that a card covers
ASPECT_LIMITS = (1.15, 2.0)  # limits of a card's long side over its short one, at some slant
MIN_FILL = 0.86  # share of its quadrilateral that a hull must fill
MAX_SKEW = 30.0  # degrees that a corner may deviate from a right angle
THRESHOLD_COUNT = 9  # thresholds for brightness and for each colour difference
MIN_CHANNEL_RANGE = 12  # levels that a channel must span to be used
EDGE_PERCENTILES = (75, 85, 92)  # percentiles above which a gradient is an edge
MAX_OVERLAP = 0.4  # share of the smaller of two cards that may lie in the other
MIN_INSIDE_SHARE = 0.95  # share of an outline that must lie in another to be inside it
MAX_PRINT_FACTOR = 16  # what is even larger is a card, not print on one
WIDE_RIM_FACTOR = 2.0  # an outline that is larger by this factor is a card with a wide rim
MIN_GAP_SIDES = 2  # sides of a gap that touch other cards, at least
MAX_NEIGHBOUR_OVERLAP = 0.1  # as a share of the smaller of two neighbouring cards
MIN_LONGER_OUTLINE_CLEARNESS = 0.4  # relative to that of the shorter outline it contains
RIM_DISTANCES = (2.0, 3.0)  # pixels inside and outside a side where colours are compared
SIDE_POSITIONS = np.linspace(0.1, 0.9, 20, dtype=np.float32)  # positions along a side
UNEVEN, MOTLEY = 15.0, 40.0  # levels of colour difference that halve the clearness
MAX_SIDE_DIFFERENCE = 100.0  # levels between the sides of a card; those of a gap differ more
MIN_CLEARNESS = 0.85  # clearness above which an outline is a card
MIN_ROUGH_CLEARNESS = 0.5  # clearness of a card's outline before its corners are refined
MAX_ROUGH_OUTLINES = 150  # maximum number of rough outlines that are examined closely
ROUGH_OUTLINE_ERROR = 0.04  # share of a card's size by which a rough outline may be off
MAX_RIM_WIDTH = 0.15  # share of its size by which a printed frame may lie inside a card
MIN_RIM_EVENNESS = 0.25  # minimum ratio of a rim's narrowest side to its widest
SAME_OUTLINE_DISTANCE = 0.012  # share of a card's size within which two outlines are the same


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The outline of a card: its corners (4, 2) in pixels, in order, and how clear it is."""

    corners: Array
    clearness: float


def find_outlines(image: Image, largest: float) -> list[Outline]:
    """Find card-shaped outlines in `image` (H, W, 3) BGR, the clearest first.

    Among them may be frames printed on cards, gaps between cards, trays and papers. They cover at
    most the share `largest` of the picture.
    """
    smooth, scale = search_picture(image)
    lab = np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2Lab), np.uint8)
    most = largest * smooth.shape[0] * smooth.shape[1]
    outlines = [corners for mask in _masks(smooth, lab) for corners in _outlines(mask)]
    rough = _clear(outlines, lab, most, MIN_ROUGH_CLEARNESS)[:MAX_ROUGH_OUTLINES]
    sharp = _sharpened(rough, smooth, lab)
    for card in _clear(sharp, lab, most, MIN_CLEARNESS):
        wider = refine_corners(card.corners, smooth, MAX_RIM_WIDTH)
        if _evenly_wider(wider, card.corners):
            sharp.append(wider)
    found = _clear(sharp, lab, most, MIN_CLEARNESS)
    return [Outline(one.corners / np.float32(scale), one.clearness) for one in found]


def search_picture(image: Image) -> tuple[Image, float]:
    """Return `image` smoothed and at most SEARCH_SIDE pixels long, and its scale."""
    scale = min(1.0, SEARCH_SIDE / max(image.shape[:2]))
    small = cv2.resize(image, reduced_size(image, scale), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.uint8), scale


def _sharpened(rough: Sequence[Outline], smooth: Image, lab: Image) -> list[Array]:
    """Return refined corners for each outline, or the same ones if they make it less clear."""
    sharp = [refine_corners(card.corners, smooth, ROUGH_OUTLINE_ERROR) for card in rough]
    clear = _clearness(np.stack(sharp), lab.astype(np.float32)) if sharp else ()
    return [
        s if c >= 0.8 * card.clearness else card.corners
        for s, c, card in zip(sharp, clear, rough, strict=True)
    ]


def _evenly_wider(whole: Array, inner: Array) -> bool:
    """Return whether an outline (4, 2) surrounds another with a rim of about even width."""
    rims = _rims(whole, inner)
    return bool(rims.min() > MIN_RIM_EVENNESS * rims.max())


def _longer(whole: Outline, part: Outline) -> bool:
    """Return whether an outline extends another on one side only and is fairly clear."""
    rims = np.sort(np.abs(_rims(whole.corners, part.corners)))
    return bool(
        whole.clearness > MIN_LONGER_OUTLINE_CLEARNESS * part.clearness
        and rims[2] < ROUGH_OUTLINE_ERROR * _area(whole) ** 0.5
    )


def _rims(whole: Array, inner: Array) -> Array:
    """Return how far each side (4,) of an outline (4, 2) lies outside another outline's side."""
    along = np.roll(whole, -1, axis=0) - whole
    off = (inner + np.roll(inner, -1, axis=0)) / 2 - whole
    lengths = np.maximum(np.linalg.norm(along, axis=1), 1e-3)
    rims = (along[:, 0] * off[:, 1] - along[:, 1] * off[:, 0]) / lengths
    return np.asarray(rims * np.sign(rims.sum()), np.float32)


def _clear(outlines: Sequence[Array], lab: Image, most: float, least: float) -> list[Outline]:
    """Return the card-shaped outlines of suitable size and clearness, without duplicates."""
    if not outlines:
        return []
    corners = np.stack(outlines)
    small_enough = np.array([cv2.contourArea(one) for one in corners]) <= most
    shaped = corners[_card_shaped(corners) & small_enough]
    clear = _clearness(shaped, lab.astype(np.float32))
    found: list[Outline] = []
    for place in np.argsort(-clear):
        card = Outline(shaped[place], float(clear[place]))
        if clear[place] >= least and not any(_same(card, other) for other in found):
            found.append(card)
    return found


def _same(card: Outline, other: Outline) -> bool:
    far = np.linalg.norm(card.corners[:, None] - other.corners[None], axis=2).min(axis=0).max()
    return bool(far < max(1.0, SAME_OUTLINE_DISTANCE * _area(other) ** 0.5))


def _masks(smooth: Image, lab: Image) -> Iterator[Image]:
    """Yield masks in which a card may be one region: by brightness, colour and edges."""
    for channel in cv2.split(lab):
        low, high = np.percentile(channel[::4, ::4], (2, 99.5))
        if high - low < MIN_CHANNEL_RANGE:
            continue
        for level in np.linspace(low, high, THRESHOLD_COUNT + 2)[1:-1]:
            yield np.asarray((channel > level).astype(np.uint8))
    edges = _edges(smooth)
    for level in np.percentile(edges[::4, ::4], EDGE_PERCENTILES):
        strong = (edges > level).astype(np.uint8)
        yield strong
        yield 1 - np.asarray(cv2.dilate(strong, np.ones((3, 3), np.uint8)), np.uint8)


def _edges(smooth: Image) -> Array:
    """Return the gradient of each pixel in the channel with the strongest one."""
    strength = np.zeros(smooth.shape[:2], np.float32)
    for channel in cv2.split(smooth):
        across = cv2.Scharr(channel, cv2.CV_32F, 1, 0)
        down = cv2.Scharr(channel, cv2.CV_32F, 0, 1)
        strength = np.maximum(strength, np.asarray(cv2.magnitude(across, down), np.float32))
    return strength


def _outlines(mask: Image) -> Iterator[Array]:
    """Yield the quadrilateral outlines (4, 2) of the regions of a mask."""
    pixels = mask.shape[0] * mask.shape[1]
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        if len(contour) < 4:
            continue
        _, _, wide, high = cv2.boundingRect(contour)
        if wide * high < SMALLEST * pixels:
            continue
        hull = cv2.convexHull(contour)
        area = cv2.contourArea(hull)
        if SMALLEST * pixels <= area <= LARGEST * pixels:
            corners = _four_corners(np.asarray(hull, np.int32), area)
            if corners is not None:
                yield corners


def _four_corners(hull: NDArray[np.int32], area: float) -> Array | None:
    """Return the quadrilateral around a hull, None if the hull does not fill it."""
    if len(hull) < 4:
        return None
    outline = np.asarray(cv2.approxPolyN(hull, 4, ensure_convex=True), np.float32).reshape(-1, 2)
    return outline if len(outline) == 4 and area >= MIN_FILL * cv2.contourArea(outline) else None


def _card_shaped(corners: Array) -> NDArray[np.bool_]:
    """Return which of the outlines (N, 4, 2) have the shape of a card."""
    sides = np.roll(corners, -1, axis=1) - corners
    lengths = np.maximum(np.linalg.norm(sides, axis=2), 1e-3)
    pairs = np.sort((lengths[:, :2] + lengths[:, 2:]) / 2, axis=1)
    ratio = pairs[:, 1] / pairs[:, 0]
    units = sides / lengths[..., None]
    turns = np.abs((units * np.roll(units, -1, axis=1)).sum(axis=2)).max(axis=1)
    shaped = (
        (ratio >= ASPECT_LIMITS[0])
        & (ratio <= ASPECT_LIMITS[1])
        & (turns <= np.sin(np.radians(MAX_SKEW)))
    )
    return np.asarray(shaped & (lengths.min(axis=1) >= 8), np.bool_)


def _clearness(corners: Array, lab: Array) -> Array:
    """Return how clearly outlines (N, 4, 2) separate an even rim from the surroundings (N,).

    The value is that of the worst side: the difference between the medians just inside and just
    outside, relative to how uneven the side is inside. Sides of different colours do not belong to
    one card.
    """
    starts, ends = corners, np.roll(corners, -1, axis=1)
    along = ends - starts
    unit = along / np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-3)
    out = np.stack([unit[..., 1], -unit[..., 0]], axis=2)
    away = starts - corners.mean(axis=1, keepdims=True)
    out *= np.where((out * away).sum(axis=2, keepdims=True) < 0, -1, 1)
    points = starts[:, :, None] + along[:, :, None] * SIDE_POSITIONS[:, None]
    return np.maximum(*(_contrast(points, rim * out[:, :, None], lab) for rim in RIM_DISTANCES))


def _contrast(
    points: NDArray[np.floating[Any]], out: NDArray[np.floating[Any]], lab: Array
) -> Array:
    within, without = _colours_at(lab, points - out), _colours_at(lab, points + out)
    rims = np.median(within, axis=2)
    difference = np.abs(rims - np.median(without, axis=2)).sum(axis=2)
    uneven = np.abs(within - rims[:, :, None]).sum(axis=3).mean(axis=2)
    motley = np.abs(rims - np.median(rims, axis=1, keepdims=True)).sum(axis=2).max(axis=1)
    worst = (difference / (UNEVEN + uneven)).min(axis=1)
    return np.asarray(worst / (1 + motley / MOTLEY) * (motley < MAX_SIDE_DIFFERENCE), np.float32)


def _colours_at(lab: Array, points: NDArray[np.floating[Any]]) -> Array:
    """Return the colours (..., 3) at points (..., 2); the picture is extended by its border."""
    x = np.clip(points[..., 0].round(), 0, lab.shape[1] - 1).astype(np.intp)
    y = np.clip(points[..., 1].round(), 0, lab.shape[0] - 1).astype(np.intp)
    return np.asarray(lab[y, x])


def without_prints(found: Sequence[Outline]) -> list[Outline]:
    """Keep the clearest of overlapping outlines, or the card on which it is printed.

    Something printed on a card, such as a frame or a digit, may be clearer than the card's edge.
    Cards of one size may lie on a sheet that has the shape of a card, but not so close together as
    printed digits.
    """
    found = [card for card in found if not _is_gap(card, found)]
    clearest: list[Outline] = []
    for card in found:
        if all(overlap(card.corners, other.corners) < MAX_OVERLAP for other in clearest):
            clearest.append(card)
    kept: list[Outline] = []
    for card in clearest:
        size = _area(card)
        about = [
            outer
            for outer in found
            if _area(outer) > size
            and overlap(outer.corners, card.corners) > MIN_INSIDE_SHARE
            and (
                _area(outer) > WIDE_RIM_FACTOR * size
                or _evenly_wider(outer.corners, card.corners)
                or _longer(outer, card)
            )
            and (
                _area(outer) > MAX_PRINT_FACTOR * size
                or sum(_area(c) > 0.3 * size and _within(c, outer) for c in clearest) == 1
            )
        ]
        whole = max([card, *about], key=_area)
        if not any(overlap(whole.corners, other.corners) > MAX_OVERLAP for other in kept):
            kept.append(whole)
    return kept


def _is_gap(card: Outline, found: Sequence[Outline]) -> bool:
    """Return whether an outline is the gap that neighbours leave around a card."""
    if not any(_has_rim_around(card, inner) for inner in found):
        return False
    middles = (card.corners + np.roll(card.corners, -1, axis=0)) / 2
    away = middles - card.corners.mean(axis=0)
    beyond = middles + RIM_DISTANCES[1] * away / np.maximum(
        np.linalg.norm(away, axis=1, keepdims=True), 1
    )
    others = [c.corners for c in found if overlap(card.corners, c.corners) < MAX_NEIGHBOUR_OVERLAP]
    against = [
        any(cv2.pointPolygonTest(other, (float(x), float(y)), False) > 0 for other in others)
        for x, y in beyond
    ]
    return sum(against) >= MIN_GAP_SIDES


def _has_rim_around(outer: Outline, inner: Outline) -> bool:
    return (
        _area(outer) > _area(inner)
        and overlap(outer.corners, inner.corners) > MIN_INSIDE_SHARE
        and _evenly_wider(outer.corners, inner.corners)
    )


def _within(inner: Outline, outer: Outline) -> bool:
    return overlap(outer.corners, inner.corners) > 0.5


def _area(card: Outline) -> float:
    return max(1.0, float(cv2.contourArea(card.corners)))


def overlap(a: Array, b: Array) -> float:
    """Return the share of the smaller outline (4, 2) that lies in the other one, 0..1."""
    return shared_area(a, b) / max(1.0, min(cv2.contourArea(a), cv2.contourArea(b)))


def shared_area(a: Array, b: Array) -> float:
    """Return the area in pixels that two convex outlines (4, 2) have in common."""
    if (a.min(0) > b.max(0)).any() or (b.min(0) > a.max(0)).any():
        return 0.0
    return float(cv2.intersectConvexConvex(a, b)[0])
