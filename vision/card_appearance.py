"""What a card looks like, whatever the lamp: its ink and colours, and one card laid over another.

Pictures are straightened ones (336, 224, 3). A laid card lies as the one that is seen, so that all
cards that it may be can be compared with it, and with each other, pixel by pixel.
"""

from functools import cached_property

import cv2
import numpy as np

from vision.card_edges import Array
from vision.frame import Image

SIZE = (112, 168)  # pixels of a look, across and down
ROUGH = (56, 84)  # of one by which likely cards are found
COARSE = (28, 42)  # of one by which shadows are found
RIM = 4  # pixels at the border of a look that are not compared
SLEEVE = 6  # more of them that tell nothing of strange cards: a sleeve has its frame there
LUMINANCE = np.array([[0.11, 0.59, 0.30]], np.float32)
NEAR_BY = 6.0  # pixels about one with whose mean light its ink is compared: less than a shadow
DARK = 20.0  # levels below which there is little to tell of ink or colour
TINT = 0.12  # by which a lamp may colour a card
STEPS = (20, 12)  # of laying one over another, rough and exact
FAR = 0.045  # share of a look's width by which corners may move in that
BORDER, AREA = cv2.BORDER_REPLICATE, cv2.INTER_AREA
BLOCK = 8  # pixels across, for each of which it is found how sharp, strong and moved a card looks
NEAR_BLOCKS = 1.0  # blocks about one that count in that
RIDGE = 0.05  # share of the mean by which what tells little of that counts less
FADING = (-0.85, 0.3)  # how much paler (less), in glare or a sleeve, or stronger it may look
FADE = (0.6, 1.5)  # how much paler or stronger the lamp may make all of a colour
COLOUR = 0.3  # how much colours count, which pictures give less exactly
MOVED = 1.5  # pixels that a place may be off
LIGHT = 3  # which of the parts of a look tells how light it is
DEEPEST = 0.6  # logarithm: the deepest shadow
PRINTED = 7  # places of a coarse look within which what is printed is no shadow
NEXT = np.ones((3, 3), np.uint8)
SPOT_WIDE = 9  # pixels across a spot
SPOT = 0.1  # squared ink: the most that a pixel counts


class CardAppearance:
    """A card in even, white light: ink and two colours, free of the lamp, and how light it was.

    `parts` (168, 112, 4); the last is a logarithm.
    """

    def __init__(self, parts: Array) -> None:
        self.parts = parts

    @classmethod
    def of(cls, picture: Image) -> "CardAppearance":
        """Return the look of a straightened picture."""
        small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)
        light = cv2.transform(small, LUMINANCE)
        mean = cv2.GaussianBlur(light, (0, 0), NEAR_BY) + DARK
        colours = [(small[..., c] - light) / (light + DARK) for c in (0, 2)]
        parts = np.clip(np.dstack([(light - mean + DARK) / mean, *colours]), -1.5, 1.5)
        soft = cv2.GaussianBlur(parts, (0, 0), 0.8)
        return cls(np.asarray(np.dstack([soft, np.log(light + DARK)]), np.float32))

    def rotated(self) -> "CardAppearance":
        """Return it the other way up."""
        return CardAppearance(np.ascontiguousarray(self.parts[::-1, ::-1]))

    @cached_property
    def rough(self) -> Array:
        """Return it smaller (84, 56, 3) and softer."""
        soft = cv2.GaussianBlur(np.ascontiguousarray(self.parts[..., :3]), (0, 0), 1.2)
        return np.asarray(cv2.resize(soft, ROUGH, interpolation=cv2.INTER_AREA), np.float32)


def warp(parts: Array, affine: Array) -> Array:
    """Return a look with its pixels from where `affine` (2, 3) says."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = parts.shape[1::-1]
    looks = cv2.warpAffine(parts, affine, size, flags=flags, borderMode=BORDER)
    return np.asarray(looks, np.float32)


def scale_about_centre(share: float) -> Array:
    """Return the affine map (2, 3) by which a rough look is enlarged about its middle."""
    wide, high = ROUGH
    off = (1 - share) / 2
    return np.array([(share, 0, off * (wide - 1)), (0, share, off * (high - 1))], np.float32)


def rotate_affine_180(affine: Array) -> Array:
    """Return what `affine` is for rough looks that lie the other way up."""
    half = np.array([(-1, 0, ROUGH[0] - 1), (0, -1, ROUGH[1] - 1), (0, 0, 1)], np.float32)
    return np.asarray((half @ np.vstack([affine, (0, 0, 1)]) @ half)[:2], np.float32)


def affine_at_full_size(affine: Array) -> Array:
    """Return what `affine` is for looks of full size, twice that of rough ones."""
    affine = affine.copy()
    affine[:, 2] = 2 * affine[:, 2] + (affine[:, :2].sum(axis=1) - 1) / 2
    return affine


def align(known: Array, seen: Array, affine: Array, steps: int) -> Array:
    """Improve the `affine` map that lays `seen` over `known`; as it was where that fails."""
    try:
        _, found = cv2.findTransformECC(
            np.ascontiguousarray(known[..., 0]), np.ascontiguousarray(seen[..., 0]), affine.copy(),
            cv2.MOTION_AFFINE, (3, steps, 1e-4), np.empty(0, np.uint8), 3,
        )  # fmt: skip
    except cv2.error:  # nothing in them to go by
        return affine
    high, wide = known.shape[:2]
    corners = np.array([(0, 0, 1), (wide, 0, 1), (0, high, 1), (wide, high, 1)], np.float32)
    near = np.abs(corners @ (found - affine).T).max() < FAR * wide
    return np.asarray(found, np.float32) if near else affine


class AlignedCard:
    """A card of the deck, `place` in it, as it would look where another is seen.

    `parts` (168, 112, 4).
    """

    def __init__(self, place: int, parts: Array) -> None:
        self.place, self.parts = place, parts
        self._ink = LocalDifferenceModel(parts[..., 0], own=True)
        self._halves = _halves(parts[..., 1:3])
        self._colours = [LocalDifferenceModel(colour, own=False) for colour in self._halves]

    @classmethod
    def from_card(
        cls, place: int, known: CardAppearance, seen: Array, affine: Array, *, turn: bool
    ) -> "AlignedCard":
        """Lay a card over what is `seen` (168, 112, 4), which `affine` lays over it.

        With `turn` it is turned upside down then. Each place is moved by what it still is off.
        """
        parts = warp(known.parts, np.asarray(cv2.invertAffineTransform(affine), np.float32))
        parts = np.ascontiguousarray(parts[::-1, ::-1]) if turn else parts
        _, shares = LocalDifferenceModel(parts[..., 0], own=True).residual(
            seen[..., 0] - parts[..., 0]
        )
        x, y = np.meshgrid(*(np.arange(count, dtype=np.float32) for count in SIZE))
        x, y = (at + np.clip(by, -MOVED, MOVED) for at, by in zip((x, y), shares, strict=False))
        moved = cv2.remap(parts, x, y, cv2.INTER_LINEAR, borderMode=BORDER)
        return cls(place, np.asarray(moved, np.float32))

    def difference(self, seen: Array) -> Array:
        """Return by how much what is seen (168, 112, 4) differs, squared, per pixel within RIM.

        A shadow, and a little blur, shift and fading of each place, are taken away first: none of
        these makes one print of another. The lamp may have made all of a colour paler or stronger.
        """
        inked = (seen[..., 0] + 1) / self._shade(seen) - 1
        ink, shares = self._ink.residual(inked - self.parts[..., 0])
        off = ink * ink
        (fading,) = _halves(1 + np.clip(shares[-1], *FADING))
        for local, colour, own in zip(
            self._colours, _halves(seen[..., 1:3]), self._halves, strict=True
        ):
            known = fading * own
            mean = float(known.mean())
            gain = float(((known - mean) * colour).mean()) / (float(known.var()) + 1e-4)
            known *= min(max(gain, FADE[0]), FADE[1])
            tint = float(np.median(colour - known))
            known += min(max(tint, -TINT), TINT)
            rest, _ = local.residual(colour - known)
            off += COLOUR * cv2.resize(rest * rest, SIZE, interpolation=cv2.INTER_LINEAR)
        return np.asarray(np.minimum(off, SPOT)[RIM:-RIM, RIM:-RIM], np.float32)

    def _shade(self, seen: Array) -> Array:
        """Return the relative brightness of shadows, compared with their surroundings.

        A difference over a wide area that reaches the card's border is a shadow, in either picture:
        printed areas have outlines of their own.
        """
        ratio = cv2.resize(seen[..., LIGHT] - self.parts[..., LIGHT], COARSE, interpolation=AREA)
        ratio = np.clip((ratio - np.median(ratio)) / DEEPEST, -1, 1)
        wide = cv2.medianBlur(np.rint(128 + 127 * ratio).astype(np.uint8), PRINTED)
        shade = (_reaching_border(wide).astype(np.float32) - 128) * (DEEPEST / 127)
        local = np.exp(shade - cv2.GaussianBlur(shade, (0, 0), NEAR_BY * COARSE[0] / SIZE[0]))
        return np.asarray(cv2.resize(local, SIZE, interpolation=cv2.INTER_LINEAR), np.float32)

    def worst_spot(self, off: Array) -> float:
        """Return the mean of `difference` at the worst spot, ignoring what a sleeve may hide."""
        off = np.ascontiguousarray(off[SLEEVE:-SLEEVE, SLEEVE:-SLEEVE])
        return float(cv2.boxFilter(off, -1, (SPOT_WIDE, SPOT_WIDE)).max())


def _halves(parts: Array) -> list[Array]:
    """Return the channels of parts (168, 112, ...) half as large: pictures give colours so."""
    half = cv2.resize(parts, ROUGH, interpolation=cv2.INTER_AREA)
    return [np.asarray(channel, np.float32) for channel in cv2.split(half)]


def _reaching_border(shade: Image) -> Image:
    """Return a picture (H, W) where what lies wholly within its surroundings is as these are."""
    for inverse in (0, 255):  # what is lighter than all around it, then what is darker
        most = np.asarray(shade ^ inverse, np.uint8)
        grown = most.copy()
        grown[1:-1, 1:-1] = 0
        for _ in range(max(most.shape) // 2):
            grown = np.asarray(cv2.min(cv2.dilate(grown, NEXT), most), np.uint8)
        shade = np.asarray(grown ^ inverse, np.uint8)
    return shade


class LocalDifferenceModel:
    """What a picture (H, W) explains of others where it may be a little blurred or moved.

    With `own` it may be paler or stronger as well.
    """

    def __init__(self, picture: Array, *, own: bool) -> None:
        high, wide = picture.shape
        self._size, block = (wide, high), BLOCK * wide // SIZE[0]
        self._blocks = (wide // block, high // block)
        terms = [cv2.Sobel(picture, cv2.CV_32F, *w, ksize=3, scale=0.125) for w in ((1, 0), (0, 1))]
        terms.append(cv2.Laplacian(picture, cv2.CV_32F, scale=0.25))
        self._terms = [*terms, picture] if own else terms
        count = len(self._terms)
        squares = np.empty((*self._blocks[::-1], count, count), np.float32)
        for i, one in enumerate(self._terms):
            for j, other in enumerate(self._terms[: i + 1]):
                squares[..., i, j] = squares[..., j, i] = self._mean(one * other)
        least = RIDGE * np.einsum("yxii->i", squares) / (squares.shape[0] * squares.shape[1]) + 1e-9
        self._inverse = np.linalg.inv(squares + np.diag(least))

    def _mean(self, product: Array) -> Array:
        mean = cv2.resize(product, self._blocks, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(mean, (0, 0), NEAR_BLOCKS), np.float32)

    def residual(self, off: Array) -> tuple[Array, list[Array]]:
        """Return what stays of a difference (H, W), and by how much of each term it is less."""
        products = np.dstack([self._mean(term * off) for term in self._terms])
        shares = np.einsum("yxij,yxj->yxi", self._inverse, products).astype(np.float32)
        wide = [np.asarray(cv2.resize(s, self._size), np.float32) for s in cv2.split(shares)]
        for share, term in zip(wide, self._terms, strict=True):
            off = off - share * term
        return off, wide
