"""The rolls that `croupier watch` finds in a recording."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.cli.watch import RestReport
from tests.vision.stage import die_at
from vision.events import Confirmation, EyeEvent, Preview, Roll, StateChange
from vision.frame import Frame
from vision.reading import Reading
from vision.stillness import StillnessDetector

FIELDS = ["roll", "frame", "t", "faces", "sure", "likely", "doubts", "after_rest_ms"]


def rolled(number: int, thrown: bool | None, face: int, *doubts: str) -> Roll:
    """Return a roll of one die as the eye reports it."""
    die = die_at((10.0, 10.0, 50.0, 50.0), face)
    reading = Reading((die,), doubts, 10.0)
    return Roll(number, 0, float(number), reading, (True,), thrown, 100.0, (64, 48), b"")


class Told:
    """An eye that reports four rolls, of which the third is a push."""

    def __init__(self, *_: Any) -> None:
        pass

    def events(self) -> Iterator[Roll]:
        """Yield the events."""
        yield rolled(1, None, 3)
        yield rolled(2, True, 4)
        yield rolled(3, False, 4)
        yield rolled(4, None, 6, "touching")

    def close(self) -> None:
        """Do nothing."""


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Replace the recording by the events of `Told`."""
    cv2.imwrite(str(tmp_path / "0.png"), np.zeros((48, 64, 3), np.uint8))
    monkeypatch.setattr("companion.cli.watch.Eye", Told)
    monkeypatch.setattr("companion.cli.watch.open_reader", lambda: None)
    return str(tmp_path)


def test_pushed_dice_are_no_roll(recording: str, capsys: pytest.CaptureFixture[str]) -> None:
    """They are left out, and the printed rolls are numbered without them."""
    assert main(["watch", recording, "--json"]) == 0
    rolls = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(roll["roll"], roll["faces"]) for roll in rolls] == [(1, ["3"]), (2, ["4"]), (3, ["6"])]
    assert all(list(roll) == FIELDS for roll in rolls)


def test_a_confirmed_roll_is_printed_once(
    recording: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is printed as confirmed, with its own number; a sure roll needs no confirmation."""

    def events(_: Told) -> Iterator[EyeEvent]:
        yield rolled(1, True, 3, "cocked")
        yield Preview(1.5, b"")
        yield Confirmation(rolled(2, True, 3), 1, 2.0)
        yield StateChange("sure", 2.0)
        yield rolled(3, True, 4)

    monkeypatch.setattr(Told, "events", events)
    assert main(["watch", recording, "--json"]) == 0
    rolls = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(roll["roll"], roll["faces"], roll["sure"]) for roll in rolls] == [
        (1, ["3"], True),
        (2, ["4"], True),
    ]


def test_an_unclear_roll_is_printed_as_unclear(
    recording: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sure reading is not always a sure roll."""
    assert main(["watch", recording]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "    1.00 s  roll 1: 3  (rolled or not: cannot tell)",
        "    2.00 s  roll 2: 4",
        "    4.00 s  roll 3: 6  (unsure: touching)  (rolled or not: cannot tell)",
    ]


def test_a_moving_camera_is_reported(
    recording: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the rolls for people; on standard error for programs, which parse each line."""
    monkeypatch.setattr(Told, "events", lambda _: iter([StateChange("moved camera", 1.5)]))
    assert main(["watch", recording]) == 0
    assert capsys.readouterr().out == "    1.50 s  the camera moves\n"
    assert main(["watch", recording, "--json"]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("    1.50 s  the camera moves\nno roll was seen: ")


@pytest.mark.parametrize(
    ("shown", "states", "why"),
    [
        ("abcdef", {"hand"}, "nothing lay still; "),
        ("abbbcccdef", {"hand"}, "2 rests, none longer than 0.2 s; "),
        ("aaaaaaaaab", {"empty"}, "no dice were found, 1 rest, not longer than 0.8 s; "),
        ("aaaaaaaaab", {"hand", "still"}, "a hand was in the picture, 1 rest, "),
    ],
)
def test_a_recording_without_a_roll_says_why(shown: str, states: set[Any], why: str) -> None:
    """The reason depends on how long its pictures stay the same; a hand counts only at rest."""
    rests, stillness = RestReport(), StillnessDetector()
    for state in states:
        rests.add_event(StateChange(state, 0.0))
    for number, letter in enumerate(shown):
        picture = np.random.default_rng(ord(letter)).integers(0, 255, (48, 64, 3), np.uint8)
        rests.add_frame(stillness.process_frame(Frame(picture, number / 10, number)))
    assert rests.why_no_roll().startswith(why)
    assert "half a second" in rests.why_no_roll()


def test_a_recording_that_was_long_unread_is_reported() -> None:
    """A torn picture may look like a hand until the film ends; a real hand leaves sooner."""
    rests, picture = RestReport(), np.zeros((48, 64, 3), np.uint8)
    stillness = StillnessDetector()
    said = []
    for second, state in enumerate(["hand", "hand", "sure", *["hand"] * 8, "sure"]):
        if second in (0, 2, 3, 11):
            rests.add_event(StateChange(state, second))
        rests.add_frame(stillness.process_frame(Frame(picture, second, second)))
        said.append(rests.unread_period())
    assert said[:8] == [""] * 8
    assert said[-1] == "nothing was read from 3.0 to 10.0 s: a hand was in the picture"
