"""Wide crops of dice and of clutter."""

from pathlib import Path

import numpy as np
import pytest

from models.training import mining
from models.training.clutter_samples import CLUTTER, DIE, ClutterSamples, close_up
from models.training.mining import MinedExamples, mine_clutter
from models.training.photographs import Photograph
from models.training.sprites import LabelledSprite
from vision.classifiers import FACE_CROP_SIDE

SHIPPED = Path(mining.__file__).parent.parent
Store = list[list[LabelledSprite]]


def test_dice_and_clutter_are_drawn(photograph: Photograph, store: Store) -> None:
    """They come from photographs and rendered dice, and from drawn clutter mistaken for a die."""
    mined = MinedExamples(clutter=[(photograph, (10.0, 10.0), 12.0)])
    samples = ClutterSamples([photograph], store, mined, np.random.default_rng(0))
    drawn = [samples.draw() for _ in range(300)]
    assert {crop.shape for crop, _ in drawn} == {(FACE_CROP_SIDE, FACE_CROP_SIDE, 3)}
    labels = [label for _, label in drawn]
    assert 0.5 < labels.count(DIE) / len(labels) < 0.8
    assert set(labels) == {DIE, CLUTTER}


def test_beyond_a_close_up_nothing_is_seen() -> None:
    """The surroundings half a die away are missing on some side, the die itself never."""
    crop = np.zeros((FACE_CROP_SIDE, FACE_CROP_SIDE, 3), np.uint8)
    crop[0], crop[-1], crop[:, 0], crop[:, -1] = 255, 255, 255, 255
    crop[25:39, 25:39] = 128
    for seed in range(20):
        seen = close_up(crop, np.random.default_rng(seed), 0.4)
        assert seen.shape == crop.shape
        assert (seen[26:38, 26:38] == 128).all()
    assert min(close_up(crop, np.random.default_rng(s), 0.4).max() for s in range(60)) < 255


def test_the_detectors_mistakes_are_clutter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped detector's mistakes are used for training."""
    monkeypatch.setattr(mining, "DRAWN_AT_ONCE", 8)
    places = mine_clutter(SHIPPED / "detector.onnx", 8)
    assert places
    assert all(0 < size < 400 for _, _, size in places)
