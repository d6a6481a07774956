"""Crops of dice, and the faces read from them."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from vision.classifiers import FACE_CLASSES, FACES, NOTHING, FaceClassifier, _reduced, crop_square
from vision.virtual.tray import VirtualTray


@pytest.fixture(scope="module")
def classifier() -> FaceClassifier:
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


def test_what_is_reduced_is_rounded_alike_on_every_processor() -> None:
    """Halves are always rounded up, wherever they are."""
    picture = np.random.default_rng(0).integers(0, 256, (80, 80, 3), np.uint8)
    parts = np.repeat(np.repeat(picture, 5, axis=0), 5, axis=1).astype(int)
    sums = parts.reshape(50, 8, 50, 8, 3).sum(axis=(1, 3))
    assert np.array_equal(_reduced(picture, 1.6)[0], (sums + 32) // 64)


@pytest.mark.parametrize("centre", [(-500.0, 10.0), (5000.0, 5000.0), (0.0, 0.0)])
def test_crop_anywhere(noise: np.ndarray, centre: tuple[float, float]) -> None:
    """A centre outside the picture still gives a crop."""
    assert crop_square(noise, centre, 300.0).shape == (64, 64, 3)


def test_probabilities_sum_to_one(classifier: FaceClassifier, noise: np.ndarray) -> None:
    """Each row sums to one over all classes."""
    probabilities = classifier.classify(noise, [(10.0, 10.0, 60.0, 60.0), (-5.0, -5.0, 3.0, 3.0)])
    assert probabilities.shape == (2, len(FACE_CLASSES))
    assert probabilities.sum(axis=1) == pytest.approx([1, 1], abs=1e-5)


def test_a_die_in_the_mirror(classifier: FaceClassifier, noise: np.ndarray) -> None:
    """Mirrored crops are those of a mirrored picture."""
    boxes = [(x, y, x + 40.0, y + 40.0) for x in np.arange(0.0, 120, 20) for y in (0.0, 40.0, 80.0)]
    about = [(160 - x2, y1, 160 - x1, y2) for x1, y1, x2, y2 in boxes]
    mirrored = classifier.classify(noise, boxes, mirrored=True)
    there = classifier.classify(np.ascontiguousarray(noise[:, ::-1]), about)
    off = np.abs(mirrored - classifier.classify(noise, boxes)).mean()
    assert np.abs(mirrored - there).mean() < off / 3


def test_no_boxes_no_rows(classifier: FaceClassifier, noise: np.ndarray) -> None:
    """No boxes are no error."""
    assert classifier.classify(noise, []).shape == (0, len(FACE_CLASSES))


def test_reads_drawn_dice(classifier: FaceClassifier) -> None:
    """At least 49 of 50 rendered dice are read correctly from their true boxes."""
    right = 0
    for number in range(10):
        if number % 5 == 0:
            tray = VirtualTray(np.random.default_rng([11, number]))
        tray.roll()
        tray.frame(0.0)
        probabilities = classifier.classify(tray.frame(5.0), tray.boxes)
        right += sum(
            FACES[int(row[:6].argmax())] == str(face)
            for row, face in zip(probabilities, tray.lying_faces, strict=True)
        )
    assert right >= 49


def test_bare_ground_is_nothing(classifier: FaceClassifier) -> None:
    """A crop without a die is read as no die."""
    ground = np.full((200, 200, 3), (70, 110, 60), np.uint8)
    probabilities = classifier.classify(ground, [(80.0, 80.0, 120.0, 120.0)])
    assert probabilities[0].argmax() == NOTHING


def test_augmented_is_a_mean_of_views(classifier: FaceClassifier, noise: np.ndarray) -> None:
    """Several views of each place, including its mirror image, give one result."""
    boxes = [(40.0, 30.0, 90.0, 80.0), (10.0, 10.0, 40.0, 40.0)]
    again = classifier.classify_augmented(noise, boxes)
    assert again.shape == (2, len(FACE_CLASSES))
    np.testing.assert_allclose(again.sum(axis=1), 1.0, atol=1e-5)
    mirrored = np.ascontiguousarray(noise[:, ::-1])
    about = [(160 - x2, y1, 160 - x1, y2) for x1, y1, x2, y2 in boxes]
    np.testing.assert_allclose(classifier.classify_augmented(mirrored, about), again, atol=0.02)
    assert classifier.classify_augmented(noise, []).shape == (0, len(FACE_CLASSES))
