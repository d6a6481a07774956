"""Calibrated probabilities from the networks' outputs."""

from dataclasses import replace

import numpy as np
import pytest

from models.training.calibrate import to_metadata
from vision.calibration import CREDIBLE, RANDOM_GUESS, Calibration
from vision.classifiers import COCKED, FACE_CLASSES
from vision.detection import Detection
from vision.detector import Candidate

DIE, CONFIDENCE, POSES = np.eye(6)[1], np.eye(6)[4], np.eye(6)[1:3]


def detection(score: float, face: float, cocked: float = 0.0) -> Detection:
    """Return a detection with this detector score and likeliest face."""
    probabilities = np.zeros(len(FACE_CLASSES), np.float32)
    probabilities[[0, 1, COCKED]] = face, 1 - face, cocked
    return Detection(Candidate((0.0, 0.0, 9.0, 9.0), score), probabilities)


def test_what_is_written_is_read_back() -> None:
    """Weights and threshold survive the network's file."""
    calibration = Calibration(
        np.array([-1.5, 2, 0.25, 0, 0, 0]),
        np.array([-1.25, 2, 0.25, 0, 0, 0.5]),
        np.array([-2.0, 1, 0, 0.5, 0, 0]),
        0.62,
        POSES,
    )
    again = Calibration.from_metadata(to_metadata(calibration))
    assert np.array_equal(again.presence_weights, calibration.presence_weights)
    assert np.array_equal(again.die_weights, calibration.die_weights)
    assert np.array_equal(again.confidence_weights, calibration.confidence_weights)
    assert again.threshold == calibration.threshold


def test_the_weights_of_a_pose_are_kept_by_its_name() -> None:
    """The pose network's file stores them by pose."""
    kept = {"stacked": "0 1 2 3 4 5", "cocked": "5 4 3 2 1 0"}
    weights = Calibration.from_metadata(kept).pose_weights
    assert weights.tolist() == [[5, 4, 3, 2, 1, 0], [0, 1, 2, 3, 4, 5]]


def test_a_network_without_calibration_is_read_too() -> None:
    """Training reads it before it has calibrated it."""
    assert Calibration.from_metadata({}).is_die(detection(0.99, 0.99))


def test_probabilities_follow_the_weights() -> None:
    """A weight of one on log odds returns the probability itself."""
    calibration = Calibration(DIE, DIE, CONFIDENCE, 0.5, POSES)
    assert calibration.presence_probability(detection(0.7, 0.9)) == pytest.approx(0.7)
    assert calibration.die_probability(detection(0.7, 0.9)) == pytest.approx(0.7)
    assert calibration.confidence(detection(0.7, 0.9)) == pytest.approx(0.9)


def test_a_die_is_there_and_shows_a_credible_face() -> None:
    """A faint detection is not a die, and neither is one that hardly shows a face."""
    calibration = Calibration(DIE, DIE, CONFIDENCE - 3 * np.eye(6)[0], 0.5, POSES)
    assert calibration.is_die(detection(0.6, 0.95))
    assert not calibration.is_die(detection(0.4, 0.95))
    assert RANDOM_GUESS < calibration.confidence(detection(0.6, 0.9)) < CREDIBLE
    assert not calibration.is_die(detection(0.6, 0.9))


def test_a_die_that_cannot_be_read_is_one_all_the_same() -> None:
    """A leaning die has no credible face, but is still read, unless it is worse than a guess."""
    calibration = Calibration(DIE, DIE, CONFIDENCE - 3 * np.eye(6)[0], 0.5, POSES)
    for face, reported in ((0.9, True), (0.7, False)):
        leaning = detection(0.6, face, cocked=0.5)
        assert calibration.is_die(leaning) == reported


def test_how_a_die_lies_follows_the_weights() -> None:
    """The log odds are relative to "flat": 2 for a cocked die, -1 for a stacked one."""
    calibration = Calibration(DIE, DIE, CONFIDENCE, 0.5, POSES)
    pose = calibration.pose_probabilities(np.array([2.0, -1.0, 0, 0, 0]))
    odds = np.exp([0.0, 2.0, -1.0])
    assert pose == pytest.approx(odds / odds.sum())


def test_clutter_is_no_die() -> None:
    """The clutter network overrules the other networks' die."""
    calibration = Calibration(DIE, DIE + 0.8 * np.eye(6)[5], CONFIDENCE, 0.5, POSES)
    there = detection(0.9, 0.95)
    assert calibration.is_die(there)
    assert not calibration.is_die(replace(there, clutter=0.98))
    assert calibration.presence_probability(
        replace(there, clutter=0.98)
    ) == calibration.presence_probability(there)
