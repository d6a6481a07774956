"""What the reader's figures are worth: confidence and thresholds, from pictures kept out.

Two logistic regressions on the log odds of both networks: the chance that a die lies somewhere, and
the chance that it lies there and shows what was read. The presence from which a sight is taken for
a die is the middle of where most pictures are wholly right.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.training.trials import Trial
from vision.calibration import Calibration
from vision.reader import Reader
from vision.sight import Sight

Array = NDArray[np.float64]
Evidence = tuple[float, float, float, float]
ACCEPTS = np.arange(0.2, 0.97, 0.02)
PRESENCE = (0, 1, 3)  # the figures of Sight.evidence that tell of a die: clutter shows no face
READABLE = (0, 2, 3)  # and those that tell of one read right
ALIKE = 0.99  # of the best count of right pictures: a difference that chance makes
LEAST = 0.2  # sights that score less tell nothing


@dataclass(frozen=True, slots=True)
class Outcome:
    """One sight of a trial: its evidence, whether a die lies there, whether it was read right."""

    evidence: Evidence
    there: bool
    right: bool


def outcomes(sights: list[Sight], trial: Trial) -> list[Outcome]:
    """Hold the sights of a trial against its labelled dice, leaving out what is not known.

    Needs a trial with boxes.
    """
    found = []
    for sight in sights:
        if sight.score < LEAST:
            continue
        truth = trial.face_at(sight.candidate.box)
        if truth is None and not trial.complete:
            continue
        right = truth == sight.faces[0][0]
        found.append(Outcome(sight.evidence(), truth is not None, right))
    return found


def fit_chance(
    evidence: Sequence[Evidence], happened: Sequence[bool], use: Sequence[int], ridge: float = 1.0
) -> Array:
    """Fit a logistic regression by Newton's method: a constant and four weights.

    Only the figures at the places `use` count; the weights of the others are 0.
    """
    y = np.array(happened, float)
    figures = np.array(evidence, float).reshape(len(y), 4)  # also where a young network saw nothing
    x = np.column_stack([np.ones(len(y)), figures[:, list(use)]])
    weights = np.zeros(x.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (y - chance) - ridge * weights
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + ridge * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    spread = np.zeros(5)
    spread[[0, *(place + 1 for place in use)]] = weights
    return spread


def calibrate(reader: Reader, trials: Iterable[Trial]) -> Calibration:
    """Work out what the figures of `reader` are worth, from trials with boxes."""
    looks = [(sights, trial) for trial in trials for sights in _looks(reader, trial)]
    cases = [case for sights, trial in looks for case in outcomes(sights, trial)]
    evidence = [case.evidence for case in cases]
    presence = fit_chance(evidence, [case.there for case in cases], PRESENCE)
    confidence = fit_chance(evidence, [case.right for case in cases], READABLE)
    worth = Calibration(presence, confidence, accept=0.5)
    right = np.zeros(len(ACCEPTS))
    for sights, trial in looks:
        if trial.complete and trial.values is not None:
            dice = sorted((int(s.faces[0][0]), worth.reach_of(s)) for s in sights)
            right += [_accepted(dice, accept) == trial.values for accept in ACCEPTS]
    return replace(worth, accept=float(np.median(ACCEPTS[right >= ALIKE * right.max()])))


def _looks(reader: Reader, trial: Trial) -> Iterator[list[Sight]]:
    """Look at a trial as at a still, and both ways as the eye of a fixed camera does."""
    yield reader.look(trial.image)
    if trial.dice:
        for _ in range(2):
            yield reader.look(trial.image, scale=trial.scale)


def _accepted(dice: Sequence[tuple[int, float]], accept: float) -> tuple[int, ...]:
    return tuple(face for face, reach in dice if reach >= accept)
