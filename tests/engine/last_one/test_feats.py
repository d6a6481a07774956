"""The turning point of Last One: the most expensive hand."""

from tests.engine.last_one.table import Table


def test_the_most_expensive_hand() -> None:
    """It is the one with the most points; the winner of a hand has none."""
    table = Table().open("9♥").do("hand_won", seat=0)
    assert table.feats() == {}
    table.do("score", seat=1, points=40).do("score", seat=2, points=60)
    assert table.feats() == {"dearest_hand": (2, 5, {"points": 60, "hand": 1})}
    table.open("9♥").do("hand_won", seat=2)
    table.do("score", seat=0, points=61).do("score", seat=1, points=2)
    assert table.feats() == {"dearest_hand": (0, 10, {"points": 61, "hand": 2})}
