"""Which card of a deck lies there: straightened pictures compared with those that were taught.

Those of the deck that are likeliest at a rough look, either way up, are laid over what is seen.
Two cards are told apart by where they differ from each other; and the one that it is has to fit
everywhere.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.card_edges import Array
from vision.card_look import (
    STEPS,
    CardLook,
    LaidCard,
    enlarging_transform,
    finer,
    fit,
    turned,
    warped,
)
from vision.frame import Image

WIDE, HIGH = 224, 336  # pixels of a straightened card
COLOURED = np.array((1, 0.5, 0.5), np.float32)  # how much ink and colours count in a rough look
ROUGH_RIM = 3  # pixels at the border of a rough look that are not compared
SIZES = (1.0, 0.96, 0.92, 0.88, 1.045, 1.09, 1.14)  # of a card in its outline, a sleeve or a frame
LAID = 6  # likely cards by which it is found how a card lies
CLOSEST = 4  # cards that are held against each other, however alike they look either way up
FITTING = 3  # of those, that may be the one
DIFFERENT = 0.004  # squared ink from which two cards differ in a pixel
UNCERTAIN = 0.2  # share of what two cards differ that wear, blur or glare may hide
LITTLE = 0.3  # of squared ink that tells nothing
LONE = 2.0  # margin where there is no other card to tell it from
SAME = 0.006  # by how much the worst spot of a card differs that was only moved a little
MOST_ODDS = 6.0  # logarithm
MARGIN = 2.4  # how fast the odds grow with the margin: set by hand, sure from 1.23
LEAST = (0.002, 0.1)  # added to the other figures, of which the logarithms count
MOST_MARGIN = 4.0  # more of it tells no more
STRANGE = (-6.8, 1.12, -0.89, -4.25)  # the odds by these, as fitted by `models.training.card_odds`


Figures = tuple[float, float, float]
"""What tells a card from others: its margin, and what `LaidCard.figures` gives."""


@dataclass(frozen=True, slots=True)
class CardMatch:
    """The cards of a deck that a picture is most like: `name`, and `second` (None without one).

    The margin, first of the `figures`, tells how many times worse the second fits where it differs
    from the first (0: as well). By the others a card that was never taught
    is not taken for its twin in the deck (clubs and spades). `confidence` is fitted on drawn decks.
    """

    name: str
    second: str | None
    figures: Figures
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
    """Recognises the cards of a deck by `stills`: by name, straightened pictures (336, 224, 3).

    Where they are the `whole` deck, the margin alone tells: no twin of theirs is missing, and a
    card of another deck is as much like one as like the next.
    """

    def __init__(self, stills: Mapping[str, Sequence[Image]], *, whole: bool = False) -> None:
        self._names = [name for name, pictures in stills.items() for _ in pictures]
        self._twins_may_come = not whole or len(stills) < 2
        self._looks = [CardLook.of(picture) for pictures in stills.values() for picture in pictures]
        if self._looks:
            rough = _one_way_up(self._looks)
            several = len(stills) > 1  # what all cards have tells none from another
            self._common = rough.mean(axis=0) if several else np.zeros_like(rough[0])
            own = rough - self._common
            self._own = own / np.maximum(np.linalg.norm(own, axis=1, keepdims=True), 1e-3)

    def match(self, picture: Image) -> CardMatch | None:
        """Compare a straightened picture (336, 224, 3); None where the deck is empty."""
        if not self._looks:
            return None
        ways = [one := CardLook.of(picture), one.turned()]
        hows, alike = self._how_it_lies(ways)
        fits = []
        for turn, place in self._likeliest(alike.max(axis=1)):
            known, seen = self._looks[place], ways[turn]
            how = hows[turn][int(alike[turn, :, place].argmax())]
            exact = fit(known.parts, seen.parts, finer(how), STEPS[1])
            fits.append(LaidCard.lay_over(place, known, ways[0].parts, exact, turn=bool(turn)))
        return self._decide(fits, ways[0].parts)

    def _how_it_lies(self, ways: Sequence[CardLook]) -> tuple[list[list[Array]], Array]:
        """Return how rough looks may be laid over the deck's, for each way up.

        And how like each card it is then (2, ways to lay it, cards): all cards are laid alike.
        """
        sizes = [enlarging_transform(size) for size in SIZES]
        hows = [list(sizes), list(sizes)]
        alike = np.stack([self._alike(way, sizes) for way in ways])
        for turn, place in _best(alike.max(axis=1))[:LAID]:
            start = sizes[int(alike[turn, :, place].argmax())]
            how = fit(self._looks[place].rough, ways[turn].rough, start, STEPS[0])
            hows[turn].append(how)
            hows[1 - turn].append(turned(how))
        laid = [self._alike(way, how[len(sizes) :]) for way, how in zip(ways, hows, strict=True)]
        return hows, np.concatenate([alike, np.stack(laid)], axis=1)

    def _alike(self, seen: CardLook, hows: Sequence[Array]) -> Array:
        """Return how like each card of the deck it is, laid so: (hows, cards), up to 1."""
        rough = _flat(np.stack([warped(seen.rough, how) for how in hows]))
        common = self._common
        shared = np.einsum("hk,k->h", rough, common)  # no thread waits for another here
        own = rough - np.outer(shared / max(float(common @ common), 1e-3), common)
        own /= np.maximum(np.linalg.norm(own, axis=1, keepdims=True), 1e-3)
        return np.asarray(np.einsum("hk,ck->hc", own, self._own), np.float32)

    def _likeliest(self, alike: Array) -> list[tuple[int, int]]:
        """Return which ways up and stills (2, stills) to look at: the best, CLOSEST names or more.

        A card with several stills, or the same either way up, leaves the others their places.
        """
        likeliest: list[tuple[int, int]] = []
        names: set[str] = set()
        for turn, place in _best(alike):
            if len(likeliest) < CLOSEST or self._names[place] not in names:
                likeliest.append((turn, place))
                names.add(self._names[place])
            if len(names) == CLOSEST:
                break
        return likeliest

    def _decide(self, laid: Sequence[LaidCard], seen: Array) -> CardMatch:
        by_name: dict[str, tuple[LaidCard, Array]] = {}  # that way of it which fits best
        for card in laid:
            name, off = self._names[card.place], card.off(seen)
            if name not in by_name or off.sum() < by_name[name][1].sum():
                by_name[name] = card, off
        cards, offs = (list(each) for each in zip(*by_name.values(), strict=True))
        closest = sorted(range(len(cards)), key=lambda one: float(offs[one].sum()))[:FITTING]
        margins = {one: self._margin(one, cards, offs) for one in closest}
        first = max(margins, key=lambda one: margins[one][0])
        margin, second = margins[first]
        figures = (margin, *cards[first].figures(offs[first]))
        odds = MARGIN * margin
        if self._twins_may_come:
            odds = min(odds, _odds_of_no_twin(figures))
        confidence = 1 / (1 + math.exp(-max(-9.0, min(MOST_ODDS, odds))))
        return CardMatch(self._names[cards[first].place], second, figures, confidence)

    def _margin(
        self, one: int, cards: Sequence[LaidCard], offs: Sequence[Array]
    ) -> tuple[float, str | None]:
        """Return how many times worse the next card fits where it differs from `one`, and its name.

        Of what the two differ a share is uncertain, which counts as if `one` were off by it.
        """
        margins: list[tuple[float, str | None]] = []
        for other, off in zip(cards, offs, strict=True):
            name = self._names[other.place]
            if name != self._names[cards[one].place]:
                differs = other.off(cards[one].parts)
                differs[differs < DIFFERENT] = 0
                there = differs > 0
                own, worse = float(offs[one][there].sum()), float(off[there].sum())
                doubt = own + UNCERTAIN * float(differs.sum()) + LITTLE
                margins.append(((worse - own) / doubt, name))
        return min(margins, default=(LONE, None), key=lambda margin: margin[0])


def clues_of_no_twin(figures: Figures) -> Figures:
    """Return what tells a card from one that was never taught: the larger the first the better."""
    margin, *others = figures
    worst, at_print = (math.log(one + least) for one, least in zip(others, LEAST, strict=True))
    return max(-1.0, min(MOST_MARGIN, margin)), worst, at_print


def _odds_of_no_twin(figures: Figures) -> float:
    """Return the odds (logarithm) that it is no card that was never taught."""
    clues = clues_of_no_twin(figures)
    return STRANGE[0] + sum(w * clue for w, clue in zip(STRANGE[1:], clues, strict=True))


def same_card(one: Image, other: Image) -> bool:
    """Tell whether two straightened pictures (336, 224, 3) show one card, taken in the same light.

    It may lie otherwise. Two cards with the same print are the same.
    """
    match = CardDeck({"": [one]}).match(other)
    return match is not None and match.same


def _one_way_up(looks: list[CardLook]) -> Array:
    """Turn looks (in place) until they are most alike: cards of a deck are printed alike.

    Return them as `_flat` does.
    """
    flat = [_flat(looks[0].rough[None])[0]]
    for place, look in enumerate(looks[1:], 1):
        over = look.turned()
        one, other = _flat(np.stack([look.rough, over.rough]))
        common = np.mean(flat, axis=0)
        if other @ common > one @ common:
            looks[place], one = over, other
        flat.append(one)
    return np.stack(flat)


def _flat(rough: Array) -> Array:
    """Return rough looks (N, 84, 56, 3) as vectors (N, ...), whatever the lamp's colour."""
    inner = rough[:, ROUGH_RIM:-ROUGH_RIM, ROUGH_RIM:-ROUGH_RIM] * COLOURED
    return np.asarray((inner - inner.mean(axis=(1, 2), keepdims=True)).reshape(len(rough), -1))


def _best(alike: Array) -> list[tuple[int, int]]:
    """Return which way up and which card (2, cards) are likeliest, the best first."""
    order = np.argsort(-alike, axis=None)
    return [(int(i) // alike.shape[1], int(i) % alike.shape[1]) for i in order]
