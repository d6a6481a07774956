"""Wide crops of dice and of clutter, and the network that learns to tell them apart."""

from pathlib import Path

import numpy as np
import pytest
import torch

from models.training import clutter
from models.training.clutter_samples import CLUTTER, DIE, ClutterSamples, close_up
from models.training.mining import MinedExamples, mine_clutter
from models.training.networks import ClutterNet
from models.training.photographs import Photograph
from models.training.sprites import LabelledSprite
from vision.clutter_classifier import CLASSES, ClutterClassifier
from vision.face_classifier import CROP_SIDE

SHIPPED = Path(clutter.__file__).parent.parent
Store = list[list[LabelledSprite]]


def test_dice_and_clutter_are_drawn(photograph: Photograph, store: Store) -> None:
    """From photographs and drawn dice, and from drawn clutter that was taken for a die."""
    mined = MinedExamples(clutter=[(photograph, (10.0, 10.0), 12.0)])
    samples = ClutterSamples([photograph], store, mined, np.random.default_rng(0))
    drawn = [samples.draw() for _ in range(300)]
    assert {crop.shape for crop, _ in drawn} == {(CROP_SIDE, CROP_SIDE, 3)}
    labels = [label for _, label in drawn]
    assert 0.5 < labels.count(DIE) / len(labels) < 0.8
    assert set(labels) == {DIE, CLUTTER}


def test_beyond_a_close_up_nothing_is_seen() -> None:
    """What lies half a die further off than the die is gone on some side, the die never."""
    crop = np.zeros((CROP_SIDE, CROP_SIDE, 3), np.uint8)
    crop[0], crop[-1], crop[:, 0], crop[:, -1] = 255, 255, 255, 255
    crop[25:39, 25:39] = 128
    for seed in range(20):
        seen = close_up(crop, np.random.default_rng(seed), 0.4)
        assert seen.shape == crop.shape
        assert (seen[26:38, 26:38] == 128).all()
    assert min(close_up(crop, np.random.default_rng(s), 0.4).max() for s in range(60)) < 255


def test_clutter_is_taken_for_dice() -> None:
    """The shipped detector finds some where none is: its mistakes train."""
    places = mine_clutter(SHIPPED / "detector.onnx", 20)
    assert places
    assert all(0 < size < 400 for _, _, size in places)


def test_the_network_answers_for_both_classes() -> None:
    """A row of two figures for each crop."""
    assert ClutterNet().eval()(torch.zeros(2, 3, CROP_SIDE, CROP_SIDE)).shape == (2, len(CLASSES))


def test_from_nothing_to_a_network(
    tmp_path: Path, photograph: Photograph, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A short training leaves a network that runs."""
    monkeypatch.setattr(clutter, "BATCH", 8)
    monkeypatch.setattr(clutter, "EXAMPLES", 16)
    clutter.train_clutter(tmp_path, 0.05, [photograph], store, MinedExamples())
    classifier = ClutterClassifier(tmp_path / clutter.NAME)
    assert classifier.classify(photograph.image, [(50.0, 40.0, 90.0, 80.0)]).shape == (1,)
