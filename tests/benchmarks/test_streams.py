"""A full room: forty open streams at one table, compared with no streams, and with plain Python."""

import json
import os
import selectors
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.benchmarks.yardstick import yardstick
from tests.companion.serving import Served

STREAMS = 40
ACTS = 24  # flips and undos in turn
ROUNDS = 4
WITHIN = 4  # times what an act's answer takes without streams, until 95 of 100 screens have seen it
COST = 2.4  # yardsticks of processor time of the server for an act: 0.6 calm, 1.4 with other load
MEMORY = 150 << 20  # bytes


class Room:
    """Many screens that listen; each remembers which version it has seen, and when."""

    def __init__(self, port: int, streams: int = STREAMS) -> None:
        self._selector = selectors.DefaultSelector()
        self._got: dict[socket.socket, bytes] = {}
        for _ in range(streams):
            screen = socket.create_connection(("127.0.0.1", port), timeout=10)
            request = "GET /api/tables/main/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            screen.sendall(request.encode())
            self._selector.register(screen, selectors.EVENT_READ)
            self._got[screen] = b""

    def wait_for(self, version: int, seconds: float = 20.0) -> list[float]:
        """Return when (monotonic time) each screen had the snapshot of `version`."""
        mark = f"id: {version}\n".encode()
        waiting, at = set(self._got), []
        deadline = time.monotonic() + seconds
        while waiting:
            assert time.monotonic() < deadline, f"{len(waiting)} screens have not seen {version}"
            for key, _ in self._selector.select(0.5):
                screen: Any = key.fileobj
                self._got[screen] += screen.recv(1 << 16)
                # An event has come when the empty line behind it has.
                whole = b"\n\n" in self._got[screen].rpartition(mark)[2]
                if mark in self._got[screen] and whole and screen in waiting:
                    waiting.remove(screen)
                    at.append(time.monotonic())
                    self._got[screen] = b""
        return at

    def close(self) -> None:
        """Turn every screen off."""
        for screen in self._got:
            screen.close()
        self._selector.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Return a server on which a game has begun."""
    served = Served(tmp_path / "data").wait()
    action = {"type": "start", "game": "last_chance", "names": ["Ana", "Ben", "Cleo"]}
    assert served.post("actions", {"id": "start", "version": 0, "action": action})[0] == 200
    yield served
    served.kill()


def act(served: Served, version: int) -> float:
    """Flip or undo at `version`; return when it was sent (monotonic time)."""
    flip = {"type": "flip", "symbols": list("23456"), "prize": 160_000, "attempts": 3}
    action = flip if version % 2 else {"type": "undo"}
    began = time.monotonic()
    body = {"id": f"act-{version}", "version": version, "action": action}
    status, answer = served.post("actions", body)
    assert (status, answer["version"]) == (200, version + 1), json.dumps(answer)[:300]
    return began


def alone(served: Served, first: int) -> list[float]:
    """Return how long the answer to each of many acts took, in seconds."""
    began = (act(served, version) for version in range(first, first + ACTS))
    return [-at + time.monotonic() for at in began]


def before_a_room(served: Served, first: int) -> tuple[list[float], float]:
    """Return how long many acts took to reach 95 of 100 screens, and what one cost, in seconds.

    The cost is processor time of the server.
    """
    room = Room(served.port)
    room.wait_for(first)
    worker = served.process.pid
    took, spent = [], _spent(worker)
    try:
        for version in range(first, first + ACTS):
            began = act(served, version)
            seen = sorted(room.wait_for(version + 1))
            took.append(seen[int(STREAMS * 0.95) - 1] - began)
    finally:
        room.close()
    return took, (_spent(worker) - spent) / ACTS


def test_forty_screens_see_an_act_at_once(served: Served) -> None:
    """Nobody waits much longer than for the answer alone; time and memory of the server are small.

    All are measured in turn, so that other programs disturb all alike, and the calmest turn counts.
    """
    waits, costs, python = [], [], []
    for first in range(1, 2 * ROUNDS * ACTS, 2 * ACTS):
        answered = median(alone(served, first))
        took, cost = before_a_room(served, first + ACTS)
        waits.append((median(took) / answered, answered))
        costs.append(cost)
        python.append(yardstick())
    worker = served.process.pid
    memory = _memory(worker)
    longer, answered = min(waits)
    print(f"\n{STREAMS} streams: {longer:.1f} times {1000 * answered:.1f} ms without;", end=" ")
    print(f"{min(costs) / min(python):.2f} yardsticks; {memory >> 20} MB")
    assert longer < WITHIN
    assert min(costs) < COST * min(python)
    assert memory < MEMORY


def _spent(pid: int) -> float:
    """Return the processor time of `pid`, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))
