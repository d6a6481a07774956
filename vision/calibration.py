"""From the networks' figures to calibrated probabilities, fitted on pictures kept out."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detection import Detection, Figures, Probabilities
from vision.onnx_model import softmax

Weights = NDArray[np.float64]

CREDIBLE = 0.4  # confidence from which what shows a face is a die: keys and print mostly show less
RANDOM_GUESS = 1 / 6  # and of a die that cannot be read: below, a face says no more than that
MIN_UNREADABLE = 0.4  # probability of one reason from which it is such a die
ROUGH_POSES = (("cocked", "0 1 0 0 0 0"), ("stacked", "0 0 1 0 0 0"))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Logistic regressions on what the networks say, and one threshold.

    `presence_weights`, `die_weights` and `confidence_weights` (6,) are a constant and a weight for
    each figure of `Detection.log_odds`; `threshold` is the probability from which one is taken for
    a die. `pose_weights` (2, 6) are the same for the figures of `vision.poses.pose_figures`, of a
    die that is tilted and of one that lies on another, against one that lies flat.
    """

    presence_weights: Weights
    die_weights: Weights
    confidence_weights: Weights
    threshold: float
    pose_weights: Weights

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, str]) -> "Calibration":
        """Read what training wrote; a network that was never calibrated has a rough one."""
        return cls(
            np.array(metadata.get("presence", "-2 1 1 0 0 0").split(), float),
            np.array(metadata.get("die", "-2 1 1 0 0 0.5").split(), float),
            np.array(metadata.get("confidence", "-3 0.5 0 0.7 0.7 0").split(), float),
            float(metadata.get("accept", "0.5")),
            np.array([metadata.get(name, rough).split() for name, rough in ROUGH_POSES], float),
        )

    def presence(self, detection: Detection) -> float:
        """Give the probability that a die lies here, by what is seen from close by alone.

        What may be a die so makes a doubt, however much it looks like clutter from further off: it
        may be one that something lies over.
        """
        return _logistic(self.presence_weights, detection)

    def die_probability(self, detection: Detection) -> float:
        """Give the probability that a die lies here and no clutter, whatever it shows."""
        return _logistic(self.die_weights, detection)

    def confidence(self, detection: Detection) -> float:
        """Give the probability that a die lies here and shows its likeliest face."""
        return _logistic(self.confidence_weights, detection)

    def pose(self, figures: Figures) -> Probabilities:
        """Give the probabilities (3,) of how a die lies by the `figures` (5,) of `pose_figures`."""
        log_odds = self.pose_weights @ np.array([1.0, *figures])
        return np.asarray(softmax(np.array([[0.0, *log_odds]], np.float32))[0])

    def highest_passing_threshold(self, detection: Detection) -> float:
        """Give the highest `threshold` with which a die is read here; 0 where none ever is."""
        least = RANDOM_GUESS if detection.unreadable >= MIN_UNREADABLE else CREDIBLE
        return self.die_probability(detection) if self.confidence(detection) >= least else 0.0

    def is_die(self, detection: Detection) -> bool:
        """Tell whether a die is read here, surely or not."""
        return self.highest_passing_threshold(detection) >= self.threshold


def _logistic(weights: Weights, detection: Detection) -> float:
    odds = float(weights[0] + weights[1:] @ detection.log_odds)
    return float(1 / (1 + np.exp(-odds)))
