"""Fits how surely a card is the one that it is most like, on drawn decks alone.

    .venv/bin/python -m models.training.card_odds

Whole decks and halves of them are taught by one still a card, and all their cards asked, half of
them worn, in a sleeve or in glare. Each deck has a camera of its own, as each table does. A card
that was never taught is none of those that were: playing cards lack their twins, of the same colour
and number, and of others every second card is missing.
`STRANGE` in `vision/card_deck.py` is what this prints. Also printed is the largest margin of a card
that was taught and taken for another: `MARGIN` asks for far more.
"""

import math
from collections.abc import Callable, Iterator
from typing import TypeAlias

import cv2
import numpy as np
from numpy.random import Generator

from models.training.calibrate import fit_logistic
from vision.card_deck import MARGIN, CardDeck, Figures, clues_of_no_twin, straighten
from vision.card_finder import find_cards
from vision.frame import Image
from vision.reading import SURE
from vision.virtual.cards import (
    combination_cards,
    number_cards,
    photograph,
    playing_cards,
    shape_cards,
)

DECKS = (
    (playing_cards, 0),
    (combination_cards, 1),
    (number_cards, 2),
    (shape_cards, 3),
    (shape_cards, 4),
)
"""What draws a deck, and by which seed."""
ASKED = 150  # of each deck
RIDGE = 0.3
LOWER = 1.5  # by how much the best of the wrong ones stays below being sure: others are better yet
TWINS = ("spades", "hearts")  # the suits that are taught of half a deck of playing cards

Camera: TypeAlias = Callable[[Image], Image]

Case = tuple[Figures, bool, bool]
"""The figures of a look, whether it is named rightly, and whether the card was taught."""


def draw_cases(
    draw: Callable[[Generator], dict[str, Image]], rng: Generator, asked: int
) -> Iterator[Case]:
    """Yield what tells cards of a drawn deck from others, and whether they are those."""
    deck, camera = draw(rng), _random_camera(rng)
    stills = {name: [_still(card, camera, rng, harder=False)] for name, card in deck.items()}
    half = {n: still for n, still in stills.items() if n.endswith(TWINS)}
    half = half or {name: stills[name] for name in list(stills)[::2]}
    whole, part = CardDeck(stills), CardDeck(half)
    for name in rng.choice(list(deck), asked):
        still = _still(deck[name], camera, rng, harder=rng.random() < 0.5)
        for known in (whole,) if name in half else (whole, part):
            match = known.match(still)
            if match is not None:
                yield match.figures, match.name == name, known is whole or name in half


def _random_camera(rng: Generator) -> Camera:
    """Return what a camera makes of a picture: its tones, colours, blur or sharpening, and JPEG."""
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


def _still(card: Image, camera: Camera, rng: Generator, *, harder: bool) -> Image:
    while True:  # a picture in which the card is not found is taken again
        picture = camera(photograph(card, rng, harder=harder)[0])
        if len(found := find_cards(picture)) == 1:
            return straighten(picture, found[0].corners)


def fit(cases: list[Case]) -> tuple[float, ...]:
    """Return the odds of being right: a constant, and the weight of each clue.

    They are low enough that none of the wrong ones is nearly sure, but those that the margin tells.
    """
    clues = np.array([clues_of_no_twin(figures) for figures, _, _ in cases])
    weights = fit_logistic(clues, [right for _, right, _ in cases], RIDGE)
    odds = np.column_stack([np.ones(len(clues)), clues]) @ weights
    sure = math.log(SURE / (1 - SURE))
    wrong = [
        one
        for one, (figures, right, _) in zip(odds, cases, strict=True)
        if not right and MARGIN * figures[0] >= sure
    ]
    weights[0] -= max(0.0, max(wrong, default=-9.0) - sure + LOWER)
    return tuple(round(float(weight), 2) for weight in weights)


def main() -> None:
    """Print the odds, and the largest margin of a card that was taught and taken for another."""
    cv2.setNumThreads(1)
    cases: list[Case] = []
    for draw, seed in DECKS:
        cases += draw_cases(draw, np.random.default_rng(seed), ASKED)
    confused = [figures[0] for figures, right, taught in cases if taught and not right]
    print(fit(cases), max(confused, default=0.0))


if __name__ == "__main__":
    main()
