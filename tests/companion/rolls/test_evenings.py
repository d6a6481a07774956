"""Whatever people and the eye do, each roll of real dice counts once, with its true faces."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.log.readings import DieReport, ReadingReport
from tests.companion.conftest import Played

FACES = "123456"
PLACES = range(5)  # more than there are dice, so that dice change places


@dataclass
class RealDie:
    """A die at `place` that shows `face`; if it is `cocked`, the eye may read any face."""

    face: str
    place: int
    cocked: bool = False
    moved: bool = True


class Evening:
    """People roll, keep, enter and answer truthfully; the eye doubts or is disconnected."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.played = Played(folder)
        self.played.start()
        self.dice = [RealDie("1", place) for place in range(3)]
        self.number = 0

    def throw(self) -> None:
        """Roll some or all dice, to free places."""
        kept = [die for die in self.dice if self.random.random() < 0.5][:2]
        free = [place for place in PLACES if place not in [die.place for die in kept]]
        self.random.shuffle(free)
        for die in self.dice:
            if die not in kept:
                die.face, die.place = self.random.choice(FACES), free.pop()
                die.moved, die.cocked = True, self.random.random() < 0.25

    def look(self) -> tuple[ReadingReport, list[str]]:
        """Return the eye's reading, and what the same dice show."""
        self.random.shuffle(self.dice)
        self.number += 1
        moved = tuple(die.moved for die in self.dice)
        for die in self.dice:
            die.moved = False
        sure = not any(die.cocked for die in self.dice)
        dice = tuple(map(self._read, self.dice))
        reading = ReadingReport("run1", self.number, dice, moved, thrown=True, sure=sure)
        return reading, [die.face for die in self.dice]

    def _read(self, die: RealDie) -> DieReport:
        box = (60.0 * die.place, 0.0, 60.0 * die.place + 50, 50.0)
        if die.cocked:
            return DieReport(self.random.choice(FACES), 0.5, box, "white", doubts=("cocked",))
        return DieReport(die.face, 0.99, box, "white")

    def tell(self) -> None:
        """Enter the dice by hand, in any order."""
        self.random.shuffle(self.dice)
        self.played.do("dice", faces=[die.face for die in self.dice])
        self.played.clock.t += 10

    def take_turn(self) -> None:
        """Roll, and enter the dice: by the eye, as an answer, or by hand."""
        self.throw()
        reading, faces = self.look()
        how = self.random.choice(["eye", "eye", "eye", "late", "lost"])
        if how == "eye" and self.played.read(reading)["outcome"] == "asked":
            self.answer(reading, faces)
        elif how != "eye":
            self.tell()
        if how == "late":
            assert self.played.read(reading)["outcome"] != "played"
        self.dismiss()

    def answer(self, reading: ReadingReport, faces: list[str]) -> None:
        """Answer the question, or enter the dice by hand instead."""
        how = self.random.choice(["answer", "answer", "dismiss", "tell"])
        if how == "answer":
            self.played.do("dice", faces=faces, number=reading.number)
            return
        if how == "dismiss":
            self.dismiss()
        self.tell()

    def dismiss(self) -> None:
        """Dismiss every question."""
        while question := self.question():
            self.played.do("dismiss", number=question["number"])

    def question(self) -> Any:
        """Return the open question."""
        return self.played.shown["eye"]["question"]

    def change_mind(self) -> None:
        """Undo the roll, redo it or enter it again; or cut the power."""
        version, how = self.played.shown["version"], self.random.randrange(20)
        if how < 2:
            self.played.do("undo")
            self.played.do("undo", to=version) if how else self.tell()
            self.dismiss()
        elif how == 2:
            self.played.again()
        self.played.clock.t += 5


@pytest.mark.parametrize("seed", range(12))
def test_each_roll_counts_once_with_its_true_faces(tmp_path: Path, seed: int) -> None:
    """If the eye is in doubt and somebody answers, the answer holds for that die."""
    evening = Evening(tmp_path / "data", seed)
    for throws in range(1, 25):
        evening.take_turn()
        evening.change_mind()
        shown = [die["face"] for die in evening.played.shown["dice"]]
        assert sorted(shown) == sorted(die.face for die in evening.dice)
        assert evening.played.table.state.head.state.throws == throws  # type: ignore[union-attr]
    evening.played.table.close()
