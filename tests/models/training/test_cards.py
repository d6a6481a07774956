"""The pictures of the models' cards."""

from xml.etree import ElementTree

import numpy as np

from models.training.cards import Judged, draw_confusion, draw_reliability, judge, reliability
from models.training.trials import Trial
from tests.vision.stage import die_at
from vision.accuracy import MISSED

IMAGE = np.zeros((10, 10, 3), np.uint8)


def test_each_label_is_met_once() -> None:
    """Two readings of one die: the surer counts, the other was read where nothing lies."""
    box = (0.0, 0.0, 40.0, 40.0)
    dice = [die_at(box, 3, 0.6), die_at((4.0, 0.0, 44.0, 40.0), 4, 0.9)]
    trial = Trial("g", "n", IMAGE, (4, 6), ((box, "4"), ((100.0, 100.0, 140.0, 140.0), "6")))
    assert judge(dice, trial) == [
        Judged(0.9, "4", "4"), Judged(0.6, MISSED, "3"), Judged(0.0, "6", MISSED)
    ]  # fmt: skip
    part = Trial("g", "n", IMAGE, None, ((box, "4"),), complete=False)
    assert judge(dice, part) == [Judged(0.9, "4", "4")]


def test_reliability_counts_by_confidence() -> None:
    """Every reading falls into one bin, full confidence into the last."""
    rows = reliability([Judged(0.96, "1", "1"), Judged(1.0, "2", "3"), Judged(0.0, "4", MISSED)])
    assert [row for row in rows if row[3]] == [(0.95, 0.98, 1, 1), (0.99, 1.0, 0, 1)]


def test_pictures_are_whole_svg() -> None:
    """Both drawings parse, and show the counts."""
    judged = [Judged(0.99, "1", "1")] * 7 + [Judged(0.6, "5", "6"), Judged(0.3, MISSED, "2")]
    for drawing in (draw_reliability(reliability(judged)), draw_confusion(judged)):
        root = ElementTree.fromstring(drawing)
        assert any(
            "7" in (text.text or "") for text in root.iter("{http://www.w3.org/2000/svg}text")
        )
