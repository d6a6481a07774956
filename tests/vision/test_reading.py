"""When a reading may be played without asking."""

from dataclasses import replace

import pytest

from vision.reading import (
    LIKELY_CONFIDENCE,
    SURE_CONFIDENCE,
    Die,
    Reading,
    can_play_unasked,
    with_expected_count,
)


def die(confidence: float) -> Die:
    """Return a white four with the given confidence."""
    return Die("4", confidence, (10.0, 20.0, 50.0, 64.0), "white", (("4", 1.0),))


def test_sure_when_every_die_is() -> None:
    """Dice at or above the threshold without doubts are played."""
    assert Reading((die(SURE_CONFIDENCE), die(1.0)), (), 1.0).sure


@pytest.mark.parametrize(
    "reading",
    [
        Reading((), (), 1.0),
        Reading((die(SURE_CONFIDENCE - 0.001), die(1.0)), (), 1.0),
        Reading((die(1.0),), ("touching",), 1.0),
    ],
)
def test_asked_otherwise(reading: Reading) -> None:
    """The table asks if there are no dice, one weak die, or any doubt."""
    assert not reading.sure


def test_likely_with_a_little_less_of_everything() -> None:
    """A slight doubt about a die or lower confidence is allowed; a serious or tray doubt is not."""
    slight = replace(die(LIKELY_CONFIDENCE), doubts=("cocked",), slight=True)
    assert Reading((slight, die(1.0)), (), 1.0).likely
    assert Reading((die(1.0),), (), 1.0).likely
    assert not Reading((), (), 1.0).likely
    assert not Reading((die(LIKELY_CONFIDENCE - 0.001), die(1.0)), (), 1.0).likely
    assert not Reading((replace(slight, slight=False),), (), 1.0).likely
    assert not Reading((die(1.0),), ("touching",), 1.0).likely
    assert not Reading((slight,), ("cocked",), 1.0).likely


def test_die_measures_itself() -> None:
    """Centre and size come from the box."""
    assert die(1.0).centre == (30.0, 42.0)
    assert die(1.0).size == 42.0


STACKED = replace(die(1.0), doubts=("stacked",))
COCKED = replace(die(1.0), doubts=("cocked",))


@pytest.mark.parametrize("doubt", ["stacked", "covered", "touching", "cocked"])
def test_no_die_is_hidden_if_none_is_missing(doubt: str) -> None:
    """Then a doubt about another die, below or nearby, does not count."""
    one, beside = (STACKED, ()) if doubt == "stacked" else (die(1.0), (doubt,))
    reading = Reading((one, die(1.0)), beside, 1.0)
    counted = with_expected_count(reading, 2)
    assert not reading.sure
    assert counted.sure
    assert [one.face for one in counted.dice] == ["4", "4"]


@pytest.mark.parametrize(
    "reading",
    [
        Reading((COCKED, die(1.0)), (), 1.0),
        Reading((die(SURE_CONFIDENCE - 0.001), die(1.0)), ("covered",), 1.0),
        Reading((replace(STACKED, doubts=("cocked", "stacked")), die(1.0)), (), 1.0),
    ],
)
def test_a_face_that_is_not_sure_stays_so_however_many_dice_lie_there(reading: Reading) -> None:
    """The number shows that none is hidden, not which face one shows."""
    assert with_expected_count(reading, 2) == reading


def test_only_hardly_visible_dice_are_not_sure() -> None:
    """A table without dice may seem to show as many as a game rolls: a red ace looks like a one."""
    faint = replace(die(1.0), doubts=("hardly visible",))
    assert not can_play_unasked((faint,), 1)
    assert with_expected_count(Reading((faint, faint), (), 1.0), 2).doubts == ("hardly visible",)
    assert with_expected_count(Reading((faint, faint, STACKED), (), 1.0), 3).sure


@pytest.mark.parametrize(("count", "doubt"), [(1, "too many"), (3, "too few")])
def test_another_number_of_dice_is_a_doubt(count: int, doubt: str) -> None:
    """This holds however sure each of them is."""
    counted = with_expected_count(Reading((STACKED, die(1.0)), (), 1.0), count)
    assert counted.doubts == ("stacked", doubt)
    assert not counted.sure
    assert not counted.likely
    assert not with_expected_count(Reading((), (), 1.0), 0).sure
    assert not can_play_unasked((die(1.0),), 2)
    assert can_play_unasked((STACKED,), 1)
