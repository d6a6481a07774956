"""Which card of a deck lies there: straightened pictures compared with those that were taught.

Cards are first compared at a glance: where there is ink, of what colour, and which way its edges
run. The few that come near are then compared patch by patch, each where it fits best, since an
outline is never found to the pixel. Two cards are told apart by the patches in which they differ
from each other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_finder import Array
from vision.frame import Image

WIDE, HIGH = 224, 336  # pixels of a straightened card
SIZE = (96, 144)  # of one that is compared
GLANCE = (24, 36)
DIRECTIONS = 8
CELLS = (16, 24)  # of edges at a glance
PATCH = 7  # side of a patch that is compared closely, pixels
SHIFT = 1  # that a patch may be off
SHADOW = 12.0  # pixels from which ink may as well be a shadow
UNCLEAR_TURN = 0.03  # likeness by which one way up must be better to be the only one looked at
STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 25, 1e-3)  # of laying one over another
CLOSEST = 3  # of them that are held against each other
NEAR = 8  # names that are looked at closely
LONE = 0.3  # margin where there is no other card to tell it from
GAIN = (0.6, 1.6)  # how much paler or stronger ink may look
SAME = 0.3  # by how much the worst patches of a card differ that was only moved a little
DIFFERENT = 0.08  # from which two cards differ in a patch
WEIGHTS = (
    1.4,
    4.8,
    -3.4,
)  # of the logistic regression, fitted on drawn decks: constant and figures


@dataclass(frozen=True, slots=True)
class CardMatch:
    """The cards of a deck that a picture is most like: `name`, and `second` (None without one).

    `confidence` is the calibrated probability that it is `name`. `figures` are what it comes from:
    by how much worse the second fits where it differs from the first (1: as if the picture were
    the first), and how much the worst patches differ.
    """

    name: str
    second: str | None
    figures: tuple[float, float]
    confidence: float

    @property
    def same(self) -> bool:
        """Whether it may be the very same card, taken in the same light."""
        return self.figures[1] < SAME


def straighten(image: Image, corners: Array) -> Image:
    """Return the card within `corners` (4, 2), going round, as (336, 224, 3); some end is up."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    start = corners if sides[0] + sides[2] < sides[1] + sides[3] else np.roll(corners, -1, axis=0)
    along, down = start[1] - start[0], start[2] - start[1]
    if along[0] * down[1] - along[1] * down[0] < 0:  # anticlockwise in the picture
        start = start[[1, 0, 3, 2]]
    straight = np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], np.float32) - 0.5
    flat = cv2.getPerspectiveTransform(
        np.ascontiguousarray(start, np.float32), straight.astype(np.float32)
    )
    return np.asarray(
        cv2.warpPerspective(image, flat, (WIDE, HIGH), flags=cv2.INTER_AREA), np.uint8
    )


class CardDeck:
    """Recognises the cards of a deck by `stills`: by name, straightened pictures (336, 224, 3)."""

    def __init__(self, stills: Mapping[str, Sequence[Image]]) -> None:
        self._names = [name for name, pictures in stills.items() for _ in pictures]
        self._looks = [_Look(picture) for pictures in stills.values() for picture in pictures]

    def match(self, picture: Image) -> CardMatch | None:
        """Compare a straightened picture (336, 224, 3); None where the deck is empty."""
        if not self._looks:
            return None
        seen = _Look(picture)
        turned = _Look(np.ascontiguousarray(picture[::-1, ::-1]))
        alike = np.array([[way.likeness(look) for look in self._looks] for way in (seen, turned)])
        fits = []
        for place in self._nearest(alike.max(axis=0)):
            best = alike[:, place].max() - UNCLEAR_TURN
            turns = [turn for turn in (0, 1) if alike[turn, place] > best]
            fits.append(min(self._laid(place, turn, seen) for turn in turns))
        fits = sorted(fits)[:CLOSEST]
        margins = [min(_margins(one, fits), default=(LONE, None)) for one in fits]
        first = max(range(len(fits)), key=lambda i: margins[i][0])
        margin, other = margins[first]
        fit = fits[first]
        worst = float(np.percentile(fit.patches, 98))
        figures = (min(margin, 1.0), worst)
        odds = WEIGHTS[0] + sum(w * f for w, f in zip(WEIGHTS[1:], figures, strict=True))
        second = None if other is None else self._names[other]
        return CardMatch(self._names[fit.place], second, figures, float(1 / (1 + np.exp(-odds))))

    def _laid(self, place: int, turn: int, seen: "_Look") -> "_Fit":
        """Lay a card of the deck, turned or not, over what is seen, as it fits best."""
        look = self._looks[place]
        way = slice(None, None, -1 if turn else 1)
        known = np.ascontiguousarray(look.close[way, way])
        found = [known]
        start = np.eye(2, 3, dtype=np.float32)
        try:
            coarse = np.ascontiguousarray(look.coarse[way, way])
            _, fit = cv2.findTransformECC(seen.coarse, coarse, start, cv2.MOTION_AFFINE, STEPS)
            how = np.array(fit, np.float32)
            how[:, 2] = 2 * how[:, 2]  # from coarse pixels to those of a look
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            border = cv2.BORDER_REPLICATE
            laid = cv2.warpAffine(known, how, SIZE, flags=flags, borderMode=border)
            found.append(np.asarray(laid, np.float32))
        except cv2.error:  # nothing in them to go by
            pass
        return min(
            _Fit(_rms(off), place, one, off) for one in found for off in [_misfit(one, seen.close)]
        )

    def _nearest(self, alike: Array) -> list[int]:
        """Return the places of the best still of each of the NEAR likeliest names."""
        found: dict[str, int] = {}
        for place in np.argsort(-alike):
            found.setdefault(self._names[int(place)], int(place))
            if len(found) == NEAR:
                break
        return list(found.values())


def same_card(one: Image, other: Image) -> bool:
    """Tell whether two straightened pictures (336, 224, 3) show one card, taken in the same light.

    It may lie otherwise. Two cards with the same print are the same.
    """
    match = CardDeck({"": [one]}).match(other)
    return match is not None and match.same


@dataclass(frozen=True, slots=True, order=True)
class _Fit:
    """A card of the deck laid over what is seen: how much its patches differ in all, and each."""

    misfit: float
    place: int
    laid: Array = field(compare=False)
    patches: Array = field(compare=False)


def _margins(one: _Fit, fits: Sequence[_Fit]) -> list[tuple[float, int]]:
    """Return by how much worse each other card fits where it differs from `one`, and its place."""
    margins = []
    for other in fits:
        if other is not one:
            apart = _misfit(other.laid, one.laid)
            apart = np.where(apart > DIFFERENT, apart, np.float32(0))
            whole = max(float((apart**2).sum()), 1e-3)
            by = float((apart * (other.patches - one.patches)).sum()) / whole
            margins.append((by, other.place))
    return margins


class _Look:
    """A card as it would look in even, white light: `ink` (144, 96) and `colour` (144, 96, 2).

    The first is the logarithm of how much darker it is than its paper, the second how much bluer
    and redder, as a share of the paper's light: so black ink has no colour, whatever its noise.
    """

    def __init__(self, picture: Image) -> None:
        small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        linear = np.maximum(small, 1 / 255) ** np.float32(2.2)
        light = np.log(linear @ LUMINANCE + 1e-3)
        lamp = _lamp(light)
        self.ink = np.clip(light - lamp, -2.5, 0.3).astype(np.float32)
        paper = self.ink > -0.15
        if np.count_nonzero(paper) < 50:
            paper = self.ink >= np.percentile(self.ink, 90)
        share = linear / np.exp(lamp)[..., None]
        share = share / np.maximum(np.median(share[paper], axis=0), 1e-3)
        colour = share[..., ::2] - (share @ LUMINANCE)[..., None]
        self.colour = np.clip(1.5 * colour, -2, 2).astype(np.float32)

    def likeness(self, other: "_Look") -> float:
        """Return how alike two cards are at a glance, up to 1."""
        (dark, hue, edges), (dark2, hue2, edges2) = self._glance, other._glance
        shared = float(dark @ dark2 + hue @ hue2)
        gain = float(np.clip(shared / (dark @ dark + hue @ hue + 0.25), *GAIN))
        return (
            _same(gain * dark, dark2, 0.25) + _same(gain * hue, hue2, 0.25)
            + 2 * _same(edges, edges2, 1.0)
        ) / 4  # fmt: skip

    @cached_property
    def _glance(self) -> tuple[Array, Array, Array]:
        dark = _smaller(np.maximum(0, -self.ink - 0.1).astype(np.float32), 2.5, GLANCE)
        hue = _smaller(self.colour, 2.5, GLANCE)
        across, down = (cv2.Sobel(self.ink, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
        strength = np.sqrt(cv2.magnitude(across, down))
        angle = np.arctan2(down, across) % np.pi / np.pi * DIRECTIONS
        half = DIRECTIONS / 2
        edges = [
            _smaller(strength * np.maximum(0, 1 - np.abs((angle - k + half) % DIRECTIONS - half)),
                     3.5, CELLS)
            for k in range(DIRECTIONS)
        ]  # fmt: skip
        return dark.ravel(), hue.ravel(), np.stack(edges).ravel()

    @cached_property
    def coarse(self) -> Array:
        """Return the ink (72, 48), softened, so that it pulls from some way off."""
        return np.asarray(cv2.pyrDown(cv2.GaussianBlur(self.ink, (0, 0), 1.5)), np.float32)

    @cached_property
    def close(self) -> Array:
        """Return ink and colour (144, 96, 3) as they are compared closely."""
        ink = self.ink - cv2.GaussianBlur(self.ink, (0, 0), SHADOW)
        both = np.dstack([ink, self.colour])
        return np.asarray(cv2.GaussianBlur(both, (0, 0), 0.8), np.float32)


LUMINANCE = np.array([0.11, 0.59, 0.30], np.float32)


def _surface() -> NDArray[np.float64]:
    y, x = np.mgrid[-1 : 1 : SIZE[1] * 1j, -1 : 1 : SIZE[0] * 1j]
    return np.stack([np.ones_like(x), x, y], axis=-1)


_SURFACE = _surface()


def _lamp(light: Array) -> NDArray[np.float64]:
    """Return how bright the paper is at each pixel: a plane on what is not inked."""
    terms = _SURFACE.reshape(-1, 3)[::7]
    seen = light.reshape(-1)[::7]
    weight = np.ones(len(seen))
    ridge = 2e-4 * len(seen) * np.diag((0.0, 1, 1))
    for _ in range(6):
        weighted = terms * weight[:, None]
        fit = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ seen)
        below = seen - terms @ fit
        weight = np.clip(np.where(below > 0, 1.0, np.exp(below * 6)), 0.01, 1)
    return np.asarray(_SURFACE @ fit)


def _smaller(values: Array, blur: float, size: tuple[int, int]) -> Array:
    """Return `values` blurred and reduced, without their rim."""
    soft = cv2.GaussianBlur(values, (0, 0), blur)
    return np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_AREA), np.float32)[1:-1, 1:-1]


def _same(a: Array, b: Array, floor: float) -> float:
    """Return 1 for equal vectors, 0 for those that have nothing in common; little is like none."""
    return float((2 * a @ b + floor) / (a @ a + b @ b + floor))


def _misfit(seen: Array, known: Array) -> Array:
    """Return how much each patch differs where it fits best (H, W)."""
    best = np.full(known.shape[:2], np.inf, np.float32)
    padded = cv2.copyMakeBorder(seen, SHIFT, SHIFT, SHIFT, SHIFT, cv2.BORDER_REPLICATE)
    high, wide = known.shape[:2]
    for down in range(2 * SHIFT + 1):
        for across in range(2 * SHIFT + 1):
            off = cv2.absdiff(padded[down : down + high, across : across + wide], known)
            total = cv2.transform(off, np.ones((1, 3), np.float32))
            mean = cv2.boxFilter(total, -1, (PATCH, PATCH))
            best = np.minimum(best, np.asarray(mean, np.float32))
    return best[2:-2, 2:-2]


def _rms(values: Array) -> float:
    return float(np.sqrt((values**2).mean()))
