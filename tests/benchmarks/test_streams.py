"""A full room: forty open streams at one table, on whatever machine this is."""

import json
import selectors
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.companion.serving import Served

STREAMS = 40
ACTS = 24  # flips and undos in turn
ROUNDS = 3  # of which the best counts: what else runs on a machine is not ours
WITHIN = 0.100  # seconds, for 95 of 100 deliveries
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


def one_round(served: Served, room: Room, first: int) -> list[float]:
    """Return how long each of many acts took to reach each screen, in seconds."""
    took = []
    for version in range(first, first + ACTS):
        flip = {"type": "flip", "symbols": list("23456"), "prize": 160_000, "attempts": 3}
        action = flip if version % 2 else {"type": "undo"}
        began = time.monotonic()
        body = {"id": f"act-{version}", "version": version, "action": action}
        status, answer = served.post("actions", body)
        assert (status, answer["version"]) == (200, version + 1), json.dumps(answer)[:300]
        took += [at - began for at in room.wait_for(version + 1)]
    return took


def test_forty_screens_see_an_act_at_once(served: Served) -> None:
    """95 of 100 deliveries, from the tap on, within a tenth of a second; memory stays small."""
    room = Room(served.port)
    room.wait_for(1)
    try:
        rounds = [sorted(one_round(served, room, 1 + n * ACTS)) for n in range(ROUNDS)]
    finally:
        room.close()
    best = min(took[int(len(took) * 0.95)] for took in rounds)
    (worker,) = served.children()
    memory = _memory(worker)
    print(f"\n{STREAMS} streams: p95 {best * 1000:.1f} ms, server {memory >> 20} MB")
    assert best < WITHIN
    assert memory < MEMORY


def _memory(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))
