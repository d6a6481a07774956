"""The pictures of the models' cards."""

from xml.etree import ElementTree

from models.training.cards import draw_confusion, draw_reliability, reliability
from models.training.judging import Judged
from vision.accuracy import MISSED


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
