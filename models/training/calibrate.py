"""Calibrated probabilities and thresholds for the reader, from pictures kept out of training.

Three logistic regressions on the log odds of the networks: the probability that a die lies
somewhere, by what is seen from close by and by all, and that it lies there and shows what was read.
Only that by all is fitted on pictures without dice, too: the others make doubts, and what may be a
die must stay one however much there is that is none. The probability from which a detection is
taken for a die is the highest of those with which about as many pictures are wholly right as can
be: a die that is missed then still makes a doubt, a thing that is taken for one a number.
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
FIGURES = 5  # of `Detection.log_odds`
THRESHOLDS = np.arange(0.2, 0.97, 0.02)
PRESENCE_FIGURES = (0, 1, 3)  # of them those that tell of a die: clutter shows no face
DIE_FIGURES = (0, 1, 3, 4)  # and what is seen from further off
READABLE_FIGURES = (0, 2, 3)  # and those that tell of one read right
ALIKE = 0.99  # of the best count of right pictures: a difference that chance makes
LEAST = 0.2  # detections that score less tell nothing


@dataclass(frozen=True, slots=True)
class LabelledDetection:
    """A detection: its log odds, whether a die lies there, whether it was read right."""

    log_odds: Features
    is_die: bool
    right: bool


def label_detections(
    detections: list[Detection], picture: EvaluationPicture
) -> list[LabelledDetection]:
    """Hold the detections of a picture against its labelled dice, leaving out what is not known.

    Needs a picture with labelled boxes. Of a die that lies on another its face is not labelled.
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
    figures: Array, happened: Sequence[bool], ridge: float = 1.0, weight: float = 1.0
) -> Array:
    """Fit a logistic regression of what `happened` on `figures` (N, K) by Newton's method.

    What did counts `weight` times. Gives (1 + K,): a constant and the weights.
    """
    y = np.array(happened, float)
    counts = np.where(y > 0, weight, 1.0)
    x = np.column_stack([np.ones(len(y)), figures])
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
    """Calibrate `reader` on pictures with boxes, and on such of `clutter` without dice.

    How it weighs what tells of a pose stays (`calibrate_poses`).
    """
    read = [(found, picture) for picture in pictures for found in detect_as_read(reader, picture)]
    near = [case for found, picture in read for case in label_detections(found, picture)]
    read += [(found, picture) for picture in clutter for found in detect_as_read(reader, picture)]
    cases = [case for found, picture in read for case in label_detections(found, picture)]
    presence = _fit_on(near, PRESENCE_FIGURES, [case.is_die for case in near])
    die = _fit_on(cases, DIE_FIGURES, [case.is_die for case in cases])
    confidence = _fit_on(near, READABLE_FIGURES, [case.right for case in near])
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
    """Fit on the figures at `places` alone; the weights (1 + FIGURES,) of the others are 0."""
    # In columns also where a young network saw nothing.
    log_odds = np.array([case.log_odds for case in cases], float).reshape(-1, FIGURES)
    weights = np.zeros(1 + FIGURES)
    weights[[0, *(place + 1 for place in places)]] = fit_logistic(
        log_odds[:, list(places)], happened
    )
    return weights


def detect_as_read(reader: Reader, picture: EvaluationPicture) -> Iterator[list[Detection]]:
    """Look at a picture as at a still, and both ways as the eye of a fixed camera does."""
    yield reader.detect(picture.image, all_clutter=True)
    if picture.dice:
        for mirrored in (False, True):
            yield reader.detect(
                picture.image, die_size=picture.die_size, mirrored=mirrored, all_clutter=True
            )


def _accepted(dice: Sequence[tuple[int, float]], threshold: float) -> tuple[int, ...]:
    return tuple(face for face, score in dice if score >= threshold)


def to_metadata(calibration: Calibration) -> dict[str, str]:
    """Return it as text for a network's file, as `Calibration.from_metadata` reads it."""
    return {
        "presence": as_text(calibration.presence_weights),
        "die": as_text(calibration.die_weights),
        "confidence": as_text(calibration.confidence_weights),
        "accept": f"{calibration.threshold:.3f}",
    }


def as_text(weights: Array) -> str:
    """Return weights as a network's file keeps them."""
    return " ".join(f"{w:.4f}" for w in weights)
