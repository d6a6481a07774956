"""Identify a card: compare a straightened picture with the taught ones of a deck.

A coarse comparison selects the likeliest cards, either way up. Each of them is aligned with the
picture. Two cards are distinguished by the places where they differ, and the winner must fit
everywhere.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.card_appearance import (
    ALIGNMENT_STEPS,
    AlignedCard,
    CardAppearance,
    affine_at_full_size,
    align,
    rotate_affine_180,
    scale_about_centre,
    warp,
)
from vision.card_edges import in_order
from vision.card_verifier import CardVerifier, default_verifier
from vision.frame import Array, Image

WIDE, HIGH = 224, 336  # pixels of a straightened card
CHANNEL_WEIGHTS = np.array((1, 0.5, 0.5), np.float32)  # in a rough comparison
ROUGH_RIM = 3  # border pixels that a rough comparison ignores
TRIED_SCALES = (1.0, 0.96, 0.92, 0.88, 1.045, 1.09, 1.14)  # sleeves and frames change the size
MAX_ALIGNED_CARDS = 6  # likely cards with which the picture is aligned to find its position
MAX_COMPARED_NAMES = 4  # names whose cards are compared exactly
DIFFERENT_PIXEL = 0.004  # squared ink above which two cards differ in a pixel
HIDDEN_SHARE = 0.2  # share of the difference of two cards that wear, blur or glare may hide
USUAL_DIFFERENCE = 0.3  # amount of squared ink by which pictures of one card differ anyway
LONE_CARD_MARGIN = 2.0  # margin if there is no other card
MAX_SAME_CARD_SPOT = 0.006  # largest worst spot of a card that was only moved a little
MAX_LOG_ODDS = 6.0  # upper limit of log odds
MAX_DISPUTED_CONFIDENCE = 0.8  # maximum confidence if another card of a whole deck fits better
STRANGE_CARD_ODDS = 0.02  # odds of a card from another deck
LOG_ODDS_PER_MARGIN = 2.4  # factor from margin to log odds, set by hand: a margin of 1.23 is sure


@dataclass(frozen=True, slots=True)
class CardMatch:
    """The card of a deck that best matches a picture, and the `second` one, None if there is none.

    `margin` is how much worse the second card fits where the two differ (0: equally well).
    `same_print` is the log odds that the picture and the first card bear the same print.
    `worst_spot` is the first card's difference at the place where it fits worst.
    """

    name: str
    second: str | None
    margin: float
    same_print: float
    worst_spot: float
    confidence: float

    @property
    def is_same_card(self) -> bool:
        """Whether it may be the very same card, photographed in the same light."""
        return self.worst_spot < MAX_SAME_CARD_SPOT


def straighten(image: Image, corners: Array) -> Image:
    """Return the card within `corners` (4, 2), in order, as (336, 224, 3), either end up."""
    straight = np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], np.float32) - 0.5
    flat = cv2.getPerspectiveTransform(in_order(corners), straight.astype(np.float32))
    return np.asarray(
        cv2.warpPerspective(image, flat, (WIDE, HIGH), flags=cv2.INTER_AREA), np.uint8
    )


class CardDeck:
    """Recognises the cards of a deck from `stills`: straightened pictures (336, 224, 3) by name.

    The `verifier` (the shipped network by default) decides which of them bear the same print. If
    the stills are the `whole` deck, every similar card is among them, so it is enough that one card
    fits better than the others, or that the verifier rejects all others. Otherwise a card must fit
    better and the verifier must be sure.
    """

    def __init__(
        self,
        stills: Mapping[str, Sequence[Image]],
        *,
        whole: bool = False,
        verifier: CardVerifier | None = None,
    ) -> None:
        self._names = [name for name, pictures in stills.items() for _ in pictures]
        self._whole = whole and len(stills) > 1
        self._verifier = verifier
        self._looks = [
            CardAppearance.from_picture(picture)
            for pictures in stills.values()
            for picture in pictures
        ]
        if self._looks:
            rough = _one_way_up(self._looks)
            several = len(stills) > 1  # shared features do not distinguish cards
            self._common = rough.mean(axis=0) if several else np.zeros_like(rough[0])
            own = rough - self._common
            self._own = own / np.maximum(np.linalg.norm(own, axis=1, keepdims=True), 1e-3)

    def match(self, picture: Image) -> CardMatch | None:
        """Compare a straightened picture (336, 224, 3) with the deck; None if the deck is empty."""
        if not self._looks:
            return None
        ways = [one := CardAppearance.from_picture(picture), one.upside_down()]
        affines, alike = self._affines(ways)
        fits = []
        for turn, place in self._likeliest(alike.max(axis=1)):
            known, seen = self._looks[place], ways[turn]
            affine = affines[turn][int(alike[turn, :, place].argmax())]
            exact = align(known.parts, seen.parts, affine_at_full_size(affine), ALIGNMENT_STEPS[1])
            fits.append(AlignedCard.from_card(place, known, ways[0].parts, exact, turn=bool(turn)))
        return self._decide(fits, ways[0].parts)

    def _affines(self, ways: Sequence[CardAppearance]) -> tuple[list[list[Array]], Array]:
        """Return candidate affine maps that align rough appearances, for both ways up.

        Also return the similarity (2, maps, cards) to each card under each map: all cards are
        taught in the same position.
        """
        sizes = [scale_about_centre(size) for size in TRIED_SCALES]
        affines = [list(sizes), list(sizes)]
        alike = np.stack([self._alike(way, sizes) for way in ways])
        for turn, place in _best(alike.max(axis=1))[:MAX_ALIGNED_CARDS]:
            start = sizes[int(alike[turn, :, place].argmax())]
            affine = align(self._looks[place].rough, ways[turn].rough, start, ALIGNMENT_STEPS[0])
            affines[turn].append(affine)
            affines[1 - turn].append(rotate_affine_180(affine))
        fitted = [of_way[len(sizes) :] for of_way in affines]
        laid = [self._alike(way, maps) for way, maps in zip(ways, fitted, strict=True)]
        return affines, np.concatenate([alike, np.stack(laid)], axis=1)

    def _alike(self, seen: CardAppearance, affines: Sequence[Array]) -> Array:
        """Return the similarity (maps, cards) to each card of the deck under each map, up to 1."""
        rough = _flat(np.stack([warp(seen.rough, affine) for affine in affines]))
        common = self._common
        shared = np.einsum("hk,k->h", rough, common)  # single-threaded, unlike a matrix product
        own = rough - np.outer(shared / max(float(common @ common), 1e-3), common)
        own /= np.maximum(np.linalg.norm(own, axis=1, keepdims=True), 1e-3)
        return np.asarray(np.einsum("hk,ck->hc", own, self._own), np.float32)

    def _likeliest(self, alike: Array) -> list[tuple[int, int]]:
        """Return the best (way up, still) pairs by `alike` (2, stills): enough names to compare.

        So a card with several stills, or one that looks the same either way up, displaces no other.
        """
        likeliest: list[tuple[int, int]] = []
        names: set[str] = set()
        for turn, place in _best(alike):
            if len(likeliest) < MAX_COMPARED_NAMES or self._names[place] not in names:
                likeliest.append((turn, place))
                names.add(self._names[place])
            if len(names) == MAX_COMPARED_NAMES:
                break
        return likeliest

    def _decide(self, laid: Sequence[AlignedCard], seen: Array) -> CardMatch:
        by_name: dict[str, tuple[AlignedCard, Array]] = {}  # the way up that fits best
        for card in laid:
            name, off = self._names[card.place], card.difference(seen)
            if name not in by_name or off.sum() < by_name[name][1].sum():
                by_name[name] = card, off
        cards, differences = (list(each) for each in zip(*by_name.values(), strict=True))
        verifier = self._verifier or default_verifier()
        log_odds = verifier.log_odds(seen, [card.parts for card in cards], differences)
        order = sorted(range(len(cards)), key=lambda place: -log_odds[place])
        cards, differences = (
            [cards[place] for place in order],
            [differences[place] for place in order],
        )
        same_print = [log_odds[place] for place in order]
        margin, second = self._margin(cards, differences)
        return CardMatch(
            self._names[cards[0].place],
            second,
            margin,
            same_print[0],
            cards[0].worst_spot(differences[0]),
            self._confidence(margin, same_print),
        )

    def _confidence(self, margin: float, same_print: Sequence[float]) -> float:
        """Return the confidence in the first card, from its margin and all log odds."""
        by_margin = _probability(LOG_ODDS_PER_MARGIN * margin)
        if not self._whole:
            return min(by_margin, _probability(same_print[0]))
        first, *others = np.exp(np.minimum(same_print, MAX_LOG_ODDS))
        by_print = float(first / (first + sum(others) + STRANGE_CARD_ODDS))
        return max(by_margin, by_print) if margin > 0 else min(by_print, MAX_DISPUTED_CONFIDENCE)

    def _margin(
        self, cards: Sequence[AlignedCard], differences: Sequence[Array]
    ) -> tuple[float, str | None]:
        """Return how much worse the runner-up fits where it differs from the first.

        Also return its name. A share of the difference between the two is uncertain and counts as
        an error of the first card.
        """
        margins: list[tuple[float, str | None]] = []
        for other, off in zip(cards[1:], differences[1:], strict=True):
            differs = other.difference(cards[0].parts)
            differs[differs < DIFFERENT_PIXEL] = 0
            there = differs > 0
            own, worse = float(differences[0][there].sum()), float(off[there].sum())
            doubt = own + HIDDEN_SHARE * float(differs.sum()) + USUAL_DIFFERENCE
            margins.append(((worse - own) / doubt, self._names[other.place]))
        return min(margins, default=(LONE_CARD_MARGIN, None), key=lambda margin: margin[0])


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-9.0, min(MAX_LOG_ODDS, log_odds))))


def is_same_card(one: Image, other: Image) -> bool:
    """Return whether two straightened pictures (336, 224, 3) show one card in the same light.

    The card may lie differently. Two cards with the same print count as the same.
    """
    match = CardDeck({"": [one]}).match(other)
    return match is not None and match.is_same_card


def _one_way_up(looks: list[CardAppearance]) -> Array:
    """Turn appearances, in place, so that they are most alike: the cards of a deck share a layout.

    Returns them as `_flat` does.
    """
    flat = [_flat(looks[0].rough[None])[0]]
    for place, look in enumerate(looks[1:], 1):
        over = look.upside_down()
        one, other = _flat(np.stack([look.rough, over.rough]))
        common = np.mean(flat, axis=0)
        if other @ common > one @ common:
            looks[place], one = over, other
        flat.append(one)
    return np.stack(flat)


def _flat(rough: Array) -> Array:
    """Return rough appearances (N, 84, 56, 3) as vectors (N, ...), without the lamp's colour."""
    inner = rough[:, ROUGH_RIM:-ROUGH_RIM, ROUGH_RIM:-ROUGH_RIM] * CHANNEL_WEIGHTS
    return np.asarray((inner - inner.mean(axis=(1, 2), keepdims=True)).reshape(len(rough), -1))


def _best(alike: Array) -> list[tuple[int, int]]:
    """Return (way up, card) pairs in order of the similarities (2, cards), best first."""
    order = np.argsort(-alike, axis=None)
    return [(int(i) // alike.shape[1], int(i) % alike.shape[1]) for i in order]
