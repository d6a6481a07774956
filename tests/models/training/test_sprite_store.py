"""The store of rendered dice: rendered once, loaded, and never trusted blindly."""

from pathlib import Path

import numpy as np

from models.training.sprite_store import load_or_render_sprites
from models.training.sprites import render_group


def test_what_was_drawn_is_read_back(tmp_path: Path) -> None:
    """More groups are added to the existing ones; fewer are a part of them."""
    path = tmp_path / "sprites.npz"
    first = load_or_render_sprites(path, 1, first_seed=5)
    more = load_or_render_sprites(path, 2, first_seed=5)
    assert len(more) == 2
    assert all(np.array_equal(a.rgb, b.rgb) for a, b in zip(first[0], more[0], strict=True))
    assert np.array_equal(more[1][0].rgb, render_group(6)[0].rgb)
    assert len(load_or_render_sprites(path, 1, first_seed=5)) == 1


def test_a_torn_file_is_rendered_again(tmp_path: Path) -> None:
    """A run that was killed while writing leaves such a file."""
    path = tmp_path / "sprites.npz"
    whole = load_or_render_sprites(path, 1, first_seed=5)
    path.write_bytes(path.read_bytes()[:1000])
    again = load_or_render_sprites(path, 1, first_seed=5)
    assert np.array_equal(again[0][0].rgb, whole[0][0].rgb)


def test_dice_of_other_seeds_are_rendered_again(tmp_path: Path) -> None:
    """Evaluation dice must not be used for training: a store with other seeds is rebuilt."""
    path = tmp_path / "sprites.npz"
    load_or_render_sprites(path, 1, first_seed=5)
    assert np.array_equal(
        load_or_render_sprites(path, 1, first_seed=9)[0][0].rgb, render_group(9)[0].rgb
    )
