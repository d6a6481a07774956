"""Turn network outputs into calibrated probabilities, fitted on held-out pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detection import Detection, FloatArray, Probabilities
from vision.onnx_model import softmax
from vision.reading import LIKELY_CONFIDENCE

Weights = NDArray[np.float64]

ROUGH_POSES = (("cocked", "0 1 0 0 0 0"), ("stacked", "0 0 1 0 0 0"))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Logistic regressions on the networks' outputs, and one threshold.

    `presence_weights`, `die_weights` and `confidence_weights` (7,) hold a constant and a weight for
    each feature of `Detection.log_odds`. A detection counts as a die if its `die_probability` is at
    least `threshold`. `pose_weights` (2, 6) are the same for the features of
    `vision.pose_features`: one row for a cocked die, one for a die on top of another, each against
    a die that lies flat.
    """

    presence_weights: Weights
    die_weights: Weights
    confidence_weights: Weights
    threshold: float
    pose_weights: Weights

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, str]) -> "Calibration":
        """Read the weights that training wrote; an uncalibrated network gets rough defaults."""
        return cls(
            np.array(metadata.get("presence", "-2 1 1 0 0 0 0").split(), float),
            np.array(metadata.get("die", "-2 1 1 0 0 0.5 0").split(), float),
            np.array(metadata.get("confidence", "-3 0 0 0.7 0.7 0 0").split(), float),
            float(metadata.get("accept", "0.5")),
            np.array([metadata.get(name, rough).split() for name, rough in ROUGH_POSES], float),
        )

    def presence_probability(self, detection: Detection) -> float:
        """Return the probability that a die lies here, by the detector and the face network alone.

        It decides whether a possible die raises a doubt. The clutter network has no say in that,
        because something may lie on top of the die.
        """
        return _logistic(self.presence_weights, detection)

    def die_probability(self, detection: Detection) -> float:
        """Return the probability that a die lies here and not clutter, whatever the die shows.

        It uses the detector's score over all scales: clutter that looks like a die at one scale
        seldom does at the others.
        """
        return _logistic(self.die_weights, detection)

    def confidence(self, detection: Detection) -> float:
        """Return the probability that the die here shows its likeliest face, if there is a die.

        It is at most the probability of that face among the six, because even a clear die may have
        pips that are hardly visible: a six is then taken for a four.
        """
        return min(
            _logistic(self.confidence_weights, detection), detection.face_probabilities[0][1]
        )

    def certainty(self, detection: Detection) -> float:
        """Return the probability that a die lies here and shows its likeliest face."""
        return self.presence_probability(detection) * self.confidence(detection)

    def pose_probabilities(self, features: FloatArray) -> Probabilities:
        """Return the probabilities (3,) of POSE_CLASSES for the `features` (5,) of one die."""
        log_odds = self.pose_weights @ np.array([1.0, *features])
        return np.asarray(softmax(np.array([[0.0, *log_odds]], np.float32))[0])

    def is_die(self, detection: Detection) -> bool:
        """Return whether `detection` is probable enough to count as a die, even a doubtful one."""
        return self.die_probability(detection) >= self.threshold

    def are_dice(self, detections: Sequence[Detection]) -> list[bool]:
        """Return which of all `detections` of a picture count as dice, even doubtful ones."""
        likely = np.array([self.die_probability(one) for one in detections])
        return list(map(bool, count_as_dice(likely, self.threshold)))


def count_as_dice(likely: Weights, threshold: float | Weights) -> NDArray[np.bool_]:
    """Return which detections of a picture count, by their probabilities `likely` (N,).

    None does if not even one is likely: the tray is probably empty. For thresholds (T, 1), the
    result is (T, N).
    """
    some = likely.max(initial=0.0) >= LIKELY_CONFIDENCE
    return np.asarray((likely >= threshold) & some, np.bool_)


def _logistic(weights: Weights, detection: Detection) -> float:
    odds = float(weights[0] + weights[1:] @ detection.log_odds)
    return float(1 / (1 + np.exp(-odds)))
