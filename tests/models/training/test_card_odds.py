"""How surely a card is named is fitted on drawn decks, and never so that a wrong one is sure."""

import math

import numpy as np

from models.training.card_odds import draw_cases, fit
from vision.card_deck import Figures, clues_of_no_twin
from vision.reading import SURE
from vision.virtual.cards import playing_cards


def odds(weights: tuple[float, ...], figures: Figures) -> float:
    """Return the logarithm of the odds of a card with those figures."""
    clues = clues_of_no_twin(figures)
    return weights[0] + sum(w * clue for w, clue in zip(weights[1:], clues, strict=True))


def test_no_wrong_card_is_sure() -> None:
    """What differs little is likelier the card; the best of the others stays unsure."""
    rng = np.random.default_rng(1)
    right: list[Figures] = [(2, worst, 10 * worst) for worst in rng.uniform(0.001, 0.02, 60)]
    wrong: list[Figures] = [(2, worst, 10 * worst) for worst in rng.uniform(0.01, 0.09, 60)]
    weights = fit([(one, True, True) for one in right] + [(one, False, False) for one in wrong])
    limit = math.log(SURE / (1 - SURE)) + 0.05  # weights are rounded
    assert max(odds(weights, one) for one in wrong) <= limit
    assert odds(weights, min(right)) > odds(weights, max(wrong))


def test_the_margin_tells_its_own() -> None:
    """A wrong card that fits well, but no better than the right one, makes no other less sure."""
    right = [((2.0, worst, 10 * worst), True, True) for worst in np.linspace(0.001, 0.01, 60)]
    wrong = [((2.0, worst, 10 * worst), False, False) for worst in np.linspace(0.03, 0.09, 60)]
    cases = [*right, *wrong]
    told = fit([*cases, ((0.1, 0.001, 0.01), False, False)])
    untold = fit([*cases, ((2, 0.001, 0.01), False, False)])
    assert odds(told, right[0][0]) > odds(untold, right[0][0])


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
    assert {right for _, right, _ in cases} == {True, False}
    assert len(cases) > 6
