"""Who keeps the eye at work: it starts again, and never with virtual dice for real ones."""

import subprocess
import threading
from functools import partial
from pathlib import Path
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
    monkeypatch.setattr(eye_keeper, "RESTART_DELAYS_SECONDS", (0.0,))
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


def test_nothing_in_the_current_folder_is_run(tmp_path: Path) -> None:
    """A table may be started anywhere, also where a file has the name of a module."""
    for name in ("argparse", "companion", "engine"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a decoy')")
    command = EyeKeeper("http://here", "demo")._command
    told = subprocess.run(
        [*command, "--help"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")
