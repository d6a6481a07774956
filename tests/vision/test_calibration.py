"""Calibrated probabilities from the networks' outputs."""

from dataclasses import replace

import numpy as np
import pytest

from models.training.calibrate import to_metadata
from vision.calibration import Calibration
from vision.classifiers import COCKED, FACE_CLASSES
from vision.detection import DOUBT_PROBABILITY, Detection
from vision.detector import Candidate

DIE, CONFIDENCE, POSES = np.eye(7)[1], np.eye(7)[4], np.eye(6)[1:3]


def detection(score: float, face: float, cocked: float = 0.0) -> Detection:
    """Return a detection with this detector score and likeliest face."""
    probabilities = np.zeros(len(FACE_CLASSES), np.float32)
    probabilities[[0, 1, COCKED]] = face, 1 - face, cocked
    return Detection(Candidate((0.0, 0.0, 9.0, 9.0), score), probabilities)


def test_calibration_is_read_back() -> None:
    """Weights and threshold survive the network's file."""
    calibration = Calibration(
        np.array([-1.5, 2, 0.25, 0, 0, 0, 0]),
        np.array([-1.25, 0, 0.25, 0, 0, 0.5, 2]),
        np.array([-2.0, 1, 0, 0.5, 0, 0, 0]),
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


def test_a_face_is_no_surer_than_it_is_likely_among_the_six() -> None:
    """A six with two faint pips may look like a four, on however clear a die."""
    calibration = Calibration(DIE, DIE, CONFIDENCE + 9 * np.eye(7)[0], 0.5, POSES)
    assert calibration.confidence(detection(0.99, 0.85)) == pytest.approx(0.85)


def test_a_faint_detection_is_not_a_die_but_a_leaning_one_is() -> None:
    """It does not matter that its face is unreadable."""
    calibration = Calibration(DIE, DIE, CONFIDENCE - 3 * np.eye(7)[0], 0.5, POSES)
    assert calibration.is_die(detection(0.6, 0.5, cocked=0.5))
    assert not calibration.is_die(detection(0.4, 0.95))


def test_a_possible_die_counts_only_beside_a_likely_one() -> None:
    """Alone, it is more often clutter in an empty tray."""
    calibration = Calibration(DIE, DIE, CONFIDENCE, 0.5, POSES)
    possible, likely = detection(0.8, 0.9), detection(0.95, 0.9)
    assert calibration.are_dice([possible, possible]) == [False, False]
    assert calibration.are_dice([possible, likely]) == [True, True]
    assert calibration.are_dice([detection(0.4, 0.9), likely]) == [False, True]
    assert calibration.are_dice([]) == []


def test_how_a_die_lies_follows_the_weights() -> None:
    """The log odds are relative to "flat": 2 for a cocked die, -1 for a stacked one."""
    calibration = Calibration(DIE, DIE, CONFIDENCE, 0.5, POSES)
    pose = calibration.pose_probabilities(np.array([2.0, -1.0, 0, 0, 0]))
    odds = np.exp([0.0, 2.0, -1.0])
    assert pose == pytest.approx(odds / odds.sum())


def test_the_clutter_networks_certainty_is_bounded() -> None:
    """It learned from few tables, so it may support a die, but not remove one by itself."""
    calibration = Calibration(DIE, DIE + 0.8 * np.eye(7)[5], CONFIDENCE, 0.5, POSES)
    sure, least, none = (
        replace(detection(0.6, 0.9), clutter=c) for c in (0.98, DOUBT_PROBABILITY, 0.1)
    )
    chances = [calibration.die_probability(one) for one in (sure, least, none)]
    assert chances[0] == chances[1] < chances[2]
    assert calibration.presence_probability(sure) == calibration.presence_probability(none)
