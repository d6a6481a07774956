"""The figures of the model cards."""

from xml.etree import ElementTree

from models.training.evaluation_pictures import MatchedDie
from models.training.model_cards import draw_confusion, draw_reliability, reliability
from vision.accuracy import MISSED_DIE


def test_reliability_counts_by_confidence() -> None:
    """Every reading falls into one bin, full confidence into the last."""
    rows = reliability(
        [MatchedDie(0.96, "1", "1"), MatchedDie(1.0, "2", "3"), MatchedDie(0.0, "4", MISSED_DIE)]
    )
    assert [row for row in rows if row[3]] == [(0.95, 0.98, 1, 1), (0.99, 1.0, 0, 1)]


def test_pictures_are_whole_svg() -> None:
    """Both figures can be parsed, and show the counts."""
    matched = [MatchedDie(0.99, "1", "1")] * 7 + [
        MatchedDie(0.6, "5", "6"),
        MatchedDie(0.3, MISSED_DIE, "2"),
    ]
    for drawing in (draw_reliability(reliability(matched)), draw_confusion(matched)):
        root = ElementTree.fromstring(drawing)
        assert any(
            "7" in (text.text or "") for text in root.iter("{http://www.w3.org/2000/svg}text")
        )
