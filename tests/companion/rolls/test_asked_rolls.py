"""How often the eye asked, out of how many rolls."""

from datetime import UTC, datetime

from companion.rolls.earlier_rolls import EVENING_LENGTH, count_asked_rolls
from tests.companion.conftest import Played, seen


def test_rolls_and_questions_of_the_evening_are_counted(played: Played) -> None:
    """Played and asked rolls count; ignored readings and entries by hand do not."""
    played.start()
    played.read(seen(1, "1 1 1"))
    played.read(seen(2, "1 2 2", sure=False))
    played.read(seen(3, "1 2 2", thrown=False))
    rows = played.table.state.history.rows
    assert count_asked_rolls(rows) == (2, 1)
    assert count_asked_rolls(rows, datetime.now(UTC) + 2 * EVENING_LENGTH) == (0, 0)


def test_a_roll_the_eye_confirms_does_not_count_as_asked(played: Played) -> None:
    """It is one roll, however often the eye sends it."""
    played.start()
    played.read(seen(1, "1 2 2", sure=False))
    played.read(seen(2, "1 2 2", confirms=1, moved=(False,) * 3))
    assert count_asked_rolls(played.table.state.history.rows) == (1, 0)
