"""Which taught face a die shows, and which faces are too similar."""

import numpy as np

from tests.vision.dog_dice import dog_stills
from vision.frame import Image
from vision.reader import Reader
from vision.taught_faces import TaughtFaces
from vision.taught_reader import TaughtReader


def taught(stills: dict[str, list[Image]]) -> TaughtFaces:
    """Return a recogniser for these stills."""
    return TaughtReader(stills).faces


def test_each_design_is_distinguished_from_the_others() -> None:
    """Each of three dogs is recognised by its own stills."""
    faces = taught({str(design): dog_stills(design, seed=design) for design in (0, 3, 5)})
    classifier = Reader().classifier
    for design in (0, 3, 5):
        crops = dog_stills(design, seed=70, trays=1)
        matches = faces.match(crops, classifier.classify_crops(crops))
        assert [match.name for match in matches] == [str(design)] * 4
        assert min(match.confidence for match in matches) > 0.5


def test_one_face_under_two_names_is_noticed() -> None:
    """The same dog, taught twice, is a pair; different ones are not."""
    one, same, other = dog_stills(0, 1), dog_stills(0, 2), dog_stills(5, 3)
    assert taught({"dog": one, "hound": same, "head": other}).similar_faces() == [("dog", "hound")]


def test_without_stills_nothing_matches() -> None:
    """A face without stills is ignored."""
    crops = dog_stills(0, 1, trays=1)
    probabilities = np.zeros((4, 14), np.float32)
    assert taught({}).match(crops, probabilities) == []
    assert taught({"dog": []}).names == ()
    assert taught({"dog": crops}).match([], np.zeros((0, 14), np.float32)) == []


def test_a_quarter_turn_changes_little() -> None:
    """The vector of a face is almost the same after each quarter turn; another face's is not."""
    embedder = taught({})._embedder
    crop, other = dog_stills(0, 1, trays=1)[0], dog_stills(5, 1, trays=1)[0]
    vectors = embedder.embed([crop, np.ascontiguousarray(np.rot90(crop)), other])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)
    assert vectors[0] @ vectors[1] > 0.9
    assert vectors[0] @ vectors[2] < 0.7
