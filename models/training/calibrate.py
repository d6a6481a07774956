"""Calibrate the reader's probabilities and its threshold on held-out pictures, by their source.

Three logistic regressions use the log odds of the networks. They give the probability that a die
lies somewhere, by the close-up alone; the same by all networks; and the probability that a die
shows the face that was read. Only the second is fitted on pictures without dice as well. The first
raises doubts, and a possible die must raise one no matter how much clutter there is. The third is
fitted on dice alone, because a game that knows how many lie there knows that each is one.

A detection counts as a die if its second probability reaches the threshold, and if at least one in
the picture is likely (`Calibration.are_dice`). The threshold is the one with which the fewest dice
are missed or invented per picture, in the mean of the sources: that is how many a person would have
to add or remove. Each source is judged by weights that were fitted without it, as a stranger's
table would be.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.training.evaluation_pictures import EvaluationPicture
from vision.calibration import Calibration, count_as_dice
from vision.classifiers import FACE_CLASSES, STACKED
from vision.detection import Detection, FloatArray
from vision.reader import Reader

log = logging.getLogger("training")

Array = NDArray[np.float64]
FEATURES = 6  # of `Detection.log_odds`
THRESHOLDS = np.arange(0.2, 0.97, 0.02)
PRESENCE_FEATURES = (0, 1, 3)  # features of a die in the close-up
DIE_FEATURES = (1, 3, 4, 5)  # features of a die, including the wide crop and all scales
READABLE_FEATURES = (2, 3)  # features of a correctly read die
LEAST = 0.2  # detections with lower scores are ignored
Cases = Mapping[str, Sequence["LabelledDetection"]]  # by source


@dataclass(frozen=True, slots=True)
class LabelledDetection:
    """A detection: its log odds, whether a die lies there, whether it was read correctly."""

    log_odds: FloatArray
    is_die: bool
    right: bool


def label_detections(
    detections: list[Detection], picture: EvaluationPicture
) -> list[LabelledDetection]:
    """Label detections by the labelled dice of a picture, leaving out uncertain ones.

    The picture must have labelled boxes. The face of a die on top of another is not labelled.
    """
    found = []
    for detection in detections:
        if detection.score < LEAST:
            continue
        truth = picture.face_at(detection.box)
        if truth == FACE_CLASSES[STACKED] or (truth is None and not picture.complete):
            continue
        right = truth == detection.face_probabilities[0][0]
        found.append(LabelledDetection(detection.log_odds, truth is not None, right))
    return found


def fit_logistic(
    features: Array, happened: Sequence[bool], ridge: float = 1.0, weights: Array | None = None
) -> Array:
    """Fit a logistic regression of `happened` on `features` (N, K) by Newton's method.

    Each case counts as often as `weights` (N,) say. Returns (1 + K,): a constant and the weights.
    """
    y = np.array(happened, float)
    counts = np.ones(len(y)) if weights is None else weights
    x = np.column_stack([np.ones(len(y)), features])
    fitted = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ fitted))
        gradient = x.T @ (counts * (y - p)) - ridge * fitted
        hessian = (x * (counts * p * (1 - p))[:, None]).T @ x + ridge * np.eye(len(fitted))
        fitted += np.linalg.solve(hessian, gradient)
    return fitted


def calibrate(reader: Reader, pictures: Iterable[EvaluationPicture]) -> Calibration:
    """Calibrate `reader` on pictures with boxes, or without dice; their groups are the sources.

    The pose weights remain unchanged (see `calibrate_poses`).
    """
    read = [(found, picture) for picture in pictures for found in detect_as_read(reader, picture)]
    near: dict[str, list[LabelledDetection]] = {}
    dice: dict[str, list[LabelledDetection]] = {}
    cases: dict[str, list[LabelledDetection]] = {}
    for found, picture in read:
        labelled = label_detections(found, picture)
        cases.setdefault(picture.group, []).extend(labelled)
        if picture.dice:
            near.setdefault(picture.group, []).extend(labelled)
            dice.setdefault(picture.group, []).extend(filter(is_die, labelled))
    calibration = replace(
        reader.calibration,
        presence_weights=_fit_on(near, PRESENCE_FEATURES, is_die),
        die_weights=_fit_on(cases, DIE_FEATURES, is_die),
        confidence_weights=_fit_on(dice, READABLE_FEATURES, is_right),
    )
    mistakes = np.zeros(len(THRESHOLDS))
    for source in cases:
        others = {name: of_one for name, of_one in cases.items() if name != source} or cases
        fitted = replace(calibration, die_weights=_fit_on(others, DIE_FEATURES, is_die))
        mistakes += count_mistakes(fitted, [pair for pair in read if pair[1].group == source])
    if not np.ptp(mistakes):
        return calibration
    log.info("mistakes in the mean, by threshold: %s", np.round(mistakes / len(cases), 4))
    best = np.flatnonzero(mistakes == mistakes.min())[-1]
    return replace(calibration, threshold=float(THRESHOLDS[best]))


def count_mistakes(
    calibration: Calibration, read: Sequence[tuple[list[Detection], EvaluationPicture]]
) -> Array:
    """Return how many dice are missed or invented per picture, for each of THRESHOLDS.

    Pictures with unlabelled dice are ignored.
    """
    mistakes, complete = np.zeros(len(THRESHOLDS)), [pair for pair in read if pair[1].complete]
    for found, picture in complete:
        likely = np.array([calibration.die_probability(one) for one in found])
        real = np.array([picture.face_at(one.box) is not None for one in found], bool)
        accepted = count_as_dice(likely, THRESHOLDS[:, None])
        mistakes += np.abs(len(picture.dice) - (accepted & real).sum(axis=1))
        mistakes += (accepted & ~real).sum(axis=1)
    return mistakes / max(len(complete), 1)


def is_die(case: LabelledDetection) -> bool:
    """Return whether a die lies there."""
    return case.is_die


def is_right(case: LabelledDetection) -> bool:
    """Return whether a die lies there and was read correctly."""
    return case.right


def _fit_on(
    sources: Cases, places: Sequence[int], happened: Callable[[LabelledDetection], bool]
) -> Array:
    """Fit only the features at `places`; the weights (1 + FEATURES,) of the others are 0.

    A source counts by the root of its number of cases: more teach more, but not in proportion.
    """
    cases = [case for of_one in sources.values() for case in of_one]
    counts = [len(of_one) ** -0.5 for of_one in sources.values() for _ in of_one]
    # Keep two dimensions even if a young network detects nothing.
    log_odds = np.array([case.log_odds for case in cases], float).reshape(-1, FEATURES)
    weights = np.zeros(1 + FEATURES)
    weights[[0, *(place + 1 for place in places)]] = fit_logistic(
        log_odds[:, list(places)],
        list(map(happened, cases)),
        weights=np.array(counts) * len(counts) / max(sum(counts), 1.0),
    )
    return weights


def detect_as_read(reader: Reader, picture: EvaluationPicture) -> Iterator[list[Detection]]:
    """Yield the detections of a picture as a still, and, both ways, as with a fixed camera."""
    yield reader.detect(picture.image, all_clutter=True)
    if picture.dice:
        for mirrored in (False, True):
            yield reader.detect(
                picture.image, die_size=picture.die_size, mirrored=mirrored, all_clutter=True
            )


def to_metadata(calibration: Calibration) -> dict[str, str]:
    """Return a calibration as metadata text, as `Calibration.from_metadata` reads it."""
    return {
        "presence": as_text(calibration.presence_weights),
        "die": as_text(calibration.die_weights),
        "confidence": as_text(calibration.confidence_weights),
        "accept": f"{calibration.threshold:.3f}",
    }


def as_text(weights: Array) -> str:
    """Return weights as stored in a network's file."""
    return " ".join(f"{w:.4f}" for w in weights)
