"""What the networks' figures are worth: chances that were worked out on pictures kept out."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.sight import Sight

Weights = NDArray[np.float64]

GUESS = 1 / 6  # confidence below which a face says no more than chance, and is no die to offer


@dataclass(frozen=True, slots=True)
class Calibration:
    """Two logistic regressions on `Sight.evidence` and one threshold.

    `presence` and `confidence` (5,) are a constant and a weight for each figure; `accept` is the
    presence from which a sight is taken for a die.
    """

    presence: Weights
    confidence: Weights
    accept: float

    @classmethod
    def read(cls, meta: Mapping[str, str]) -> "Calibration":
        """Read what `written` gave; a network that was never calibrated has a rough one."""
        return cls(
            np.array(meta.get("presence", "-2 1 1 0 0").split(), float),
            np.array(meta.get("confidence", "-3 0.5 0 0.7 0.7").split(), float),
            float(meta.get("accept", "0.5")),
        )

    def written(self) -> dict[str, str]:
        """Return it as words for a network's file."""
        return {
            "presence": " ".join(f"{w:.4f}" for w in self.presence),
            "confidence": " ".join(f"{w:.4f}" for w in self.confidence),
            "accept": f"{self.accept:.3f}",
        }

    def presence_of(self, sight: Sight) -> float:
        """Give the chance that a die lies here, whatever it shows."""
        return _chance(self.presence, sight)

    def confidence_of(self, sight: Sight) -> float:
        """Give the chance that a die lies here and shows its likeliest face."""
        return _chance(self.confidence, sight)

    def reach_of(self, sight: Sight) -> float:
        """Give the highest `accept` with which a die is read here; 0 where none ever is."""
        return self.presence_of(sight) if self.confidence_of(sight) >= GUESS else 0.0

    def is_die(self, sight: Sight) -> bool:
        """Tell whether a die is read here, surely or not."""
        return self.reach_of(sight) >= self.accept


def _chance(weights: Weights, sight: Sight) -> float:
    odds = float(weights @ np.array([1.0, *sight.evidence()]))
    return float(1 / (1 + np.exp(-odds)))
