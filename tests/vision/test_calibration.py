"""What the networks' figures are worth."""

import numpy as np
import pytest

from models.training.calibrate import to_metadata
from vision.calibration import RANDOM_GUESS, Calibration
from vision.detection import Detection
from vision.detector import Candidate

PRESENCE, CONFIDENCE = np.array([0.0, 1, 0, 0, 0]), np.array([0.0, 0, 0, 0, 1])


def detection(score: float, face: float) -> Detection:
    """Return what the detector gives `score`, and whose likelier of two faces has `face`."""
    return Detection(
        Candidate((0.0, 0.0, 9.0, 9.0), score), np.array([face, 1 - face, *[0.0] * 12])
    )


def test_what_is_written_is_read_back() -> None:
    """Weights and threshold survive the network's file."""
    calibration = Calibration(np.array([-1.5, 2, 0.25, 0, 0]), np.array([-2.0, 1, 0, 0.5, 0]), 0.62)
    again = Calibration.from_metadata(to_metadata(calibration))
    assert np.array_equal(again.presence_weights, calibration.presence_weights)
    assert np.array_equal(again.confidence_weights, calibration.confidence_weights)
    assert again.threshold == calibration.threshold


def test_a_network_without_calibration_is_read_too() -> None:
    """As training does before it has worked one out."""
    assert Calibration.from_metadata({}).is_die(detection(0.99, 0.99))


def test_probabilities_follow_the_weights() -> None:
    """A weight of one on log odds gives the probability itself back."""
    calibration = Calibration(PRESENCE, CONFIDENCE, 0.5)
    assert calibration.die_probability(detection(0.7, 0.9)) == pytest.approx(0.7)
    assert calibration.confidence(detection(0.7, 0.9)) == pytest.approx(0.9)


def test_a_die_is_there_and_shows_more_than_a_guess() -> None:
    """What is too faint is no die, nor what shows no face better than a throw would."""
    calibration = Calibration(PRESENCE, CONFIDENCE - [3, 0, 0, 0, 0], 0.5)
    assert calibration.is_die(detection(0.6, 0.9))
    assert not calibration.is_die(detection(0.4, 0.9))
    assert calibration.confidence(detection(0.6, 0.7)) < RANDOM_GUESS
    assert not calibration.is_die(detection(0.6, 0.7))
