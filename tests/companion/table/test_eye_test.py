"""During a test of the eye, rolls do not count in the game, and people enter what they see."""

import pytest
from msgspec.structs import replace

from companion.table.eye_test import UNWATCHED_SECONDS
from engine.core.refusals import NotNow
from tests.companion.conftest import Played, seen


def test_rolls_of_a_test_change_no_game(played: Played) -> None:
    """The game awaits the same roll as before, and the next one after the test is played."""
    played.start()
    before = played.cash()
    played.table.eye_test.begin()
    assert played.read(seen(1, "6 6 6"))["why"] == ["self test"]
    played.table.eye_test.answer(1, "666")
    played.table.eye_test.end()
    assert played.cash() == before
    assert played.read(seen(2, "1 1 1"))["outcome"] == "played"


def test_readings_are_compared_with_what_people_saw(played: Played) -> None:
    """One is right, one is wrong without asking, and one does not count."""
    test = played.table.eye_test
    test.begin()
    for number, read, truth in ((1, "1 2 3", "321"), (2, "1 2 3", "124"), (3, "5 5", "")):
        played.read(seen(number, read))
        assert test.view()["number"] == number
        test.answer(number, truth)
    played.read(seen(4, "2", thrown=False))
    view = test.view()
    assert "number" not in view  # pushed dice are not a roll
    assert (view["throws"], view["right"], view["asked"], view["sure_and_wrong"]) == (2, 1, 0, 1)
    assert view["mistakes"] == [{"truth": "4", "read": "3", "count": 1}]
    assert view["last"] == {"truth": ["1", "2", "4"], "read": ["1", "2", "3"]}
    assert 0 < view["low"] < 0.5 < view["high"] < 1


def test_a_complete_sure_roll_is_not_counted_as_asked(played: Played) -> None:
    """With all dice surely read, nobody would be asked; with one missing, somebody would."""
    test = played.table.eye_test
    test.begin()
    played.read(seen(1, "1 2 3", sure=False, doubts=("covered",)))
    test.answer(1, "123")
    played.read(seen(2, "1 2"))
    test.answer(2, "123")
    view = test.view()
    assert (view["right"], view["asked"], view["sure_and_wrong"]) == (1, 1, 0)


def test_a_roll_the_table_would_ask_about_counts_as_asked(played: Played) -> None:
    """A die that lay there before is doubtful, and was not found this time."""
    first, *others = seen(1, "1 2 3").dice
    reading = replace(seen(1, "1 2 3"), dice=(replace(first, doubts=("cocked",)), *others))
    test = played.table.eye_test
    test.begin()
    played.read(reading)
    test.answer(1, "123")
    assert test.view()["asked"] == 1
    test.end()
    played.start()
    assert played.read(replace(reading, number=2))["why"] == ["cocked"]


def test_an_abandoned_test_ends_by_itself(played: Played) -> None:
    """After a tablet was put away with its page open, rolls count again."""
    played.start()
    test = played.table.eye_test
    test.begin()
    played.clock.t += UNWATCHED_SECONDS - 1
    test.keep_alive()
    played.clock.t += UNWATCHED_SECONDS - 1
    assert test.is_on
    played.clock.t += 1
    assert not test.is_on
    test.keep_alive()  # too late: nobody rolls for it any more
    assert played.read(seen(1, "1 1 1"))["outcome"] == "played"


def test_an_answer_applies_only_to_its_roll(played: Played) -> None:
    """A second tap, or one after the next roll, is refused."""
    played.table.eye_test.begin()
    played.read(seen(1, "1"))
    played.read(seen(2, "2"))
    with pytest.raises(NotNow):
        played.table.eye_test.answer(1, "1")
    played.table.eye_test.answer(2, "2")
    with pytest.raises(NotNow):
        played.table.eye_test.answer(2, "2")


def test_a_reading_that_may_be_no_roll_replaces_no_question(played: Played) -> None:
    """A hand straightened a die while a question was open; otherwise it would be asked about."""
    test = played.table.eye_test
    test.begin()
    played.read(seen(1, "1 2 3", thrown=None))
    assert test.view()["number"] == 1
    played.read(seen(2, "1 2 4"))
    played.read(seen(3, "1 2 5", thrown=None))
    assert test.view()["number"] == 2
