"""Keeps the eye at work: a process of its own, started again when it dies."""

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

log = logging.getLogger(__name__)

RESTART_DELAYS_SECONDS = (1.0, 2.0, 5.0, 10.0, 30.0)  # seconds before each new try
KEY_VARIABLE = "CROUPIER_EYE_KEY"
NO_DEMO = "--no-demo"
STEADY = 60.0  # an eye that worked this long gets the first patience again
SILENT_SECONDS = 60.0  # without a heartbeat, after which an eye hangs and is ended
LOOK_EVERY = 2.0  # seconds


class EyeKeeper:
    """Runs `croupier eye` for `server` with `camera`; the table goes on by hand when it is down.

    `key` lets the eye in. It goes by the environment, where other users cannot read it.
    `saw_camera` tells whether the eye had a real camera: from then on none is started with the
    demo, whose virtual dice must never stand in for real ones. `heard` tells when its heartbeat was
    last heard (monotonic seconds): one that hangs is ended. `dice` are arguments that name a taught
    set and where it is kept.
    """

    def __init__(
        self,
        server: str,
        camera: str,
        key: str = "",
        saw_camera: Callable[[], bool] = lambda: False,
        heard: Callable[[], float] = time.monotonic,
        dice: Sequence[str] = (),
    ) -> None:
        self.saw_camera, self._heard = saw_camera, heard
        # -P: or what lies in the current folder would be taken for modules of ours.
        module = [sys.executable, "-P", "-m", "companion.cli"]
        self._command = [*module, "eye", "--until-eof", "--server", server, "--camera", camera]
        self._command += dice
        self._environment = {**os.environ, KEY_VARIABLE: key}
        self._closed = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the eye, and the thread that keeps it."""
        threading.Thread(target=self._keep, name="eye keeper", daemon=True).start()

    def close(self) -> None:
        """End the eye for good."""
        self._closed.set()
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()

    def _keep(self) -> None:
        tries = 0
        while not self._closed.is_set():
            began = time.monotonic()
            try:
                # The eye ends when this pipe does: it must not outlive a killed table.
                self._process = subprocess.Popen(
                    self._command, stdin=subprocess.PIPE, env=self._environment
                )
                code = self._wait(self._process, began)
            except OSError as error:
                code = error.errno or -1
            if code == 0:
                log.warning("The recording has ended; the eye sees nothing any more.")
                return
            if NO_DEMO not in self._command and self.saw_camera():
                self._command.append(NO_DEMO)
            tries = 0 if time.monotonic() - began > STEADY else tries + 1
            wait = RESTART_DELAYS_SECONDS[min(max(tries - 1, 0), len(RESTART_DELAYS_SECONDS) - 1)]
            if not self._closed.is_set():
                log.warning("The eye ended (%s); it starts again in %.0f s.", code, wait)
            self._closed.wait(wait)

    def _wait(self, process: subprocess.Popen[bytes], began: float) -> int:
        """Return the code with which `process`, which `began` then, has ended, or was ended."""
        while True:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(LOOK_EVERY)
            if time.monotonic() - max(began, self._heard()) > SILENT_SECONDS:
                log.warning("The eye hangs, and is ended.")
                process.kill()
                return process.wait()  # a driver that hangs may hold it for ever; hands play on
