"""Confidence and thresholds from outcomes."""

import numpy as np
import pytest

from models.training.calibrate import calibrate, fit_chance, outcomes
from models.training.trials import Trial, tray_trials
from vision.detector import Candidate
from vision.reader import Reader
from vision.sight import Sight


def sight(box: tuple[float, float, float, float], face: int) -> Sight:
    """Return a strong sight of `face` in `box`."""
    chances = np.full(9, 0.01, np.float32)
    chances[face - 1] = 0.92
    return Sight(Candidate(box, 0.9), chances)


def trial(*, complete: bool) -> Trial:
    """Return a picture with a five in one corner."""
    image = np.zeros((100, 100, 3), np.uint8)
    return Trial("g", "n", image, (5,), (((10.0, 10.0, 30.0, 30.0), "5"),), complete)


def test_sights_are_held_against_the_truth() -> None:
    """Right face on the die: right; wrong face, no die, or a part of one: wrong."""
    sights = [
        sight((11, 9, 31, 31), 5),
        sight((11, 9, 31, 31), 4),
        sight((60, 60, 80, 80), 5),
        sight((18, 18, 22, 22), 5),
    ]
    found = outcomes(sights, trial(complete=True))
    assert [o.right for o in found] == [True, False, False, False]
    assert [o.there for o in found] == [True, True, False, False]
    assert len(outcomes(sights, trial(complete=False))) == 2


def test_confidence_is_the_share_that_was_right() -> None:
    """Where the evidence is the same, the fitted chance is the frequency."""
    evidence = [(1.0, 2.0, 0.0, 3.0)] * 100 + [(1.0, 2.0, 0.0, -3.0)] * 100
    happened = [i < 80 for i in range(100)] + [i < 10 for i in range(100)]
    weights = fit_chance(evidence, happened, use=(1, 3), ridge=1e-6)
    chances = 1 / (1 + np.exp(-np.array([[1, 1, 2, 0, 3], [1, 1, 2, 0, -3]]) @ weights))
    assert chances == pytest.approx([0.8, 0.1], abs=0.01)
    assert weights[1] == weights[3] == 0


def test_calibrating_the_shipped_reader() -> None:
    """On drawn trays a die is accepted somewhere between never and always."""
    figures = calibrate(Reader(threads=2), tray_trials(6, seed=9))
    assert 0.15 < figures.accept < 0.85
    assert figures.presence.shape == figures.confidence.shape == (5,)
