"""Drawn scenes with cards: what is drawn where, and how much of each card shows."""

import numpy as np
import pytest

from models.training.card_scenes import SIDE, STORED, CardScene, draw_cards, draw_scene
from vision.frame import Image

GROUND = np.full((300, 400, 3), 90, np.uint8)


@pytest.fixture(scope="module")
def cards() -> list[Image]:
    """Draw a deck of each kind."""
    return draw_cards(np.random.default_rng(1), 1)


@pytest.fixture(scope="module")
def scenes(cards: list[Image]) -> list[CardScene]:
    """Draw forty scenes, some of them on a photograph."""
    rng = np.random.default_rng(2)
    return [draw_scene(rng, cards, [GROUND]) for _ in range(40)]


def test_cards_have_one_size(cards: list[Image]) -> None:
    """They are stored small, because a scene shows them small."""
    assert {card.shape for card in cards} == {(*STORED, 3)}
    assert len(cards) > 300


def test_scenes_differ(scenes: list[CardScene]) -> None:
    """There are scenes with none, one and several cards, and partly covered ones."""
    counts = {len(scene.corners) for scene in scenes}
    assert {0, 1} < counts
    assert {scene.picture.shape for scene in scenes} == {(SIDE, SIDE, 3)}
    shares = [share for scene in scenes for share in scene.visible]
    assert all(0 <= share < 1.1 for share in shares)
    assert min(shares) < 0.5
    assert max(shares) > 0.95


def test_a_scene_is_drawn_again(cards: list[Image]) -> None:
    """The same seed gives the same scene."""
    one, other = (draw_scene(np.random.default_rng(7), cards) for _ in range(2))
    assert np.array_equal(one.picture, other.picture)
    assert np.array_equal(one.corners, other.corners)
