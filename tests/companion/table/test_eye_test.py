"""The test of the eye: its rolls are not the game's, and people enter what lay there."""

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


def test_what_was_read_is_held_against_what_people_saw(played: Played) -> None:
    """One is read right, one wrong without asking, and one does not count."""
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


def test_what_a_game_that_counts_its_dice_would_play_is_not_asked(played: Played) -> None:
    """All dice were read surely, or one was missed."""
    test = played.table.eye_test
    test.begin()
    played.read(seen(1, "1 2 3", sure=False, doubts=("covered",)))
    test.answer(1, "123")
    played.read(seen(2, "1 2"))
    test.answer(2, "123")
    view = test.view()
    assert (view["right"], view["asked"], view["sure_and_wrong"]) == (1, 1, 0)


def test_what_the_table_would_have_asked_about_is_asked(played: Played) -> None:
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


def test_a_test_that_nobody_looks_after_gives_the_game_its_rolls_again(played: Played) -> None:
    """A tablet was put away with the page open."""
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


def test_only_the_roll_that_is_asked_about_is_answered(played: Played) -> None:
    """A second tap, or one after the next roll, is refused."""
    played.table.eye_test.begin()
    played.read(seen(1, "1"))
    played.read(seen(2, "2"))
    with pytest.raises(NotNow):
        played.table.eye_test.answer(1, "1")
    played.table.eye_test.answer(2, "2")
    with pytest.raises(NotNow):
        played.table.eye_test.answer(2, "2")


def test_what_may_be_no_roll_takes_no_question_away(played: Played) -> None:
    """A hand set a die right during an open question; by itself it is asked about."""
    test = played.table.eye_test
    test.begin()
    played.read(seen(1, "1 2 3", thrown=None))
    assert test.view()["number"] == 1
    played.read(seen(2, "1 2 4"))
    played.read(seen(3, "1 2 5", thrown=None))
    assert test.view()["number"] == 2
