"""The calibration of the card network on drawn decks; no wrong card is sure."""

import math

import numpy as np

from models.training.calibrate_cards import Case, draw_cases, fit
from vision.card_verifier import default_verifier
from vision.reading import SURE_CONFIDENCE
from vision.virtual.cards import render_playing_deck

LIMIT = math.log(SURE_CONFIDENCE / (1 - SURE_CONFIDENCE))


def test_no_wrong_card_is_sure() -> None:
    """Among those that the margin does not reject, the best wrong one stays unsure."""
    rng = np.random.default_rng(1)
    right: list[Case] = [(2.0, odds, True) for odds in rng.normal(4, 2, 60)]
    wrong: list[Case] = [(2.0, odds, False) for odds in rng.normal(-4, 2, 60)]
    constant, weight = fit([*right, *wrong])
    assert weight > 0
    assert max(constant + weight * odds for _, odds, _ in wrong) < LIMIT
    assert constant + weight * max(right)[1] > LIMIT


def test_the_margin_rejects_its_own() -> None:
    """A wrong card with the same print in appearance, but no better fit, changes nothing."""
    right: list[Case] = [(2.0, odds, True) for odds in np.linspace(2, 8, 60)]
    wrong: list[Case] = [(2.0, odds, False) for odds in np.linspace(-8, -2, 60)]
    reported, _ = fit([*right, *wrong, (0.1, 7.0, False)])
    untold, _ = fit([*right, *wrong, (2.0, 7.0, False)])
    assert reported > untold


def test_twins_that_are_not_taught_are_wrong() -> None:
    """A club is tested against the half of the deck without clubs."""
    cases = list(
        draw_cases(
            default_verifier(),
            lambda rng: {
                name: card
                for name, card in render_playing_deck(rng).items()
                if name.startswith("7 ")
            },
            np.random.default_rng(3),
            6,
        )
    )
    assert len(cases) == 6
    assert {right for *_, right in cases} == {True, False}
