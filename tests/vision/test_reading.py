"""When a reading may be played without asking."""

from dataclasses import replace

import pytest

from vision.reading import LIKELY, SURE, Die, Reading


def die(confidence: float) -> Die:
    """Return a white four of the given confidence."""
    return Die("4", confidence, (10.0, 20.0, 50.0, 64.0), "white", (("4", 1.0),))


def test_sure_when_every_die_is() -> None:
    """Dice at or above the bar and no doubt are played."""
    assert Reading((die(SURE), die(1.0)), (), 1.0).sure


@pytest.mark.parametrize(
    "reading",
    [
        Reading((), (), 1.0),
        Reading((die(SURE - 0.001), die(1.0)), (), 1.0),
        Reading((die(1.0),), ("touching",), 1.0),
    ],
)
def test_asked_otherwise(reading: Reading) -> None:
    """No dice, one weak die, or any doubt: the table asks."""
    assert not reading.sure


def test_likely_with_a_little_less_of_everything() -> None:
    """A slight doubt about a die, or less confidence; not a grave one, nor one about no die."""
    slight = replace(die(LIKELY), doubts=("cocked",), slight=True)
    assert Reading((slight, die(1.0)), ("cocked",), 1.0).likely
    assert Reading((die(1.0),), (), 1.0).likely
    assert not Reading((), (), 1.0).likely
    assert not Reading((die(LIKELY - 0.001), die(1.0)), (), 1.0).likely
    assert not Reading((replace(slight, slight=False),), ("cocked",), 1.0).likely
    assert not Reading((die(1.0),), ("touching",), 1.0).likely
    assert not Reading((slight,), ("cocked",), 1.0, ("cocked",)).likely


def test_die_measures_itself() -> None:
    """Centre and size come from the box."""
    assert die(1.0).centre == (30.0, 42.0)
    assert die(1.0).size == 42.0
