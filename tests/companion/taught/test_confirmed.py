"""The dice of a table are learned from confirmed rolls."""

import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.log.log import open_log_to_read
from companion.log.readings import DieReport, ReadingReport
from companion.taught import confirmed
from companion.taught.folder import CONFIRMED_SET_NAME
from companion.taught.store import TaughtStore
from companion.taught.teacher import DiceTeacher
from tests.companion.conftest import Played
from tests.companion.tiny import GAMES
from tests.vision.dog_dice import dog_dice
from vision.classifiers import crop_die
from vision.frame import Image
from vision.virtual.look import DieLook
from vision.virtual.tray import VirtualTray


class Tray:
    """Rolls three virtual dice repeatedly, and returns an eye's readings."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng(8)
        self._number = 0
        self.crops: list[Image] = []

    def throw(
        self, faces: str, looks: Sequence[DieLook] | None = None, **fields: Any
    ) -> tuple[ReadingReport, bytes]:
        """Return a reading of these faces and its picture; other dice are not read."""
        tray = VirtualTray(self._rng, looks)
        jpeg = cv2.imencode(".jpg", tray.frame(0.0))[1].tobytes()
        boxes = tray.boxes[: len(faces.split())]
        picture = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), 1), np.uint8)
        self.crops = [crop_die(picture, box) for box in boxes]
        dice = tuple(
            DieReport(f, 0.99, box, "") for f, box in zip(faces.split(), boxes, strict=True)
        )
        self._number += 1
        told: dict[str, Any] = {"moved": (True,) * len(dice), "thrown": True, "sure": True}
        return ReadingReport(
            "run1", self._number, dice, size=(640, 480), **{**told, **fields}
        ), jpeg


@pytest.fixture
def tray(played: Played, monkeypatch: pytest.MonkeyPatch) -> Tray:
    """Start the tiny game with learning enabled."""
    monkeypatch.setattr(confirmed, "GAMES", GAMES)
    monkeypatch.setattr(os, "nice", lambda _: 0)  # otherwise all later tests would be slower
    monkeypatch.setattr(sys, "argv", ["", str(played.folder)])
    played.start()
    return Tray()


def known(played: Played) -> dict[str, int]:
    """Learn; return the number of stills of each face."""
    confirmed.main()
    stills = TaughtStore(played.folder).load_or_new(CONFIRMED_SET_NAME, "confirmed").stills
    return {face: len(of_one) for face, of_one in sorted(stills.items())}


def test_played_and_answered_rolls_are_learned(played: Played, tray: Tray) -> None:
    """The last roll, which may still be corrected, is not learned yet; nor are unmoved dice."""
    played.read(*tray.throw("1 2 3"))
    assert known(played) == {}
    reading, picture = tray.throw("4 4 5", sure=False)
    played.read(reading, picture)
    played.do("dice", faces=["4", "4", "6"], number=reading.number)
    assert known(played) == {"1": 1, "2": 1, "3": 1}
    played.read(*tray.throw("1 1 1"))
    assert known(played) == {"1": 1, "2": 1, "3": 1, "4": 2, "6": 1}
    assert known(played) == {"1": 1, "2": 1, "3": 1, "4": 2, "6": 1}


def test_a_correction_moves_the_still(played: Played, tray: Tray) -> None:
    """A three that was read as a two is learned as a three."""
    played.read(*tray.throw("1 2 3"))
    crop = tray.crops[1]
    played.read(*tray.throw("4 5 6"))
    row = played.shown["version"] - 1
    assert known(played) == {"1": 1, "2": 1, "3": 1}
    played.do("correct", row=row, faces=["1", "3", "3"])
    assert known(played) == {"1": 1, "3": 2}
    stills = TaughtStore(played.folder).load(CONFIRMED_SET_NAME).stills["3"]
    assert any(np.array_equal(crop, still) for still in stills)


def test_faces_entered_in_another_order_are_assigned(played: Played, tray: Tray) -> None:
    """This is done if it is unambiguous."""
    for faces in (["3", "2", "1"], ["2", "4", "1"]):
        reading, picture = tray.throw("1 2 3", sure=False)
        played.read(reading, picture)
        played.do("dice", faces=faces, number=reading.number)
    played.read(*tray.throw("1 1 1"))
    assert known(played) == {"1": 1, "2": 1, "3": 1}


def test_a_die_that_was_not_read_is_learned(played: Played, tray: Tray) -> None:
    """It was entered by hand, and is found in the picture."""
    looks = dog_dice(0, range(1, 7))[:3]
    reading, picture = tray.throw("1 2", looks, sure=False, doubts=("unknown face",))
    played.read(reading, picture)
    played.do("dice", faces=["1", "2", "6"], number=reading.number)
    played.read(*tray.throw("1 1 1"))
    assert known(played) == {"1": 1, "2": 1, "6": 1}


@pytest.mark.parametrize("where", ["page", "command"])
def test_forgotten_dice_are_learned_only_from_new_rolls(
    played: Played, tray: Tray, where: str
) -> None:
    """The page says how many of those were read correctly."""
    for _ in range(2):
        played.read(*tray.throw("1 2 3"))
    assert known(played) == {"1": 1, "2": 1, "3": 1}
    teacher = DiceTeacher(played.table)
    (told,) = teacher.view()["sets"]
    assert (told["kind"], told["right"], told["read"]) == ("confirmed", 6, 6)
    if where == "page":
        assert teacher.forget(CONFIRMED_SET_NAME, "", "") == {"sets": []}
    else:
        assert main(["teach", "forget", CONFIRMED_SET_NAME, "--data", str(played.folder)]) == 0
    assert known(played) == {}
    for _ in range(2):
        played.read(*tray.throw("4 5 6"))
    assert known(played) == {"4": 1, "5": 1, "6": 1}


def test_dice_forgotten_during_learning_stay_forgotten(
    played: Played, tray: Tray, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A separate process takes a while to read the game."""
    for faces in ("1 2 3", "4 5 6"):
        played.read(*tray.throw(faces))
    assert known(played) == {"1": 1, "2": 1, "3": 1}
    played.read(*tray.throw("1 1 1"))
    teacher = DiceTeacher(played.table)

    def forget_first(folder: Path) -> AbstractContextManager[Any]:
        teacher.forget(CONFIRMED_SET_NAME, "", "")
        return open_log_to_read(folder)

    monkeypatch.setattr(confirmed, "open_log_to_read", forget_first)
    assert known(played) == {}
