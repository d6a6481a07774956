"""Calibrate the odds that two cards bear the same print, on decks not used for training.

Half of each deck is taught with one still per card, and all its cards are tested, half of them
worn, in a sleeve or in glare. Each deck has its own camera, as each table does. In playing cards,
the twins of the same colour and number are missing; in other decks, every second card.
"""

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.random import Generator

from models.training.calibrate import fit_logistic
from models.training.card_pictures import (
    random_photograph,
    render_combination_deck,
    render_shapes_deck,
)
from models.training.card_samples import Camera, random_camera
from models.training.evaluation_pictures import OTHER_SEED
from vision.card_deck import LOG_ODDS_PER_MARGIN, CardDeck, straighten
from vision.card_finder import find_cards
from vision.card_verifier import CardVerifier
from vision.frame import Image
from vision.reading import SURE_CONFIDENCE
from vision.virtual.cards import render_number_deck, render_playing_deck

DRAW = (render_playing_deck, render_combination_deck, render_number_deck, render_shapes_deck)
DECKS = 8  # two of each kind
ASKED = 60  # tests per deck
LOWER = 1.0  # log odds by which the best wrong match stays below sure, for the sake of other decks
TWINS = ("spades", "hearts")  # suits that are taught of half a deck of playing cards

Case = tuple[float, float, bool]
"""The margin of a match, the log odds of the same print, and whether the name is right."""


def draw_cases(
    verifier: CardVerifier,
    draw: Callable[[Generator], dict[str, Image]],
    rng: Generator,
    asked: int,
) -> Iterator[Case]:
    """Yield the matches of `asked` cards of a drawn deck of which half is taught."""
    deck, camera = draw(rng), random_camera(rng)
    names = [name for name in deck if name.endswith(TWINS)] or list(deck)[::2]
    stills = {name: [_still(deck[name], camera, rng, harder=False)] for name in names}
    known = CardDeck(stills, verifier=verifier)
    for name in rng.choice(list(deck), asked):
        match = known.match(_still(deck[name], camera, rng, harder=rng.random() < 0.5))
        if match is not None:
            yield match.margin, match.same_print, match.name == name


def _still(card: Image, camera: Camera, rng: Generator, *, harder: bool) -> Image:
    while True:  # repeat pictures in which no card is found
        picture = camera(random_photograph(card, rng, harder=harder)[0])
        if len(found := find_cards(picture)) == 1:
            return straighten(picture, found[0].corners)


def fit(cases: Sequence[Case]) -> tuple[float, float]:
    """Return the odds of being right: a constant, and the weight of the network's log odds.

    The constant is so low that no wrong match comes close to sure, apart from those whose margin
    alone makes them sure.
    """
    log_odds = np.array([odds for _, odds, _ in cases])
    constant, weight = fit_logistic(log_odds[:, None], [right for *_, right in cases])
    sure = math.log(SURE_CONFIDENCE / (1 - SURE_CONFIDENCE))
    wrong = [
        constant + weight * odds
        for margin, odds, right in cases
        if not right and LOG_ODDS_PER_MARGIN * margin >= sure
    ]
    constant -= max(0.0, max(wrong, default=-9.0) - sure + LOWER)
    return float(constant), float(weight)


def calibrate_cards(verifier: CardVerifier) -> dict[str, str]:
    """Return the weights of an uncalibrated `verifier` as text for the network's file."""
    cases = [
        case
        for seed in range(DECKS)
        for case in draw_cases(
            verifier, DRAW[seed % len(DRAW)], np.random.default_rng([OTHER_SEED, seed]), ASKED
        )
    ]
    return {"same": " ".join(f"{weight:.4f}" for weight in fit(cases))}
