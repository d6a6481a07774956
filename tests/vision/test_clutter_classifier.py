"""Distinguishing dice from clutter by what is around them."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from tests.vision.clutter_scenes import clutter
from vision.classifiers import ClutterClassifier
from vision.virtual.tray import VirtualTray


@pytest.fixture(scope="module")
def classifier() -> ClutterClassifier:
    """Load the network once."""
    return ClutterClassifier(Path(str(files("models") / "clutter.onnx")))


def test_each_box_has_a_probability(classifier: ClutterClassifier) -> None:
    """No boxes give no rows."""
    noise = np.random.default_rng(0).integers(0, 256, (200, 300, 3), np.uint8)
    boxes = [(20.0, 20.0, 60.0, 60.0), (-10.0, 150.0, 40.0, 210.0)]
    seen = classifier.classify(noise, boxes)
    assert seen.shape == (2,)
    assert ((seen >= 0) & (seen <= 1)).all()
    assert classifier.classify(noise, []).shape == (0,)


def test_what_lies_in_the_mirror(classifier: ClutterClassifier) -> None:
    """Mirrored crops are those of a mirrored picture."""
    picture = clutter(np.random.default_rng([9, 0]))
    wide = picture.shape[1]
    places = np.random.default_rng(1).uniform((60, 60), (840, 600), (20, 2))
    boxes = [(x, y, x + 48.0, y + 48.0) for x, y in places]
    about = [(wide - x2, y1, wide - x1, y2) for x1, y1, x2, y2 in boxes]
    mirrored = classifier.classify(picture, boxes, mirrored=True)
    there = classifier.classify(np.ascontiguousarray(picture[:, ::-1]), about)
    off = np.abs(mirrored - classifier.classify(picture, boxes)).mean()
    assert np.abs(mirrored - there).mean() < off / 3


def test_dice_in_a_tray_are_none(classifier: ClutterClassifier) -> None:
    """Of twenty, none is classified as clutter."""
    trays = [VirtualTray(np.random.default_rng(seed)) for seed in range(4)]
    seen = [classifier.classify(tray.frame(0.0), tray.boxes) for tray in trays]
    assert np.concatenate(seen).max() < 0.5


def test_most_of_a_table_without_dice_is(classifier: ClutterClassifier) -> None:
    """Anywhere among bricks, beads and keys."""
    rng, seen = np.random.default_rng(1), []
    for number in range(4):
        image = clutter(np.random.default_rng([9, number]))
        corners = rng.uniform((60, 60), (840, 600), (20, 2))
        seen.append(classifier.classify(image, [(x, y, x + 48.0, y + 48.0) for x, y in corners]))
    assert (np.concatenate(seen) > 0.5).mean() > 0.9
