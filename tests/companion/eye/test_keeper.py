"""Who keeps the eye at work: it starts again, and never with virtual dice for real ones."""

import subprocess
import threading
from functools import partial
from typing import Any

import pytest

from companion.eye import keeper as eye_keeper
from companion.eye.keeper import NO_DEMO, EyeKeeper


def starts(monkeypatch: pytest.MonkeyPatch, keeper: EyeKeeper, *cameras: bool) -> list[list[str]]:
    """Return the commands of eyes that die, after each of which `cameras` says what there was."""
    commands: list[list[str]] = []

    class Dying:
        def __init__(self, command: list[str], **_: Any) -> None:
            commands.append(list(command))

        def wait(self) -> int:
            keeper.saw_camera = partial(cameras.__getitem__, len(commands) - 1)
            if len(commands) == len(cameras):
                keeper._closed.set()
            return 1

    monkeypatch.setattr(subprocess, "Popen", Dying)
    monkeypatch.setattr(eye_keeper, "PATIENCE", (0.0,))
    thread = threading.Thread(target=keeper._keep)
    thread.start()
    thread.join(10)
    assert not thread.is_alive()
    return commands


def test_demo_never_stands_in_for_a_camera_that_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only until a camera was seen may "auto" mean the demo; what is lost later is waited for."""
    keeper = EyeKeeper("http://here", "auto")
    commands = starts(monkeypatch, keeper, False, True, False, False)
    assert [NO_DEMO in command for command in commands] == [False, False, True, True]
