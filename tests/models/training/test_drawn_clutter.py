"""Drawn tables without dice."""

import numpy as np

from models.training.drawn_clutter import SIDE, draw_clutter, draw_decks


def test_each_seed_has_a_picture_of_its_own() -> None:
    """The same seed draws the same picture, another seed another one, never an empty one."""
    cards = draw_decks(np.random.default_rng(0), 1)
    pictures = [draw_clutter(np.random.default_rng(seed), cards) for seed in (1, 1, 2, 3)]
    assert {picture.shape for picture in pictures} == {(SIDE, SIDE, 3)}
    assert np.array_equal(pictures[0], pictures[1])
    assert not np.array_equal(pictures[0], pictures[2])
    assert min(picture.std() for picture in pictures) > 5


def test_a_deck_of_each_kind_is_drawn() -> None:
    """Playing cards, numbers, shapes and combinations."""
    assert len(draw_decks(np.random.default_rng(0), 1)) == 54 + 55 + 54 + 36
