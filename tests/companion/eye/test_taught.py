"""An eye follows the table: it knows the dice of the game's set, and no others."""

import base64
from types import SimpleNamespace
from typing import Any

import pytest

from companion.eye.taught import ReplaceableReader, TaughtDiceLearner
from tests.vision.dog_dice import dog_dice, dog_stills, rolled
from vision.cameras.demo import DemoCamera
from vision.protocol import MAX_TAUGHT_NAME_LENGTH
from vision.reader import Reader
from vision.taught_reader import TaughtReader
from vision.taught_set import TaughtSet

KLEE = {"name": "klee", "version": "1"}


class Answers:
    """A table that returns one file."""

    def __init__(self, file: bytes) -> None:
        self.file, self.asked = file, 0

    def __call__(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Return it."""
        assert (path, body) == ("eye/dice", {"name": "klee"})
        self.asked += 1
        return {"file": base64.b64encode(self.file).decode()}


@pytest.fixture(scope="module")
def klee() -> bytes:
    """Return the file of a set that knows a dog."""
    return TaughtSet("dice", {"dog": tuple(dog_stills(0, seed=40))}).to_bytes()


def test_the_sets_dice_are_read_and_rolled_in_the_demo_tray(klee: bytes) -> None:
    """The set is requested once; if the table no longer names one, the eye is as before."""
    camera, plain = DemoCamera(3, paced=False), Reader()
    in_use, table = ReplaceableReader(plain), Answers(klee)
    taught = TaughtDiceLearner(SimpleNamespace(camera=camera), in_use)  # type: ignore[arg-type]
    for _ in range(2):
        taught.learn_named_sets(KLEE, None, table)
    assert (taught.faces, table.asked) == (("dog",), 1)
    camera.roll(face="dog")
    camera.tray.frame(0.0)
    faces = [die.face for die in in_use.read(camera.tray.frame(5.0)).dice]
    assert faces == ["dog"] * 5
    taught.learn_named_sets(None, None, table)
    assert (taught.faces, in_use.reader) == ((), plain)


def test_a_damaged_set_teaches_nothing(klee: bytes) -> None:
    """The eye goes on as if nothing had been taught."""
    in_use = ReplaceableReader(Reader())
    taught = TaughtDiceLearner(SimpleNamespace(camera=None), in_use)  # type: ignore[arg-type]
    taught.learn_named_sets(KLEE, None, Answers(klee[:500]))
    assert taught.faces == ()


def test_a_face_with_a_name_no_table_accepts_teaches_nothing(klee: bytes) -> None:
    """Otherwise every heartbeat and every reading with that name would be refused."""
    in_use = ReplaceableReader(Reader())
    taught = TaughtDiceLearner(SimpleNamespace(camera=None), in_use)  # type: ignore[arg-type]
    stills = TaughtSet.from_bytes(klee).stills["dog"]
    for letters, known in ((MAX_TAUGHT_NAME_LENGTH, 1), (MAX_TAUGHT_NAME_LENGTH + 1, 0)):
        file = TaughtSet("dice", {"d" * letters: stills}).to_bytes()
        taught.learn_named_sets({**KLEE, "version": str(letters)}, None, Answers(file))
        assert len(taught.faces) == known


def test_a_confirmed_logo_is_sent_like_a_taught_face() -> None:
    """A few stills leave the eye its reader; with enough of them it needs another one."""
    in_use = ReplaceableReader(Reader())
    taught = TaughtDiceLearner(SimpleNamespace(camera=None), in_use)  # type: ignore[arg-type]
    stills = tuple(dog_stills(0, 40))
    for number, (few, reader) in enumerate(((stills[:3], Reader), (stills, TaughtReader))):
        file = TaughtSet("confirmed", {"6": few}).to_bytes()
        taught.learn_named_sets(None, {"name": "klee", "version": str(number)}, Answers(file))
        assert (type(in_use.reader), taught.faces) == (reader, ())
    tray, image = rolled(dog_dice(0, range(1, 7)), 45)
    assert [die.face for die in in_use.read(image).dice] == ["6"] * len(tray.boxes)
