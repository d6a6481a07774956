"""What the reader's figures are worth: confidence and thresholds, from pictures kept out.

The confidence of a die is a logistic regression on three log odds of the two networks; the score
from which a sight is a die is where most pictures are wholly right.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.trials import Trial
from vision.reader import Reader
from vision.sight import Sight

Array = NDArray[np.float64]
ACCEPTS = np.arange(0.3, 0.8, 0.02)
NOTICE_SHARE = 0.5  # of the accepted score: from there a sight may be a die
LEAST = 0.2  # weaker sights tell nothing


@dataclass(frozen=True, slots=True)
class Outcome:
    """One sight of a trial: its score, evidence, and whether a die with that face lies there."""

    score: float
    evidence: tuple[float, float, float]
    right: bool


def outcomes(sights: list[Sight], trial: Trial) -> list[Outcome]:
    """Hold the sights of a trial against its labelled dice, leaving out what is not known.

    Needs a trial with boxes.
    """
    found = []
    for sight in sights:
        if sight.score < LEAST:
            continue
        truth = _face_at(sight, trial)
        if truth is None and not trial.complete:
            continue
        found.append(Outcome(sight.score, sight.evidence(), truth == sight.faces[0][0]))
    return found


def _face_at(sight: Sight, trial: Trial) -> str | None:
    x1, y1, x2, y2 = sight.candidate.box
    x, y, size = (x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1 + y2 - y1) / 2
    best: tuple[float, str] | None = None
    for (a1, b1, a2, b2), face in trial.dice:
        own = (a2 - a1 + b2 - b1) / 2
        far = float(np.hypot(x - (a1 + a2) / 2, y - (b1 + b2) / 2)) / own
        if far < 0.5 and 0.5 < size / own < 2 and (best is None or far < best[0]):
            best = far, face
    return best[1] if best else None


def fit_confidence(cases: list[Outcome], ridge: float = 1.0) -> Array:
    """Constant and three weights of the logistic regression, by Newton's method."""
    x = np.array([(1.0, *case.evidence) for case in cases])
    y = np.array([case.right for case in cases], float)
    weights = np.zeros(4)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (y - chance) - ridge * weights
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + ridge * np.eye(4)
        weights += np.linalg.solve(bend, slope)
    return weights


def calibrate(reader: Reader, trials: Iterable[Trial]) -> dict[str, str]:
    """Work out the figures for the face network's file, from trials with boxes."""
    cases: list[Outcome] = []
    right = np.zeros(len(ACCEPTS))
    for trial in trials:
        sights = reader.look(trial.image)
        cases += outcomes(sights, trial)
        if trial.complete and trial.values is not None:
            right += [_values(sights, accept) == trial.values for accept in ACCEPTS]
    accept = float(np.median(ACCEPTS[right >= right.max() - 0.5]))
    weights = fit_confidence(cases)
    return {
        "accept": f"{accept:.3f}",
        "notice": f"{accept * NOTICE_SHARE:.3f}",
        "confidence": " ".join(f"{w:.4f}" for w in weights),
    }


def _values(sights: list[Sight], accept: float) -> tuple[int, ...]:
    return tuple(sorted(int(s.faces[0][0]) for s in sights if s.score >= accept))
