"""The view of the eye."""

from typing import Any

from msgspec.structs import replace

from companion.table.eyes import EyeReport
from tests.companion.conftest import JPEG, Played, seen
from vision.reading import SURE


def test_each_die_says_whether_it_is_sure(played: Played) -> None:
    """The eye itself decides that, so a page needs no threshold."""
    played.start()
    reading = seen(1, "1 2 3", sure=False)
    clear, faint, cocked = reading.dice
    dice = (
        replace(clear, confidence=SURE),
        replace(faint, confidence=SURE - 0.001),
        replace(cocked, confidence=SURE, doubts=("cocked",)),
    )
    played.table.take_reading(replace(reading, dice=dice), None)
    assert sure_dice(played.shown["eye"]["question"]) == [True, False, False]
    assert played.shown["eye"]["roll"] is None  # nothing is shown twice
    played.do("dismiss", number=1)
    assert sure_dice(played.shown["eye"]["roll"]) == [True, False, False]


def test_a_throw_that_was_played_looks_sure_whatever_is_doubted_beside_it(played: Played) -> None:
    """If the game misses no die, only the eye still fears a hidden one."""
    played.start()
    played.table.take_report(EyeReport("run1", "unsure"))
    reading = seen(1, "1 2 3", sure=False, doubts=("covered",))
    stacked, *others = reading.dice
    dice = (replace(stacked, doubts=("stacked",)), *others)
    assert played.read(replace(reading, dice=dice))["outcome"] == "played"
    assert sure_dice(played.shown["eye"]["roll"]) == [True] * 3
    assert played.shown["eye"]["state"] == "sure"
    played.read(seen(2, "4 5", sure=False))
    assert played.shown["eye"]["state"] == "unsure"


def test_the_picture_of_another_camera_is_forgotten(played: Played) -> None:
    """A phone that has photographed nothing yet shows no virtual dice."""
    played.table.take_report(EyeReport("run1", "sure", demo=True, preview=JPEG))
    played.table.take_reading(seen(1, "1 2 3"), None)
    assert played.shown["eye"]["preview_count"] == 1
    assert played.shown["eye"]["roll"] is not None
    played.table.take_report(EyeReport("run2", "empty", phone=True, photographs=True))
    assert played.shown["eye"]["preview_count"] == 0
    assert played.shown["eye"]["roll"] is None
    played.table.take_report(EyeReport("run2", "empty", phone=True, preview=JPEG))
    assert played.shown["eye"]["preview_count"] == 2  # browsers may have kept the first


def sure_dice(shown: Any) -> list[bool]:
    """Return which dice of a shown reading are sure."""
    return [die["sure"] for die in shown["dice"]]
