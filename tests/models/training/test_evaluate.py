"""Counting what was right, sure, and sure and wrong."""

import subprocess
import sys
from dataclasses import replace

import numpy as np

from models.training.evaluate import Tally, read_live, report, tally
from models.training.evaluation_pictures import EvaluationPicture, tray_pictures
from vision.reader import Reader
from vision.reading import Die, Reading


def reading(faces: str, confidence: float) -> Reading:
    """Return a reading of `faces`, all with one confidence."""
    box = (0.0, 0.0, 9.0, 9.0)
    dice = tuple(Die(f, confidence, box, "white", ((f, 1.0),)) for f in faces)
    return Reading(dice, (), 5.0)


def test_the_worst_fault_is_counted_separately() -> None:
    """Right, wrong but asked, and wrong without asking are three different things."""
    picture = EvaluationPicture("g", "picture", np.zeros((9, 9, 3), np.uint8), (2, 5))
    counts = Tally()
    for faces, confidence in (("52", 1.0), ("51", 0.5), ("51", 1.0)):
        counts.add(picture, reading(faces, confidence))
    assert (counts.pictures, counts.right, counts.sure) == (3, 1, 2)
    assert len(counts.wrong) == len(counts.faults) == 1
    assert "SURE, WRONG picture: 25 read as 15" in report({"g": counts}, verbose=False)


def test_a_game_that_counts_its_dice_is_sure_if_none_is_missing() -> None:
    """Other doubts do not matter, but the number of dice must be right."""
    picture = EvaluationPicture("g", "picture", np.zeros((9, 9, 3), np.uint8), (2, 5))
    counts = Tally()
    for faces in ("52", "5", "51"):
        counts.add(picture, replace(reading(faces, 1.0), tray_doubts=("covered",)))
    counts.add(picture, reading("5", 1.0))
    assert (counts.sure, counts.counted, len(counts.faults)) == (1, 2, 1)
    assert counts.counted_faults == ["picture: 25 read as 15 ('covered',)"]


def test_a_die_without_a_number_is_never_right() -> None:
    """Being sure about a face without a number is a fault."""
    picture = EvaluationPicture("g", "emblem", np.zeros((9, 9, 3), np.uint8), None)
    counts = Tally()
    counts.add(picture, reading("6", 1.0))
    assert counts.right == 0
    assert len(counts.faults) == 1


def test_a_held_out_picture_without_dice_is_read_only_as_a_still() -> None:
    """A fixed camera knows the size of a die, and such a picture shows none."""
    empty = EvaluationPicture("held no_dice", "picture", np.zeros((64, 64, 3), np.uint8), ())
    groups = tally(Reader(threads=2), [empty])
    assert list(groups) == ["held no_dice, first", "held no_dice"]


def test_the_live_eye_is_judged_by_two_stills_of_known_scale() -> None:
    """It reads a virtual tray; contradicting stills would not be sure."""
    picture = next(iter(tray_pictures(1, seed=4)))
    read = read_live(Reader(threads=2), picture)
    assert tuple(sorted(int(die.face) for die in read.dice)) == picture.values


def test_readings_are_measured_without_the_extra_train() -> None:
    """`make test` on a fresh clone has neither torch nor onnx."""
    without = (
        "import sys; sys.modules.update(torch=None, onnx=None); import models.training.evaluate"
    )
    subprocess.run([sys.executable, "-c", without], check=True)
