"""Find cards in a picture: two networks, and outlines that are clear without them.

The first network sees the picture: where cards lie, and roughly how far they reach. The second sees
each of them close up and measures its corners. Where a clear outline fits, its corners are exact;
elsewhere the card's edges sharpen them. How both were trained is in `models/card_finder.md`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np

from vision.card_edges import fit_quadrilateral, in_order, refine_corners
from vision.card_outlines import (
    ASPECT_LIMITS,
    LARGEST,
    find_outlines,
    overlap,
    search_picture,
    shared_area,
    without_prints,
)
from vision.frame import Array, Image, shrink_by_halving
from vision.onnx_model import OnnxModel

SEARCH_SIDES = (192, 384)  # longer side in pixels of the pictures that the networks see
STRIDE = 8  # pixels of them per cell of the first network's output
INPUT_MULTIPLE = 32  # their sides are multiples of this
RADIUS_UNIT = 32.0  # pixels of them that the logarithms of distances refer to
ANGLES = np.arange(32, dtype=np.float32) * np.float32(np.pi / 16)
DIRECTIONS = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1)
"""The directions (32, 2) in which the first network measures how far a card's outline is."""

CROP_SIZE = (64, 96)  # width and height of an outline's crop
CROP_CORNERS = np.array([(14, 18), (50, 18), (50, 78), (14, 78)], np.float32) - 0.5
"""Where a crop has the corners of a rough outline."""
CORNER_UNIT = 16.0  # crop pixels that the second network's corners refer to
CROPS = 2  # times that corners are measured, each time in a crop of the last outline

REACHES = (0.12, 0.08, 0.04)  # shares of a card's size within which its edges are sought in turn
FINE_REACH = 0.013  # the same in the whole picture, where edges are known to two pixels
MIN_SCORE = 0.6  # of a card that only the networks see: fewest drawn ones missed or invented
MIN_CLEAR_SCORE = 0.3  # of a card with a clear outline; no drawn photograph of one card is lost
MAX_IOU, MAX_INSIDE = 0.6, 0.9  # IoU of two cards, and share of one that the other covers
MAX_OVERLAP = 0.4  # share of a clear outline that another card covers, or it is printed on that
SAME_FIT = 0.04  # IoU by which outlines that fit equally well differ
SAME_CARD_IOU = 0.65  # of an outline of the networks and the clear outline of the same card
MIN_ODDS = -3.0  # log odds of an outline that is examined
MAX_OUTLINES = 40  # outlines that are examined


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card: its corners (4, 2) in pixels, in order, and the probability that it is one.

    The calibration weighs its two `features`: the first network's log odds and the second's, or how
    clear the outline is if it was found without them. A `clear` one needs little sharpening.
    A `whole` one is neither a frame printed on a card nor a gap between cards, as far as its
    outline says.
    """

    corners: Array
    score: float
    features: tuple[float, float]
    clear: bool = False
    whole: bool = False


class CardFinder:
    """The two networks in the folder `models`; raises FileNotFoundError if one is missing."""

    def __init__(self, models: Path) -> None:
        self._outlines = OnnxModel(models / "card_finder.onnx", threads=1)
        self._corners = OnnxModel(models / "card_corners.onnx", threads=1)
        stored = self._corners.metadata
        self._weights = np.array(stored.get("card", "0 1 0").split(), np.float32)
        self._clear_weights = np.array(stored.get("clear", "0 1 0").split(), np.float32)

    def find(self, image: Image, largest: float = LARGEST) -> list[FoundCard]:
        """Find the cards of `image` (H, W, 3) BGR, the likeliest first, also partly covered ones.

        A card covers at most the share `largest` of the picture, and isn't square, as dice are.
        """
        both = self.candidates(image, largest)
        found, clear = ([one for one in each if one.score >= MIN_CLEAR_SCORE] for each in both)
        sharp = _sharpened(_joined(found, clear), image)
        return [card for card in sharp if _aspect(card.corners) >= ASPECT_LIMITS[0]]

    def candidates(
        self, image: Image, largest: float = LARGEST
    ) -> tuple[list[FoundCard], list[FoundCard]]:
        """Return what may be cards, the likeliest first: by the networks, and by clear outlines."""
        outlines = find_outlines(image, largest)
        odds = np.full(len(outlines), MIN_ODDS, np.float32)
        seen: list[FoundCard] = []
        for side in SEARCH_SIDES:
            small, step = _network_input(image, side)
            answer = self._outlines.run(small[None])[0]
            near = np.asarray(cv2.dilate(answer[0], np.ones((3, 3), np.uint8)), np.float32)
            here = [_odds_at(near, one.corners, step) for one in outlines]
            odds = np.maximum(odds, np.array(here, np.float32))
            for card in self._measure(small, *_propose(answer)):
                corners = (card.corners + 0.5) * step - np.float32(0.5)
                seen.append(replace(card, corners=corners))
        most, found = largest * image.shape[0] * image.shape[1], list[FoundCard]()
        for card in sorted(seen, key=lambda card: -card.score):
            if 0 < cv2.contourArea(card.corners) <= most and not any(
                _excludes(card.corners, other.corners) for other in found
            ):
                found.append(card)
        features = [(float(o), one.clearness) for o, one in zip(odds, outlines, strict=True)]
        clear = _scored([one.corners for one in outlines], features, self._clear_weights)
        whole = without_prints(outlines)
        return found, [
            replace(card, clear=True, whole=any(card.corners is one.corners for one in whole))
            for card in clear
        ]

    def _measure(self, small: Image, outlines: Sequence[Array], odds: Array) -> list[FoundCard]:
        """Return the outlines with measured corners, the likeliest first."""
        answers = np.zeros((0, 9), np.float32)
        for _ in range(CROPS if outlines else 0):
            crops, ways = zip(*(cut_crop(small, corners) for corners in outlines), strict=True)
            answers = self._corners.predict(crops)
            seen = CROP_CORNERS + CORNER_UNIT * answers[:, 1:].reshape(-1, 4, 2)
            outlines = [
                cv2.perspectiveTransform(one[None], np.linalg.inv(way))[0]
                for one, way in zip(seen, ways, strict=True)
            ]
        cards = _scored(outlines, list(zip(odds, answers[:, 0], strict=True)), self._weights)
        return [card for card in cards if cv2.isContourConvex(card.corners)]


def _propose(answer: Array) -> tuple[list[Array], Array]:
    """Return rough outlines (4, 2) at the peaks of the map of centres, and their log odds."""
    odds = answer[0]
    peaks = (odds >= cv2.dilate(odds, np.ones((3, 3), np.uint8))) & (odds > MIN_ODDS)
    likeliest = np.argwhere(peaks)[np.argsort(-odds[peaks])][:MAX_OUTLINES]
    far = RADIUS_UNIT * np.exp(np.clip(answer[1:], -4, 4))
    outlines = [
        (np.array((column, row), np.float32) + 0.5) * STRIDE
        - 0.5
        + far[:, row, column, None] * DIRECTIONS
        for row, column in likeliest.tolist()
    ]
    return [fit_quadrilateral(points) for points in outlines], odds[tuple(likeliest.T)]


def _odds_at(odds: Array, corners: Array, step: Array) -> float:
    """Return the log odds in the cell in the middle of an outline (4, 2)."""
    column, row = (corners.mean(axis=0) / step // STRIDE).astype(int).tolist()
    rows, columns = odds.shape
    return float(odds[min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)])


def _scored(
    outlines: Sequence[Array], features: Sequence[tuple[float, float]], weights: Array
) -> list[FoundCard]:
    """Return outlines with the probability that their features give them, the likeliest first."""
    cards = [
        FoundCard(corners, float(1 / (1 + np.exp(-weights[0] - weights[1:] @ both))), both)
        for corners, both in zip(outlines, features, strict=True)
    ]
    return sorted(cards, key=lambda card: -card.score)


def _joined(found: Sequence[FoundCard], clear: Sequence[FoundCard]) -> list[FoundCard]:
    """Return the cards found by the networks and those with clear outlines.

    A card found in both ways has the outline that is whole, or else the clearest of those that fit
    it best. Those within it are frames printed on it.
    """
    cards, alone, left = list[FoundCard](), list[FoundCard](), list(clear)
    for card in found:
        ious = [quadrilateral_iou(card.corners, one.corners) for one in left]
        if max(ious, default=0.0) < SAME_CARD_IOU:
            alone.append(card)
            continue
        fit = [
            one
            for one, iou in zip(left, ious, strict=True)
            if iou >= (SAME_CARD_IOU if one.whole else max(ious) - SAME_FIT)
        ]
        best = max(fit, key=lambda one: (one.whole, one.features[1]))
        left = [one for one in left if one is not best]
        cards.append(replace(card, corners=best.corners, clear=True))
    for one in left:
        if all(overlap(one.corners, card.corners) < MAX_OVERLAP for card in cards):
            cards.append(one)
    for one in (one for one in alone if one.score >= MIN_SCORE):
        if not any(_excludes(one.corners, card.corners) for card in cards):
            cards.append(one)
    return cards


@cache
def default_finder() -> CardFinder:
    """Return the finder with the shipped networks, loaded once."""
    return CardFinder(Path(str(files("models"))))


def find_cards(image: Image, largest: float = LARGEST) -> list[FoundCard]:
    """Find cards as `CardFinder.find` does, with the shipped networks."""
    return default_finder().find(image, largest)


def cut_crop(image: Image, corners: Array) -> tuple[Image, Array]:
    """Return the crop of a card with the rough `corners` (4, 2), one of its short sides up.

    Also return the homography (3, 3) from the picture to the crop.
    """
    way = cv2.getPerspectiveTransform(in_order(corners), CROP_CORNERS)
    crop = cv2.warpPerspective(image, way, CROP_SIZE, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8), np.asarray(way, np.float64)


def _network_input(image: Image, side: int) -> tuple[Image, Array]:
    """Return the picture with a longer side of about `side`, and pixels per pixel of it (x, y)."""
    high, wide = image.shape[:2]
    near, _ = shrink_by_halving(image, max(high, wide) / side)
    blocks = side / max(high, wide) / INPUT_MULTIPLE
    size = [max(1, round(length * blocks)) * INPUT_MULTIPLE for length in (wide, high)]
    small = cv2.resize(near, size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(small, np.uint8), np.array((wide / size[0], high / size[1]), np.float32)


def _sharpened(cards: Sequence[FoundCard], image: Image) -> list[FoundCard]:
    """Return cards, the likeliest first, with corners where their edges meet.

    The edges of those without a clear outline are sought in a smaller picture first.
    """
    smooth, scale = search_picture(image)
    sharp = []
    for card in sorted(cards, key=lambda card: -card.score):
        corners = (card.corners * scale).astype(np.float32)
        for reach in () if card.clear else REACHES:
            corners = refine_corners(corners, smooth, reach)
        whole = (corners / scale).astype(np.float32)
        if scale < 1:
            whole = refine_corners(whole, image, FINE_REACH)
        sharp.append(replace(card, corners=whole))
    return sharp


def _aspect(corners: Array) -> float:
    """Return the length of an outline (4, 2) over its width."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    pairs = np.maximum(sides[:2] + sides[2:], 1e-3)
    return float(pairs.max() / pairs.min())


def quadrilateral_iou(a: Array, b: Array) -> float:
    """Return the intersection over union of two convex quadrilaterals (4, 2), 0..1."""
    shared = shared_area(a, b)
    return shared / max(1.0, cv2.contourArea(a) + cv2.contourArea(b) - shared)


def _excludes(a: Array, b: Array) -> bool:
    """Return whether two outlines can't both be cards: one is the other, or in it."""
    return quadrilateral_iou(a, b) > MAX_IOU or overlap(a, b) > MAX_INSIDE
