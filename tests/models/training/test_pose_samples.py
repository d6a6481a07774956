"""Crops of dice by how they lie."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

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


def test_a_target_turns_with_its_crop() -> None:
    """However a drawn die is turned and mirrored, it is tilted as much, to where it is seen."""
    group = [replace(die, tilt=(0.3, 0.0), upright=False) for die in render_pile_group(1)]
    samples = PoseSamples([], [group], MinedExamples(), np.random.default_rng(0))
    targets = np.array([target for _, target in islice(samples, 40)])
    assert np.hypot(targets[:, 1], targets[:, 2]) == pytest.approx(0.3, abs=1e-5)
    assert np.ptp(targets[:, 1:3], axis=0) == pytest.approx(0.6, abs=0.1)
    assert 0.5 < np.exp(np.median(targets[:, 3])) < 1


def test_of_photographs_only_the_pose_is_known(photograph: Photograph) -> None:
    """Nobody has measured how the dice in them are seen."""
    group = render_pile_group(1)
    samples = PoseSamples([photograph], [group], MinedExamples(), np.random.default_rng(0))
    targets = np.array([target for _, target in islice(samples, 200)])
    unknown = np.isnan(targets[:, 1])
    assert 0.1 < unknown.mean() < 0.5
    assert (targets[unknown, 0] == FLAT).all()
    assert np.isnan(targets[unknown, 1:]).all()
