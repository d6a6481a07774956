"""A table learns during play, but only if there is something to learn."""

import queue

import pytest

from companion.taught import learning
from tests.companion.conftest import JPEG, Played, seen


def test_it_learns_once_dice_were_read(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is learned from entries by hand."""
    learned: queue.Queue[int] = queue.Queue()
    monkeypatch.setattr(learning, "LEARN_EVERY_SECONDS", 0.01)
    monkeypatch.setattr(
        learning, "learn_newly_confirmed", lambda table: learned.put(len(table.state.history.rows))
    )
    learning.learn_in_background(played.table)
    played.start()
    played.do("dice", faces=["1", "1", "1"])
    played.read(seen(1, "1 2 3"), JPEG)
    assert learned.get(timeout=120) == 3


def test_a_failure_to_learn_is_only_reported(
    played: Played, capfd: pytest.CaptureFixture[str]
) -> None:
    """The separate process finds unusable pictures and stores nothing."""
    played.start()
    learning.learn_newly_confirmed(played.table)
    assert not (played.folder / "taught").exists()
    assert "Traceback" not in capfd.readouterr().err
