"""During a lesson no reading is a roll."""

import pytest

from companion.table import eyes
from companion.table.eyes import SECONDS_BETWEEN_STILLS, EyeReport
from tests.companion.conftest import JPEG, Played, seen


def test_nothing_read_in_a_lesson_is_a_roll(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readings are ignored from the first still until a while after the last."""
    monkeypatch.setattr(eyes, "EYE_TIMEOUT_SECONDS", 0.01)
    played.start()
    assert played.table.lesson.wait_for_still() is None  # there is no eye
    assert played.read(seen(1, "1 2 3"))["why"] == ["teaching"]
    played.clock.t += SECONDS_BETWEEN_STILLS + 0.1
    assert played.read(seen(2, "1 2 3"))["why"] != ["teaching"]


@pytest.mark.parametrize(("state", "good"), [("sure", True), ("hand", False)])
def test_a_still_shows_no_hand(
    played: Played, monkeypatch: pytest.MonkeyPatch, state: str, good: bool
) -> None:
    """If something moves, another still is taken."""
    stills = played.table.eyes.stills
    monkeypatch.setattr(stills, "wait_for_next", lambda: JPEG)
    played.table.take_report(EyeReport("run1", state))  # type: ignore[arg-type]
    assert (played.table.lesson.wait_for_still() == JPEG) == good
