"""Dice of one rest are matched to those of another."""

import pytest

from tests.vision.stage import picture, seen, summary
from vision.reading import SURE_CONFIDENCE
from vision.tracking import (
    TrackedDie,
    are_all_nudged,
    gone_dice,
    is_nudged,
    lie_in_places_of,
    mark_hidden,
    recognise_dice,
    remember_dice,
)

Drawn = list[tuple[int, int, int]]
START: Drawn = [(100, 100, 1), (200, 100, 2), (300, 100, 3)]


def tracked(dice: Drawn) -> tuple[TrackedDie, ...]:
    """Track dice where they are drawn."""
    return remember_dice(seen(dice), summary(picture(dice)))


def test_dice_that_stayed_are_recognised() -> None:
    """They are untouched, or pushed a little with the same face, but not far."""
    before, after = tracked(START), [START[0], (208, 100, 2), (400, 300, 3)]
    dice, stayed = recognise_dice(before, summary(picture(after)), seen(after))
    assert dice == seen(after)
    assert [old and old.die.face for old in stayed] == ["1", "2", None]
    assert [old.die.face for old in gone_dice(before, stayed)] == ["3"]


def test_a_die_that_a_reading_missed_is_still_there() -> None:
    """It must look unchanged; an uncertain one is not trusted."""
    now = summary(picture(START))
    dice, stayed = recognise_dice(tracked(START), now, seen(START[:2]))
    assert [die.face for die in dice] == ["1", "2", "3"]
    assert None not in stayed
    for confidence, count in ((SURE_CONFIDENCE, 3), (SURE_CONFIDENCE - 0.01, 2)):
        before = remember_dice(seen(START, confidence), now)
        assert len(recognise_dice(before, now, seen(START[:2]))[0]) == count


@pytest.mark.parametrize(("sure", "read"), [(SURE_CONFIDENCE, 0.5), (SURE_CONFIDENCE - 0.01, 0.99)])
def test_a_die_that_reads_differently_but_looks_the_same_is_doubtful(
    sure: float, read: float
) -> None:
    """A sure entry is kept as it was; otherwise the new reading counts."""
    now = summary(picture(START))
    before = remember_dice(seen(START, sure), now)
    other = seen([(100, 100, 6), *START[1:]])
    dice, stayed = recognise_dice(before, now, other)
    assert dice[0].confidence == read
    assert stayed[0] is before[0]
    assert remember_dice(other, now, before)[0].die.face == (
        "1" if sure >= SURE_CONFIDENCE else "6"
    )


def test_each_missing_face_is_hidden_once() -> None:
    """If two threes were there and one is seen again, the other is hidden."""
    gone = tracked([(100, 100, 3), (200, 100, 3), (300, 100, 5)])
    hidden = mark_hidden(gone, seen([(400, 300, 3)]))
    assert [(old.die.face, old.hidden) for old in hidden] == [("3", True), ("5", True)]
    assert mark_hidden(gone, seen([(1, 1, 3), (50, 1, 3), (100, 1, 5)])) == ()


def test_visible_dice_are_matched_before_hidden_ones() -> None:
    """A die slides closer to the place of a hidden one: it is the one that was visible."""
    after = [(108, 100, 1)]
    old, hidden = *tracked([(100, 100, 1)]), *mark_hidden(tracked([(104, 100, 1)]), ())
    for remembered in ((old, hidden), (hidden, old)):
        _, stayed = recognise_dice(remembered, summary(picture(after)), seen(after))
        assert stayed[0] is old


@pytest.mark.parametrize(("aside", "there"), [(0, True), (32, True), (33, False)])
def test_in_place_is_within_four_fifths_of_a_die(aside: int, there: bool) -> None:
    """The distance is between centres; each new die must be near one that is gone."""
    gone = tracked(START)
    assert lie_in_places_of(gone, seen([(100 + aside, 100, 6)])) == there
    assert lie_in_places_of(gone, seen([(100, 100, 6), (200 + aside, 100, 6)])) == there
    assert not lie_in_places_of((), seen(START[:1]))


@pytest.mark.parametrize(("aside", "near"), [(20, True), (21, False)])
def test_a_knocked_die_lies_within_half_a_die_with_its_face(aside: int, near: bool) -> None:
    """Exactly half is near enough; with another face it was not knocked."""
    gone = tracked(START)
    for face in (1, 6):
        after = [(100 + aside, 100, face)]
        now = summary(picture(after))
        assert is_nudged(gone, now, seen(after)[0], 0.5) == (near and face == 1)


def test_two_dice_are_not_nudged_from_one_place() -> None:
    """Each needs its own place."""
    gone = tracked([(300, 200, 3), (100, 380, 3)])
    one, both = [(310, 200, 3)], [(310, 200, 3), (290, 200, 3)]
    assert are_all_nudged(gone, summary(picture(one)), seen(one))
    assert not are_all_nudged(gone, summary(picture(both)), seen(both))
