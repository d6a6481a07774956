"""From the networks' figures to calibrated probabilities, fitted on pictures kept out."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detection import Detection

Weights = NDArray[np.float64]

CREDIBLE = 0.4  # confidence from which what shows a face is a die: keys and print mostly show less
RANDOM_GUESS = 1 / 6  # and of a die that cannot be read: below, a face says no more than that
UNREADABLE = 0.4  # probability of one reason from which it is such a die


@dataclass(frozen=True, slots=True)
class Calibration:
    """Three logistic regressions on `Detection.log_odds` and one threshold.

    `presence_weights`, `die_weights` and `confidence_weights` (6,) are a constant and a weight for
    each figure; `threshold` is the probability from which a detection is taken for a die.
    """

    presence_weights: Weights
    die_weights: Weights
    confidence_weights: Weights
    threshold: float

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, str]) -> "Calibration":
        """Read what training wrote; a network that was never calibrated has a rough one."""
        return cls(
            np.array(metadata.get("presence", "-2 1 1 0 0 0").split(), float),
            np.array(metadata.get("die", "-2 1 1 0 0 0.5").split(), float),
            np.array(metadata.get("confidence", "-3 0.5 0 0.7 0.7 0").split(), float),
            float(metadata.get("accept", "0.5")),
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

    def highest_passing_threshold(self, detection: Detection) -> float:
        """Give the highest `threshold` with which a die is read here; 0 where none ever is."""
        least = RANDOM_GUESS if detection.unreadable >= UNREADABLE else CREDIBLE
        return self.die_probability(detection) if self.confidence(detection) >= least else 0.0

    def is_die(self, detection: Detection) -> bool:
        """Tell whether a die is read here, surely or not."""
        return self.highest_passing_threshold(detection) >= self.threshold


def _logistic(weights: Weights, detection: Detection) -> float:
    odds = float(weights @ np.array([1.0, *detection.log_odds()]))
    return float(1 / (1 + np.exp(-odds)))
