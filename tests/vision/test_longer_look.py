"""More stills of a doubtful roll: when, in which views, and what they say together."""

import pytest

from tests.vision.stage import seen
from vision.events import Roll
from vision.longer_look import LOOK_EVERY, VIEWS, LongerLook
from vision.reading import Die, Reading

LYING = [(100, 100, 1), (200, 100, 2), (300, 100, 3)]


def roll(dice: tuple[Die, ...]) -> Roll:
    """Make a doubtful roll, told at 5 s."""
    moved = (True,) * len(dice)
    how = (True, False, False, ("cocked",), (), 90.0, (640, 480), b"")
    return Roll(4, 150, 5.0, dice, moved, *how)


def look(shown: list[tuple[int, int, int]], sure: float = 0.99) -> tuple[Roll | None, LongerLook]:
    """Look at dice of 40 pixels as often as is wanted."""
    longer, found, t = LongerLook(roll(seen(LYING, 0.8)), 5.0), None, 5.0
    for number, (share, mirrored) in enumerate(VIEWS):
        assert found is None
        assert not longer.wants_still(t + 0.9 * LOOK_EVERY)
        t += LOOK_EVERY + 0.01
        assert longer.wants_still(t), number
        assert (longer.die_size, longer.is_mirrored) == (40 * share, mirrored)
        found = longer.add(Reading(seen(shown, sure), (), 5.0), t)
    assert not longer.wants_still(t + 60)
    return found, longer


def test_dice_that_all_views_are_sure_of_are_sure() -> None:
    """In the order in which they were told, with the time that it took."""
    assert LongerLook(roll(seen(LYING, 0.8)), 0.0).wants_still(LOOK_EVERY)
    found, _ = look(LYING[::-1])
    assert found is not None
    assert (found.sure, found.likely, found.doubts) == (True, True, ())
    assert [die.face for die in found.dice] == ["1", "2", "3"]
    assert found.dice[0].confidence == pytest.approx(0.996, abs=1e-3)
    assert found.after_rest_ms > 90 + 1000 * LOOK_EVERY * len(VIEWS)


def test_what_is_but_likely_or_reads_otherwise_stays_as_it_was() -> None:
    """A question is answered by what is sure alone, and never by other faces."""
    assert look(LYING, 0.91)[0] is None
    assert look([*LYING[:2], (300, 100, 4)])[0] is None
    assert look(LYING[:2])[0] is None
