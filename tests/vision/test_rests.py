"""Changes between two rests: whether dice were rolled or pushed, or it is unclear."""

from dataclasses import replace

import pytest

from tests.vision.stage import picture, seen, summary
from vision.reading import SURE_CONFIDENCE, Reading
from vision.rests import (
    MIN_ROLLING_FRAMES,
    ROLLING_PAUSE,
    Rest,
    RestComparison,
    SinceLastRest,
    compare_after_gap,
    compare_rests,
)
from vision.tracking import remember_dice

Drawn = list[tuple[int, int, int]]
START: Drawn = [(100, 100, 1), (200, 100, 2), (300, 100, 3)]
TURNED: Drawn = [*START[:2], (400, 300, 5)]


def rest(dice: Drawn = START, *, sure: bool = True) -> Rest:
    """Return a rest that began at 0 s."""
    read = Reading(seen(dice), () if sure else ("cocked",), 1.0)
    frame = summary(picture(dice))
    return Rest(read, remember_dice(read.dice, frame), frame)


def changed(
    since: SinceLastRest, after: Drawn = TURNED, confidence: float = 0.99
) -> RestComparison:
    """Compare a rest with the first one of the test."""
    reading = Reading(seen(after, confidence), (), 1.0)
    return compare_rests(rest(), since, summary(picture(after)), reading)


def rolled(**what: object) -> SinceLastRest:
    """Return an interval in which dice were seen to roll, with these changes."""
    return replace(SinceLastRest(motion_frames=10, motion_began=5.0), **what)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        (rolled(), True),
        (rolled(motion_frames=MIN_ROLLING_FRAMES), True),
        (rolled(motion_frames=MIN_ROLLING_FRAMES - 1), None),
        (rolled(motion_began=ROLLING_PAUSE), True),
        (rolled(motion_began=ROLLING_PAUSE - 0.01), None),
        (rolled(motion_began=ROLLING_PAUSE - 0.01, hand_seen=True), True),
        (rolled(motion_began=None), None),  # since 0 s, and it is 0 s now
        (rolled(view_blocked=True), None),
        (rolled(hand_seen=True), True),
        (rolled(border_motion=True), True),
    ],
)
def test_another_face_elsewhere_is_a_roll_if_rolls_can_be_counted(
    since: SinceLastRest, expected: bool | None
) -> None:
    """Dice must be seen to roll, after a real rest, with the tray in view."""
    change = changed(since)
    assert change.rolled is expected
    assert change.moved == (False, False, True)
    assert change.is_reportable


@pytest.mark.parametrize(
    ("confidence", "expected"), [(SURE_CONFIDENCE, True), (SURE_CONFIDENCE - 0.01, None)]
)
def test_a_new_face_proves_a_roll_if_it_is_sure(confidence: float, expected: bool | None) -> None:
    """An uncertain one may be wrong."""
    assert changed(rolled(), confidence=confidence).rolled is expected


@pytest.mark.parametrize("what", ["hand_seen", "border_motion"])
def test_the_same_faces_elsewhere_may_have_been_put_there(what: str) -> None:
    """A hand or a finger may have put them there; if none was seen, they were rolled."""
    after = [*START[:2], (400, 300, 3)]
    assert changed(rolled(), after).rolled is True
    assert changed(rolled(**{what: True}), after).rolled is None


def test_without_movement_nothing_is_reported() -> None:
    """There was neither a roll nor a push."""
    change = changed(rolled(), START)
    assert (change.rolled, change.moved, change.is_reportable) == (None, (False,) * 3, False)
    assert len(change.tracked) == 3


def test_a_doubt_counts_at_a_place_a_die_left() -> None:
    """Only a new doubt counts."""
    now, reading = summary(picture(START[:2])), Reading(seen(START[:2]), ("cocked",), 1.0)
    assert compare_rests(rest(), rolled(), now, reading).is_reportable
    assert not compare_rests(rest(sure=False), rolled(), now, reading).is_reportable
    still_there = Reading(seen(START), ("cocked",), 1.0)
    assert not compare_rests(rest(), rolled(), summary(picture(START)), still_there).is_reportable


def test_after_a_roll_nothing_is_hidden_any_more() -> None:
    """A missing die is hidden after a push or a hand; after a roll it may be among the others."""
    assert len(changed(rolled(), START[:2]).tracked) == 3
    assert len(changed(rolled(), [START[0], (400, 300, 5)]).tracked) == 2


@pytest.mark.parametrize("sure", [True, False])
def test_a_die_in_its_place_may_have_been_straightened(sure: bool) -> None:
    """A hand straightens a doubtful die; a sure one tips over while no hand is near."""
    after = [*START[:2], (306, 104, 5)]
    reading, now = Reading(seen(after), (), 1.0), summary(picture(after))
    for since in (rolled(), rolled(hand_seen=True), rolled(border_motion=True)):
        touched = since.hand_seen or since.border_motion
        expected = compare_rests(rest(sure=sure), since, now, reading).rolled
        assert expected is (True if sure and touched else None)


def test_when_places_prove_nothing_only_other_dice_are_reported() -> None:
    """The same dice in a shifted view are not reported; how other dice came there is unknown."""
    slid = [(x + 40, y + 20, face) for x, y, face in START]
    for after, reported in ((slid, False), (TURNED, True), ([], False)):
        change = compare_after_gap(rest(), summary(picture(after)), Reading(seen(after), (), 1.0))
        assert (change.rolled, change.moved) == (None, (True,) * len(after))
        assert change.is_reportable == reported
    first = compare_after_gap(None, summary(picture(START)), Reading(seen(START), (), 1.0))
    assert first.is_reportable
    assert len(first.tracked) == 3


@pytest.mark.parametrize(("size", "remembered"), [((640, 480), 3), ((320, 240), 2)])
def test_hidden_dice_stay_hidden_in_pictures_of_the_same_size(
    size: tuple[int, int], remembered: int
) -> None:
    """If two of three dice are seen after a gap, the missing one is hidden."""
    before = rest([*START[:2], (300, 100, 2)])
    now = replace(summary(picture(START[:2])), size=size)
    change = compare_after_gap(before, now, Reading(seen(START[:2]), (), 1.0))
    assert len(change.tracked) == remembered
    assert [old.hidden for old in change.tracked] == [False, False, True][:remembered]
