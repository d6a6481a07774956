"""The calibration of the card finder on drawn scenes."""

import numpy as np
import pytest

from models.training import calibrate_card_finder as calibration
from models.training.calibrate_card_finder import Case, calibrate_card_finder, draw_cases
from vision.card_finder import default_finder


def test_every_feature_weighs_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a network says is a card is likelier one, and what differs from the others less so."""
    rng = np.random.default_rng(1)
    cases: list[Case] = []
    for is_card in (True, False) * 60:
        odds, difference = rng.normal(2 if is_card else -2, 2, 3), rng.gamma(1, 1 - is_card / 2)
        cases.append((np.append(odds, difference), is_card))
    monkeypatch.setattr(calibration, "draw_cases", lambda *_: cases)
    (weights,) = calibrate_card_finder(default_finder(), []).values()
    *of_odds, of_difference = (float(weight) for weight in weights.split()[1:])
    assert min(of_odds) > 0 > of_difference


def test_cards_have_higher_odds_and_one_size() -> None:
    """In drawn scenes, both networks and the size tell most cards from other things."""
    cases = draw_cases(default_finder(), [], 20)
    right, wrong = (
        np.mean([features for features, is_card in cases if is_card == of], axis=0)
        for of in (True, False)
    )
    assert (right[:3] > wrong[:3]).all()
    assert right[3] < wrong[3]
