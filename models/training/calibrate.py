"""Calibrate the reader's probabilities and threshold on held-out pictures.

Three logistic regressions use the log odds of the networks: the probability that a die lies
somewhere by the close-up alone, the same by all networks, and the probability that it also shows
the face that was read. Only the second is also fitted on pictures without dice. The others raise
doubts, and a possible die must raise one no matter how much clutter there is. The threshold from
which a detection counts as a die is the highest one with which about as many pictures as possible
are completely right: a missed die still raises a doubt, whereas a false one adds a number.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.training.evaluation_pictures import EvaluationPicture
from vision.calibration import Calibration
from vision.classifiers import FACE_CLASSES, STACKED
from vision.detection import Detection, Features
from vision.reader import Reader

Array = NDArray[np.float64]
FEATURES = 5  # of `Detection.log_odds`
THRESHOLDS = np.arange(0.2, 0.97, 0.02)
PRESENCE_FEATURES = (0, 1, 3)  # features of a die in the close-up: clutter shows no face
DIE_FEATURES = (0, 1, 3, 4)  # features of a die, including the wide crop
READABLE_FEATURES = (0, 2, 3)  # features of a correctly read die
ALIKE = 0.99  # of the best count of right pictures: a difference within chance
LEAST = 0.2  # detections with lower scores are ignored


@dataclass(frozen=True, slots=True)
class LabelledDetection:
    """A detection: its log odds, whether a die lies there, whether it was read correctly."""

    log_odds: Features
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
    features: Array, happened: Sequence[bool], ridge: float = 1.0, weight: float = 1.0
) -> Array:
    """Fit a logistic regression of `happened` on `features` (N, K) by Newton's method.

    Cases that happened count `weight` times. Returns (1 + K,): a constant and the weights.
    """
    y = np.array(happened, float)
    counts = np.where(y > 0, weight, 1.0)
    x = np.column_stack([np.ones(len(y)), features])
    weights = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ weights))
        gradient = x.T @ (counts * (y - p)) - ridge * weights
        hessian = (x * (counts * p * (1 - p))[:, None]).T @ x + ridge * np.eye(len(weights))
        weights += np.linalg.solve(hessian, gradient)
    return weights


def calibrate(
    reader: Reader,
    pictures: Iterable[EvaluationPicture],
    clutter: Iterable[EvaluationPicture] = (),
) -> Calibration:
    """Calibrate `reader` on pictures with boxes, and on the `clutter` pictures without dice.

    The pose weights remain unchanged (see `calibrate_poses`).
    """
    read = [(found, picture) for picture in pictures for found in detect_as_read(reader, picture)]
    near = [case for found, picture in read for case in label_detections(found, picture)]
    read += [(found, picture) for picture in clutter for found in detect_as_read(reader, picture)]
    cases = [case for found, picture in read for case in label_detections(found, picture)]
    presence = _fit_on(near, PRESENCE_FEATURES, [case.is_die for case in near])
    die = _fit_on(cases, DIE_FEATURES, [case.is_die for case in cases])
    confidence = _fit_on(near, READABLE_FEATURES, [case.right for case in near])
    calibration = replace(
        reader.calibration,
        presence_weights=presence,
        die_weights=die,
        confidence_weights=confidence,
    )
    right = np.zeros(len(THRESHOLDS))
    for found, picture in read:
        if picture.complete and picture.values is not None:
            dice = sorted(
                (int(s.face_probabilities[0][0]), calibration.highest_passing_threshold(s))
                for s in found
            )
            right += [_accepted(dice, threshold) == picture.values for threshold in THRESHOLDS]
    if not right.any():
        return calibration
    return replace(calibration, threshold=float(THRESHOLDS[right >= ALIKE * right.max()].max()))


def _fit_on(
    cases: Sequence[LabelledDetection], places: Sequence[int], happened: Sequence[bool]
) -> Array:
    """Fit only the features at `places`; the weights (1 + FEATURES,) of the others are 0."""
    # Keep two dimensions even if a young network detects nothing.
    log_odds = np.array([case.log_odds for case in cases], float).reshape(-1, FEATURES)
    weights = np.zeros(1 + FEATURES)
    weights[[0, *(place + 1 for place in places)]] = fit_logistic(
        log_odds[:, list(places)], happened
    )
    return weights


def detect_as_read(reader: Reader, picture: EvaluationPicture) -> Iterator[list[Detection]]:
    """Yield the detections of a picture as a still, and both ways as with a fixed camera."""
    yield reader.detect(picture.image, all_clutter=True)
    if picture.dice:
        for mirrored in (False, True):
            yield reader.detect(
                picture.image, die_size=picture.die_size, mirrored=mirrored, all_clutter=True
            )


def _accepted(dice: Sequence[tuple[int, float]], threshold: float) -> tuple[int, ...]:
    return tuple(face for face, score in dice if score >= threshold)


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
