"""The calibration of the card finder on drawn scenes."""

import numpy as np
import pytest

from models.training import calibrate_card_finder as calibration
from models.training.calibrate_card_finder import Case, calibrate_card_finder, draw_cases
from vision.card_finder import default_finder


def test_both_networks_weigh_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """What either network says is a card is likelier one."""
    rng = np.random.default_rng(1)
    cases: list[Case] = []
    for is_card in (True, False) * 60:
        one, other = rng.normal(2 if is_card else -2, 2, 2).tolist()
        cases.append(((one, other), is_card))
    monkeypatch.setattr(calibration, "draw_cases", lambda *_: cases)
    (weights,) = calibrate_card_finder(default_finder(), []).values()
    assert all(float(weight) > 0 for weight in weights.split()[1:])


def test_cards_have_higher_odds() -> None:
    """In drawn scenes, both networks tell most cards from other things."""
    cases = draw_cases(default_finder(), [], 20)
    right, wrong = ([odds for odds, is_card in cases if is_card == of] for of in (True, False))
    assert (np.mean(right, axis=0) > np.mean(wrong, axis=0)).all()
