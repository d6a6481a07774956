"""When and in which views a doubtful roll is read again, and the combined result."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.stage import seen
from vision.events import Roll
from vision.longer_look import (
    ALTERED_VIEWS,
    LOOK_EVERY_SECONDS,
    LongerLook,
    look_longer,
    read_still,
)
from vision.reader import Reader
from vision.reading import SURE_CONFIDENCE, Die, Reading

LYING = [(100, 100, 1), (200, 100, 2), (300, 100, 3)]


def roll(dice: tuple[Die, ...]) -> Roll:
    """Return a doubtful roll, reported at 5 s."""
    reading, moved = Reading(dice, ("cocked",), 5.0), (True,) * len(dice)
    return Roll(4, 150, 5.0, reading, moved, True, 90.0, (640, 480), b"")


def look(shown: list[tuple[int, int, int]], sure: float = 0.99) -> tuple[Roll | None, LongerLook]:
    """Look at dice of 40 pixels as often as wanted."""
    longer, found, t = LongerLook(roll(seen(LYING, 0.8)), 5.0), None, 5.0
    for number, (share, mirrored) in enumerate(ALTERED_VIEWS):
        assert found is None
        assert not longer.wants_still(t + 0.9 * LOOK_EVERY_SECONDS)
        t += LOOK_EVERY_SECONDS + 0.01
        assert longer.wants_still(t), number
        assert (longer.die_size, longer.is_mirrored) == (40 * share, mirrored)
        found = longer.add(Reading(seen(shown, sure), (), 5.0), t)
    assert not longer.wants_still(t + 60)
    return found, longer


def test_dice_that_all_views_are_sure_of_are_sure() -> None:
    """They keep the order in which they were reported, and the time is added."""
    assert LongerLook(roll(seen(LYING, 0.8)), 0.0).wants_still(LOOK_EVERY_SECONDS)
    found, _ = look(LYING[::-1])
    assert found is not None
    reading = found.reading
    assert (reading.sure, reading.likely, reading.doubts) == (True, True, ())
    assert [die.face for die in reading.dice] == ["1", "2", "3"]
    assert reading.dice[0].confidence == pytest.approx(0.996, abs=1e-3)
    assert found.after_rest_ms > 90 + 1000 * LOOK_EVERY_SECONDS * len(ALTERED_VIEWS)


def test_faces_that_are_sure_are_reported_while_another_die_may_be_hidden() -> None:
    """Each view shows something near them, which a game with a known number of dice ignores."""
    longer, found, t = LongerLook(roll(seen(LYING, 0.8)), 5.0), None, 5.0
    for _ in ALTERED_VIEWS:
        t += LOOK_EVERY_SECONDS + 0.01
        found = longer.add(Reading(seen(LYING, 0.99), ("covered",), 5.0), t)
    assert found is not None
    reading = found.reading
    assert (reading.sure, reading.likely) == (False, False)
    assert reading.doubts == reading.tray_doubts == ("covered",)
    assert all(die.sure for die in reading.dice)


def test_a_likely_or_different_result_changes_nothing() -> None:
    """A question is answered only by sure faces, and never by other faces."""
    assert look(LYING, 0.91)[0] is None
    assert look([*LYING[:2], (300, 100, 4)])[0] is None
    assert look(LYING[:2])[0] is None


class Shown(Reader):
    """Returns these dice for any picture, and remembers its arguments."""

    def __init__(
        self, shown: list[tuple[int, int, int]], sure: float, beside: tuple[str, ...] = ()
    ) -> None:
        self.dice, self.beside = seen(shown, sure), beside
        self.asked: list[dict[str, object]] = []

    def read(self, image: object, **how: object) -> Reading:  # type: ignore[override]
        """Return the dice, after 5 ms."""
        self.asked.append(how)
        return Reading(self.dice, self.beside, 5.0)


STILL = np.zeros((9, 9, 3), np.uint8)
FIRST = Reading(seen(LYING, 0.8), (), 7.0)


def test_a_single_picture_is_looked_at_longer_in_the_same_views() -> None:
    """The result is sure, and its time is that of all views."""
    reader = Shown(LYING, 0.99)
    reported = look_longer(reader, STILL, FIRST)
    assert (reported.sure, reported.ms) == (True, 7.0 + 5.0 * len(ALTERED_VIEWS))
    assert reader.asked == [
        {"die_size": 40 * share, "mirrored": way, "every_pose": False}
        for share, way in ALTERED_VIEWS
    ]


@pytest.mark.parametrize("named", [("cocked",), ("stacked",), ("glare",), ()])
def test_views_of_a_doubtful_pose_examine_every_pose(named: tuple[str, ...]) -> None:
    """A far die seen at a lower angle than the others was doubted at first, and in half the views.

    The other views had not compared it with the dice around it.
    """
    first = Reading((replace(FIRST.dice[0], doubts=named), *FIRST.dice[1:]), (), 7.0)
    reader = Shown(LYING, 0.99)
    look_longer(reader, STILL, first)
    expected = named in (("cocked",), ("stacked",))
    assert {asked["every_pose"] for asked in reader.asked} == {expected}
    assert LongerLook(replace(roll(first.dice), reading=first), 0.0).every_pose == expected


@pytest.mark.parametrize(
    ("shown", "sure"), [(LYING, 0.91), ([*LYING[:2], (300, 100, 4)], 0.99), (LYING[:2], 0.99)]
)
def test_a_picture_that_the_views_do_not_settle_stays_as_it_was(
    shown: list[tuple[int, int, int]], sure: float
) -> None:
    """Only the time changes."""
    reported = look_longer(Shown(shown, sure), STILL, FIRST)
    assert (reported.dice, reported.sure, reported.ms) == (
        FIRST.dice,
        False,
        7.0 + 5.0 * len(ALTERED_VIEWS),
    )


@pytest.mark.parametrize("dice", [seen(LYING, 0.99), ()])
def test_a_picture_that_is_sure_or_shows_no_die_is_looked_at_once(dice: tuple[Die, ...]) -> None:
    """There is nothing to ask."""
    reader, first = Shown(LYING, 0.99), Reading(dice, (), 7.0)
    assert look_longer(reader, STILL, first) is first
    assert not reader.asked


class DoubtfulAtFirst(Shown):
    """Doubts the faces, and a `hidden` die, only at the first look."""

    def __init__(self, hidden: str) -> None:
        super().__init__(LYING, 0.99)
        self.hidden = hidden

    def read(self, image: object, **how: object) -> Reading:  # type: ignore[override]
        """Return the dice, after 5 ms."""
        reported = super().read(image, **how)
        if how:
            return reported
        return Reading(seen(LYING, 0.8), (self.hidden,), 5.0)


@pytest.mark.parametrize(("beside", "left"), [("covered", ("covered",)), ("touching", ())])
def test_a_possible_hidden_die_stays_a_doubt(beside: str, left: tuple[str, ...]) -> None:
    """Only the first look may show it; other doubts are resolved."""
    reported = read_still(DoubtfulAtFirst(beside), STILL)
    assert (reported.doubts, reported.tray_doubts, reported.sure) == (left, left, not left)
    assert [die.confidence > SURE_CONFIDENCE for die in reported.dice] == [True] * 3
