"""The broker and the database as processes of the hub: begun with it, begun anew when they end."""

import logging
import signal
import subprocess
import threading
from collections.abc import Sequence

log = logging.getLogger(__name__)

_PAUSE_S, _PATIENCE_S = 1.0, 10.0


class Service:
    """A program of others that runs for as long as the hub; `end` is the signal that ends it."""

    def __init__(self, command: Sequence[str], end: signal.Signals = signal.SIGTERM) -> None:
        self._command, self._end = command, end
        self._ended = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._keep, name=command[0], daemon=True)

    def start(self) -> None:
        """Start it in the background."""
        self._thread.start()

    def reload(self) -> None:
        """Let it read its files again."""
        if self._process is not None:
            self._process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        """End it, and wait for that."""
        self._ended.set()
        if self._process is not None:
            self._process.send_signal(self._end)
        self._thread.join(_PATIENCE_S)

    def _keep(self) -> None:
        # It ends with this thread, also where the hub is killed: the next hub finds its place free.
        orphan = ("setpriv", "--pdeathsig", self._end.name)
        while not self._ended.is_set():
            # Ctrl+C in a terminal is the hub's, which ends them in its own order.
            self._process = subprocess.Popen([*orphan, *self._command], start_new_session=True)
            code = self._process.wait()
            if not self._ended.wait(_PAUSE_S):
                log.warning("%s ended (%d) and is started again.", self._command[0], code)
