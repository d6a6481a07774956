"""One place of a picture after both networks looked at it."""

from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from vision.detector import Candidate
from vision.faces import FACES, NOTHING

Chances = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sight:
    """A candidate, and the chances of the CLASSES of `vision.faces` for what it shows."""

    candidate: Candidate
    chances: Chances

    @property
    def score(self) -> float:
        """How likely a die lies here, by both networks together, 0..1."""
        return sqrt(self.candidate.score * max(0.0, 1 - float(self.chances[NOTHING])))

    @property
    def faces(self) -> list[tuple[str, float]]:
        """The six faces with their chances among themselves, likeliest first."""
        six = [float(chance) for chance in self.chances[: len(FACES)]]
        whole = max(sum(six), 1e-9)
        shares = ((face, chance / whole) for face, chance in zip(FACES, six, strict=True))
        return sorted(shares, key=lambda pair: -pair[1])

    def evidence(self) -> tuple[float, float, float, float]:
        """Give what the calibrated chances are worked out from: four log odds within -9..9.

        Of a die for the detector, of a die for the face network, of a readable die for it, and of
        the likeliest face against the other five.
        """
        readable = float(self.chances[: len(FACES)].sum())
        some_die = 1 - float(self.chances[NOTHING])
        return (
            _odds(self.candidate.score),
            _odds(some_die),
            _odds(readable),
            _odds(self.faces[0][1]),
        )


def _odds(chance: float) -> float:
    bounded = min(max(chance, 1.3e-4), 1 - 1.3e-4)
    return log(bounded / (1 - bounded))
