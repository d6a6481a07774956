"""Lines of the log, and acts as everybody hears of them."""

from tests.engine.yacht.table import GAME, Table


def test_lines() -> None:
    """What was thrown, what stayed, and what was scored where, also if it is nothing."""
    table = Table()
    assert table.line("throw", thrown=list("22345"), kept=[]) == "Ana throws 2 2 3 4 5"
    table.throw("2 2 3 4 5")
    kept = table.line("throw", thrown=list("116"), kept=["2", "2"])
    assert kept == "Ana throws 1 1 6, keeping 2 2"
    assert table.line("score", box="small_straight") == "Ana scores 30 in small straight"
    assert table.line("score", box="yacht") == "Ana scores 0 in yacht"


def test_who_acts_is_told_and_what_it_brought() -> None:
    """An act names its seat and a score its points, said or not."""
    table = Table().throw("2 2 3 4 5")
    action = GAME.actions.parse({"type": "score", "box": "twos"})
    told = {"type": "score", "box": "twos", "points": 4, "seat": 0}
    assert GAME.public_action(table.state, action) == told
