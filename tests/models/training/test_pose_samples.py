"""Crops of dice by their pose."""

from dataclasses import replace
from itertools import islice
from typing import ClassVar

import numpy as np
import pytest

from models.training.mining import MinedExamples
from models.training.photographs import Photograph
from models.training.pose_samples import PoseSamples
from models.training.sprites import LabelledSprite, render_pile_group
from vision.classifiers import POSE_CLASSES, POSE_CROP_SIDE


def test_dice_lie_in_every_way(photograph: Photograph, store: list[list[LabelledSprite]]) -> None:
    """More than half lie flat, photographed ones always."""
    dice = [*store, *(render_pile_group(seed) for seed in (1, 2, 3))]
    samples = PoseSamples([photograph], dice, MinedExamples(), np.random.default_rng(0))
    drawn = [samples.draw() for _ in range(300)]
    assert {crop.shape for crop, _ in drawn} == {(POSE_CROP_SIDE, POSE_CROP_SIDE, 3)}
    flat, *others = np.bincount([label for _, label in drawn], minlength=3) / len(drawn)
    assert 0.5 < flat < 0.66
    assert min(others) > 0.1


class Rendered(PoseSamples):
    """Rendered dice that lie flat, alone."""

    kinds: ClassVar = {"rendered": 1.0, "real": 0.0}


def arrows() -> list[LabelledSprite]:
    """Return dark dice, each with a bright dot on its right, the direction of its tilt."""
    dice = []
    for die in render_pile_group(1):
        rgb = np.zeros_like(die.rgb)
        x1, y1, x2, y2 = (int(length) for length in die.box)
        middle, reach = (y1 + y2) // 2, (x2 - x1) // 5
        rgb[middle - reach : middle + reach, x2 - 2 * reach : x2] = 1
        dice.append(replace(die, rgb=rgb, label=0, tilt=(0.3, 0.0), upright=False))
    return dice


def test_a_target_turns_with_its_crop() -> None:
    """If a crop is rotated or mirrored, the tilt keeps its size and rotates with it."""
    samples = Rendered([], [arrows()], MinedExamples(), np.random.default_rng(0))
    half = POSE_CROP_SIDE / 2
    seen = []
    for crop, (_, right, down, edge) in islice(samples, 60):
        assert np.hypot(right, down) == pytest.approx(0.3, abs=1e-5)
        grey = crop.min(axis=2).astype(float)
        y, x = np.argwhere(grey > grey.max() - 20).mean(axis=0) - half
        seen.append((x * right + y * down) / (np.hypot(x, y) * 0.3))
        assert 0.5 < np.exp(edge) < 1.6
    assert min(np.median(seen[::2]), np.median(seen[1::2])) > 0.9  # as drawn, and turned


def test_only_the_pose_of_photographed_dice_is_known(photograph: Photograph) -> None:
    """Their tilt and size are not measured."""
    group = render_pile_group(1)
    samples = PoseSamples([photograph], [group], MinedExamples(), np.random.default_rng(0))
    targets = np.array([target for _, target in islice(samples, 200)])
    unknown = np.isnan(targets[:, 1])
    assert 0.1 < unknown.mean() < 0.5
    assert (targets[unknown, 0] == POSE_CLASSES.index("flat")).all()
    assert np.isnan(targets[unknown, 1:]).all()
