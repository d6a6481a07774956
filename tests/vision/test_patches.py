"""Whether a die looks the same as before."""

from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.stage import HandledTray, die_at, drawn_tray, settle, summary, true_dice
from vision.patches import dice_mask, have_same_orientation, looks_unchanged
from vision.virtual.tray import VirtualTray


@pytest.fixture
def tray() -> VirtualTray:
    """Five dice at rest."""
    return deepcopy(drawn_tray(11))


def test_an_untouched_die_is_the_same_and_a_rolled_one_is_not(tray: VirtualTray) -> None:
    """Kept dice have the same cells; where rolled dice lay, the cells changed."""
    before, dice = summary(tray.frame(0.0)), true_dice(tray)
    tray.roll(keep=tray.boxes[:2])
    after = summary(settle(tray))
    assert [looks_unchanged(before, after, die.box) for die in dice] == [True, True] + [False] * 3


def test_a_place_beyond_the_picture_cannot_be_compared(tray: VirtualTray) -> None:
    """A die's place in a larger picture has no cells in this one."""
    seen = summary(tray.frame(0.0))
    assert not looks_unchanged(seen, seen, (900.0, 700.0, 940.0, 740.0))


@pytest.mark.parametrize("seed", range(4))
def test_a_pushed_die_keeps_its_rotation(seed: int) -> None:
    """A die shifted by its own length is recognised by its look."""
    tray = HandledTray(np.random.default_rng(seed))
    before, die = summary(tray.frame(0.0)), true_dice(tray)[0]
    x = 1 if tray.boxes[0][0] < 300 else -1
    tray.shift_die(0, 31.0 * x, 17.0)
    after = summary(settle(tray))
    assert have_same_orientation(before, after, die, true_dice(tray)[0])


def test_rolled_dice_mostly_lie_differently() -> None:
    """Few dice rolled to the same face look as if they had only been shifted."""
    tray = VirtualTray(np.random.default_rng(5))
    alike = seen = 0
    before, dice = summary(tray.frame(0.0)), true_dice(tray)
    for _ in range(12):
        tray.roll()
        after, now = summary(settle(tray)), true_dice(tray)
        for old in dice:
            for new in now:
                if old.face == new.face:
                    seen += 1
                    alike += have_same_orientation(before, after, old, new)
        before, dice = after, now
    assert seen > 24
    assert alike < 0.4 * seen


@pytest.mark.parametrize(("changed", "same"), [(4, True), (5, False)])
def test_a_few_cells_may_change(changed: int, same: bool) -> None:
    """4 of the 100 cells of a 40-pixel die may, because of noise or the edge of a shadow."""
    before = summary(np.full((480, 640, 3), 60, np.uint8))
    cells = before.cells.copy()
    cells[51 : 51 + 2 * changed : 2, 52] = 200
    die = die_at((200.0, 200.0, 240.0, 240.0), 3)
    assert looks_unchanged(before, replace(before, cells=cells), die.box) == same


def test_pictures_of_another_size_prove_nothing() -> None:
    """Their cells are not comparable."""
    small, large = (summary(np.full((h, w, 3), 60, np.uint8)) for h, w in ((480, 640), (480, 480)))
    die = die_at((20.0, 20.0, 60.0, 60.0), 3)
    assert looks_unchanged(small, small, die.box)
    assert not looks_unchanged(small, large, die.box)
    assert not have_same_orientation(small, large, die, die)


@pytest.mark.parametrize(
    ("x", "y", "dx", "dy"),
    [(-36, 200, 1, 0), (200, -36, 0, 1), (636, 200, -1, 0), (200, 476, 0, -1)],
)
def test_a_die_cut_by_the_border_has_no_known_orientation(x: int, y: int, dx: int, dy: int) -> None:
    """Fewer than three half-cells of it are left, or more of it was visible before."""
    frame = summary(np.random.default_rng(0).integers(0, 256, (480, 640, 3), np.uint8))
    cut, more, whole = (
        die_at((x + n * dx, y + n * dy, x + n * dx + 40, y + n * dy + 40), 3) for n in (0, 2, 36)
    )
    assert not have_same_orientation(frame, frame, cut, cut)
    assert have_same_orientation(frame, frame, more, more)
    assert have_same_orientation(frame, frame, whole, whole)
    assert not have_same_orientation(frame, frame, whole, more)


def test_dice_cover_whole_cells() -> None:
    """Cells have 4 pixels each, with a margin in shares of the die's size."""
    frame, die = summary(np.zeros((480, 640, 3), np.uint8)), die_at((201.0, 100.0, 239.0, 140.0), 3)
    for wider, rows, columns in ((0.0, (25, 35), (50, 60)), (0.5, (20, 40), (45, 65))):
        mask = dice_mask(frame, [die], wider)
        assert mask.sum() == (rows[1] - rows[0]) * (columns[1] - columns[0])
        assert mask[slice(*rows), slice(*columns)].all()
    corner = dice_mask(frame, [die_at((-20.0, -20.0, 20.0, 20.0), 3)], 0.0)
    assert corner.sum() == corner[:5, :5].sum() == 25
