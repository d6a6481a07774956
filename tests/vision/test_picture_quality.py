"""Faults of light, focus and flicker, in drawn pictures."""

import cv2
import numpy as np
import pytest

from vision.frame import Image
from vision.picture_quality import (
    COMPARED_FRAMES,
    PictureQualityMeter,
    edge_steepness,
    flicker,
    sharpness,
)


def lined(blur: float = 0.0) -> Image:
    """Return black and white bars with this sharpness."""
    image = np.zeros((480, 640, 3), np.uint8)
    for x in range(0, 640, 64):
        image[:, x : x + 20] = 200
    return np.asarray(cv2.GaussianBlur(image, (0, 0), blur) if blur else image, np.uint8)


def test_blur_makes_edges_less_steep() -> None:
    """Noise does not change that."""
    noise = np.random.default_rng(0).normal(0, 3, (480, 640, 3))
    steep = [
        edge_steepness(np.clip(lined(blur) + noise, 0, 255).astype(np.uint8)) or 0.0
        for blur in (0, 1, 2, 4, 8)
    ]
    assert steep == sorted(steep, reverse=True)
    assert steep[1] > 0.2
    assert steep[-1] < 0.08


def test_a_smeared_die_is_less_sharp() -> None:
    """Its finest detail has a smaller share of its contrast."""
    assert sharpness(lined(4)[:64, :64]) < sharpness(lined()[:64, :64])


def test_an_empty_trays_focus_is_unknown() -> None:
    """The tray is reported neither as sharp nor as blurred."""
    assert edge_steepness(np.full((480, 640, 3), 90, np.uint8)) is None


@pytest.mark.parametrize(("exposure", "seen"), [(0.002, True), (0.010, False)])
def test_a_lamp_at_50_hz(exposure: float, seen: bool) -> None:
    """A short exposure shows its bands; one as long as its period shows none."""
    rows = np.arange(60) / 60 * 0.03 + np.arange(COMPARED_FRAMES)[:, None] / 30
    within = rows[..., None] + np.linspace(0, exposure, 50)
    light = 90 * (1 + 0.3 * np.sin(2 * np.pi * 100 * within)).mean(axis=2)
    assert (flicker(light) > 0.02) == seen


def test_only_a_scene_at_rest_is_judged() -> None:
    """A moving hand is neither darkness nor a flickering lamp."""
    meter = PictureQualityMeter()
    dark = np.full((480, 640, 3), 20, np.uint8)
    for number in range(4 * COMPARED_FRAMES):
        meter.add_picture(dark, number / 30, resting=number % (COMPARED_FRAMES - 1) > 0)
    assert not meter.has_seen_enough
    for number in range(COMPARED_FRAMES):
        meter.add_picture(dark, 9 + number / 30, resting=True)
    assert meter.faults == ("too dark",)
