"""A place where a die may lie, and what the networks say about it."""

from dataclasses import dataclass, field, replace
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox
from vision.classifiers import COCKED, FACES, NOTHING, STACKED, UNKNOWN, UNREADABLE_DICE
from vision.detector import Candidate
from vision.frame import Array

Probabilities = Array
FloatArray = NDArray[np.float64]

# Minimum probability of a doubt: that a die is clutter (1 in 1111 dice is that likely), that it is
# cocked, covered and so on, or that a die lies where none is read.
DOUBT_PROBABILITY = 0.3
FLAT_CLASSES = [*range(len(FACES)), UNKNOWN]  # classes of dice that lie flat


@dataclass(frozen=True, slots=True)
class Detection:
    """A candidate and the probability of each of the FACE_CLASSES of `vision.classifiers`.

    `probabilities` (14,) are the face network's, unless something better is known. `clutter` is the
    clutter network's probability that this is not a die, 0 if it was not asked. `pose` (3,) are the
    probabilities of POSE_CLASSES, computed from `pose_features` (5,); both are None if the pose
    network was not asked. `class_probabilities` (14,) combine face and pose.

    `log_odds` (6,), within -9..9, are the features for the calibrated probabilities: a die,
    according to the detector; a die, according to the face network; a readable die that lies on no
    other, according to the face and pose networks; the likeliest face against the other five; no
    clutter; and a die, according to the detector at all scales together. Clutter probabilities
    above `DOUBT_PROBABILITY` count as that, because the clutter network knows few tables and
    must not remove a die by itself. A die on top of another still shows its face; that it is
    stacked is a doubt (`vision.doubts`).
    """

    candidate: Candidate
    probabilities: Probabilities
    clutter: float = 0.0
    pose: Probabilities | None = None
    pose_features: FloatArray | None = None
    class_probabilities: Probabilities = field(init=False, repr=False, compare=False)
    log_odds: FloatArray = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:  # both are used some twenty times
        self.probabilities.setflags(write=False)
        redistributed = _redistribute(self.probabilities, self.pose)
        object.__setattr__(self, "class_probabilities", redistributed)
        object.__setattr__(self, "log_odds", self._log_odds())

    @property
    def box(self) -> BoundingBox:
        """The box (x1, y1, x2, y2) in pixels."""
        return self.candidate.box

    @property
    def score(self) -> float:
        """The probability of a die, by the detector and the face network together, 0..1."""
        return sqrt(self.candidate.score * max(0.0, 1 - float(self.probabilities[NOTHING])))

    @property
    def face_probabilities(self) -> list[tuple[str, float]]:
        """The six faces with their probabilities, given that the die shows one; likeliest first."""
        six = [float(p) for p in self.probabilities[: len(FACES)]]
        whole = max(sum(six), 1e-9)
        return sorted(
            ((face, p / whole) for face, p in zip(FACES, six, strict=True)),
            key=lambda pair: -pair[1],
        )

    @property
    def unreadable_probability(self) -> float:
        """The probability of the likeliest reason why the face cannot be read."""
        return float(self.class_probabilities[list(UNREADABLE_DICE)].max())

    def excluding_classes(self, *classes: int) -> "Detection":
        """Return this detection with the probabilities of these FACE_CLASSES (indices) set to 0."""
        probabilities = self.class_probabilities.copy()
        probabilities[list(classes)] = 0.0
        return replace(self, probabilities=probabilities, pose=None, pose_features=None)

    def _log_odds(self) -> FloatArray:
        seen, found = self.class_probabilities, self.candidate
        odds = (
            found.score,
            1 - float(self.probabilities[NOTHING]),
            float(seen[: len(FACES)].sum()) / max(1 - float(seen[STACKED]), 1e-6),
            self.face_probabilities[0][1],
            1 - min(self.clutter, DOUBT_PROBABILITY),
            found.score if found.mean_score is None else found.mean_score,
        )
        return np.array([logit(probability) for probability in odds])


def _redistribute(probabilities: Probabilities, pose: Probabilities | None) -> Probabilities:
    """Return `probabilities` (14,) of the face network, redistributed by `pose` (3,)."""
    if pose is None:
        return probabilities
    after, before = probabilities.copy(), pose_from_face_network(probabilities)
    flat, cocked, stacked = pose * before.sum()
    after[FLAT_CLASSES] *= flat / before[0]
    after[[COCKED, STACKED]] = cocked, stacked
    return after


def pose_from_face_network(probabilities: Probabilities) -> Probabilities:
    """Return the face network's probabilities (3,) of flat, cocked and stacked, at least 1e-9.

    They do not sum to 1, because other classes take a share.
    """
    of_each = [probabilities[FLAT_CLASSES].sum(), probabilities[COCKED], probabilities[STACKED]]
    return np.maximum(np.array(of_each, np.float32), np.float32(1e-9))


def logit(probability: float) -> float:
    """Return the log odds of a probability, clipped to -9..9."""
    bounded = min(max(probability, 1.3e-4), 1 - 1.3e-4)
    return log(bounded / (1 - bounded))
