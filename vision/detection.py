"""A place in a picture where the networks think that a die may lie."""

from dataclasses import dataclass, replace
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox
from vision.detector import Candidate
from vision.face_classifier import FACES, NOTHING, STACKED, UNREADABLE_DICE

Probabilities = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Detection:
    """A candidate, and how likely it shows each of the CLASSES of `vision.face_classifier`.

    `clutter` is the probability that it is none of them, but clutter, for the clutter network: 0
    where that was not asked.
    """

    candidate: Candidate
    probabilities: Probabilities
    clutter: float = 0.0

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

    @property
    def unreadable(self) -> float:
        """The probability of the likeliest reason why the face of a die cannot be read."""
        return float(self.probabilities[list(UNREADABLE_DICE)].max())

    def without_classes(self, *classes: int) -> "Detection":
        """Return the same, where it is known to be none of these places of the CLASSES."""
        probabilities = self.probabilities.copy()
        probabilities[list(classes)] = 0.0
        return replace(self, probabilities=probabilities)

    def log_odds(self) -> tuple[float, ...]:
        """Give what the calibrated probabilities are worked out from: five, within -9..9.

        Of a die for the detector, of a die for the face network, of a readable die for it if it
        lies on no other, of the likeliest face against the other five, and of a die for the clutter
        network. A die on another shows its own face as well: that it may lie there is a doubt of
        its own (`vision.doubts`).
        """
        shows_face = float(self.probabilities[: len(FACES)].sum())
        some_die = 1 - float(self.probabilities[NOTHING])
        on_no_other = max(1 - float(self.probabilities[STACKED]), 1e-6)
        return (
            logit(self.candidate.score),
            logit(some_die),
            logit(shows_face / on_no_other),
            logit(self.face_probabilities[0][1]),
            logit(1 - self.clutter),
        )


def logit(probability: float) -> float:
    """Return the log odds of a probability, within -9..9."""
    bounded = min(max(probability, 1.3e-4), 1 - 1.3e-4)
    return log(bounded / (1 - bounded))
