"""Rendered dice: their poses and views."""

import numpy as np
import pytest

from models.training.sprites import SLANTED, draw_dice, render_group, render_pile_group
from vision.bounding_box import mean_side
from vision.classifiers import COCKED, FACES, STACKED
from vision.virtual.die import PlacedDie, rotation_of_pose
from vision.virtual.light import CameraPosition, Lighting
from vision.virtual.look import DieLook


def test_in_a_stack_the_lower_die_shows_next_to_the_upper() -> None:
    """The box is the upper die's; the lower one extends the whole."""
    stacks = [die for seed in range(1, 13) for die in render_group(seed) if die.label == STACKED]
    assert len(stacks) > 5
    for die in stacks:
        whole = die.whole_box
        assert (np.subtract(die.box, whole) * (1, 1, -1, -1) >= 0).all()
        assert mean_side(whole) > 1.04 * mean_side(die.box)


def test_cocked_dice_stand_on_an_edge_or_lean_on_another() -> None:
    """Leaning ones have the other die in their picture."""
    cocked = [die for die in render_group(6) if die.label == COCKED]
    assert len(cocked) == 8
    leaning = [die.whole_box != die.box for die in cocked]
    assert 0 < sum(leaning) < 8


def test_a_tilt_points_to_where_the_upper_face_is_seen() -> None:
    """From the near edge, the upper face is seen above the die's centre: y points down."""
    rng, light = np.random.default_rng(0), Lighting()
    die = PlacedDie(DieLook(), rotation_of_pose(DieLook(), 3, 0.4))
    near, right = (CameraPosition(0.3, azimuth, 60.0) for azimuth in (-np.pi / 2, 0.0))
    up, left = (draw_dice(rng, [die], 2, (view, light, 30.0)) for view in (near, right))
    assert up.tilt == pytest.approx((0, -np.sin(0.3)), abs=0.01)
    assert left.tilt == pytest.approx((-np.sin(0.3), 0), abs=0.01)
    assert up.edge_length == pytest.approx(30)


def test_tilt_and_size_of_dice_are_measured() -> None:
    """Flat dice have the same tilt and size; higher ones are larger."""
    flat = [die for die in render_pile_group(1) if die.label < len(FACES)]
    stacked = [die for die in render_pile_group(1) if die.label == STACKED]
    assert len({tuple(np.round(die.tilt, 3)) for die in flat}) == 1
    assert len({die.edge_length for die in flat}) == 1
    assert min(die.edge_length for die in stacked) > flat[0].edge_length
    tilts = [np.hypot(*die.tilt) for die in render_group(6)]
    assert len({round(tilt, 3) for tilt in tilts}) == 8


def test_dice_of_piles_lie_on_against_or_next_to_others() -> None:
    """With neighbours, the picture shows more than the die; some lie alone."""
    dice = [die for seed in range(1, 5) for die in render_pile_group(seed)]
    stacked = [die for die in dice if die.label == STACKED]
    flat = [die.whole_box == die.box for die in dice if die.label < len(FACES)]
    assert len(stacked) > 5
    assert all(die.whole_box != die.box for die in stacked)
    assert 2 < sum(flat) < len(flat) - 2
    assert any(die.label == COCKED for die in dice)
    assert not any(die.upright for die in dice if die.label == COCKED)


def test_some_dice_are_seen_from_so_low_that_their_sides_are_larger() -> None:
    """They show their upper face above the centre, and keep that number."""
    dice = render_group(SLANTED)
    assert all(die.upright for die in dice)
    assert all(
        np.hypot(*die.tilt) > 0.6 and die.tilt[1] < 0 for die in dice if die.label < len(FACES)
    )
