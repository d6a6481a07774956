"""Matching readings with labels."""

import numpy as np

from models.training.evaluation_pictures import EvaluationPicture, MatchedDie, match_labels
from tests.vision.stage import die_at
from vision.accuracy import MISSED_DIE

IMAGE = np.zeros((10, 10, 3), np.uint8)


def test_each_label_is_met_once() -> None:
    """Of two readings of one die, the surer one counts; the other is a false detection."""
    box = (0.0, 0.0, 40.0, 40.0)
    dice = [die_at(box, 3, 0.6), die_at((4.0, 0.0, 44.0, 40.0), 4, 0.9)]
    picture = EvaluationPicture(
        "g", "n", IMAGE, (4, 6), ((box, "4"), ((100.0, 100.0, 140.0, 140.0), "6"))
    )
    assert match_labels(dice, picture) == [
        MatchedDie(0.9, "4", "4"),
        MatchedDie(0.6, MISSED_DIE, "3"),
        MatchedDie(0.0, "6", MISSED_DIE),
    ]
    part = EvaluationPicture("g", "n", IMAGE, None, ((box, "4"),), complete=False)
    assert match_labels(dice, part) == [MatchedDie(0.9, "4", "4")]
