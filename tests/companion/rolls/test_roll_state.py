"""A roll that never arrived or was never answered is not silently skipped."""

import threading
from typing import Any

import pytest
from msgspec.structs import replace

from companion.files import FileError
from companion.table.eyes import EyeReport
from tests.companion.conftest import JPEG, Played, seen


@pytest.fixture
def begun(played: Played) -> Played:
    """Return a table that has the first roll and awaits the second."""
    played.start()
    assert played.read(seen(1, "1 2 3"))["outcome"] == "played"
    return played


def question(played: Played) -> Any:
    """Return the open question."""
    return played.shown["eye"]["question"]


# -- rolls that never arrived --------------------------------------------------------------------


def test_a_roll_after_one_that_never_arrived_is_asked(begun: Played) -> None:
    """The eye gave up sending it; the next one would be played in its place."""
    begun.clock.t += 60
    assert begun.read(seen(3, "4 4 4"), JPEG) == {
        "outcome": "asked",
        "why": ["unheard"],
    }
    assert (question(begun)["number"], begun.cash()) == (3, [6, 0])
    begun.do("dice", faces=["4", "4", "4"], number=3)
    assert begun.read(seen(4, "5 5 5"))["outcome"] == "played"


def test_a_missing_roll_is_still_mentioned_after_a_correction(begun: Played) -> None:
    """The verdict is made again, and the reasons not to play still hold."""
    begun.read(seen(3, "4 4 4"))
    begun.do("correct", row=2, faces=["1", "2", "2"])
    assert question(begun)["why"] == ["unheard"]


def test_a_push_does_not_replace_a_roll_that_never_arrived(begun: Played) -> None:
    """Otherwise the roll after the push would be played in place of the missing one."""
    assert begun.read(seen(3, "1 2 3", thrown=False))["outcome"] == "ignored"
    assert begun.read(seen(4, "4 4 4"))["why"] == ["unheard"]
    begun.do("dismiss", number=4)
    assert begun.read(seen(5, "4 4 4"))["outcome"] == "played"


def test_ignored_and_asked_readings_count_as_heard(begun: Played) -> None:
    """Pushes, unawaited rolls and questions each have a number."""
    begun.read(seen(2, "1 2 3", thrown=False))
    begun.do("open")
    begun.read(seen(3, "4 4 5"))
    for k in (1, 2, 3):
        begun.do("count", k=k)
    begun.do("dismiss", number=3)
    begun.read(seen(4, "4 4 4", sure=False))
    begun.do("dismiss", number=4)
    assert begun.read(seen(5, "2 2 2"))["outcome"] == "played"


def test_a_roll_missed_while_none_was_awaited_does_not_matter(begun: Played) -> None:
    """The next roll is new when dice are awaited again."""
    begun.do("open")
    begun.read(seen(3, "4 4 5", thrown=None))
    for k in (1, 2, 3):
        begun.do("count", k=k)
    begun.clock.t += 1
    assert begun.read(seen(4, "2 2 2"))["outcome"] == "played"


def test_an_eye_that_restarts_misses_nothing(begun: Played) -> None:
    """Only what an eye has sent to this table decides what comes next, even before a restart."""
    begun.do("undo")
    begun.clock.t += 1
    other = replace(seen(4, "5 5 5"), eye="run2")
    assert begun.read(other)["outcome"] == "played"
    begun.again()
    begun.clock.t += 1
    assert begun.read(replace(seen(5, "2 2 2"), eye="run2"))["outcome"] == "played"
    assert begun.read(seen(3, "3 3 3"))["why"] == ["unheard"]


def test_a_roll_repeated_after_a_restart_was_heard(begun: Played) -> None:
    """It was played, so it changes nothing, but the next number must follow it."""
    begun.again()
    begun.clock.t += 1
    assert begun.read(seen(1, "1 2 3"))["outcome"] == "repeat"
    assert begun.read(seen(3, "4 4 4"))["why"] == ["unheard"]


def test_virtual_dice_beside_a_real_eye_were_heard(begun: Played) -> None:
    """When the demo counts again, none of its rolls is missing."""
    begun.table.take_report(EyeReport("run1", "sure", demo=True))
    begun.table.take_report(EyeReport("run2", "sure"))
    assert begun.read(seen(2, "6 6 6"))["why"] == ["demo"]
    begun.clock.t += 3.1
    assert begun.read(seen(3, "4 4 4"))["outcome"] == "played"


def test_a_roll_refused_by_a_full_disk_may_come_again(begun: Played) -> None:
    """It was not stored, so the next one is asked about; sent in order, both are played."""
    with begun.full_disk(), pytest.raises(FileError):
        begun.read(seen(2, "4 4 4"))
    assert begun.read(seen(3, "5 5 5"))["why"] == ["unheard"]
    begun.do("dismiss", number=3)
    assert begun.read(seen(4, "5 5 5"))["outcome"] == "played"


# -- rolls that nobody answered ------------------------------------------------------------------


def test_a_roll_after_an_unanswered_one_is_asked(begun: Played) -> None:
    """Played silently, it would count in place of the first."""
    begun.read(seen(2, "4 4 4", sure=False), JPEG)
    why = ["earlier throw unanswered"]
    assert begun.read(seen(3, "5 5 5")) == {"outcome": "asked", "why": why}
    assert (question(begun)["number"], begun.cash()) == (3, [6, 0])
    begun.do("dice", faces=["5", "5", "5"], number=3)
    assert (question(begun), begun.cash()) == (None, [6, 15])
    assert begun.read(seen(4, "1 1 1"))["outcome"] == "played"


def test_an_unsure_roll_after_an_unanswered_one_says_so(begun: Played) -> None:
    """Its question replaces the other one."""
    begun.read(seen(2, "4 4 4", sure=False))
    begun.read(seen(3, "5 5 5", sure=False))
    assert question(begun)["why"] == ["unsure", "earlier throw unanswered"]
    begun.do("pay", seat=0, amount=1)
    assert question(begun)["why"] == ["unsure", "earlier throw unanswered"]


def test_a_question_returns_if_the_next_reading_was_no_roll(begun: Played) -> None:
    """The roll before it still needs an answer, with its own picture."""
    begun.read(seen(2, "4 4 4", sure=False), JPEG)
    begun.read(seen(3, "4 4 5", thrown=None))
    assert begun.do("dismiss", number=3)["eye"]["question"]["number"] == 2
    assert begun.picture_of(2) == JPEG
    assert begun.do("dismiss", number=2)["eye"]["question"] is None
    assert begun.read(seen(4, "5 5 5"))["outcome"] == "played"


def test_a_roll_that_may_be_known_does_not_delay_the_next(begun: Played) -> None:
    """Dice that lay there too early need not have been a roll, but the next ones are."""
    begun.do("dice", faces=["4", "4", "4"])
    assert begun.read(seen(2, "4 4 4"))["why"] == ["too early"]
    assert begun.read(seen(3, "5 5 5"))["outcome"] == "played"
    assert question(begun) is None


def test_a_roll_that_may_be_known_hides_no_unanswered_one(begun: Played) -> None:
    """A second eye shows the first roll late, while a question is open."""
    begun.clock.t += 1
    begun.read(seen(2, "4 4 4", sure=False))
    late = replace(seen(1, "1 2 3"), eye="run2")
    assert begun.read(late)["why"] == ["too early", "earlier throw unanswered"]
    assert begun.read(seen(3, "5 5 5"))["why"] == ["earlier throw unanswered"]


def test_dice_that_only_seem_to_return_need_one_answer(begun: Played) -> None:
    """A lamp flickers over them again and again, but the earlier roll is still asked about."""
    begun.read(seen(2, "4 4 4", sure=False))
    for number in range(3, 15):
        begun.read(seen(number, "4 4 5", thrown=None))
    assert begun.do("dismiss", number=14)["eye"]["question"]["number"] == 2
    assert begun.do("dismiss", number=2)["eye"]["question"] is None


# -- questions that an undo removes --------------------------------------------------------------


def test_a_question_returns_when_an_undo_is_redone(begun: Played) -> None:
    """The eye will not send it again, and the third roll would be played as the second."""
    begun.read(seen(2, "4 4 4", sure=False), JPEG)
    assert begun.do("undo")["eye"]["question"] is None
    back = begun.do("undo", to=begun.shown["redo_to"])["eye"]["question"]
    assert (back["number"], back["why"], back["picture"]) == (2, ["unsure"], True)
    assert begun.read(seen(3, "5 5 5"))["why"] == ["earlier throw unanswered"]
    begun.do("dismiss", number=3)
    assert begun.do("dice", faces=["4", "4", "4"], number=2)["last_row"]["has_picture"] is True
    assert begun.do("undo")["eye"]["question"] is None  # it was answered


def test_all_unanswered_questions_return(begun: Played) -> None:
    """This includes a question that another one replaced."""
    for number in (2, 3):
        begun.read(seen(number, "4 4 4", sure=False))
    begun.do("undo")
    assert begun.do("undo", to=2)["eye"]["question"]["number"] == 3
    assert begun.do("dismiss", number=3)["eye"]["question"]["number"] == 2


def test_a_question_returns_with_its_unfinished_game(begun: Played) -> None:
    """A new game was started by mistake."""
    begun.read(seen(2, "4 4 4", sure=False))
    assert begun.start("Cy", "Dia")["eye"]["question"] is None
    assert begun.do("undo")["eye"]["question"]["number"] == 2


def test_a_question_returns_after_an_undone_act(begun: Played) -> None:
    """The act entered no dice, so after the undo the roll is awaited as before."""
    begun.read(seen(2, "4 4 4", sure=False))
    assert begun.do("open")["eye"]["question"] is None
    assert begun.do("undo")["eye"]["question"]["number"] == 2


def test_an_answered_question_does_not_return(begun: Played) -> None:
    """The dice were entered, and then undone: people who do that know what they want to enter."""
    begun.read(seen(2, "4 4 4", sure=False))
    begun.do("dice", faces=["4", "4", "4"], number=2)
    assert begun.do("undo")["eye"]["question"] is None


def test_a_question_does_not_return_for_another_roll(begun: Played) -> None:
    """The first roll counts differently now, so that the second is not the one asked about."""
    begun.read(seen(2, "4 4 4", sure=False))
    begun.do("undo")
    assert begun.do("dice", faces=["1", "1", "1"])["eye"]["question"] is None
    assert begun.do("undo", to=2)["eye"]["question"]["number"] == 2


def test_a_question_is_dropped_when_the_next_roll_is_played(begun: Played) -> None:
    """The dice lie differently, and the game has gone on after the undo."""
    begun.read(seen(2, "4 4 4", sure=False))
    begun.do("undo")
    begun.clock.t += 1
    assert begun.read(seen(3, "5 5 5"))["outcome"] == "played"
    assert begun.do("undo", to=2)["eye"]["question"] is None


# -- readings that have to wait ------------------------------------------------------------------


def test_a_readings_age_counts_from_its_arrival(
    begun: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waited for the table while somebody entered the roll by hand."""
    clock, came, answers = begun.clock, threading.Event(), []

    def now() -> float:
        came.set()
        return clock()

    def tell() -> None:
        answers.append(begun.read(seen(2, "4 4 4", after_rest_ms=500.0)))

    begun.clock.t += 10
    teller = threading.Thread(target=tell)
    with begun.table.lock:
        monkeypatch.setattr(begun.table, "_now", now)
        teller.start()
        came.wait(1)  # no test waits forever
        monkeypatch.setattr(begun.table, "_now", clock)
        clock.t += 1
        begun.do("dice", faces=["4", "4", "5"])
        clock.t += 10
    teller.join(60)
    assert answers == [{"outcome": "asked", "why": ["too early"]}]
