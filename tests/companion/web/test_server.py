"""A real server: live events, a polite end, a full disk, killed parts that come back."""

import json
import os
import resource
import signal
import socket
import struct
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from companion.table.hub import HEARTBEAT
from companion.web.address import own_addresses
from companion.web.server import DEAD_PEER_MS, SILENT_S, THREADS, listen
from tests.companion.serving import Served
from tests.waiting import ended, until

NAMES = ["Ana", "Ben", "Cleo"]


def act(number: int, version: int, type_: str, **fields: Any) -> dict[str, Any]:
    """Return the body of an act."""
    return {"id": f"id-{number}", "version": version, "action": {"type": type_, **fields}}


START = act(1, 0, "start", game="last_chance", names=NAMES, first_seat=0)
FLIP = act(2, 1, "flip", symbols=["2", "3", "4", "5", "6"], prize=160_000, attempts=3)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Return a server without a camera."""
    served = Served(tmp_path / "data").wait()
    yield served
    served.kill()


class Listener:
    """An open stream of events."""

    def __init__(self, served: Served) -> None:
        url = f"http://127.0.0.1:{served.port}/api/tables/main/events"
        self._answer = urllib.request.urlopen(url, timeout=60)

    def next(self) -> tuple[str, str, Any]:
        """Return id, name and data of the next event that is not about this device."""
        fields = {}
        while line := self._answer.readline().decode().strip():
            name, _, value = line.partition(": ")
            fields[name] = value
        if "data" not in fields or fields["event"] == "you":
            return self.next()
        return fields.get("id", ""), fields["event"], json.loads(fields["data"])

    def rest(self) -> bytes:
        """Read to the end of the stream and close it."""
        with self._answer:
            return bytes(self._answer.read())


def test_events_reach_every_screen(served: Served) -> None:
    """Each act is pushed as a whole snapshot whose id is the version; a new screen begins there."""
    screens = [Listener(served) for _ in range(3)]
    for screen in screens:
        assert screen.next()[0] == "0"
    began = time.monotonic()
    assert served.post("actions", START)[0] == 200
    for screen in screens:
        number, name, data = screen.next()
        assert (number, name, data["seats"][2]["name"]) == ("1", "snapshot", "Cleo")
    assert time.monotonic() - began < HEARTBEAT  # nobody waited for that
    assert Listener(served).next()[0] == "1"


def test_sigterm_ends_open_streams_at_once(served: Served) -> None:
    """A restart must not wait for streams that never end, nor for idle connections.

    Gunicorn waits for 2 s; the rest takes no longer than to start: a second on an idle machine.
    """
    screens = [Listener(served) for _ in range(6)]
    for screen in screens:
        screen.next()
    idle = socket.create_connection(("127.0.0.1", served.port))
    assert served.stop() < 2 + served.started
    assert served.process.returncode == 0
    for screen in screens:
        screen.rest()
    idle.close()
    assert "Traceback" not in served.output.read_text()


def test_game_goes_on_after_a_polite_end(served: Served) -> None:
    """The same table, the same version, and a repeated request is still known; no half copies."""
    served.post("actions", START)
    served.stop()
    half = served.data / ".0123456789abcdef.copy"
    half.write_bytes(b"half")
    again = Served(served.data).wait()
    try:
        assert again.post("actions", START) == (200, again.get("/api/tables/main") | {"row": 1})
        assert again.post("actions", FLIP)[1]["version"] == 2
        assert not half.exists()
    finally:
        again.kill()


def test_killed_worker_comes_back_with_the_game(served: Served) -> None:
    """Only the process that owns the table dies: a new one takes over by itself."""
    served.post("actions", START)
    (worker,) = served.children()
    os.kill(worker, signal.SIGKILL)

    def version() -> int:
        try:
            return int(served.get("/health")["version"])
        except OSError:
            return 0

    assert until(version) == 1
    assert served.children() != [worker]


def test_full_disk_refuses_and_the_table_lives_on(served: Served) -> None:
    """No room for a row: 503 with its code, nothing changed; with room the same request is done."""
    served.post("actions", START)
    (worker,) = served.children()
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = (served.data / "table.sqlite3-wal").stat().st_size
    # The kernel refuses a longer file just as it refuses to write on a full disk.
    resource.prlimit(worker, resource.RLIMIT_FSIZE, (size, hard))
    status, answer = served.post("actions", FLIP)
    assert (status, answer["code"]) == (503, "log_unwritable")
    shown = served.get("/api/tables/main")
    assert (shown["version"], shown["trouble"]["code"]) == (1, "log_unwritable")
    resource.prlimit(worker, resource.RLIMIT_FSIZE, (hard, hard))
    status, answer = served.post("actions", FLIP)
    assert (status, answer["version"], answer["trouble"]) == (200, 2, None)
    served.kill()
    again = Served(served.data).wait()
    try:
        assert again.get("/health")["version"] == 2
    finally:
        again.kill()


class Impatient(Served):
    """A server that waits only a second for the rest of a request."""

    program = (
        "-c",
        "import companion.cli, companion.web.server as server; server.SILENT_S = 1;"
        " raise SystemExit(companion.cli.main())",
    )


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Impatient]:
    """Return an impatient server without a camera."""
    served = Impatient(tmp_path / "data")
    served.wait()
    yield served
    served.kill()


@pytest.mark.parametrize(
    "half",
    [
        "GET / HTTP/1.1\r\nHost: x",
        "POST /api/access/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        "Content-Length: 50\r\n\r\n{",
    ],
    ids=["head", "body"],
)
def test_half_requests_stop_nobody_for_long(impatient: Impatient, half: str) -> None:
    """From as many as there are threads; the table waits a moment for the rest and goes on."""

    def answers() -> bool:
        try:
            return bool(impatient.get("/health"))
        except OSError:
            return False

    with ExitStack() as open_:
        for _ in range(THREADS + 6):
            where = ("127.0.0.1", impatient.port)
            open_.enter_context(socket.create_connection(where)).sendall(half.encode())
        assert until(answers)
    assert "Traceback" not in impatient.output.read_text()


def test_screens_and_kept_connections_may_be_silent_for_long(impatient: Impatient) -> None:
    """They have sent all that they had to say."""
    screen = Listener(impatient)
    assert screen.next()[0] == "0"
    kept = HTTPConnection("127.0.0.1", impatient.port)
    for _ in range(2):
        kept.request("GET", "/health")
        connection = kept.sock
        assert kept.getresponse().read()
        assert kept.sock is connection  # not one that was opened anew
        time.sleep(2.5)
    kept.close()
    impatient.post("actions", START)
    assert screen.next()[0] == "1"


def test_who_stays_after_the_last_answer_stops_nobody(served: Served) -> None:
    """It was told that this was all; others are let in and answered all the same."""
    ask = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    with ExitStack() as open_:
        where = ("127.0.0.1", served.port)
        staying = [open_.enter_context(socket.create_connection(where)) for _ in range(15)]
        for one in staying:
            one.sendall(ask)
        assert served.get("/health")["status"] == "ok"
        for one in staying:
            assert one.recv(12) == b"HTTP/1.1 200"


def test_dead_peers_do_not_hold_threads_for_long() -> None:
    """Accepted connections inherit the time after which a silent peer is given up."""
    with listen("127.0.0.1", 0) as listener:
        client = socket.create_connection(listener.getsockname())
        accepted, _ = listener.accept()
        with client, accepted:
            patience = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            asked_after = accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            idle = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE)
            silent = accepted.getsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, 16)
    assert (patience, asked_after) == (DEAD_PEER_MS, 1)
    assert silent == struct.pack("qq", SILENT_S, 0)
    assert idle < 15


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "0.0.0.0"])
def test_addresses_are_those_at_which_it_is_reached(host: str) -> None:
    """What is listened on alone, or this machine's own way out and loopback."""
    found = own_addresses(host)
    assert found == [host] if host != "0.0.0.0" else found[-1] == "127.0.0.1"


def test_eye_is_started_again_when_it_dies(tmp_path: Path) -> None:
    """The table goes on by hand meanwhile, and a killed table takes its eye along."""
    served = Served(tmp_path / "data", camera="demo").wait()
    try:
        until(lambda: served.get("/health")["eye"] != "lost")
        (worker,) = served.children()
        children = Path(f"/proc/{worker}/task")

        def eyes() -> list[int]:
            words = [(task / "children").read_text().split() for task in children.iterdir()]
            return [int(word) for found in words for word in found]

        (eye,) = eyes()
        os.kill(eye, signal.SIGKILL)
        assert served.post("actions", START)[0] == 200
        (other,) = until(lambda: [pid for pid in eyes() if pid != eye])
    finally:
        served.kill()
    until(lambda: ended(other))
