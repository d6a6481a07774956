"""Turning points and events of Ten Thousand."""

import pytest

from tests.engine.ten_thousand.table import Table


def test_turning_points() -> None:
    """They are the best turn, the roll that risked most, and the farkle that cost most."""
    table = Table().throw("1 1 1 2 3 4").throw("5 2 6", kept="1 1 1").throw("1 2", "1 1 1 5").bank()
    table.throw("4 4 4 5 2 3").throw("2 3", kept="4 4 4 5")
    told = table.feats()
    assert told["best_turn"] == (0, 4, {"points": 1150})
    seat, at, figures = told["boldest_throwing_on"]
    assert (seat, at, figures["points"]) == (0, 3, 1050)
    assert figures["chance"] == pytest.approx(5 / 9)
    seat, at, figures = told["unlucky_farkle"]
    assert (seat, at, figures["points"]) == (1, 6, 450)
    assert figures["chance"] == pytest.approx(4 / 9)


def test_the_first_roll_risks_nothing() -> None:
    """It is neither a bold nor an unlucky turning point."""
    assert Table().throw("1 1 2 3 4 6").feats() == {}
    assert Table().farkle().feats() == {}


def test_events() -> None:
    """They say what was rolled, set aside and banked."""
    table = Table()
    dice = list("111234")
    table.throw("1 1 1 2 3 4")
    assert table.events == [{"type": "rolled", "seat": 0, "rolled": dice, "kept": []}]
    table.throw("2 3 5", kept="1 1 1")
    assert [event["sentence"] for event in table.events] == ["rolled_some"]
    assert table.bank().events == [{"type": "banked", "seat": 0, "points": 1050}]
