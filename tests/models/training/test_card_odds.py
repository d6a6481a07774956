"""How surely a card is named is fitted on drawn decks, and never so that a wrong one is sure."""

import math

import numpy as np

from models.training.card_odds import draw_cases, fit
from vision.card_deck import LEAST, Figures
from vision.reading import SURE
from vision.virtual.cards import playing_cards


def odds(weights: tuple[float, ...], figures: Figures) -> float:
    """Return the logarithm of the odds of a card with those figures."""
    logs = [math.log(figure + least) for figure, least in zip(figures[1:], LEAST, strict=True)]
    return weights[0] + sum(w * log for w, log in zip(weights[1:], logs, strict=True))


def test_no_wrong_card_is_sure() -> None:
    """What differs little is likelier the card; the best of the others stays unsure."""
    rng = np.random.default_rng(1)
    right: list[Figures] = [(1, worst, 10 * worst, worst) for worst in rng.uniform(0.001, 0.02, 60)]
    wrong: list[Figures] = [(1, worst, 10 * worst, worst) for worst in rng.uniform(0.01, 0.09, 60)]
    weights = fit([(one, True) for one in right] + [(one, False) for one in wrong])
    limit = math.log(SURE / (1 - SURE)) + 0.05  # weights are rounded
    assert max(odds(weights, one) for one in wrong) <= limit
    assert odds(weights, min(right)) > odds(weights, max(wrong))


def test_twins_that_are_not_taught_are_wrong() -> None:
    """A club is asked of the whole deck and of the half that has none."""
    cases = list(
        draw_cases(
            lambda rng: {
                name: card for name, card in playing_cards(rng).items() if name.startswith("7 ")
            },
            np.random.default_rng(3),
            6,
        )
    )
    assert {right for _, right in cases} == {True, False}
    assert len(cases) > 6
