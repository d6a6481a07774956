"""Tests of loading the training material."""

from pathlib import Path

from models.training.material import load_material


def test_nothing_is_rendered_where_no_dice_are_needed(tmp_path: Path) -> None:
    """Training a network of cards starts at once."""
    material = load_material(None, tmp_path, tmp_path, groups=8, dice=False)
    assert not any(tmp_path.iterdir())
    assert not material.store
