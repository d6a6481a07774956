"""Crops of cards and of what only looks like one, to train the network that measures corners."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from models.training import card_corner_samples
from models.training.card_corner_samples import FAR, CardCornerSamples
from models.training.card_scenes import draw_cards
from vision.card_finder import CROP_SIZE

FINDER = Path(card_corner_samples.__file__).parent.parent / "card_finder.onnx"


def test_cards_and_other_outlines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a card has corners, none of which lies far from its place."""
    monkeypatch.setattr(card_corner_samples, "MIXED", 40)
    rng = np.random.default_rng(1)
    samples = list(islice(CardCornerSamples(draw_cards(rng, 1), [], FINDER, rng), 60))
    assert {crop.shape for crop, _ in samples} == {(*CROP_SIZE[::-1], 3)}
    targets = np.stack([target for _, target in samples])
    is_card = targets[:, 0] == 1
    assert 0.2 < is_card.mean() < 0.9
    assert np.isnan(targets[~is_card, 1:]).all()
    assert np.abs(targets[is_card, 1:]).max() < FAR
