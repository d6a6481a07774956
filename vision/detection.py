"""A place in a picture where both networks think that a die lies."""

from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox
from vision.detector import Candidate
from vision.face_classifier import FACES, NOTHING

Probabilities = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Detection:
    """A candidate, and how likely it shows each of the CLASSES of `vision.face_classifier`."""

    candidate: Candidate
    probabilities: Probabilities

    @property
    def box(self) -> BoundingBox:
        """Where it lies: (x1, y1, x2, y2) in pixels."""
        return self.candidate.box

    @property
    def score(self) -> float:
        """How likely a die lies here, by both networks together, 0..1."""
        return sqrt(self.candidate.score * max(0.0, 1 - float(self.probabilities[NOTHING])))

    @property
    def face_probabilities(self) -> list[tuple[str, float]]:
        """The six faces with their probabilities, given that it shows one; likeliest first."""
        six = [float(p) for p in self.probabilities[: len(FACES)]]
        whole = max(sum(six), 1e-9)
        return sorted(
            ((face, p / whole) for face, p in zip(FACES, six, strict=True)),
            key=lambda pair: -pair[1],
        )

    def without_classes(self, *classes: int) -> "Detection":
        """Return the same, where it is known to be none of these places of the CLASSES."""
        probabilities = self.probabilities.copy()
        probabilities[list(classes)] = 0.0
        return Detection(self.candidate, probabilities)

    def log_odds(self) -> tuple[float, float, float, float]:
        """Give what the calibrated probabilities are worked out from: four, within -9..9.

        Of a die for the detector, of a die for the face network, of a readable die for it, and of
        the likeliest face against the other five.
        """
        readable = float(self.probabilities[: len(FACES)].sum())
        some_die = 1 - float(self.probabilities[NOTHING])
        return (
            logit(self.candidate.score),
            logit(some_die),
            logit(readable),
            logit(self.face_probabilities[0][1]),
        )


def logit(probability: float) -> float:
    """Return the log odds of a probability, within -9..9."""
    bounded = min(max(probability, 1.3e-4), 1 - 1.3e-4)
    return log(bounded / (1 - bounded))
