"""Keeps the eye running: a separate process, restarted when it ends."""

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.files import FileError
from vision.video_devices import VideoDevice, video_cameras

if TYPE_CHECKING:  # the eye imports this, too, and needs no table
    from companion.table.table import Table

log = logging.getLogger(__name__)

RESTART_DELAYS_SECONDS = (0.2, 2.0, 5.0, 10.0, 30.0)  # before each restart
KEY_VARIABLE, CAMERA_VARIABLE = "CROUPIER_EYE_KEY", "CROUPIER_CAMERA"
NO_DEMO_OPTION = "--no-demo"
FAILURE_PREFIX = b"croupier: "  # how the line begins that says why a command failed
NO_CAMERA, ANY_CAMERA = "none", "auto"
STEADY_SECONDS = 60.0  # after running this long, an eye starts again with the first delay
SILENT_SECONDS = 60.0  # without a heartbeat; then an eye hangs and is killed
LOOK_EVERY_SECONDS = 2.0


class EyeSupervisor:
    """Runs `croupier eye` for `table`, served at `server`; without an eye, people play by hand.

    `key` lets the eye in; it is passed in the environment, where other users cannot read it, and so
    is the camera, whose address may contain a password. `dice` are arguments that name a taught set
    and its folder. Once the eye has had a real camera, it shows the demo only if that is chosen,
    since virtual dice must never replace real ones. Until then, a USB camera that is plugged in
    replaces the demo.
    """

    def __init__(
        self, table: "Table", server: str, key: str = "", dice: Sequence[str] = ()
    ) -> None:
        self._table, self._saw = table, table.settings.had_camera
        self._devices: tuple[VideoDevice, ...] = ()  # at the start of this eye
        # -P: modules in the current folder must not replace ours.
        module = [sys.executable, "-P", "-m", "companion"]
        self._command = [*module, "eye", "--until-eof", "--server", server, *dice]
        self._environment = {**os.environ, KEY_VARIABLE: key}
        self._closed = False
        self._news = threading.Event()  # another camera was chosen, or `close` called
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the eye, and the thread that keeps it running."""
        threading.Thread(target=self._keep, name="eye keeper", daemon=True).start()

    def close(self) -> None:
        """Stop the eye for good."""
        self._closed = True
        self.restart()

    def restart(self) -> None:
        """Restart the eye with the camera to use now."""
        self._table.eyes.failure = ""
        self._news.set()
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()

    def saw_camera(self) -> bool:
        """Return whether the eye had a real camera when it last reported."""
        eye = self._table.snapshot()["eye"]
        return eye["age_ms"] is not None and not eye["demo"]

    def _keep(self) -> None:
        tries, camera = 0, self._table.settings.camera
        while True:
            self._news.clear()
            if self._closed:
                return
            if camera != (camera := self._table.settings.camera):
                self._table.forget_own_eye()
            began = time.monotonic()
            code = 0 if camera == NO_CAMERA else self._watch(camera)
            self._saw = self._saw or self.saw_camera()
            if self._news.is_set():
                tries = 0
                continue
            if code == 0:
                if camera != NO_CAMERA:
                    log.warning("The recording has ended; no more rolls will be read.")
                self._news.wait()
                continue
            tries = 0 if time.monotonic() - began > STEADY_SECONDS else tries + 1
            wait = RESTART_DELAYS_SECONDS[min(max(tries - 1, 0), len(RESTART_DELAYS_SECONDS) - 1)]
            log.warning("The camera program stopped (%s); it restarts in %.0f s.", code, wait)
            self._news.wait(wait)

    def _watch(self, camera: str) -> int:
        """Run an eye until it ends; return its exit status."""
        command = (
            [*self._command, NO_DEMO_OPTION] if self._saw and camera != "demo" else self._command
        )
        environment = {**self._environment, CAMERA_VARIABLE: camera}
        self._devices = video_cameras()
        try:
            # The eye ends when this pipe does: it must not outlive a killed table.
            pipe = subprocess.PIPE
            process = subprocess.Popen(command, stdin=pipe, stderr=pipe, env=environment)
        except OSError as error:
            return error.errno or -1
        threading.Thread(target=self._pass_on, args=(process.stderr,), daemon=True).start()
        self._process = process
        if self._news.is_set():  # `restart` was called meanwhile
            process.terminate()
        return self._wait(process, time.monotonic(), camera)

    def _pass_on(self, lines: Iterable[bytes]) -> None:
        """Print the `lines` that the eye prints on stderr, and note for the page why it fails."""
        for line in lines:
            with suppress(OSError):  # if nobody reads them any more, the eye must not wait
                os.write(2, line)
            if line.startswith(FAILURE_PREFIX):
                self._table.eyes.failure = (
                    line.removeprefix(FAILURE_PREFIX).decode(errors="replace").strip()
                )

    def _wait(self, process: subprocess.Popen[bytes], began: float, camera: str) -> int:
        """Wait until `process`, started at `began`, ends or has to be killed; return its code."""
        while True:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(LOOK_EVERY_SECONDS)
            heard = self._table.own_eye_heard
            if camera == ANY_CAMERA and heard > began:
                self._follow_camera()
            if time.monotonic() - max(began, heard) > SILENT_SECONDS:
                log.warning("The camera program hangs and is being killed.")
                process.kill()
                # A hanging driver may block this forever; people play on by hand.
                return process.wait()

    def _follow_camera(self) -> None:
        """Remember a real camera, or use one that was plugged in during the demo.

        A camera that was there before did not work. Camera modules are only found at the start.
        """
        if self.saw_camera():
            with suppress(FileError):  # a full disk is reported elsewhere
                self._table.settings.remember_camera()
        elif set(video_cameras()) - set(self._devices):
            log.warning("A camera was plugged in and is now used.")
            self.restart()
