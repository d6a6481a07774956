"""Confirmed dice are no longer doubted, and nothing else changes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.bounding_box import BoundingBox
from vision.classifiers import FACES, UNKNOWN, crop_die
from vision.confirmed_dice import MIN_STILLS, ConfirmedDice
from vision.frame import Image
from vision.reader import Reader
from vision.virtual.look import DieLook
from vision.virtual.tray import VirtualTray

TINY_PIPS = DieLook(pip_radius=0.042, one_radius=0.042, pip_spread=0.16)


def row(**chances: float) -> NDArray[np.float32]:
    """Return a face network output: the probabilities of faces (f1..f6) and of "unknown"."""
    said = np.full(14, 1e-6, np.float32)
    for name, chance in chances.items():
        said[UNKNOWN if name == "other" else int(name[1]) - 1] = chance
    return said / said.sum()


CLEAR = {face: row(**{f"f{face}": 1.0}) for face in FACES}
SWIRLED_3 = row(f3=0.5, f5=0.05, other=0.4)


class Classifier:
    """Returns the row that a crop's first pixel stands for."""

    def __init__(self, rows: Sequence[NDArray[np.float32]]) -> None:
        self.rows = rows

    def classify_crops(self, crops: Sequence[Image]) -> NDArray[np.float32]:
        """Return the rows of these crops."""
        return np.stack([self.rows[crop[0, 0, 0]] for crop in crops])


def confirmed(*more: tuple[str, NDArray[np.float32]], each: int = MIN_STILLS) -> ConfirmedDice:
    """Return dice with `each` clear stills of each face, and `more` of some."""
    known = [(face, CLEAR[face]) for face in FACES for _ in range(each)] + list(more)
    stills: dict[str, list[Image]] = {face: [] for face in FACES}
    for number, (face, _) in enumerate(known):
        stills[face].append(np.full((64, 64, 3), number, np.uint8))
    classifier: Any = Classifier([said for _, said in known])
    return ConfirmedDice(stills, classifier)


def test_confirmed_faces_are_known_and_others_are_not() -> None:
    """A swirled three is known if one like it was seen before; a symbol is not."""
    assert confirmed().recognise_face(SWIRLED_3) is None
    known = confirmed(("3", SWIRLED_3))
    assert known.recognise_face(row(f3=0.55, f5=0.07, other=0.35)) == "3"
    assert known.recognise_face(row(f2=0.5, f5=0.5)) is None
    assert known.recognise_face(row(other=1.0)) is None


def test_nothing_is_known_before_each_face_was_seen() -> None:
    """Otherwise an unseen face would be mistaken for a seen one."""
    assert confirmed(("3", SWIRLED_3), each=MIN_STILLS - 1).recognise_face(SWIRLED_3) is None


def test_a_face_that_looked_like_another_is_no_longer_trusted() -> None:
    """If a confirmed five looks like the threes, a three like it is doubtful."""
    known = confirmed(("3", SWIRLED_3), ("3", SWIRLED_3), ("5", row(f3=0.5, f5=0.06, other=0.4)))
    assert known.recognise_face(SWIRLED_3) is None
    assert known.recognise_face(CLEAR["2"]) == "2"


@pytest.fixture(scope="module")
def pictures() -> list[tuple[Image, tuple[int, ...], tuple[BoundingBox, ...]]]:
    """Return pictures of dice that are hard to read: each face, then some rolls."""
    tray = VirtualTray(np.random.default_rng(4), [TINY_PIPS] * 5)
    taken = []
    for face in (1, 2, 3, 4, 5, 6, None, None, None, None):
        tray.roll(shown_side=face)
        tray.frame(0.0)
        taken.append((tray.frame(5.0), tray.lying_faces, tray.boxes))
    return taken


def test_a_reader_asks_less_and_is_never_wrong(
    pictures: list[tuple[Image, tuple[int, ...], tuple[BoundingBox, ...]]],
) -> None:
    """Doubts about the pips of faces it has seen before disappear."""
    reader = Reader()
    stills: dict[str, list[Image]] = {}
    for image, truth, boxes in pictures[:6]:
        stills[str(truth[0])] = [crop_die(image, box) for box in boxes]
    before = [reader.read(image) for image, *_ in pictures[6:]]
    reader.learn_confirmed_dice(stills)
    after = [reader.read(image) for image, *_ in pictures[6:]]
    doubtful = [sum(not die.sure for one in these for die in one.dice) for these in (before, after)]
    assert 2 * doubtful[1] < doubtful[0], doubtful
    for (_, truth, _), reading in zip(pictures[6:], after, strict=True):
        assert sorted(die.face for die in reading.dice) == sorted(map(str, truth))
