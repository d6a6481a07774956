"""Dice with taught faces."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.dog_dice import dog_dice, dog_stills, rolled
from vision.bounding_box import iou
from vision.calibration import Calibration
from vision.detection import DOUBT_PROBABILITY
from vision.frame import Image
from vision.reader import Reader
from vision.taught_reader import TaughtReader


@pytest.fixture(scope="module")
def knows_dog() -> TaughtReader:
    """Return a reader that was taught one dog."""
    return TaughtReader({"dog": dog_stills(0, seed=10)})


@pytest.mark.parametrize("seed", range(20, 25))
def test_dogs_and_numbers(knows_dog: TaughtReader, seed: int) -> None:
    """The dog has its name and its die's colour; the other faces are read as usual."""
    tray, image = rolled(dog_dice(0, (6, 5)), seed)
    dice = knows_dog.read(image).dice
    for box, face, look in zip(tray.boxes, tray.lying_faces, tray_looks(), strict=True):
        die = max(dice, key=lambda die: iou(die.box, box))
        assert die.face == ("dog" if face in (5, 6) else str(face))
        assert die.body == look
    assert len(dice) == 4


def tray_looks() -> list[str]:
    """Return the colours of the dice in a tray, in order."""
    return ["white", "white", "black", "black"]


@pytest.mark.parametrize("design", [3, 4, 5, 8])
def test_another_symbol_is_never_sure(knows_dog: TaughtReader, design: int) -> None:
    """An untaught symbol is not named, or named and asked about."""
    _, image = rolled(dog_dice(design, range(1, 7)), design)
    reading = knows_dog.read(image)
    assert not reading.sure
    assert all(die.confidence < 0.95 or die.doubts for die in reading.dice)


def test_without_taught_faces_readings_are_unchanged() -> None:
    """They are the reader's own."""
    _, image = rolled(dog_dice(0, (6,)), 3)
    plain, taught = Reader().read(image), TaughtReader({}).read(image)
    assert (plain.dice, plain.doubts) == (taught.dice, taught.doubts)


def test_close_up_of_one_die(knows_dog: TaughtReader) -> None:
    """A picture that a die fills from edge to edge is read, and its box lies in it."""
    tray, image = rolled(dog_dice(0, range(1, 7)), 33)
    x1, y1, x2, y2 = (round(side) for side in tray.boxes[0])
    (die,) = knows_dog.read(np.ascontiguousarray(image[y1:y2, x1:x2])).dice
    assert die.face == "dog"
    assert die.box[0] > -5
    assert die.box[2] < x2 - x1 + 5


def test_stills_of_every_die() -> None:
    """Whatever the dice show, each gives a still; an empty table gives none."""
    tray, image = rolled(dog_dice(7, (1, 2, 3)), 5)
    reader = TaughtReader({})
    assert len(reader.find_die_crops(image)) == len(tray.boxes)
    empty: Image = np.full((480, 640, 3), 90, np.uint8)
    assert reader.find_die_crops(empty) == []


def test_a_close_up_without_a_table_gives_a_still() -> None:
    """In teaching there is certainly a die, so nothing in it counts as clutter."""
    reader, found = TaughtReader({}), 0
    for design in range(4):
        tray, image = rolled(dog_dice(design, range(1, 7)), 33 + design)
        for box in tray.boxes:
            x1, y1, x2, y2 = (round(side) for side in box)
            close_up = np.ascontiguousarray(image[y1:y2, x1:x2])
            found += len(reader.find_die_crops(close_up)) == 1
    assert found >= 15


def test_a_doubtful_die_gives_a_still_only_in_a_close_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a picture of a tray it may be something else."""
    tray, image = rolled(dog_dice(0, range(1, 7)), 33)
    x1, y1, x2, y2 = (round(side) for side in tray.boxes[0])
    reader = TaughtReader({})
    between = (DOUBT_PROBABILITY + reader.calibration.threshold) / 2
    monkeypatch.setattr(Calibration, "presence_probability", lambda *_: between)
    assert len(reader.find_die_crops(np.ascontiguousarray(image[y1:y2, x1:x2]))) == 1
    assert reader.find_die_crops(image) == []


def test_photographed_close_ups_teach_a_face(shared_dir: Path) -> None:
    """Five of them teach the emblem on real dice; no pips are mistaken for it.

    No network detects one of the 44 others.
    """
    folder = shared_dir / "dice-photos" / "check" / "emblem_faces"
    rows = [json.loads(row) for row in (folder / "annotations.jsonl").read_text().splitlines()]
    pictures: dict[str, list[Image]] = {"emblem": [], "pips": []}
    for row in rows:
        picture = np.asarray(cv2.imread(str(folder / row["image"])), np.uint8)
        pictures["pips" if row["class"] == "pips" else "emblem"].append(picture)
    reader = TaughtReader({})
    stills = [reader.find_die_crops(picture) for picture in pictures["emblem"]]
    taught = [crop for ((_, crop),) in [still for still in stills if len(still) == 1][:5]]
    reader.replace_stills({"emblem": taught})
    emblems, pips = (
        [reader.read(picture) for picture in some]
        for some in (pictures["emblem"][::2], pictures["pips"][::8])
    )
    assert sum(bool(still) for still in stills) >= len(stills) - 1
    assert sum([d.face for d in one.dice] == ["emblem"] for one in emblems) >= 0.97 * len(emblems)
    taken = [one for one in pips if any(die.face == "emblem" for die in one.dice)]
    assert len(taken) <= 1
    assert not any(one.sure for one in taken)
