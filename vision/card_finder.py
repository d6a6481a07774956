"""Find cards in a picture with two networks.

The first network sees the picture: where cards lie, and roughly how far they reach. The second sees
each of them close up and measures its corners. Where a clear outline fits, its corners are exact;
elsewhere the card's edges sharpen them. How both were trained is in `models/card_finder.md`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from statistics import fmean

import cv2
import numpy as np

from vision.card_edges import fit_quadrilateral, in_order, refine_corners
from vision.card_outlines import (
    ASPECT_LIMITS,
    LARGEST,
    Outline,
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
CROPS = 3  # times that corners are measured, each time in a crop of the last outline

REACHES = (0.12, 0.08, 0.04)  # shares of a card's size within which its edges are sought in turn
FINE_REACH = 0.013  # the same in the whole picture, where edges are known to two pixels
MIN_SCORE = 0.7  # from 0.65 to 0.78, drawn cards missed plus three times those invented are fewest
MAX_IOU, MAX_INSIDE = 0.6, 0.9  # IoU of two cards, and share of one that the other covers
SAME_CARD_IOU = 0.55  # of a card as the networks see it and its clear outline
SAME_FIT = 0.04  # IoU by which outlines that fit equally well differ
MIN_ODDS = -3.0  # log odds of an outline that is examined
MAX_OUTLINES = 40  # outlines that are examined


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card: its corners (4, 2) in pixels, in order, and the probability that it is one.

    The calibration derives the probability from `features` (4,): the log odds of both networks, the
    mean of the first one's at all scales, and how much the card's size differs from that of the
    likeliest card in the picture, as a logarithm.
    """

    corners: Array
    score: float
    features: Array


class CardFinder:
    """The two networks in the folder `models`; raises FileNotFoundError if one is missing."""

    def __init__(self, models: Path) -> None:
        self._outlines = OnnxModel(models / "card_finder.onnx", threads=1)
        self._corners = OnnxModel(models / "card_corners.onnx", threads=1)
        weights = self._corners.metadata.get("card", "0 1 0 0 0").split()
        self._weights = np.array(weights, np.float32)

    def find(self, image: Image, largest: float = LARGEST) -> list[FoundCard]:
        """Find the cards of `image` (H, W, 3) BGR, the likeliest first, also partly covered ones.

        A card covers at most the share `largest` of the picture, and isn't square, as dice are.
        """
        found = [one for one in self.candidates(image, largest) if one.score >= MIN_SCORE]
        sharp = _sharpened(found, image, find_outlines(image, largest) if found else [])
        return [card for card in sharp if _aspect(card.corners) >= ASPECT_LIMITS[0]]

    def candidates(self, image: Image, largest: float = LARGEST) -> list[FoundCard]:
        """Return what may be cards, the likeliest first."""
        passes = list[tuple[Array, Array]]()  # the map of centres, and picture pixels per cell
        seen = list[tuple[Array, Array]]()
        most = largest * image.shape[0] * image.shape[1]
        for side in SEARCH_SIDES:
            small, step = _network_input(image, side)
            answer = self._outlines.run(small[None])[0]
            passes.append((answer[0], STRIDE * step))
            for outline, odds in self._measure(small, *propose_outlines(answer)):
                corners = (outline + 0.5) * step - np.float32(0.5)
                if 0 < cv2.contourArea(corners) <= most:
                    seen.append((corners, odds))
        means = [fmean(_odds_at(corners, *one) for one in passes) for corners, _ in seen]
        found = list[FoundCard]()
        for card in sorted(self._judge(seen, means), key=lambda card: -card.score):
            if not any(_excludes(card.corners, other.corners) for other in found):
                found.append(card)
        return found

    def _judge(
        self, seen: Sequence[tuple[Array, Array]], means: Sequence[float]
    ) -> list[FoundCard]:
        """Return the outlines, each with both log odds and the mean at all scales, as cards."""
        if not seen:
            return []
        odds = np.column_stack([np.array([both for _, both in seen]), means])
        sizes = np.log([cv2.contourArea(corners) for corners, _ in seen]) / 2
        likeliest = int((odds @ self._weights[1:-1]).argmax())
        features = np.column_stack([odds, np.abs(sizes - sizes[likeliest])])
        scores = 1 / (1 + np.exp(-self._weights[0] - features @ self._weights[1:]))
        return [
            FoundCard(corners, float(score), of_one)
            for (corners, _), score, of_one in zip(seen, scores, features, strict=True)
        ]

    def _measure(
        self, small: Image, outlines: Sequence[Array], odds: Array
    ) -> list[tuple[Array, Array]]:
        """Return the outlines that are quadrilaterals, with measured corners and both log odds."""
        answers = np.zeros((0, 9), np.float32)
        for _ in range(CROPS if outlines else 0):
            crops, ways = zip(*(cut_crop(small, corners) for corners in outlines), strict=True)
            answers = self._corners.predict(crops)
            seen = CROP_CORNERS + CORNER_UNIT * answers[:, 1:].reshape(-1, 4, 2)
            outlines = [
                cv2.perspectiveTransform(one[None], np.linalg.inv(way))[0]
                for one, way in zip(seen, ways, strict=True)
            ]
        both = np.column_stack([odds, answers[:, 0]])
        return [pair for pair in zip(outlines, both, strict=True) if cv2.isContourConvex(pair[0])]


def propose_outlines(answer: Array, most: int = MAX_OUTLINES) -> tuple[list[Array], Array]:
    """Return rough outlines (4, 2) at the highest peaks of the first network's map of centres.

    Also return their log odds.
    """
    odds = answer[0]
    peaks = (odds >= cv2.dilate(odds, np.ones((3, 3), np.uint8))) & (odds > MIN_ODDS)
    likeliest = np.argwhere(peaks)[np.argsort(-odds[peaks])][:most]
    far = RADIUS_UNIT * np.exp(np.clip(answer[1:], -4, 4))
    outlines = [
        (np.array((column, row), np.float32) + 0.5) * STRIDE
        - 0.5
        + far[:, row, column, None] * DIRECTIONS
        for row, column in likeliest.tolist()
    ]
    return [fit_quadrilateral(points) for points in outlines], odds[tuple(likeliest.T)]


def _odds_at(corners: Array, odds: Array, cell: Array) -> float:
    """Return the highest log odds of a card in the 3 x 3 cells around the middle of `corners`."""
    place = ((corners.mean(axis=0) + 0.5) / cell).astype(int)
    column, row = np.clip(place, 0, np.array(odds.shape[::-1]) - 1)
    return float(odds[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].max())


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


def _sharpened(
    cards: Sequence[FoundCard], image: Image, outlines: Sequence[Outline]
) -> list[FoundCard]:
    """Return cards with the corners of a clear outline, or with corners where their edges meet.

    The edges of those without an outline are sought in a smaller picture first.
    """
    smooth, scale = search_picture(image)
    whole, left, sharp = without_prints(outlines), list(outlines), list[FoundCard]()
    for card in cards:
        outline = _outline_of(card, left, whole)
        if outline is not None:
            left.remove(outline)
            corners = outline.corners * np.float32(scale)
        else:
            corners = card.corners * np.float32(scale)
            for reach in REACHES:
                corners = refine_corners(corners, smooth, reach)
        exact = corners / np.float32(scale)
        if scale < 1:
            exact = refine_corners(exact, image, FINE_REACH)
        sharp.append(replace(card, corners=exact))
    return sharp


def _outline_of(
    card: FoundCard, outlines: Sequence[Outline], whole: Sequence[Outline]
) -> Outline | None:
    """Return the clear outline of a card, if there is one.

    It is one of the `whole` ones, which are not frames printed on a card, or else the clearest of
    those that fit best.
    """
    ious = [quadrilateral_iou(card.corners, one.corners) for one in outlines]
    best = max(ious, default=0.0)
    if best < SAME_CARD_IOU:
        return None
    fit = [
        one
        for one, iou in zip(outlines, ious, strict=True)
        if iou >= (SAME_CARD_IOU if one in whole else best - SAME_FIT)
    ]
    return max(fit, key=lambda one: (one in whole, one.clearness))


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
