"""The appearance of a card without the lamp's influence, and the alignment of two cards.

Pictures are straightened (336, 224, 3). Aligned cards lie exactly like the card in the picture, so
that they can be compared with it, and with each other, pixel by pixel.
"""

from functools import cached_property

import cv2
import numpy as np

from vision.frame import Array, Image

SIZE = (112, 168)  # pixels of an appearance, (width, height)
ROUGH_SIZE = (56, 84)  # pixels of the rough one that is used to find likely cards
COARSE_SIZE = (28, 42)  # pixels of the one that is used to find shadows
IGNORED_RIM = 4  # border pixels of an appearance that are not compared
SLEEVE_RIM = 6  # further border pixels that `worst_spot` ignores, because of the frame of a sleeve
LUMINANCE = np.array([[0.11, 0.59, 0.30]], np.float32)
LIGHT_SIGMA = 6.0  # sigma of the local mean light that ink is compared with; shadows are larger
UNCERTAIN_LEVEL = 20.0  # levels below which ink and colour are uncertain
MAX_TINT = 0.12  # by how much a lamp may shift a colour
ALIGNMENT_STEPS = (20, 12)  # iterations of rough and exact alignment
MAX_CORNER_MOVE = 0.045  # share of the width by which alignment may move a corner
BORDER, AREA = cv2.BORDER_REPLICATE, cv2.INTER_AREA
BLOCK_SIDE = 8  # side in pixels of the blocks whose blur, contrast and shift are estimated
BLOCK_SIGMA = 1.0  # sigma in blocks over which these estimates are averaged
REGULARISATION = 0.05  # regularisation, as a share of the mean
LOCAL_FADING_LIMITS = (-0.85, 0.3)  # limits of local fading (glare, a sleeve) and strengthening
COLOUR_FACTOR_LIMITS = (0.6, 1.5)  # of the strength of a colour, which depends on the lamp
COLOUR_WEIGHT = 0.3  # weight of colours, which are recorded less exactly than ink
MAX_PIXEL_SHIFT = 1.5  # pixels by which a place may be shifted
LIGHT_CHANNEL = 3  # index of the brightness channel of an appearance
DEEPEST_SHADOW = 0.6  # log of the brightness ratio in the deepest shadow
MAX_PRINT_SIZE = 7  # size in coarse pixels up to which a dark area is print, not shadow
NEIGHBOURS = np.ones((3, 3), np.uint8)
SPOT_SIDE = 9  # side of a spot in pixels
MAX_SPOT_DIFFERENCE = 0.1  # upper limit of the squared difference of a pixel


class CardAppearance:
    """A card as in even, white light: its ink, two colours, and how bright it was.

    `parts` is (168, 112, 4); the last channel is a logarithm.
    """

    def __init__(self, parts: Array) -> None:
        self.parts = parts

    @classmethod
    def from_picture(cls, picture: Image) -> "CardAppearance":
        """Return the appearance of a straightened picture."""
        small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)
        light = cv2.transform(small, LUMINANCE)
        mean = cv2.GaussianBlur(light, (0, 0), LIGHT_SIGMA) + UNCERTAIN_LEVEL
        colours = [(small[..., c] - light) / (light + UNCERTAIN_LEVEL) for c in (0, 2)]
        parts = np.clip(np.dstack([(light - mean + UNCERTAIN_LEVEL) / mean, *colours]), -1.5, 1.5)
        soft = cv2.GaussianBlur(parts, (0, 0), 0.8)
        return cls(np.asarray(np.dstack([soft, np.log(light + UNCERTAIN_LEVEL)]), np.float32))

    def upside_down(self) -> "CardAppearance":
        """Return this card upside down."""
        return CardAppearance(np.ascontiguousarray(self.parts[::-1, ::-1]))

    @cached_property
    def rough(self) -> Array:
        """Ink and colours at half the size (84, 56, 3), blurred."""
        soft = cv2.GaussianBlur(np.ascontiguousarray(self.parts[..., :3]), (0, 0), 1.2)
        return np.asarray(cv2.resize(soft, ROUGH_SIZE, interpolation=cv2.INTER_AREA), np.float32)


def warp(parts: Array, affine: Array) -> Array:
    """Return an appearance resampled through the affine map `affine` (2, 3)."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = parts.shape[1::-1]
    looks = cv2.warpAffine(parts, affine, size, flags=flags, borderMode=BORDER)
    return np.asarray(looks, np.float32)


def scale_about_centre(share: float) -> Array:
    """Return the affine map (2, 3) that scales a rough appearance about its centre."""
    wide, high = ROUGH_SIZE
    off = (1 - share) / 2
    return np.array([(share, 0, off * (wide - 1)), (0, share, off * (high - 1))], np.float32)


def rotate_affine_180(affine: Array) -> Array:
    """Return `affine` converted for rough appearances that are upside down."""
    half = np.array([(-1, 0, ROUGH_SIZE[0] - 1), (0, -1, ROUGH_SIZE[1] - 1), (0, 0, 1)], np.float32)
    return np.asarray((half @ np.vstack([affine, (0, 0, 1)]) @ half)[:2], np.float32)


def affine_at_full_size(affine: Array) -> Array:
    """Return `affine` converted from rough appearances to full size, which is twice as large."""
    affine = affine.copy()
    affine[:, 2] = 2 * affine[:, 2] + (affine[:, :2].sum(axis=1) - 1) / 2
    return affine


def align(known: Array, seen: Array, affine: Array, steps: int) -> Array:
    """Refine the `affine` map that aligns `seen` with `known`; return it unchanged on failure.

    Uses ECC maximisation (Evangelidis and Psarakis 2008).
    """
    try:
        _, found = cv2.findTransformECC(
            np.ascontiguousarray(known[..., 0]), np.ascontiguousarray(seen[..., 0]), affine.copy(),
            cv2.MOTION_AFFINE, (3, steps, 1e-4), np.empty(0, np.uint8), 3,
        )  # fmt: skip
    except cv2.error:  # nothing to align
        return affine
    high, wide = known.shape[:2]
    corners = np.array([(0, 0, 1), (wide, 0, 1), (0, high, 1), (wide, high, 1)], np.float32)
    near = np.abs(corners @ (found - affine).T).max() < MAX_CORNER_MOVE * wide
    return np.asarray(found, np.float32) if near else affine


class AlignedCard:
    """The card at index `place` of the deck, as it would look where the card in the picture lies.

    `parts` is (168, 112, 4).
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
        """Align a card with the appearance `seen` (168, 112, 4); `affine` maps `seen` to the card.

        With `turn`, the result is upside down. Finally, each pixel is shifted by its remaining
        offset.
        """
        parts = warp(known.parts, np.asarray(cv2.invertAffineTransform(affine), np.float32))
        parts = np.ascontiguousarray(parts[::-1, ::-1]) if turn else parts
        _, shares = LocalDifferenceModel(parts[..., 0], own=True).residual(
            seen[..., 0] - parts[..., 0]
        )
        x, y = np.meshgrid(*(np.arange(count, dtype=np.float32) for count in SIZE))
        x, y = (
            at + np.clip(by, -MAX_PIXEL_SHIFT, MAX_PIXEL_SHIFT)
            for at, by in zip((x, y), shares, strict=False)
        )
        moved = cv2.remap(parts, x, y, cv2.INTER_LINEAR, borderMode=BORDER)
        return cls(place, np.asarray(moved, np.float32))

    def difference(self, seen: Array) -> Array:
        """Return the squared difference from `seen` (168, 112, 4) for each pixel inside its rim.

        Shadows, and a little blur, shift and fading of each place, are compensated first, because
        none of them turns one print into another. So is a change in the strength of a colour
        everywhere, which a lamp may cause.
        """
        inked = (seen[..., 0] + 1) / self._shade(seen) - 1
        ink, shares = self._ink.residual(inked - self.parts[..., 0])
        off = ink * ink
        (fading,) = _halves(1 + np.clip(shares[-1], *LOCAL_FADING_LIMITS))
        for local, colour, own in zip(
            self._colours, _halves(seen[..., 1:3]), self._halves, strict=True
        ):
            known = fading * own
            mean = float(known.mean())
            gain = float(((known - mean) * colour).mean()) / (float(known.var()) + 1e-4)
            known *= min(max(gain, COLOUR_FACTOR_LIMITS[0]), COLOUR_FACTOR_LIMITS[1])
            tint = float(np.median(colour - known))
            known += min(max(tint, -MAX_TINT), MAX_TINT)
            rest, _ = local.residual(colour - known)
            off += COLOUR_WEIGHT * cv2.resize(rest * rest, SIZE, interpolation=cv2.INTER_LINEAR)
        return np.asarray(
            np.minimum(off, MAX_SPOT_DIFFERENCE)[
                IGNORED_RIM:-IGNORED_RIM, IGNORED_RIM:-IGNORED_RIM
            ],
            np.float32,
        )

    def _shade(self, seen: Array) -> Array:
        """Return the relative brightness of shadows, compared with their surroundings.

        A difference over a wide area that reaches the card's border is a shadow in one of the
        pictures. Printed areas have outlines of their own.
        """
        ratio = cv2.resize(
            seen[..., LIGHT_CHANNEL] - self.parts[..., LIGHT_CHANNEL],
            COARSE_SIZE,
            interpolation=AREA,
        )
        ratio = np.clip((ratio - np.median(ratio)) / DEEPEST_SHADOW, -1, 1)
        wide = cv2.medianBlur(np.rint(128 + 127 * ratio).astype(np.uint8), MAX_PRINT_SIZE)
        shade = (_reaching_border(wide).astype(np.float32) - 128) * (DEEPEST_SHADOW / 127)
        local = np.exp(
            shade - cv2.GaussianBlur(shade, (0, 0), LIGHT_SIGMA * COARSE_SIZE[0] / SIZE[0])
        )
        return np.asarray(cv2.resize(local, SIZE, interpolation=cv2.INTER_LINEAR), np.float32)

    def worst_spot(self, off: Array) -> float:
        """Return the mean difference `off` at the worst spot, ignoring what a sleeve may hide."""
        off = np.ascontiguousarray(off[SLEEVE_RIM:-SLEEVE_RIM, SLEEVE_RIM:-SLEEVE_RIM])
        return float(cv2.boxFilter(off, -1, (SPOT_SIDE, SPOT_SIDE)).max())


def _halves(parts: Array) -> list[Array]:
    """Return the channels of (168, 112, ...) at half the size, at which JPEG stores colours."""
    half = cv2.resize(parts, ROUGH_SIZE, interpolation=cv2.INTER_AREA)
    return [np.asarray(channel, np.float32) for channel in cv2.split(half)]


def _reaching_border(shade: Image) -> Image:
    """Return a picture (H, W) in which only regions that reach the border differ from the rest."""
    for inverse in (0, 255):  # first lighter regions, then darker ones
        most = np.asarray(shade ^ inverse, np.uint8)
        grown = most.copy()
        grown[1:-1, 1:-1] = 0
        for _ in range(max(most.shape) // 2):
            grown = np.asarray(cv2.min(cv2.dilate(grown, NEIGHBOURS), most), np.uint8)
        shade = np.asarray(grown ^ inverse, np.uint8)
    return shade


class LocalDifferenceModel:
    """Explains differences from a picture (H, W) by small local blurs and shifts.

    With `own`, local fading or strengthening is explained as well.
    """

    def __init__(self, picture: Array, *, own: bool) -> None:
        high, wide = picture.shape
        self._size, block = (wide, high), BLOCK_SIDE * wide // SIZE[0]
        self._blocks = (wide // block, high // block)
        terms = [cv2.Sobel(picture, cv2.CV_32F, *w, ksize=3, scale=0.125) for w in ((1, 0), (0, 1))]
        terms.append(cv2.Laplacian(picture, cv2.CV_32F, scale=0.25))
        self._terms = [*terms, picture] if own else terms
        count = len(self._terms)
        squares = np.empty((*self._blocks[::-1], count, count), np.float32)
        for i, one in enumerate(self._terms):
            for j, other in enumerate(self._terms[: i + 1]):
                squares[..., i, j] = squares[..., j, i] = self._mean(one * other)
        least = (
            REGULARISATION * np.einsum("yxii->i", squares) / (squares.shape[0] * squares.shape[1])
            + 1e-9
        )
        self._inverse = np.linalg.inv(squares + np.diag(least))

    def _mean(self, product: Array) -> Array:
        mean = cv2.resize(product, self._blocks, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(mean, (0, 0), BLOCK_SIGMA), np.float32)

    def residual(self, off: Array) -> tuple[Array, list[Array]]:
        """Return what remains unexplained of a difference (H, W), and the amount of each term."""
        products = np.dstack([self._mean(term * off) for term in self._terms])
        shares = np.einsum("yxij,yxj->yxi", self._inverse, products).astype(np.float32)
        wide = [np.asarray(cv2.resize(s, self._size), np.float32) for s in cv2.split(shares)]
        for share, term in zip(wide, self._terms, strict=True):
            off = off - share * term
        return off, wide
