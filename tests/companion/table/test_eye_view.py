"""What the table shows about its eye."""

import math
from typing import Any

import pytest
from msgspec.structs import replace

from companion.table.eyes import CameraInspection, EyeReport
from engine.core.refusals import NotNow
from tests.companion.conftest import JPEG, Played, seen
from vision.protocol import EyeState
from vision.reading import SURE_CONFIDENCE


def test_each_die_says_whether_it_is_sure(played: Played) -> None:
    """The eye itself decides that, so a page needs no threshold."""
    played.start()
    reading = seen(1, "1 2 3", sure=False)
    clear, faint, cocked = reading.dice
    dice = (
        replace(clear, confidence=SURE_CONFIDENCE),
        replace(faint, confidence=SURE_CONFIDENCE - 0.001),
        replace(cocked, confidence=SURE_CONFIDENCE, doubts=("cocked",)),
    )
    played.table.take_reading(replace(reading, dice=dice), None)
    assert sure_dice(played.shown["eye"]["question"]) == [True, False, False]
    assert played.shown["eye"]["roll"] is None  # nothing is shown twice
    played.table.take_report(EyeReport("run1", "unsure"))
    assert played.shown["eye"]["state"] == "unsure"
    played.do("dismiss", number=1)
    assert played.shown["eye"]["state"] == "still"  # it was settled
    assert sure_dice(played.shown["eye"]["roll"]) == [True, False, False]
    assert not played.shown["eye"]["roll"]["moved_since"]
    for state in ("moving", "unsure"):
        played.table.take_report(EyeReport("run1", state))
    assert played.shown["eye"]["roll"]["moved_since"]  # another thing lies there


def test_a_doubt_after_a_sure_roll_is_not_about_that_roll(played: Played) -> None:
    """Something else, like a card, lies in the tray by then."""
    played.start()
    played.table.take_report(EyeReport("run1", "sure"))
    played.table.take_reading(seen(1, "1 2 3"), None)
    assert played.shown["eye"]["state"] == "sure"
    played.table.take_report(EyeReport("run1", "unsure"))
    assert played.shown["eye"]["state"] == "still"


def test_a_played_roll_looks_sure_whatever_is_doubtful_beside_it(played: Played) -> None:
    """If no die is missing, only the eye still suspects a hidden one."""
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
    """A phone that has taken no photograph shows neither virtual dice nor results of a test."""
    eyes, test = played.table.eyes, played.table.eye_test
    inspection = CameraInspection(JPEG, None, "good", (), None)
    demo = EyeReport("run1", "sure", camera="demo", demo=True, preview=JPEG, inspection=inspection)
    phone = EyeReport("run2", "empty", camera="phone", phone=True, photographs=True)
    played.table.take_report(demo)
    test.begin()
    played.table.take_reading(seen(1, "1 2 3"), None)
    test.answer(1, ("1", "2", "3"))
    assert (played.shown["eye"]["preview_count"], len(test.results)) == (1, 1)
    assert (eyes.inspections.newest, eyes.last is None) == (inspection, False)
    played.table.take_report(phone)
    assert (played.shown["eye"]["preview_count"], test.view()["throws"]) == (0, 0)
    assert (eyes.inspections.newest, eyes.last, test.is_on) == (None, None, False)
    played.table.take_report(replace(phone, preview=JPEG))
    assert played.shown["eye"]["preview_count"] == 2  # browsers may have kept the first
    eyes.put_photograph(JPEG)
    assert eyes.take_pictures() == {"photograph": JPEG}
    eyes.put_photograph(JPEG)  # a phone that received no answer sends it again
    assert eyes.take_pictures() == {}
    eyes.put_photograph(b"another")
    played.table.take_report(replace(phone, camera="phone on a stand", photographs=False))
    assert (played.shown["eye"]["preview_count"], eyes.take_pictures()) == (0, {})
    played.table.take_report(phone)
    eyes.put_photograph(b"another")  # it was not read
    assert eyes.take_pictures() == {"photograph": b"another"}


def test_the_live_picture_of_a_phone_outlives_a_camera_that_opens_again(played: Played) -> None:
    """A phone sends no other one while nothing moves."""
    eyes, stand = played.table.eyes, EyeReport("run1", "empty", camera="phone", phone=True)
    played.table.take_report(stand)
    eyes.put_frame(JPEG)
    played.table.take_report(replace(stand, eye="run2", camera=""))
    assert eyes.take_pictures() == {"frame": JPEG}


@pytest.mark.parametrize(
    ("state", "more"), [("lost", True), ("moving", True), ("reading", True), ("sure", False)]
)
def test_a_new_eye_gets_several_pictures_of_a_still_scene(
    played: Played, state: EyeState, more: bool
) -> None:
    """It reads a scene only after several pictures, and a phone sends none while nothing moves."""
    eyes, stand = played.table.eyes, EyeReport("run1", state, camera="phone on a stand", phone=True)
    played.table.take_report(stand)
    assert eyes.put_frame(JPEG) == more
    played.table.take_report(replace(stand, state="empty", photographs=True))  # not live yet
    assert eyes.put_frame(b"")


def test_nothing_of_an_eye_that_has_ended_is_shown(played: Played) -> None:
    """It is lost at once, and its pictures are gone; an approved eye goes on."""
    table, eyes = played.table, played.table.eyes
    table.take_report(EyeReport("run1", "sure", camera="phone", phone=True, preview=JPEG))
    table.take_reading(seen(1, "1 2 3"), None)
    eyes.put_frame(JPEG)
    table.forget_own_eye()
    assert (played.shown["eye"]["state"], played.shown["eye"]["camera"]) == ("lost", "")
    assert (eyes.preview, eyes.last, eyes.take_pictures()) == (None, None, {})
    with pytest.raises(NotNow):
        eyes.put_frame(b"")
    table.take_report(EyeReport("run2", "sure", camera="garden"), "an approved eye")
    table.forget_own_eye()
    assert (played.shown["eye"]["state"], played.shown["eye"]["camera"]) == ("sure", "garden")


def test_only_the_tables_own_eye_counts_as_its_programs_heartbeat(played: Played) -> None:
    """Otherwise, a phone that sends pictures would hide that the program hangs."""
    table = played.table
    table.take_report(EyeReport("run1", "sure"), "an approved eye")
    assert table.own_eye_heard == -math.inf
    table.take_report(EyeReport("run2", "sure"))
    assert table.own_eye_heard > -math.inf


def test_a_restarted_camera_still_shows_the_dice_it_read(played: Played) -> None:
    """The tray is the same, but the picture is an old one."""
    report = EyeReport("run1", "sure", camera="USB", preview=JPEG)
    played.table.take_report(report)
    played.table.take_reading(seen(1, "1 2 3"), None)
    played.table.take_report(replace(report, eye="run2", preview=None))
    assert played.shown["eye"]["preview_count"] == 0
    assert played.shown["eye"]["roll"] is not None


def sure_dice(shown: Any) -> list[bool]:
    """Return which dice of a shown reading are sure."""
    return [die["sure"] for die in shown["dice"]]
