"""From the networks' figures to calibrated probabilities, fitted on pictures kept out."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detection import Detection

Weights = NDArray[np.float64]

RANDOM_GUESS = 1 / 6  # confidence below which a face says no more than that: no die to offer


@dataclass(frozen=True, slots=True)
class Calibration:
    """Two logistic regressions on `Detection.log_odds` and one threshold.

    `presence_weights` and `confidence_weights` (5,) are a constant and a weight for each figure;
    `threshold` is the presence from which a detection is taken for a die.
    """

    presence_weights: Weights
    confidence_weights: Weights
    threshold: float

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, str]) -> "Calibration":
        """Read what training wrote; a network that was never calibrated has a rough one."""
        return cls(
            np.array(metadata.get("presence", "-2 1 1 0 0").split(), float),
            np.array(metadata.get("confidence", "-3 0.5 0 0.7 0.7").split(), float),
            float(metadata.get("accept", "0.5")),
        )

    def die_probability(self, detection: Detection) -> float:
        """Give the probability that a die lies here, whatever it shows."""
        return _logistic(self.presence_weights, detection)

    def confidence(self, detection: Detection) -> float:
        """Give the probability that a die lies here and shows its likeliest face."""
        return _logistic(self.confidence_weights, detection)

    def highest_passing_threshold(self, detection: Detection) -> float:
        """Give the highest `threshold` with which a die is read here; 0 where none ever is."""
        return (
            self.die_probability(detection) if self.confidence(detection) >= RANDOM_GUESS else 0.0
        )

    def is_die(self, detection: Detection) -> bool:
        """Tell whether a die is read here, surely or not."""
        return self.highest_passing_threshold(detection) >= self.threshold


def _logistic(weights: Weights, detection: Detection) -> float:
    odds = float(weights @ np.array([1.0, *detection.log_odds()]))
    return float(1 / (1 + np.exp(-odds)))
