"""What was read, held against what lies there."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.training.trials import NEAR, Trial, apart
from vision.accuracy import MISSED
from vision.reading import Die


@dataclass(frozen=True, slots=True)
class Judged:
    """One labelled or read die: the confidence of the reading, the true face and the face read."""

    confidence: float
    truth: str
    read: str


def judge(dice: Sequence[Die], trial: Trial) -> list[Judged]:
    """Hold the dice of a reading against a trial with boxes; each label is met at most once.

    What was read where nothing is labelled counts only where the trial labels every die.
    """
    left = list(trial.dice)
    found = []
    for die in sorted(dice, key=lambda d: -d.confidence):
        near = [label for label in left if apart(die.box, label[0]) < NEAR]
        if near:
            best = min(near, key=lambda label: apart(die.box, label[0]))
            left.remove(best)
            found.append(Judged(die.confidence, best[1], die.face))
        elif trial.complete:
            found.append(Judged(die.confidence, MISSED, die.face))
    return found + [Judged(0.0, face, MISSED) for _, face in left]
