"""A real `croupier run` for tests: its own process group, a free port, plain HTTP."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.waiting import until

STARTS_WITHIN = 120.0  # seconds, on a busy machine
ANSWERS_WITHIN = 60.0


# Outside the system's range of ephemeral ports, as another test could take one of those before the
# server binds it. Each worker has its own range, and each run begins elsewhere in it: two runs on
# one machine would take the same port.
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw20").removeprefix("gw"))
_FIRST = 10_000 + 1000 * (_WORKER % 21)
_ports = cycle([*range(_FIRST + os.getpid() % 1000, _FIRST + 1000), *range(_FIRST, _FIRST + 1000)])


def free_port() -> int:
    """Return a port that nobody listens on, a different one each time."""
    for port in _ports:
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("unreachable")


class Served:
    """A server process on loopback; `kill` is a power cut, `stop` a clean stop."""

    program: tuple[str, ...] = ("-m", "companion")

    def __init__(
        self, data: Path, *more: str, port: int | None = None, camera: str = "none"
    ) -> None:
        self.data, self.port = data, port or free_port()
        command = [sys.executable, *self.program, "run", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(data), "--camera", camera, *more]
        self.output = data.parent / f"{data.name}.output"
        self._begun = time.monotonic()
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=output, start_new_session=True
            )

    def wait(self) -> "Served":
        """Wait until it answers; `started` is how long that took."""
        until(self._answers, STARTS_WITHIN)
        self.started = time.monotonic() - self._begun
        return self

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.output.read_text()
        try:
            return bool(self.get("/health"))
        except OSError:
            return False

    def get(self, path: str) -> Any:
        """Return the JSON at `path`; raises `OSError` without an answer."""
        url = f"http://127.0.0.1:{self.port}{path}"
        with urllib.request.urlopen(url, timeout=ANSWERS_WITHIN) as answer:
            return json.load(answer)

    def post(self, path: str, body: Mapping[str, Any]) -> tuple[int, Any]:
        """Return status and JSON; raises `OSError` without an answer."""
        url = f"http://127.0.0.1:{self.port}/api/tables/main/{path}"
        data = json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=ANSWERS_WITHIN) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, json.load(refused)

    def children(self) -> list[int]:
        """Return the server's child processes (Linux)."""
        found: list[int] = []
        for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
            with suppress(OSError):  # it has just ended
                found += map(int, (thread / "children").read_text().split())
        return found

    def kill(self) -> None:
        """Kill the whole group, as a power cut does."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(60)

    def stop(self) -> float:
        """Send SIGTERM; return the seconds until it has ended."""
        began = time.monotonic()
        self.process.terminate()
        self.process.wait(60)
        return time.monotonic() - began
