"""Whether a die looks as it did."""

import numpy as np
import pytest

from tests.vision.stage import die_at, settle, summary, true_dice
from vision.patches import looks_unchanged, same_orientation
from vision.virtual.tray import VirtualTray


@pytest.fixture
def tray() -> VirtualTray:
    """Five dice at rest."""
    return VirtualTray(np.random.default_rng(11))


def test_an_untouched_die_is_the_same_and_a_thrown_one_is_not(tray: VirtualTray) -> None:
    """Kept dice have the same cells; where thrown dice lay the cells changed."""
    before, dice = summary(tray.frame(0.0)), true_dice(tray)
    tray.throw(keep=tray.boxes[:2])
    after = summary(settle(tray))
    assert [looks_unchanged(before, after, die) for die in dice] == [True, True] + [False] * 3


def test_what_lies_beyond_the_picture_is_not_known_to_be_the_same(tray: VirtualTray) -> None:
    """The place of a die in a larger picture: no cell of this one can tell about it."""
    seen = summary(tray.frame(0.0))
    assert not looks_unchanged(seen, seen, die_at((900.0, 700.0, 940.0, 740.0), 3))


@pytest.mark.parametrize("seed", range(8))
def test_a_pushed_die_keeps_its_turn(seed: int) -> None:
    """A die slid by its own length is known by its look."""
    tray = VirtualTray(np.random.default_rng(seed))
    before, die = summary(tray.frame(0.0)), true_dice(tray)[0]
    x = 1 if tray.boxes[0][0] < 300 else -1
    tray.push(0, 31.0 * x, 17.0)
    after = summary(settle(tray))
    assert same_orientation(before, after, die, true_dice(tray)[0])


def test_thrown_dice_mostly_lie_otherwise() -> None:
    """Of dice thrown with the same face again few look as if they had only slid."""
    tray = VirtualTray(np.random.default_rng(5))
    alike = seen = 0
    before, dice = summary(tray.frame(0.0)), true_dice(tray)
    for _ in range(25):
        tray.throw()
        after, now = summary(settle(tray)), true_dice(tray)
        for old in dice:
            for new in now:
                if old.face == new.face:
                    seen += 1
                    alike += same_orientation(before, after, old, new)
        before, dice = after, now
    assert seen > 50
    assert alike < 0.4 * seen
