"""The pose of dice, from what is around them."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from tests.vision.mesh_scenes import Pictured, doubtful, typical
from vision.bounding_box import centre
from vision.classifiers import POSE_CLASSES, POSE_OUTPUTS, PoseClassifier
from vision.pose_features import deviations_from_other_dice
from vision.virtual.tray import VirtualTray


@pytest.fixture(scope="module")
def classifier() -> PoseClassifier:
    """Load the network once."""
    return PoseClassifier(Path(str(files("models") / "pose.onnx")))


@pytest.fixture(scope="module")
def ordinary_scenes() -> list[Pictured]:
    """Render rolls without doubts, with the second renderer."""
    return [typical(np.random.default_rng([62, number])) for number in range(12)]


def test_each_box_has_an_answer(classifier: PoseClassifier) -> None:
    """Mirrored, too; no boxes give no rows."""
    noise = np.random.default_rng(0).integers(0, 256, (200, 300, 3), np.uint8)
    boxes = [(20.0, 20.0, 60.0, 60.0), (-10.0, 150.0, 40.0, 210.0)]
    for mirrored in (False, True):
        seen = classifier.classify(noise, boxes, mirrored=mirrored)
        assert seen.shape == (2, len(POSE_OUTPUTS))
        assert seen[:, : len(POSE_CLASSES)].sum(axis=1) == pytest.approx(1)
    assert classifier.classify(noise, []).shape == (0, len(POSE_OUTPUTS))


def test_in_the_mirror_a_die_is_tilted_to_the_other_side(classifier: PoseClassifier) -> None:
    """The output is that of the original picture, so both can be averaged."""
    tray = VirtualTray(np.random.default_rng(3))
    picture, boxes = tray.frame(0.0), tray.boxes
    there, mirrored = (classifier.classify(picture, boxes, mirrored=way) for way in (False, True))
    off = np.array([centre(box) for box in boxes]) - np.array(picture.shape[1::-1]) / 2
    for seen in (there, mirrored):
        assert np.corrcoef(seen[:, 3], off[:, 0])[0, 1] > 0.5
        assert np.corrcoef(seen[:, 4], off[:, 1])[0, 1] > 0.5


def test_a_tilted_die_is_tilted_differently_than_the_others(
    classifier: PoseClassifier, ordinary_scenes: list[Pictured]
) -> None:
    """In pictures of the second renderer, from any camera position."""
    cocked_ones = [doubtful(np.random.default_rng([63, number]), "cocked") for number in range(12)]
    flat, cocked = [], []
    for scenes, found in ((ordinary_scenes, flat), (cocked_ones, cocked)):
        for scene in scenes:
            seen = classifier.classify(scene.image, scene.boxes)[:, len(POSE_CLASSES) :]
            size = (scene.image.shape[1], scene.image.shape[0])
            all_of_them = np.ones(len(seen), bool)
            tilts = deviations_from_other_dice(
                scene.boxes, seen.astype(np.float64), size, are_dice=all_of_them, whole=True
            )
            found.append(tilts[0, 0])
    assert np.median(flat) < 1.5
    assert np.mean(np.array(cocked) > np.quantile(flat, 0.9)) > 0.8


def test_dice_in_a_tray_lie_flat(classifier: PoseClassifier) -> None:
    """Of twenty, none is classified as cocked or stacked."""
    trays = [VirtualTray(np.random.default_rng(seed)) for seed in range(4)]
    seen = [classifier.classify(tray.frame(0.0), tray.boxes) for tray in trays]
    assert np.concatenate(seen)[:, POSE_CLASSES.index("flat")].min() > 0.5


def test_stacks_of_another_renderer_are_distinguished_from_dice_on_the_table(
    classifier: PoseClassifier, ordinary_scenes: list[Pictured]
) -> None:
    """Nine in ten, each way; this network alone decides nothing."""
    stacked, flat, place = [], [], POSE_CLASSES.index("stacked")
    for number, scene in enumerate(ordinary_scenes):
        stack = doubtful(np.random.default_rng([61, number]), "stacked")
        stacked.append(classifier.classify(stack.image, stack.boxes[:1])[0, place])
        flat.append(classifier.classify(scene.image, scene.boxes[:1])[0, place])
    assert np.mean(np.array(stacked) > 0.5) >= 0.85
    assert np.mean(np.array(flat) < 0.5) >= 0.9
