"""What both networks say of one place, as figures."""

from dataclasses import replace

import numpy as np
import pytest

from vision.detection import Detection
from vision.detector import Candidate
from vision.face_classifier import NOTHING


def detection(score: float, probabilities: list[float]) -> Detection:
    """Return a detection of the given detector score and class probabilities."""
    return Detection(Candidate((0.0, 0.0, 9.0, 9.0), score), np.array(probabilities, np.float32))


def test_faces_are_ranked_among_themselves() -> None:
    """The six faces share one, the likeliest first, whatever else it may be."""
    faces = detection(0.5, [0.1, 0.3, 0, 0, 0, 0, 0.2, 0.1, 0.3]).face_probabilities
    assert faces[0] == ("2", pytest.approx(0.75))
    assert faces[1] == ("1", pytest.approx(0.25))
    assert sum(share for _, share in faces) == pytest.approx(1)


def test_both_networks_must_agree() -> None:
    """The score is high only if neither network speaks against a die."""
    yes, no = [0.99, 0, 0, 0, 0, 0, 0, 0, 0.01], [0.01, 0, 0, 0, 0, 0, 0, 0, 0.99]
    assert detection(0.9, yes).score > 0.9
    assert detection(0.9, no).score < 0.1
    assert detection(0.01, yes).score < 0.1
    assert no[NOTHING] == 0.99


def test_log_odds_are_bounded() -> None:
    """Certainty of a network counts for much, but never for all."""
    certain = detection(1.0, [1, 0, 0, 0, 0, 0, 0, 0, 0]).log_odds()
    nothing = detection(0.0, [0, 0, 0, 0, 0, 0, 0, 0, 1])
    impossible = replace(nothing, clutter=1.0).log_odds()
    assert all(8 < figure < 9 for figure in certain)
    assert all(-9 < figure < -1 for figure in impossible)
