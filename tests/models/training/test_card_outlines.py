"""The thresholds of the card finder are judged on drawn scenes."""

import numpy as np
import pytest

from models.training import card_outlines
from models.training.card_outlines import SIDE, draw_scene, score
from vision import card_finder
from vision.card_finder import FoundCard


def test_found_cards_count_and_false_ones_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cases are all corners found, nothing found, and a false card."""
    scenes = [draw_scene(np.random.default_rng(seed)) for seed in range(3)]
    truth = {id(picture): corners for picture, corners in scenes}
    count = sum(map(len, truth.values()))
    assert count
    for corners in (one for of_scene in truth.values() for one in of_scene):
        assert (corners > -0.1 * SIDE).all()
        assert (corners < 1.1 * SIDE).all()
    shift = np.float32(0)
    monkeypatch.setattr(
        card_finder,
        "find_cards",
        lambda picture: [FoundCard(one + shift, 1.0) for one in truth[id(picture)]],
    )
    assert score(scenes) == (1, 1, 0)
    shift = np.float32(SIDE)
    assert score(scenes) == (-card_outlines.FALSE_COSTS, 0, count / 3)
    monkeypatch.setattr(card_finder, "find_cards", lambda _: [])
    assert score(scenes) == (0, 0, 0)
