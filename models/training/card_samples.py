"""Endless pairs of aligned pictures of drawn cards, with the same print or different ones.

Cards of a deck differ in little: a number, a suit, an ink. Most of the pairs with different prints
look very similar.
"""

from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from typing import TypeAlias

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.card_pictures import (
    random_photograph,
    render_combination_deck,
    render_shapes_deck,
)
from models.training.invented_cards import invented_cards
from models.training.rng import one_of
from models.training.symbol_samples import look_at
from vision.card_appearance import (
    ALIGNMENT_STEPS,
    AlignedCard,
    CardAppearance,
    affine_at_full_size,
    align,
    scale_about_centre,
    warp,
)
from vision.card_deck import straighten
from vision.card_verifier import appearance_to_bytes, verifier_input
from vision.frame import Image
from vision.virtual.cards import render_number_deck, render_playing_deck

GROUPS = 300  # drawn for one training
CARDS = 12  # of a group, all of one deck
STILLS = 3  # of each card
HARDER = 0.4  # share of worn cards, or cards in a sleeve or in glare
SIDES = (200, 480)  # pixels of a picture, of which a card is half to three quarters
OTHER_LIGHT = 0.5  # share of stills in different light
CORNERS_OFF = 0.006  # standard deviation of the corners, in sides of a picture
SIZES = (1.0, 0.94, 0.88, 1.06, 1.12)  # sizes at which a card may lie in its outline
SMALL = (60, 90)  # pixels of a card when similar ones are searched for
SEEN = 80  # summed levels of the three channels above which a difference is visible
SAME_SHARE = 0.5  # share of pairs with the same print
ALIKE_SHARE = 0.7  # share of similar cards among the others
MOST_ALIKE = 3  # number of cards that count as similar to one
UPSIDE_DOWN = 0.15  # share of those pairs with one card upside down
DRAWN = (render_playing_deck, render_combination_deck, render_number_deck, render_shapes_deck)
INVENTED_SHARE = 0.5  # share of groups from invented decks

Half = NDArray[np.float16]
Camera: TypeAlias = Callable[[Image], Image]


class CardGroup:
    """Cards of a deck: several `looks` of each, and for each the `others`, most similar first."""

    def __init__(self, cards: Sequence[Image], looks: list[list[Half]]) -> None:
        self._looks, self.others = looks, others_by_likeness(cards)

    def __len__(self) -> int:
        return len(self._looks)

    def look(self, card: int, still: int) -> CardAppearance:
        """Return one appearance of a card."""
        return CardAppearance(self._looks[card][still].astype(np.float32))


def draw_group(seed: int) -> CardGroup:
    """Draw some cards of one deck, and pictures of them by one camera."""
    rng = np.random.default_rng([seed, 11])
    camera = random_camera(rng)
    if rng.random() < INVENTED_SHARE:
        cards = invented_cards(rng, CARDS)
    else:
        deck = list(one_of(rng, DRAWN)(rng).values())
        some = [int(i) for i in rng.choice(len(deck), CARDS // 2, replace=False)]
        others = others_by_likeness(deck)
        cards = [deck[i] for i in {*some, *(others[i][0] for i in some)}]
    looks = [
        [
            CardAppearance.from_picture(_still(card, camera, rng)).parts.astype(np.float16)
            for _ in range(STILLS)
        ]
        for card in cards
    ]
    return CardGroup(cards, looks)


def others_by_likeness(cards: Sequence[Image]) -> list[list[int]]:
    """Return for each of the `cards` the indices of the others, the most similar first.

    Cards without a visible difference are left out.
    """
    small = [
        cv2.resize(card, SMALL, interpolation=cv2.INTER_AREA).astype(np.float32) for card in cards
    ]
    found = []
    for one in small:
        off = np.abs(np.stack(small) - one).sum(axis=3)
        far, seen = off.mean(axis=(1, 2)), off.max(axis=(1, 2)) >= SEEN
        found.append([int(i) for i in np.argsort(far) if seen[i]])
    return found


def draw_groups(count: int, first_seed: int) -> list[CardGroup]:
    """Draw `count` groups, in two processes."""
    with get_context("fork").Pool(2) as pool:
        return pool.map(draw_group, range(first_seed, first_seed + count), chunksize=4)


class CardSamples:
    """Draws pairs of cards (168, 112, 9), each with its index in `card_verifier.CLASSES`."""

    def __init__(self, groups: Sequence[CardGroup], rng: Generator) -> None:
        self._groups, self._rng = groups, rng

    def __iter__(self) -> Iterator[tuple[Image, int]]:
        while True:
            picture, label = self.draw()
            for turned in (picture, picture[:, ::-1], picture[::-1], picture[::-1, ::-1]):
                yield np.ascontiguousarray(turned), label

    def draw(self) -> tuple[Image, int]:
        """Return one pair of cards and the index of its class."""
        rng = self._rng
        group = one_of(rng, self._groups)
        card = int(rng.integers(len(group)))
        one, another = (int(i) for i in rng.permutation(STILLS)[:2])
        others = group.others[card][: MOST_ALIKE if rng.random() < ALIKE_SHARE else None]
        same = rng.random() < SAME_SHARE or not others
        other = card if same else one_of(rng, others)
        known, seen = group.look(other, another), group.look(card, one)
        if not same and rng.random() < UPSIDE_DOWN:
            known = known.upside_down()
        return card_pair(known, seen), int(same)


def card_pair(known: CardAppearance, seen: CardAppearance) -> Image:
    """Return two cards, one aligned with the other as in a deck."""
    sizes = [scale_about_centre(size) for size in SIZES]
    ink = known.rough[..., 0]
    alike = [float((ink * warp(seen.rough, size)[..., 0]).sum()) for size in sizes]
    rough = align(known.rough, seen.rough, sizes[int(np.argmax(alike))], ALIGNMENT_STEPS[0])
    exact = align(known.parts, seen.parts, affine_at_full_size(rough), ALIGNMENT_STEPS[1])
    laid = AlignedCard.from_card(0, known, seen.parts, exact, turn=False)
    pictures = appearance_to_bytes(seen.parts), appearance_to_bytes(laid.parts)
    return verifier_input(*pictures, laid.difference(seen.parts))


def random_camera(rng: Generator) -> Camera:
    """Return the effect of a camera on a picture: tones, colours, blur or sharpening, and JPEG."""
    bend, fade = float(np.exp(rng.normal(0, 0.25))), float(rng.uniform(0.5, 1.4))
    blurs, strength = bool(rng.random() < 0.5), float(rng.uniform(0.4, 1.6))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))]

    def take(picture: Image) -> Image:
        tones = (picture.astype(np.float32) / 255) ** (bend * np.exp(rng.normal(0, 0.06)))
        grey = tones.mean(axis=2, keepdims=True)
        tones = grey + (tones - grey) * fade * rng.uniform(0.85, 1.15)
        if blurs:
            tones = cv2.GaussianBlur(tones, (0, 0), strength * rng.uniform(0.7, 1.3))
        else:
            tones = tones + 0.6 * strength * (tones - cv2.GaussianBlur(tones, (0, 0), 1.5))
        _, data = cv2.imencode(".jpg", np.clip(tones * 255, 0, 255).astype(np.uint8), quality)
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    return take


def _still(card: Image, camera: Camera, rng: Generator) -> Image:
    side = int(rng.integers(*SIDES))
    picture, corners = random_photograph(card, rng, harder=rng.random() < HARDER, side=side)
    off = rng.normal(0, CORNERS_OFF * side, corners.shape)
    still = straighten(camera(picture), (corners + off).astype(np.float32))
    return look_at(still, rng) if rng.random() < OTHER_LIGHT else still
