"""The supervisor restarts the eye, and never replaces real dice by virtual ones."""

import subprocess
import threading
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.eye import supervisor as eye_supervisor
from companion.eye.supervisor import CAMERA_VARIABLE, NO_DEMO_OPTION, SILENT_SECONDS, EyeSupervisor
from tests.waiting import until
from vision.video_devices import VideoDevice


class FakeTable:
    """A table whose eye reports a real camera or the demo; by default it was heard just now."""

    def __init__(self, camera: str = "auto", *, real: bool = False, had_camera: bool = False):
        self.remembered = False
        self.settings = SimpleNamespace(
            camera=camera, had_camera=had_camera, remember_camera=self._remember
        )
        self.heard: float | None = None
        self.eyes = SimpleNamespace(failure="")
        self.forgot: list[str] = []  # the cameras that were chosen when it forgot its eye
        self._eye = {"age_ms": 0, "demo": not real}

    def _remember(self) -> None:
        self.remembered = True

    def forget_own_eye(self) -> None:
        """Note that the eye is forgotten."""
        self.forgot.append(self.settings.camera)

    @property
    def own_eye_heard(self) -> float:
        """Return when the eye was last heard."""
        return time.monotonic() if self.heard is None else self.heard

    def snapshot(self) -> dict[str, Any]:
        """Return the state of the eye."""
        return {"eye": self._eye}


def keeper_of(table: FakeTable | None = None) -> EyeSupervisor:
    """Return the supervisor of the eye of `table`."""
    return EyeSupervisor(table or FakeTable(), "http://here")  # type: ignore[arg-type]


def starts(
    monkeypatch: pytest.MonkeyPatch, keeper: EyeSupervisor, *cameras: bool
) -> list[list[str]]:
    """Return the commands of eyes that die; `cameras` says which cameras each one had."""
    commands: list[list[str]] = []

    class Dying:
        stderr = (b"a line of the log\n", b"croupier: there is no camera at /dev/video0\n")

        def __init__(self, command: list[str], **_: Any) -> None:
            commands.append(list(command))

        def poll(self) -> int:
            return 1

        def wait(self, _: float) -> int:
            keeper.saw_camera = partial(cameras.__getitem__, len(commands) - 1)
            if len(commands) == len(cameras):
                keeper.close()
            return 1

    monkeypatch.setattr(subprocess, "Popen", Dying)
    monkeypatch.setattr(eye_supervisor, "RESTART_DELAYS_SECONDS", (0.0,))
    thread = threading.Thread(target=keeper._keep)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    return commands


def test_demo_never_stands_in_for_a_camera_that_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a camera was seen, "auto" no longer means the demo, and waits for the camera."""
    keeper = keeper_of()
    commands = starts(monkeypatch, keeper, False, True, False, False)
    assert [NO_DEMO_OPTION in command for command in commands] == [False, False, True, True]


def test_the_reason_of_a_camera_failure_is_kept_for_the_page(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is in the log, too; choosing another camera removes it."""
    table = FakeTable(camera="0")
    keeper = keeper_of(table)
    monkeypatch.setattr(keeper, "close", lambda: setattr(keeper, "_closed", True))
    starts(monkeypatch, keeper, False)
    until(lambda: table.eyes.failure == "there is no camera at /dev/video0")
    assert "a line of the log" in capfd.readouterr().err
    keeper.restart()
    assert table.eyes.failure == ""


def test_a_table_that_had_a_camera_shows_no_demo_after_a_power_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The earlier start counts even for the first eye."""
    keeper = keeper_of(FakeTable(had_camera=True))
    assert [NO_DEMO_OPTION in command for command in starts(monkeypatch, keeper, False)] == [True]


class Hanging:
    """A process that ends when it is killed, not before the tenth check."""

    def __init__(self) -> None:
        self.killed, self.looks = False, 0

    def wait(self, seconds: float | None = None) -> int:
        """Return its exit code; raises `TimeoutExpired`."""
        self.looks += 1
        if self.killed or self.looks > 10:
            return -9 if self.killed else 1
        raise subprocess.TimeoutExpired("eye", seconds or 0)

    def kill(self) -> None:
        """End it."""
        self.killed = True


@pytest.mark.parametrize("last_heard", [0.0, 61.0])
def test_an_eye_without_a_heartbeat_is_ended(last_heard: float) -> None:
    """The table goes on meanwhile; an eye with a heartbeat is left alone."""
    now, table = time.monotonic(), FakeTable()
    table.heard = now - last_heard
    process: Any = Hanging()
    keeper_of(table)._wait(process, now - 100.0, "0")
    assert process.killed == (last_heard > SILENT_SECONDS)


def test_an_eye_that_has_just_begun_has_time() -> None:
    """Heartbeats of the one before it do not count."""
    table = FakeTable()
    table.heard = float("-inf")
    process: Any = Hanging()
    keeper_of(table)._wait(process, time.monotonic(), "0")
    assert not process.killed


@pytest.mark.parametrize(
    ("camera", "real", "plugged_in", "remembered", "begun_anew"),
    [
        ("auto", False, True, False, True),
        ("auto", False, False, False, False),
        ("auto", True, True, True, False),
        ("demo", False, True, False, False),
        ("film.mp4", True, False, False, False),  # no real camera
    ],
)
def test_a_camera_that_is_plugged_in_takes_the_place_of_the_demo(
    monkeypatch: pytest.MonkeyPatch,
    camera: str,
    real: bool,
    plugged_in: bool,
    remembered: bool,
    begun_anew: bool,
) -> None:
    """This holds if "auto" shows the demo; a camera that was found is remembered."""
    devices = (VideoDevice(0, "webcam"),) if plugged_in else ()
    monkeypatch.setattr(eye_supervisor, "video_cameras", lambda: devices)
    table = FakeTable(camera, real=real)
    keeper = keeper_of(table)
    process: Any = Hanging()
    keeper._wait(process, time.monotonic(), camera)
    assert (table.remembered, keeper._news.is_set()) == (remembered, begun_anew)


def test_another_camera_is_used_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The running eye ends; with "none", no other starts."""
    table = FakeTable(real=True)
    looked: list[str] = []

    class Working:
        stderr = ()

        def __init__(self, command: list[str], env: dict[str, str], **_: Any) -> None:
            looked.append(env[CAMERA_VARIABLE])
            assert looked[-1] not in command  # it may contain a password, and `ps` shows commands
            assert (NO_DEMO_OPTION in command) == (looked[-1] == "1")
            self.ended = threading.Event()

        def poll(self) -> int | None:
            return -15 if self.ended.is_set() else None

        def terminate(self) -> None:
            self.ended.set()

        def wait(self, _: float) -> int:
            self.ended.wait(60)
            return -15

    monkeypatch.setattr(subprocess, "Popen", Working)
    keeper = keeper_of(table)
    keeper.start()
    until(lambda: looked == ["auto"])
    for camera in ("none", "demo", "1"):
        table.settings.camera = camera
        keeper.restart()
        until(lambda camera=camera: table.forgot[-1:] == [camera])  # what the eye before it saw
        if camera != "none":
            until(lambda camera=camera: looked[-1] == camera)
    keeper.close()
    until(lambda: keeper._process is not None and keeper._process.poll() == -15)
    assert looked == ["auto", "demo", "1"]


def test_nothing_in_the_current_folder_is_run(tmp_path: Path) -> None:
    """A table may be started anywhere, even where a file has the name of a module."""
    for name in ("argparse", "companion", "engine"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a decoy')")
    command = keeper_of()._command
    told = subprocess.run(
        [*command, "--help"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")
