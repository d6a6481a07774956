"""A power cut at random moments loses nothing that was acknowledged."""

from pathlib import Path

from tests.companion.table.kill_game import run


def test_kill_9_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """Four kills during acts and questions; `kill_game --times 200` does more."""
    report = run(4, 7, tmp_path / "data")
    assert report.acknowledged > 4
    assert report.killed_while_asked > 0
    assert (report.lost, report.doubled, report.states_differ) == (0, 0, 0)
