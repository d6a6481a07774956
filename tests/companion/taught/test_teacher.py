"""A set that changes while the eye looks for its next still."""

from collections.abc import Callable

import cv2
import pytest

from companion.taught.folder import CONFIRMED_SET_NAME
from companion.taught.teacher import DiceTeacher
from tests.companion.conftest import Played
from tests.vision.dog_dice import dog_dice, rolled
from vision.taught_set import TaughtSet


class Lesson:
    """Teaches a set of dice; a test may do something else while the eye looks."""

    def __init__(self, played: Played) -> None:
        self.teacher, self._lesson = DiceTeacher(played.table), played.table.lesson

    def show(
        self, design: int, seed: int, face: str, meanwhile: Callable[[], object] = bool
    ) -> int:
        """Show four dice as `face`; return the number of new stills."""

        def look() -> bytes:
            meanwhile()
            return cv2.imencode(".jpg", rolled(dog_dice(design, range(1, 7)), seed)[1])[1].tobytes()

        self._lesson.wait_for_still = look  # type: ignore[method-assign]
        return self.teacher.capture_face("klee", face)["new"]

    def stills(self) -> dict[str, list[str]]:
        """Return the stills of each face of the set."""
        (known,) = self.teacher.view()["sets"]
        return {p["name"]: [one["still"] for one in p["stills"]] for p in known["parts"]}


@pytest.fixture
def lesson(played: Played) -> Lesson:
    """Return a lesson in which a dog was shown once."""
    lesson = Lesson(played)
    assert lesson.show(0, 60, "dog") == 4
    return lesson


def test_a_still_forgotten_meanwhile_does_not_return(lesson: Lesson) -> None:
    """The dice in the tray are still learned."""
    bad = lesson.stills()["dog"][0]
    assert lesson.show(0, 61, "dog", lambda: lesson.teacher.forget("klee", "dog", bad)) == 4
    assert len(lesson.stills()["dog"]) == 7
    assert bad not in lesson.stills()["dog"]


@pytest.mark.parametrize("face", ["dog", "head"])
def test_a_set_forgotten_meanwhile_does_not_return(lesson: Lesson, face: str) -> None:
    """This holds with the dice in the tray, whether the set knew that face or not."""
    design = {"dog": 0, "head": 5}[face]
    assert lesson.show(design, 61, face, lambda: lesson.teacher.forget("klee", "", "")) == 0
    assert lesson.teacher.view() == {"sets": []}


def test_two_faces_learned_at_once_are_both_kept(lesson: Lesson) -> None:
    """Two tablets teach at one tray."""
    lesson.show(0, 61, "dog", lambda: lesson.show(5, 63, "head"))
    assert {face: len(stills) for face, stills in lesson.stills().items()} == {"dog": 8, "head": 4}


def test_another_tables_confirmed_dice_are_forgotten_completely(lesson: Lesson) -> None:
    """Only for the table's own dice, the start of counting is kept."""
    store, taught = lesson.teacher.store, lesson.teacher.store.load("klee")
    stills = {"3": tuple(still for stills in taught.stills.values() for still in stills)}
    for name in ("theirs", CONFIRMED_SET_NAME):
        store.save(name, TaughtSet("confirmed", stills))
        lesson.teacher.forget(name, "", "")
    assert store.names() == [CONFIRMED_SET_NAME, "klee"]
