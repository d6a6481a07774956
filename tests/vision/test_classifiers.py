"""The three networks that classify crops of single dice."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from tests.vision.clutter_scenes import clutter
from tests.vision.mesh_scenes import Pictured, doubtful, typical
from vision.bounding_box import centre
from vision.classifiers import (
    FACE_CLASSES,
    FACES,
    NOTHING,
    POSE_CLASSES,
    POSE_OUTPUTS,
    ClutterClassifier,
    FaceClassifier,
    PoseClassifier,
    _reduced,
    crop_square,
)
from vision.pose_features import deviations_from_other_dice
from vision.virtual.tray import VirtualTray


@pytest.fixture(scope="module")
def face_network() -> FaceClassifier:
    """Return the shipped face network."""
    return FaceClassifier(Path(str(files("models") / "faces.onnx")))


@pytest.fixture
def noise() -> np.ndarray:
    """Return a picture in which every place looks different."""
    return np.random.default_rng(0).integers(0, 256, (120, 160, 3), np.uint8)


def test_crop_of_the_same_size_copies(noise: np.ndarray) -> None:
    """A crop without scaling or rotation is the pixels themselves."""
    assert np.array_equal(crop_square(noise, (80.0, 60.0), 64.0), noise[28:92, 48:112])


def test_crop_turns_about_the_centre(noise: np.ndarray) -> None:
    """A quarter turn is the quarter turn of the straight crop."""
    straight = crop_square(noise, (80.0, 60.0), 64.0)
    turned = crop_square(noise, (80.0, 60.0), 64.0, np.pi / 2)
    assert np.abs(np.rot90(straight, 1).astype(int) - turned).max() <= 1


def test_crop_repeats_the_edge() -> None:
    """Outside the picture its border pixels repeat."""
    picture = np.zeros((50, 50, 3), np.uint8)
    picture[:, 0] = 200
    assert (crop_square(picture, (0.0, 25.0), 64.0)[:, :20] == 200).all()


def test_crop_averages_what_it_reduces() -> None:
    """A fine checkerboard reduced eight times is grey, not a pattern."""
    board = (np.indices((600, 600)).sum(axis=0) % 2 * 255).astype(np.uint8)
    small = crop_square(np.repeat(board[..., None], 3, axis=2), (300.0, 300.0), 512.0, 0.3)
    assert small.std() < 12


def test_reduced_crops_are_rounded_alike_on_every_processor() -> None:
    """Halves are always rounded up, wherever they are."""
    picture = np.random.default_rng(0).integers(0, 256, (80, 80, 3), np.uint8)
    parts = np.repeat(np.repeat(picture, 5, axis=0), 5, axis=1).astype(int)
    sums = parts.reshape(50, 8, 50, 8, 3).sum(axis=(1, 3))
    assert np.array_equal(_reduced(picture, 1.6)[0], (sums + 32) // 64)


@pytest.mark.parametrize("centre", [(-500.0, 10.0), (5000.0, 5000.0), (0.0, 0.0)])
def test_crop_anywhere(noise: np.ndarray, centre: tuple[float, float]) -> None:
    """A centre outside the picture still gives a crop."""
    assert crop_square(noise, centre, 300.0).shape == (64, 64, 3)


def test_probabilities_sum_to_one(face_network: FaceClassifier, noise: np.ndarray) -> None:
    """Each row sums to one over all classes."""
    probabilities = face_network.classify(noise, [(10.0, 10.0, 60.0, 60.0), (-5.0, -5.0, 3.0, 3.0)])
    assert probabilities.shape == (2, len(FACE_CLASSES))
    assert probabilities.sum(axis=1) == pytest.approx([1, 1], abs=1e-5)


def test_a_die_in_the_mirror(face_network: FaceClassifier, noise: np.ndarray) -> None:
    """Mirrored crops are those of a mirrored picture."""
    boxes = [(x, y, x + 40.0, y + 40.0) for x in np.arange(0.0, 120, 20) for y in (0.0, 40.0, 80.0)]
    about = [(160 - x2, y1, 160 - x1, y2) for x1, y1, x2, y2 in boxes]
    mirrored = face_network.classify(noise, boxes, mirrored=True)
    there = face_network.classify(np.ascontiguousarray(noise[:, ::-1]), about)
    off = np.abs(mirrored - face_network.classify(noise, boxes)).mean()
    assert np.abs(mirrored - there).mean() < off / 3


def test_no_boxes_no_rows(face_network: FaceClassifier, noise: np.ndarray) -> None:
    """An empty list of boxes is not an error."""
    assert face_network.classify(noise, []).shape == (0, len(FACE_CLASSES))


def test_reads_drawn_dice(face_network: FaceClassifier) -> None:
    """At least 49 of 50 rendered dice are read correctly from their true boxes."""
    right = 0
    for number in range(10):
        if number % 5 == 0:
            tray = VirtualTray(np.random.default_rng([11, number]))
        tray.roll()
        tray.frame(0.0)
        probabilities = face_network.classify(tray.frame(5.0), tray.boxes)
        right += sum(
            FACES[int(row[:6].argmax())] == str(face)
            for row, face in zip(probabilities, tray.lying_faces, strict=True)
        )
    assert right >= 49


def test_bare_ground_is_nothing(face_network: FaceClassifier) -> None:
    """A crop without a die is read as no die."""
    ground = np.full((200, 200, 3), (70, 110, 60), np.uint8)
    probabilities = face_network.classify(ground, [(80.0, 80.0, 120.0, 120.0)])
    assert probabilities[0].argmax() == NOTHING


def test_augmented_is_a_mean_of_views(face_network: FaceClassifier, noise: np.ndarray) -> None:
    """Several views of each place, including its mirror image, give one result."""
    boxes = [(40.0, 30.0, 90.0, 80.0), (10.0, 10.0, 40.0, 40.0)]
    again = face_network.classify_augmented(noise, boxes)
    assert again.shape == (2, len(FACE_CLASSES))
    np.testing.assert_allclose(again.sum(axis=1), 1.0, atol=1e-5)
    mirrored = np.ascontiguousarray(noise[:, ::-1])
    about = [(160 - x2, y1, 160 - x1, y2) for x1, y1, x2, y2 in boxes]
    np.testing.assert_allclose(face_network.classify_augmented(mirrored, about), again, atol=0.02)
    assert face_network.classify_augmented(noise, []).shape == (0, len(FACE_CLASSES))


@pytest.fixture(scope="module")
def pose_network() -> PoseClassifier:
    """Load the network once."""
    return PoseClassifier(Path(str(files("models") / "pose.onnx")))


@pytest.fixture(scope="module")
def ordinary_scenes() -> list[Pictured]:
    """Render rolls without doubts, with the second renderer."""
    return [typical(np.random.default_rng([62, number])) for number in range(12)]


def test_each_box_has_an_answer(pose_network: PoseClassifier) -> None:
    """Mirrored boxes do, too; no boxes give no rows."""
    noise = np.random.default_rng(0).integers(0, 256, (200, 300, 3), np.uint8)
    boxes = [(20.0, 20.0, 60.0, 60.0), (-10.0, 150.0, 40.0, 210.0)]
    for mirrored in (False, True):
        seen = pose_network.classify(noise, boxes, mirrored=mirrored)
        assert seen.shape == (2, len(POSE_OUTPUTS))
        assert seen[:, : len(POSE_CLASSES)].sum(axis=1) == pytest.approx(1)
    assert pose_network.classify(noise, []).shape == (0, len(POSE_OUTPUTS))


def test_in_the_mirror_a_die_is_tilted_to_the_other_side(pose_network: PoseClassifier) -> None:
    """The output is that of the original picture, so both can be averaged."""
    tray = VirtualTray(np.random.default_rng(3))
    picture, boxes = tray.frame(0.0), tray.boxes
    there, mirrored = (pose_network.classify(picture, boxes, mirrored=way) for way in (False, True))
    off = np.array([centre(box) for box in boxes]) - np.array(picture.shape[1::-1]) / 2
    for seen in (there, mirrored):
        assert np.corrcoef(seen[:, 3], off[:, 0])[0, 1] > 0.5
        assert np.corrcoef(seen[:, 4], off[:, 1])[0, 1] > 0.5


def test_a_tilted_die_differs_from_the_others(
    pose_network: PoseClassifier, ordinary_scenes: list[Pictured]
) -> None:
    """This holds in pictures of the second renderer, from any camera position."""
    cocked_ones = [doubtful(np.random.default_rng([63, number]), "cocked") for number in range(12)]
    flat, cocked = [], []
    for scenes, found in ((ordinary_scenes, flat), (cocked_ones, cocked)):
        for scene in scenes:
            seen = pose_network.classify(scene.image, scene.boxes)[:, len(POSE_CLASSES) :]
            size = (scene.image.shape[1], scene.image.shape[0])
            all_of_them = np.ones(len(seen), bool)
            tilts = deviations_from_other_dice(
                scene.boxes, seen.astype(np.float64), size, are_dice=all_of_them, whole=True
            )
            found.append(tilts[0, 0])
    assert np.median(flat) < 1.5
    assert np.mean(np.array(cocked) > np.quantile(flat, 0.9)) > 0.8


def test_dice_in_a_tray_lie_flat(pose_network: PoseClassifier) -> None:
    """Of twenty, none is classified as cocked or stacked."""
    trays = [VirtualTray(np.random.default_rng(seed)) for seed in range(4)]
    seen = [pose_network.classify(tray.frame(0.0), tray.boxes) for tray in trays]
    assert np.concatenate(seen)[:, POSE_CLASSES.index("flat")].min() > 0.5


def test_stacks_of_another_renderer_are_distinguished_from_dice_on_the_table(
    pose_network: PoseClassifier, ordinary_scenes: list[Pictured]
) -> None:
    """Nine in ten are, each way; this network alone decides nothing."""
    stacked, flat, place = [], [], POSE_CLASSES.index("stacked")
    for number, scene in enumerate(ordinary_scenes):
        stack = doubtful(np.random.default_rng([61, number]), "stacked")
        stacked.append(pose_network.classify(stack.image, stack.boxes[:1])[0, place])
        flat.append(pose_network.classify(scene.image, scene.boxes[:1])[0, place])
    assert np.mean(np.array(stacked) > 0.5) >= 0.85
    assert np.mean(np.array(flat) < 0.5) >= 0.9


@pytest.fixture(scope="module")
def clutter_network() -> ClutterClassifier:
    """Load the network once."""
    return ClutterClassifier(Path(str(files("models") / "clutter.onnx")))


def test_each_box_has_a_probability(clutter_network: ClutterClassifier) -> None:
    """No boxes give no rows."""
    noise = np.random.default_rng(0).integers(0, 256, (200, 300, 3), np.uint8)
    boxes = [(20.0, 20.0, 60.0, 60.0), (-10.0, 150.0, 40.0, 210.0)]
    seen = clutter_network.classify(noise, boxes)
    assert seen.shape == (2,)
    assert ((seen >= 0) & (seen <= 1)).all()
    assert clutter_network.classify(noise, []).shape == (0,)


def test_mirrored_crops_of_clutter(clutter_network: ClutterClassifier) -> None:
    """Mirrored crops are those of a mirrored picture."""
    picture = clutter(np.random.default_rng([9, 0]))
    wide = picture.shape[1]
    places = np.random.default_rng(1).uniform((60, 60), (840, 600), (20, 2))
    boxes = [(x, y, x + 48.0, y + 48.0) for x, y in places]
    about = [(wide - x2, y1, wide - x1, y2) for x1, y1, x2, y2 in boxes]
    mirrored = clutter_network.classify(picture, boxes, mirrored=True)
    there = clutter_network.classify(np.ascontiguousarray(picture[:, ::-1]), about)
    off = np.abs(mirrored - clutter_network.classify(picture, boxes)).mean()
    assert np.abs(mirrored - there).mean() < off / 3


def test_dice_in_a_tray_are_not_clutter(clutter_network: ClutterClassifier) -> None:
    """None of twenty is classified as clutter."""
    trays = [VirtualTray(np.random.default_rng(seed)) for seed in range(4)]
    seen = [clutter_network.classify(tray.frame(0.0), tray.boxes) for tray in trays]
    assert np.concatenate(seen).max() < 0.5


def test_most_of_a_table_without_dice_is_clutter(clutter_network: ClutterClassifier) -> None:
    """Places are anywhere among bricks, beads and keys."""
    rng, seen = np.random.default_rng(1), []
    for number in range(4):
        image = clutter(np.random.default_rng([9, number]))
        corners = rng.uniform((60, 60), (840, 600), (20, 2))
        seen.append(
            clutter_network.classify(image, [(x, y, x + 48.0, y + 48.0) for x, y in corners])
        )
    assert (np.concatenate(seen) > 0.5).mean() > 0.9
