"""Match what was read with the labelled dice."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.training.evaluation_pictures import NEAR, EvaluationPicture, distance
from vision.accuracy import MISSED_DIE
from vision.reading import Die


@dataclass(frozen=True, slots=True)
class MatchedDie:
    """One labelled or read die: the confidence of the reading, the true face and the face read."""

    confidence: float
    truth: str
    read: str


def match_labels(dice: Sequence[Die], picture: EvaluationPicture) -> list[MatchedDie]:
    """Match the dice of a reading with a picture's boxes; each label is matched at most once.

    A die read without a label counts only if the picture labels every die.
    """
    left = list(picture.dice)
    found = []
    for die in sorted(dice, key=lambda d: -d.confidence):
        near = [label for label in left if distance(die.box, label[0]) < NEAR]
        if near:
            best = min(near, key=lambda label: distance(die.box, label[0]))
            left.remove(best)
            found.append(MatchedDie(die.confidence, best[1], die.face))
        elif picture.complete:
            found.append(MatchedDie(die.confidence, MISSED_DIE, die.face))
    return found + [MatchedDie(0.0, face, MISSED_DIE) for _, face in left]
