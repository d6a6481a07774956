"""The store of rendered dice: drawn once, read back, and never trusted blindly."""

from pathlib import Path

import numpy as np

from models.training.sprite_store import load_or_render_sprites
from models.training.sprites import render_group, render_pile_group
from vision.bounding_box import mean_side
from vision.face_classifier import COCKED, FACES, STACKED


def test_what_was_drawn_is_read_back(tmp_path: Path) -> None:
    """More groups are drawn on to those there are; fewer are a part of them."""
    path = tmp_path / "sprites.npz"
    first = load_or_render_sprites(path, 1, first_seed=5)
    more = load_or_render_sprites(path, 2, first_seed=5)
    assert len(more) == 2
    assert all(np.array_equal(a.rgb, b.rgb) for a, b in zip(first[0], more[0], strict=True))
    assert np.array_equal(more[1][0].rgb, render_group(6)[0].rgb)
    assert len(load_or_render_sprites(path, 1, first_seed=5)) == 1


def test_a_torn_file_is_drawn_anew(tmp_path: Path) -> None:
    """As a run leaves it that was killed while it wrote."""
    path = tmp_path / "sprites.npz"
    whole = load_or_render_sprites(path, 1, first_seed=5)
    path.write_bytes(path.read_bytes()[:1000])
    again = load_or_render_sprites(path, 1, first_seed=5)
    assert np.array_equal(again[0][0].rgb, whole[0][0].rgb)


def test_dice_of_other_seeds_are_drawn_anew(tmp_path: Path) -> None:
    """Trials must not train: a store of other dice is no store of these."""
    path = tmp_path / "sprites.npz"
    load_or_render_sprites(path, 1, first_seed=5)
    assert np.array_equal(
        load_or_render_sprites(path, 1, first_seed=9)[0][0].rgb, render_group(9)[0].rgb
    )


def test_of_a_stack_the_lower_die_shows_beside_the_upper() -> None:
    """The box is the upper die's; the lower one makes the whole larger."""
    stacks = [die for seed in range(1, 13) for die in render_group(seed) if die.label == STACKED]
    assert len(stacks) > 5
    for die in stacks:
        whole = die.whole_box
        assert (np.subtract(die.box, whole) * (1, 1, -1, -1) >= 0).all()
        assert mean_side(whole) > 1.04 * mean_side(die.box)


def test_cocked_dice_stand_on_an_edge_or_lean_on_another() -> None:
    """Those that lean have the other die in their picture."""
    cocked = [die for die in render_group(6) if die.label == COCKED]
    assert len(cocked) == 8
    leaning = [die.whole_box != die.box for die in cocked]
    assert 0 < sum(leaning) < 8


def test_how_a_die_is_seen_is_measured() -> None:
    """Dice that lie flat are tilted alike and as large; who lies higher is larger."""
    flat = [die for die in render_pile_group(1) if die.label < len(FACES)]
    stacked = [die for die in render_pile_group(1) if die.label == STACKED]
    assert len({tuple(np.round(die.tilt, 3)) for die in flat}) == 1
    assert len({die.edge for die in flat}) == 1
    assert min(die.edge for die in stacked) > flat[0].edge
    tilts = [np.hypot(*die.tilt) for die in render_group(6)]
    assert len({round(tilt, 3) for tilt in tilts}) == 8


def test_dice_of_piles_lie_on_against_or_beside_others() -> None:
    """Of those on another or beside one the picture shows more than the die; some lie alone."""
    dice = [die for seed in range(1, 5) for die in render_pile_group(seed)]
    stacked = [die for die in dice if die.label == STACKED]
    flat = [die.whole_box == die.box for die in dice if die.label < len(FACES)]
    assert len(stacked) > 5
    assert all(die.whole_box != die.box for die in stacked)
    assert 2 < sum(flat) < len(flat) - 2
    assert any(die.label == COCKED for die in dice)
    assert not any(die.upright for die in dice if die.label == COCKED)
