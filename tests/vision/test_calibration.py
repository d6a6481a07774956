"""What the networks' figures are worth."""

import numpy as np
import pytest

from vision.calibration import GUESS, Calibration
from vision.detector import Candidate
from vision.sight import Sight

PRESENCE, CONFIDENCE = np.array([0.0, 1, 0, 0, 0]), np.array([0.0, 0, 0, 0, 1])


def sight(score: float, face: float) -> Sight:
    """Return what the detector gives `score` and whose likeliest of two faces has chance `face`."""
    return Sight(Candidate((0.0, 0.0, 9.0, 9.0), score), np.array([face, 1 - face, *[0.0] * 12]))


def test_what_is_written_is_read_back() -> None:
    """Weights and threshold survive the network's file."""
    worth = Calibration(np.array([-1.5, 2, 0.25, 0, 0]), np.array([-2.0, 1, 0, 0.5, 0]), 0.62)
    again = Calibration.read(worth.written())
    assert np.array_equal(again.presence, worth.presence)
    assert np.array_equal(again.confidence, worth.confidence)
    assert again.accept == worth.accept


def test_a_network_without_calibration_is_read_too() -> None:
    """As training does before it has worked one out."""
    assert Calibration.read({}).is_die(sight(0.99, 0.99))


def test_chances_follow_the_weights() -> None:
    """A weight of one on log odds gives the chance itself back."""
    worth = Calibration(PRESENCE, CONFIDENCE, 0.5)
    assert worth.presence_of(sight(0.7, 0.9)) == pytest.approx(0.7)
    assert worth.confidence_of(sight(0.7, 0.9)) == pytest.approx(0.9)


def test_a_die_is_there_and_shows_more_than_chance() -> None:
    """What is too faint is no die, nor what shows no face better than a throw would."""
    worth = Calibration(PRESENCE, CONFIDENCE - [3, 0, 0, 0, 0], 0.5)
    assert worth.is_die(sight(0.6, 0.9))
    assert not worth.is_die(sight(0.4, 0.9))
    assert worth.confidence_of(sight(0.6, 0.7)) < GUESS
    assert not worth.is_die(sight(0.6, 0.7))
