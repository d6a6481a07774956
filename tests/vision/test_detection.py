"""The features of one detection, from all networks."""

from dataclasses import replace
from math import log

import numpy as np
import pytest

from vision.classifiers import BLURRED, COCKED, FACE_CLASSES, NOTHING, STACKED
from vision.detection import Detection
from vision.detector import Candidate


def detection(score: float, probabilities: list[float]) -> Detection:
    """Return a detection with this detector score and these probabilities of the first classes."""
    of_all = np.zeros(len(FACE_CLASSES), np.float32)
    of_all[: len(probabilities)] = probabilities
    return Detection(Candidate((0.0, 0.0, 9.0, 9.0), score), of_all)


def test_faces_are_ranked_among_themselves() -> None:
    """The six faces sum to one, the likeliest first, whatever else the detection may be."""
    faces = detection(0.5, [0.1, 0.3, 0, 0, 0, 0, 0.2, 0.1, 0.3]).face_probabilities
    assert faces[0] == ("2", pytest.approx(0.75))
    assert faces[1] == ("1", pytest.approx(0.25))
    assert sum(share for _, share in faces) == pytest.approx(1)


def test_both_networks_must_agree() -> None:
    """The score is high only if neither network contradicts a die."""
    yes, no = [0.99, 0, 0, 0, 0, 0, 0, 0, 0.01], [0.01, 0, 0, 0, 0, 0, 0, 0, 0.99]
    assert detection(0.9, yes).score > 0.9
    assert detection(0.9, no).score < 0.1
    assert detection(0.01, yes).score < 0.1
    assert no[NOTHING] == 0.99


def test_log_odds_are_bounded() -> None:
    """The certainty of a network has a bounded effect."""
    certain = detection(1.0, [1, 0, 0, 0, 0, 0, 0, 0, 0]).log_odds
    nothing = detection(0.0, [0, 0, 0, 0, 0, 0, 0, 0, 1])
    impossible = replace(nothing, clutter=1.0).log_odds
    assert all(8 < figure < 9 for figure in certain)
    assert all(-9 < figure < -1 for figure in impossible[:4])
    assert impossible[4] > 0  # the clutter network takes no die away by itself
    assert impossible[5] == impossible[0]  # only one scale was seen


def test_a_stacked_die_still_shows_its_face() -> None:
    """It is not a plain die, but its face counts, unlike that of a cocked die."""
    readable = 2  # index of the feature
    seen = detection(0.9, [0.6])
    on_another, tilted = seen.probabilities.copy(), seen.probabilities.copy()
    on_another[STACKED] = tilted[COCKED] = 0.4
    figures = replace(seen, probabilities=on_another).log_odds
    assert figures[readable] > 8
    assert replace(seen, probabilities=tilted).log_odds[readable] == pytest.approx(log(1.5))
    only = np.zeros_like(on_another)
    only[STACKED] = 1.0
    assert replace(seen, probabilities=only).log_odds[readable] < -8


def test_the_pose_network_changes_only_the_pose() -> None:
    """It redistributes poses, not faces or other classes."""
    probabilities = detection(0.9, [0.3, 0.1]).probabilities.copy()
    probabilities[[STACKED, COCKED, BLURRED]] = 0.35, 0.05, 0.2
    seen = replace(detection(0.9, []), probabilities=probabilities)
    assert seen.class_probabilities is seen.probabilities
    flat, stacked = (
        replace(seen, pose=np.array(pose, np.float32)).class_probabilities
        for pose in ((0.98, 0.01, 0.01), (0.01, 0.01, 0.98))
    )
    assert flat[:2] == pytest.approx([0.588, 0.196])
    assert stacked[[STACKED, COCKED]] == pytest.approx([0.784, 0.008])
    for one in (flat, stacked):
        assert one.sum() == pytest.approx(1)
        assert one[BLURRED] == pytest.approx(0.2)
        assert one[0] == pytest.approx(3 * one[1])


def test_what_the_face_network_excludes_stays_impossible() -> None:
    """The pose network cannot change that."""
    nothing = detection(0.9, [0.0] * 8 + [1.0])
    assert replace(nothing, pose=np.full(3, 1 / 3, np.float32)).class_probabilities[NOTHING] == 1


def test_a_detections_arrays_cannot_change() -> None:
    """Its log odds are computed only once."""
    with pytest.raises(ValueError, match="read-only"):
        detection(0.9, [0.3, 0.1]).probabilities[0] = 1.0
