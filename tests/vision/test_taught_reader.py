"""Dice with faces that somebody taught."""

import numpy as np
import pytest

from tests.vision.dog_dice import dog_dice, dog_stills, thrown
from vision.bounding_box import iou
from vision.frame import Image
from vision.reader import Reader
from vision.taught_reader import TaughtReader


@pytest.fixture(scope="module")
def knows_dog() -> TaughtReader:
    """Give a reader that was taught one dog."""
    return TaughtReader({"dog": dog_stills(0, seed=10)})


@pytest.mark.parametrize("seed", range(20, 25))
def test_dogs_and_numbers(knows_dog: TaughtReader, seed: int) -> None:
    """The dog has its name and its die's colour, the other faces are read as ever."""
    tray, image = thrown(dog_dice(0, (6, 5)), seed)
    dice = knows_dog.read(image).dice
    for box, face, look in zip(tray.boxes, tray.lying_faces, tray_looks(), strict=True):
        die = max(dice, key=lambda die: iou(die.box, box))
        assert die.face == ("dog" if face in (5, 6) else str(face))
        assert die.body == look
    assert len(dice) == 4


def tray_looks() -> list[str]:
    """Return the colours of the dice in a tray, in their order."""
    return ["white", "white", "black", "black"]


@pytest.mark.parametrize("design", [3, 4, 5, 8])
def test_another_symbol_is_never_sure(knows_dog: TaughtReader, design: int) -> None:
    """A symbol that was not taught is not named, or named and asked about."""
    _, image = thrown(dog_dice(design, range(1, 7)), design)
    reading = knows_dog.read(image)
    assert not reading.sure
    assert all(die.confidence < 0.95 or die.doubts for die in reading.dice)


def test_nothing_taught_reads_as_ever() -> None:
    """Without stills it gives what the reader gives."""
    _, image = thrown(dog_dice(0, (6,)), 3)
    plain, taught = Reader().read(image), TaughtReader({}).read(image)
    assert (plain.dice, plain.doubts) == (taught.dice, taught.doubts)


def test_close_up_of_one_die(knows_dog: TaughtReader) -> None:
    """A picture that a die fills from edge to edge is read, and its box lies in it."""
    tray, image = thrown(dog_dice(0, range(1, 7)), 33)
    x1, y1, x2, y2 = (round(side) for side in tray.boxes[0])
    (die,) = knows_dog.read(np.ascontiguousarray(image[y1:y2, x1:x2])).dice
    assert die.face == "dog"
    assert die.box[0] > -5
    assert die.box[2] < x2 - x1 + 5


def test_stills_of_every_die() -> None:
    """Whatever dice show, each gives a still; an empty table gives none."""
    tray, image = thrown(dog_dice(7, (1, 2, 3)), 5)
    reader = TaughtReader({})
    assert len(reader.find_die_stills(image)) == len(tray.boxes)
    empty: Image = np.full((480, 640, 3), 90, np.uint8)
    assert reader.find_die_stills(empty) == []
