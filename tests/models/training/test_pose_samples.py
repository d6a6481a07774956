"""Crops of dice by how they lie."""

import numpy as np

from models.training.mining import MinedExamples
from models.training.photographs import Photograph
from models.training.pose_samples import PoseSamples
from models.training.sprites import LabelledSprite, render_pile_group
from vision.pose_classifier import COCKED, CROP_SIDE, FLAT, STACKED


def test_dice_lie_in_every_way(photograph: Photograph, store: list[list[LabelledSprite]]) -> None:
    """More than half lie flat, photographed ones always."""
    dice = [*store, *(render_pile_group(seed) for seed in (1, 2, 3))]
    samples = PoseSamples([photograph], dice, MinedExamples(), np.random.default_rng(0))
    drawn = [samples.draw() for _ in range(300)]
    assert {crop.shape for crop, _ in drawn} == {(CROP_SIDE, CROP_SIDE, 3)}
    shares = np.bincount([label for _, label in drawn], minlength=3) / len(drawn)
    assert 0.5 < shares[FLAT] < 0.66
    assert min(shares[COCKED], shares[STACKED]) > 0.1
