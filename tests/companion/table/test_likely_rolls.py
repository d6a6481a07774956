"""Likely rolls are played after a delay, unless somebody objects."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.log.readings import DieReport, ReadingReport
from companion.table.settings import FILE
from engine.core.refusals import BadAction
from tests.companion.conftest import JPEG, Played, seen


def likely(number: int = 1, faces: str = "1 2 3", **fields: Any) -> ReadingReport:
    """Return a likely roll."""
    dice = tuple(DieReport(face, 0.92, (0.0, 0.0, 9.0, 9.0), "white") for face in faces.split())
    return replace(seen(number, faces, sure=False, likely=True), dice=dice, **fields)


def counted(played: Played, **fields: Any) -> Played:
    """Start, and let a likely roll begin its delay."""
    played.start()
    assert played.read(likely(**fields), JPEG) == {"outcome": "likely", "why": ["unsure"]}
    return played


def wait(played: Played, seconds: float) -> dict[str, Any]:
    """Let time pass; return the snapshot."""
    played.clock.t += seconds
    played.table.tick()
    return played.shown


def test_a_likely_roll_is_played_after_its_delay(played: Played) -> None:
    """After three seconds, the same on every screen, the camera makes one row with a picture."""
    shown = counted(played).shown
    question = shown["eye"]["question"]
    assert (question["likely"], question["faces"]) == (True, ["1", "2", "3"])
    assert question["delay"] == {"seconds": 3.0}
    assert played.table.tick() == 1.0
    played.clock.t += 2.5
    assert played.table.tick() == 0.5
    shown = wait(played, 0.5)
    assert (played.cash(), shown["eye"]["question"]) == ([6, 0], None)
    assert (shown["last_row"]["source"], shown["last_row"]["has_picture"]) == ("camera", True)
    wait(played, 10)
    assert played.cash() == [6, 0]
    assert played.read(likely())["outcome"] == "repeat"
    assert played.read(seen(2, "2 2 2"))["outcome"] == "played"


def test_a_stopped_roll_is_asked(played: Played) -> None:
    """It is not played by itself, even if the eye becomes sure."""
    counted(played).do("ask", number=1)
    shown = wait(played, 60)
    question = shown["eye"]["question"]
    assert (shown["version"], question["number"], question["delay"]) == (1, 1, None)
    assert played.read(seen(2, "1 2 3", confirms=1))["outcome"] == "ignored"
    played.do("dice", faces=["1", "2", "4"], number=1)
    assert wait(played, 60)["eye"]["question"] is None
    assert played.cash() == [7, 0]


@pytest.mark.parametrize("number", [1, None])
def test_an_answer_during_the_delay_wins(played: Played, number: int | None) -> None:
    """The question or an entry by hand may answer it."""
    counted(played).do("dice", faces=["1", "2", "4"], number=number)
    wait(played, 60)
    assert played.cash() == [7, 0]


def test_a_roll_dismissed_during_the_delay_is_not_played(played: Played) -> None:
    """Nobody is asked about it again."""
    counted(played).do("dismiss", number=1)
    assert played.shown["eye"]["question"] is None
    assert wait(played, 60)["version"] == 1


def test_a_power_cut_during_the_delay_leaves_a_question(played: Played) -> None:
    """It is played once, when somebody confirms it; a repeat by the eye changes nothing."""
    counted(played).again()
    assert played.read(likely(), JPEG)["outcome"] == "repeat"
    shown = wait(played, 60)
    assert (shown["version"], shown["eye"]["question"]["delay"]) == (1, None)
    played.do("dice", faces=["1", "2", "3"], number=1)
    assert played.cash() == [6, 0]
    played.again()
    wait(played, 60)
    assert played.cash() == [6, 0]


def test_a_roll_during_the_delay_is_asked_with_it(played: Played) -> None:
    """Nobody confirmed the first one; neither is played automatically."""
    counted(played)
    assert played.read(seen(2, "4 4 4"))["why"] == ["earlier throw unanswered"]
    shown = wait(played, 60)
    assert (shown["version"], shown["eye"]["question"]["number"]) == (1, 2)
    played.do("dismiss", number=2)
    shown = wait(played, 60)
    assert (shown["version"], shown["eye"]["question"]["number"]) == (1, 1)


def test_a_full_disk_leaves_a_question(played: Played) -> None:
    """Playing is not tried again and again; people can answer once there is space."""
    counted(played)
    with played.full_disk():
        shown = wait(played, 3)
    assert shown["trouble"]["code"] == "log_unwritable"
    assert wait(played, 60)["eye"]["question"]["delay"] is None
    played.do("dice", faces=["1", "2", "3"], number=1)
    assert played.cash() == [6, 0]


def test_an_undone_likely_roll_returns_only_by_hand(played: Played) -> None:
    """It then behaves like any roll of the camera."""
    counted(played)
    wait(played, 3)
    played.do("undo")
    assert wait(played, 60)["eye"]["question"] is None
    assert played.cash() == [0, 0]


def test_a_roll_that_the_table_doubts_is_not_likely(played: Played) -> None:
    """There are too few dice, another die moved, or it may not have been a roll."""
    played.start()
    assert played.read(likely(1, "1 2"))["outcome"] == "asked"
    played.do("dismiss", number=1)
    assert played.read(replace(likely(2), thrown=None))["outcome"] == "asked"


def test_a_doubtful_roll_is_played_once_the_eye_is_sure(played: Played) -> None:
    """Nobody had answered, and the dice are the same."""
    played.start()
    doubtful = replace(likely(), likely=False)
    assert played.read(doubtful, JPEG)["outcome"] == "asked"
    other = seen(2, "1 2 4", confirms=1, moved=(False,) * 3)
    assert played.read(other)["outcome"] == "ignored"
    assert played.shown["eye"]["question"]["number"] == 1
    sure = seen(3, "1 2 3", confirms=1, moved=(False,) * 3)
    assert played.read(sure, JPEG)["outcome"] == "played"
    assert (played.cash(), played.shown["eye"]["question"]) == ([6, 0], None)
    assert played.shown["eye"]["roll"]["number"] == 3
    assert played.read(seen(4, "2 2 2"))["outcome"] == "played"


def test_a_doubtful_roll_starts_its_delay_once_it_is_likely(played: Played) -> None:
    """It is played if the eye is sure of it before the delay is over."""
    played.start()
    played.read(replace(likely(), likely=False))
    assert played.read(likely(2, confirms=1, moved=(False,) * 3))["outcome"] == "likely"
    assert wait(played, 1)["eye"]["question"]["number"] == 2
    assert played.read(seen(3, "1 2 3", confirms=2, moved=(False,) * 3))["outcome"] == "played"
    wait(played, 60)
    assert played.cash() == [6, 0]


def test_an_answered_roll_is_not_confirmed(played: Played) -> None:
    """Somebody was faster than the eye, and knows better."""
    played.start()
    played.read(replace(likely(), likely=False))
    played.do("dice", faces=["1", "2", "4"], number=1)
    assert played.read(seen(2, "1 2 3", confirms=1, moved=(False,) * 3))["outcome"] == "ignored"
    assert (played.cash(), played.shown["eye"]["roll"]["number"]) == ([7, 0], 1)


def test_the_table_can_be_set_to_ask_or_play_at_once(played: Played) -> None:
    """The setting survives a restart, and so does the delay."""
    played.start()
    played.do("set", on_likely="ask")
    assert played.read(likely())["outcome"] == "asked"
    played.do("dismiss", number=1)
    played.do("set", on_likely="play")
    assert played.read(likely(2))["outcome"] == "played"
    played.do("set", on_likely="count", seconds=5)
    played.again()
    assert played.shown["settings"] == {"on_likely": "count", "seconds": 5.0}
    played.read(replace(likely(1), eye="run2"))
    (played.folder / FILE).write_text("{")
    played.again()
    assert played.shown["settings"] == {"on_likely": "count", "seconds": 3.0}


def test_a_longer_look_answers_no_likely_roll_if_set_to_ask(played: Played) -> None:
    """People have to answer, even when the eye is sure or almost sure."""
    played.start()
    played.do("set", on_likely="ask")
    assert played.read(likely())["outcome"] == "asked"
    for later in (likely(2, confirms=1), seen(3, "1 2 3", confirms=1)):
        assert played.read(replace(later, moved=(False,) * 3))["outcome"] == "ignored"
        assert played.shown["eye"]["question"]["number"] == 1
    assert played.cash() == [0, 0]
    played.do("dice", faces=["1", "2", "3"], number=1)
    assert played.cash() == [6, 0]


def test_a_longer_look_answers_a_doubt_even_if_set_to_ask(played: Played) -> None:
    """The eye must be sure; if it is almost sure, people are still asked."""
    played.start()
    played.do("set", on_likely="ask")
    assert played.read(replace(likely(), likely=False))["outcome"] == "asked"
    lying = (False,) * 3
    assert played.read(replace(likely(2, confirms=1), moved=lying))["outcome"] == "ignored"
    assert played.shown["eye"]["question"]["number"] == 1
    assert played.read(replace(seen(3, "1 2 3", confirms=1), moved=lying))["outcome"] == "played"
    assert played.cash() == [6, 0]


def test_a_setting_changed_during_the_delay_applies_to_the_roll(played: Played) -> None:
    """People who choose to be asked are asked about this roll, too; wrong values are refused."""
    counted(played).do("set", on_likely="ask")
    assert wait(played, 60)["version"] == 1
    with pytest.raises(BadAction):
        played.do("set", on_likely="count", seconds=0)


def test_a_late_tap_does_not_stop_the_next_roll(played: Played) -> None:
    """The tap names its roll, so the next one's delay goes on."""
    counted(played)
    wait(played, 3)
    played.read(likely(2, "2 2 2"))
    played.do("ask", number=1)
    assert wait(played, 3)["eye"]["question"] is None
    assert played.cash() == [6, 6]
