"""Fits how surely a card is the one that it is most like, on drawn decks alone.

    .venv/bin/python -m models.training.card_odds

Whole decks and halves of them are taught by one still a card, and all their cards asked, half of
them worn, in a sleeve or in glare. A card that was never taught is none of those that were: playing
cards lack their twins, of the same colour and number. What it prints stands in
`vision/card_deck.py`.
"""

import math
from collections.abc import Callable, Iterator

import cv2
import numpy as np
from numpy.random import Generator

from models.training.calibrate import fit_logistic
from vision.card_deck import LEAST, CardDeck, Figures, straighten
from vision.card_finder import find_cards
from vision.frame import Image
from vision.reading import SURE
from vision.virtual.cards import combination_cards, number_cards, photograph, playing_cards

DECKS = (playing_cards, combination_cards, number_cards, playing_cards)
ASKED = 150  # of each deck
RIDGE = 0.3
TWINS = ("spades", "hearts")  # the suits that are taught of half a deck of playing cards

Case = tuple[Figures, bool]


def draw_cases(
    draw: Callable[[Generator], dict[str, Image]], rng: Generator, asked: int
) -> Iterator[Case]:
    """Yield what tells cards of a drawn deck from others, and whether they are those."""
    deck = draw(rng)
    stills = {name: [_still(card, rng, harder=False)] for name, card in deck.items()}
    half = {n: still for n, still in stills.items() if n.endswith(TWINS)}
    half = half or {name: stills[name] for name in list(stills)[::2]}
    whole, part = CardDeck(stills), CardDeck(half)
    for name in rng.choice(list(deck), asked):
        still = _still(deck[name], rng, harder=rng.random() < 0.5)
        for known in (whole,) if name in half else (whole, part):
            match = known.match(still)
            if match is not None:
                yield match.figures, match.name == name


def _still(card: Image, rng: Generator, *, harder: bool) -> Image:
    while True:  # a picture in which the card is not found is taken again
        picture, _ = photograph(card, rng, harder=harder)
        if len(found := find_cards(picture)) == 1:
            return straighten(picture, found[0].corners)


def fit(cases: list[Case]) -> tuple[float, ...]:
    """Return the odds of being right: a constant, and the weight of each figure's logarithm.

    They are low enough that none of the wrong ones is sure.
    """
    logs = np.log(np.array([figures[1:] for figures, _ in cases]) + LEAST)
    rows = [(float(worst), float(at_print), float(share), 0.0) for worst, at_print, share in logs]
    weights = fit_logistic(rows, [right for _, right in cases], (0, 1, 2), RIDGE)[:4]
    odds = np.column_stack([np.ones(len(logs)), logs]) @ weights
    wrong = [one for one, (_, right) in zip(odds, cases, strict=True) if not right]
    weights[0] -= max(0.0, max(wrong, default=-9.0) - math.log(SURE / (1 - SURE)))
    return tuple(round(float(weight), 2) for weight in weights)


def main() -> None:
    """Print the odds."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(20261122)
    print(fit([case for draw in DECKS for case in draw_cases(draw, rng, ASKED)]))


if __name__ == "__main__":
    main()
