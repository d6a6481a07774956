"""Confidence and thresholds from labelled detections."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from models.training.calibrate import (
    THRESHOLDS,
    calibrate,
    count_mistakes,
    fit_logistic,
    label_detections,
)
from models.training.evaluation_pictures import EvaluationPicture, tray_pictures
from vision.calibration import Calibration
from vision.classifiers import FACE_CLASSES
from vision.detection import Detection
from vision.detector import Candidate
from vision.reader import Reader


def detection(box: tuple[float, float, float, float], face: int) -> Detection:
    """Return a strong detection of `face` in `box`."""
    probabilities = np.full(len(FACE_CLASSES), 0.006, np.float32)
    probabilities[face - 1] = 0.92
    return Detection(Candidate(box, 0.9), probabilities)


def picture(*, complete: bool) -> EvaluationPicture:
    """Return a picture with a five in one corner."""
    image = np.zeros((100, 100, 3), np.uint8)
    return EvaluationPicture("g", "n", image, (5,), (((10.0, 10.0, 30.0, 30.0), "5"),), complete)


def test_detections_are_compared_with_the_truth() -> None:
    """The right face on the die is right; a wrong face, no die, or part of one is wrong."""
    detections = [
        detection((11, 9, 31, 31), 5),
        detection((11, 9, 31, 31), 4),
        detection((60, 60, 80, 80), 5),
        detection((18, 18, 22, 22), 5),
    ]
    found = label_detections(detections, picture(complete=True))
    assert [o.right for o in found] == [True, False, False, False]
    assert [o.is_die for o in found] == [True, True, False, False]
    assert len(label_detections(detections, picture(complete=False))) == 2


def test_the_face_of_a_stacked_die_is_unknown() -> None:
    """Its label is its pose, so a face read there is neither right nor wrong."""
    box = (10.0, 10.0, 30.0, 30.0)
    stacked = replace(picture(complete=True), dice=((box, "stacked"),))
    assert not label_detections([detection(box, 5)], stacked)


def test_confidence_is_the_share_that_was_right() -> None:
    """For equal log odds, the fitted probability is the frequency."""
    figures = np.array([(2.0, 3.0)] * 100 + [(2.0, -3.0)] * 100)
    happened = [i < 80 for i in range(100)] + [i < 10 for i in range(100)]
    weights = fit_logistic(figures, happened, ridge=1e-6)
    fitted = 1 / (1 + np.exp(-np.array([[1, 2, 3], [1, 2, -3]]) @ weights))
    assert fitted == pytest.approx([0.8, 0.1], abs=0.01)


def test_a_weight_counts_as_repeated_cases() -> None:
    """A weight of four gives four times the odds."""
    happened = [i < 20 for i in range(100)]
    weights = np.where(happened, 4.0, 1.0)
    once, more = (fit_logistic(np.zeros((100, 1)), happened, 1e-6, w) for w in (None, weights))
    assert np.exp(once[0]) == pytest.approx(0.25, abs=0.01)
    assert np.exp(more[0]) == pytest.approx(1.0, abs=0.01)


class Phantoms:
    """A reader that sees each die clearly, and a weaker false one next to it."""

    calibration = Calibration.from_metadata({})

    def detect(
        self, image: np.ndarray, *, die_size: float | None = None, **_: bool
    ) -> list[Detection]:
        """Return both detections, with the live eye's weaker."""
        clear = 0.9 if die_size is None else 0.8
        there, none = detection((10, 10, 30, 30), 5), detection((60, 60, 80, 80), 3)
        return [
            Detection(Candidate(there.box, clear), there.probabilities),
            Detection(Candidate(none.box, 0.6), none.probabilities),
        ]


def test_the_threshold_minimises_missed_and_invented_dice() -> None:
    """The threshold falls between dice and false detections, for stills and the live eye."""
    reader: Any = Phantoms()
    calibration = calibrate(reader, [picture(complete=True)] * 40)
    for die_size in (None, 20.0):
        there, none = reader.detect(None, die_size=die_size)
        assert calibration.is_die(there)
        assert not calibration.is_die(none)
        assert calibration.confidence(there) > 0.9


def test_of_equally_good_thresholds_the_highest_is_chosen() -> None:
    """A less likely die still raises a doubt, but gives no number."""
    reader: Any = Phantoms()
    calibration = calibrate(reader, [picture(complete=True)] * 40)
    faintest = calibration.die_probability(reader.detect(None, die_size=20.0)[0])
    assert faintest - 0.04 < calibration.threshold <= faintest


class Dim(Phantoms):
    """The same, but a bright picture has a second die, and the first one is hardly seen."""

    def detect(
        self, image: np.ndarray, *, die_size: float | None = None, **_: bool
    ) -> list[Detection]:
        """Return the first die, and the second one or something false."""
        both = super().detect(image)
        scores = (0.62, 0.9) if image.any() else (0.9, 0.2)
        return [
            Detection(Candidate(one.box, score), one.probabilities)
            for one, score in zip(both, scores, strict=True)
        ]


def test_a_picture_of_another_source_counts_too() -> None:
    """It counts however many there are of the first."""
    reader: Any = Dim()
    one, light = picture(complete=True), np.full((100, 100, 3), 99, np.uint8)
    two = (*one.dice, ((60.0, 60.0, 80.0, 80.0), "3"))
    bright = replace(one, group="h", image=light, values=(3, 5), dice=two)
    calibration = calibrate(reader, [*[one] * 400, bright])
    assert calibration.is_die(reader.detect(bright.image)[0])


class Blind(Phantoms):
    """A reader that detects nothing."""

    def detect(
        self, image: np.ndarray, *, die_size: float | None = None, **_: bool
    ) -> list[Detection]:
        """Return nothing."""
        return []


def test_a_threshold_that_makes_no_difference_stays() -> None:
    """A young network that detects nothing keeps its rough threshold."""
    reader: Any = Blind()
    kept = calibrate(reader, [picture(complete=True)] * 40).threshold
    assert kept == reader.calibration.threshold


def test_mistakes_are_dice_missed_and_invented() -> None:
    """What is possible, but alone, is not invented; where not all dice are labelled, nothing is."""
    there, none = Phantoms().detect(np.zeros(0))
    one, empty = picture(complete=True), EvaluationPicture("g", "n", np.zeros(0, np.uint8), ())
    read = [([there, none], one), ([none], empty), ([], one), ([none], picture(complete=False))]
    by_score = replace(Phantoms.calibration, die_weights=np.array([0.0, 2, 0, 0, 0, 0, 0]))
    mistakes = dict(zip(THRESHOLDS.round(2), count_mistakes(by_score, read), strict=True))
    assert [mistakes[t] for t in (0.5, 0.8)] == pytest.approx([2 / 3, 1 / 3])
    clutter = [([there, none], empty), ([none], empty)]
    assert count_mistakes(by_score, clutter)[0] == 1


def test_clutter_lowers_what_is_read_but_not_what_is_doubted() -> None:
    """The doubt about a possible die does not depend on the amount of clutter."""
    reader: Any = Phantoms()
    pictures = [picture(complete=True)] * 40
    empty = [EvaluationPicture("clutter", "n", np.zeros((100, 100, 3), np.uint8), ())] * 40
    alone, beside = calibrate(reader, pictures), calibrate(reader, [*pictures, *empty])
    there = reader.detect(None)[0]
    assert beside.presence_probability(there) == alone.presence_probability(there)
    assert beside.confidence(there) == alone.confidence(there)
    assert beside.die_probability(there) < alone.die_probability(there)


def test_false_dice_do_not_lower_confidence_in_faces() -> None:
    """A face is as sure as without a false die, as a game that counts knows there is a die."""
    reader: Any = Phantoms()
    alone: Any = SimpleNamespace(
        calibration=reader.calibration, detect=lambda *a, **k: reader.detect(*a, **k)[:1]
    )
    pictures = [picture(complete=True)] * 40
    there = reader.detect(None)[0]
    beside = calibrate(reader, pictures).confidence(there)
    assert beside == calibrate(alone, pictures).confidence(there)


def test_calibrating_the_shipped_reader() -> None:
    """In virtual trays all dice are found, and nothing else."""
    pictures = list(tray_pictures(4, seed=9))
    reader = Reader(threads=2)
    calibration = calibrate(reader, pictures)
    for one in pictures:
        read = [s for s in reader.detect(one.image) if calibration.is_die(s)]
        assert tuple(sorted(int(s.face_probabilities[0][0]) for s in read)) == one.values
