"""What a card looks like, whatever the lamp: its ink and colours, and one card laid over another.

Pictures are straightened ones (336, 224, 3). A laid card lies as the one that is seen, so that all
cards that it may be can be compared with it, and with each other, pixel by pixel.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_edges import Array
from vision.frame import Image

SIZE = (112, 168)  # pixels of a look, across and down
ROUGH = (56, 84)  # of one by which likely cards are found
RIM = 4  # pixels at the border of a look that are not compared
LUMINANCE = np.array([[0.11, 0.59, 0.30]], np.float32)
NEAR_BY = 6.0  # pixels about one with whose mean light its ink is compared: less than a shadow
DARK = 20.0  # levels below which there is little to tell of ink or colour
TINT = 0.12  # by which a lamp may colour a card
STEPS = (20, 12)  # of laying one over another, rough and exact
FAR = 0.045  # share of a look's width by which corners may move in that
GAIN = (0.3, 1.3)  # how much paler, in glare or a sleeve, or stronger ink may look
GAIN_NEAR_BY = 9.0  # pixels within which it is equally so
NOISE, SLOPE = 0.05, 0.2  # of a pixel, and by how much more on edges, as a share of their slope
SOFT = 1.3  # pixels over which differences are averaged: edges that are off by less cancel out
MOST = 16.0  # squared noises that a pixel may differ
BORDER = cv2.BORDER_REPLICATE
INK = 0.12  # from which it is no bare paper
BLOCK = 4  # pixels across, for each of which it is found how sharp, strong and moved a card looks
NEAR_BLOCKS = 2.0  # blocks about one that count in that
RIDGE = 0.05  # share of the mean by which what tells little of that counts less
GRAIN, SPOT = 0.0015, 0.1  # squared ink: the least noise of paper, and the most that a pixel counts


class CardLook:
    """A card in even, white light: ink and two colours (168, 112, 3), free of the lamp."""

    def __init__(self, parts: Array) -> None:
        self.parts = parts

    @classmethod
    def of(cls, picture: Image) -> "CardLook":
        """Return the look of a straightened picture."""
        small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)
        light = cv2.transform(small, LUMINANCE)
        mean = cv2.GaussianBlur(light, (0, 0), NEAR_BY) + DARK
        colours = [(small[..., c] - light) / (light + DARK) for c in (0, 2)]
        parts = np.clip(np.dstack([(light - mean + DARK) / mean, *colours]), -1.5, 1.5)
        return cls(np.asarray(cv2.GaussianBlur(parts, (0, 0), 0.8), np.float32))

    def turned(self) -> "CardLook":
        """Return it the other way up."""
        return CardLook(np.ascontiguousarray(self.parts[::-1, ::-1]))

    @cached_property
    def rough(self) -> Array:
        """Return it smaller (84, 56, 3) and softer."""
        soft = cv2.GaussianBlur(self.parts, (0, 0), 1.2)
        return np.asarray(cv2.resize(soft, ROUGH, interpolation=cv2.INTER_AREA), np.float32)


def warped(parts: Array, how: Array) -> Array:
    """Return a look with its pixels from where `how` (2, 3) says."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = parts.shape[1::-1]
    return np.asarray(cv2.warpAffine(parts, how, size, flags=flags, borderMode=BORDER), np.float32)


def enlarged(share: float) -> Array:
    """Return how a rough look is enlarged about its middle."""
    wide, high = ROUGH
    off = (1 - share) / 2
    return np.array([(share, 0, off * (wide - 1)), (0, share, off * (high - 1))], np.float32)


def turned(how: Array) -> Array:
    """Return what `how` is for rough looks that lie the other way up."""
    half = np.array([(-1, 0, ROUGH[0] - 1), (0, -1, ROUGH[1] - 1), (0, 0, 1)], np.float32)
    return np.asarray((half @ np.vstack([how, (0, 0, 1)]) @ half)[:2], np.float32)


def finer(how: Array) -> Array:
    """Return what `how` is for looks of full size, twice that of rough ones."""
    how = how.copy()
    how[:, 2] = 2 * how[:, 2] + (how[:, :2].sum(axis=1) - 1) / 2
    return how


def fit(known: Array, seen: Array, how: Array, steps: int) -> Array:
    """Improve `how` `seen` is laid over `known`, from close by; as it was where that fails."""
    try:
        _, found = cv2.findTransformECC(
            np.ascontiguousarray(known[..., 0]), np.ascontiguousarray(seen[..., 0]), how.copy(),
            cv2.MOTION_AFFINE, (3, steps, 1e-4), np.empty(0, np.uint8), 3,
        )  # fmt: skip
    except cv2.error:  # nothing in them to go by
        return how
    high, wide = known.shape[:2]
    corners = np.array([(0, 0, 1), (wide, 0, 1), (0, high, 1), (wide, high, 1)], np.float32)
    near = np.abs(corners @ (found - how).T).max() < FAR * wide
    return np.asarray(found, np.float32) if near else how


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of the deck, `place` in it, as it would look where another is seen.

    `parts` (168, 112, 3), `off` the squared noises by which each pixel differs, `noise` that of
    each pixel, squared, `worst`, by how much the worst spots differ, and `print_off`, see there.
    """

    place: int
    parts: Array
    off: Array
    noise: Array
    worst: float
    print_off: float


def lay(place: int, known: CardLook, seen: CardLook, how: Array, *, turn: bool = False) -> LaidCard:
    """Lay a card of the deck over what is seen, which `how` lays over it.

    With `turn` both are turned upside down then.
    """
    parts = warped(known.parts, np.asarray(cv2.invertAffineTransform(how), np.float32))
    tint = np.median(seen.parts[..., 1:] - parts[..., 1:], axis=(0, 1))
    parts[..., 1:] += np.clip(tint, -TINT, TINT)
    shared = cv2.GaussianBlur((seen.parts * parts).sum(axis=2), (0, 0), GAIN_NEAR_BY)
    whole = cv2.GaussianBlur((parts * parts).sum(axis=2), (0, 0), GAIN_NEAR_BY)
    gain = np.clip((shared + 0.01) / (whole + 0.01), *GAIN)[..., None]
    slope = sum(
        cv2.Sobel(parts, cv2.CV_32F, *way, ksize=3, scale=0.125) ** 2 for way in ((1, 0), (0, 1))
    )
    noise = NOISE**2 + SLOPE**2 * np.asarray(slope, np.float32).sum(axis=2)
    parts = gain * parts
    off = _off(seen.parts - parts, noise)
    worst = float(np.percentile(cv2.boxFilter(off, -1, (3, 3)), 99.7))
    way = slice(None, None, -1 if turn else 1)
    off_print = print_off(parts[..., 0], seen.parts[..., 0])
    return LaidCard(place, parts[way, way], off[way, way], noise[way, way], worst, off_print)


def print_off(ink: Array, seen: Array) -> float:
    """Return how many times more what is seen differs at the ink of a card than on its bare paper.

    Both are (168, 112). A little blur, shift or fading is fitted to each place first, and none of
    these makes one suit of another: a card with another print differs at all of it.
    """
    slopes = [cv2.Sobel(ink, cv2.CV_32F, *way, ksize=3, scale=0.125) for way in ((1, 0), (0, 1))]
    terms = np.dstack([ink, cv2.Laplacian(ink, cv2.CV_32F, scale=0.25), *slopes])
    count, off = terms.shape[2], seen - ink
    products = terms[..., None] * np.dstack([terms, off])[..., None, :]
    blocks = (SIZE[0] // BLOCK, SIZE[1] // BLOCK)
    mean = cv2.resize(products.reshape(*ink.shape, -1), blocks, interpolation=cv2.INTER_AREA)
    mean = cv2.GaussianBlur(mean, (0, 0), NEAR_BLOCKS).reshape(*mean.shape[:2], count, count + 1)
    squares = mean[..., :count]
    least = RIDGE * np.einsum("yxii->i", squares) / (blocks[0] * blocks[1]) + 1e-9
    shares = np.linalg.solve(squares + np.diag(least), mean[..., count:])[..., 0]
    off = off - (terms * cv2.resize(shares.astype(np.float32), SIZE)).sum(axis=2)
    inner = (slice(RIM, -RIM), slice(RIM, -RIM))
    printed = cv2.dilate((np.abs(ink) > INK).astype(np.uint8), np.ones((3, 3)))[inner] > 0
    squared = np.minimum(off * off, SPOT)[inner]
    if printed.all() or not printed.any():
        return 0.0
    return float(squared[printed].mean() / (squared[~printed].mean() + GRAIN))


def apart(one: LaidCard, other: LaidCard) -> Array:
    """Return the squared noises by which two cards differ from each other, per pixel."""
    return _off(one.parts - other.parts, np.minimum(one.noise, other.noise))


def _off(difference: Array, noise: NDArray[np.floating[Any]]) -> Array:
    soft = cv2.GaussianBlur(difference, (0, 0), SOFT)
    off = np.minimum((soft * soft).sum(axis=2) / noise, MOST)
    return np.asarray(off[RIM:-RIM, RIM:-RIM], np.float32)
