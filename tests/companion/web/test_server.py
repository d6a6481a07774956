"""A real server, with live events, a clean stop, a full disk and killed processes."""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from platform import libc_ver
from typing import Any

import pytest

from companion.address import own_addresses
from companion.budget import BUDGETS
from companion.table.event_broadcaster import HEARTBEAT_SECONDS
from companion.web.server import DEAD_PEER_MS, MAX_ARENAS, open_listening_socket
from tests.companion.serving import Served
from tests.companion.web.strangers import KINDS, POST
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


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server without a camera for all tests that leave it unchanged."""
    served = Served(tmp_path_factory.mktemp("lasting") / "data").wait()
    yield served
    served.kill()


class Listener:
    """An open stream of events."""

    def __init__(self, served: Served) -> None:
        url = f"http://127.0.0.1:{served.port}/api/tables/main/events"
        self._answer = urllib.request.urlopen(url, timeout=60)

    def next(self) -> tuple[str, str, Any]:
        """Return id, name and data of the next event about the table."""
        fields = {}
        while line := self._answer.readline().decode().strip():
            name, _, value = line.partition(": ")
            fields[name] = value
        if "data" not in fields or fields["event"] in ("you", "page"):
            return self.next()
        return fields.get("id", ""), fields["event"], json.loads(fields["data"])

    def leave(self) -> None:
        """Close it like a page that people leave."""
        self._answer.close()

    def rest(self) -> bytes:
        """Read the rest of the stream and close it."""
        with self._answer:
            return bytes(self._answer.read())


def test_every_screen_gets_events(lasting: Served) -> None:
    """Each act is sent as a whole snapshot with its version as id; a new screen starts there."""
    screens = [Listener(lasting) for _ in range(3)]
    for screen in screens:
        assert screen.next()[0] == "0"
    began = time.monotonic()
    assert lasting.post("actions", START)[0] == 200
    for screen in screens:
        number, name, data = screen.next()
        assert (number, name, data["seats"][2]["name"]) == ("1", "snapshot", "Cleo")
    assert time.monotonic() - began < HEARTBEAT_SECONDS  # nobody waited for the heartbeat
    assert Listener(lasting).next()[0] == "1"


def test_sigterm_ends_open_streams_at_once(served: Served) -> None:
    """A restart must not wait for endless streams or idle connections."""
    screens = [Listener(served) for _ in range(6)]
    for screen in screens:
        screen.next()
    idle = socket.create_connection(("127.0.0.1", served.port))
    took = served.stop()
    assert served.process.returncode == 0
    for screen in screens:
        screen.rest()
    idle.close()
    assert took < HEARTBEAT_SECONDS + 2 * served.started  # a busy machine needs time for both
    assert "Traceback" not in served.output.read_text()


def test_a_game_goes_on_after_a_clean_stop(served: Served) -> None:
    """Table and version are the same, repeats are recognised, and there are no partial copies."""
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


def test_a_full_disk_refuses_acts_and_the_table_goes_on(served: Served) -> None:
    """The answer is 503 with its code and nothing changes; with space, the request succeeds."""
    served.post("actions", START)
    server = served.process.pid
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = (served.data / "table.sqlite3-wal").stat().st_size
    # The kernel refuses a longer file just as it refuses a write on a full disk.
    resource.prlimit(server, resource.RLIMIT_FSIZE, (size, hard))
    status, answer = served.post("actions", FLIP)
    assert (status, answer["code"]) == (503, "log_unwritable")
    shown = served.get("/api/tables/main")
    assert (shown["version"], shown["trouble"]["code"]) == (1, "log_unwritable")
    resource.prlimit(server, resource.RLIMIT_FSIZE, (hard, hard))
    status, answer = served.post("actions", FLIP)
    assert (status, answer["version"], answer["trouble"]) == (200, 2, None)
    served.kill()
    again = Served(served.data).wait()
    try:
        assert again.get("/health")["version"] == 2
    finally:
        again.kill()


FEW = 16  # threads


class Impatient(Served):
    """A server with few threads that only waits three seconds for a request, or for a reader."""

    program = (
        "-c",
        "import companion.cli, companion.web.connections as connections;"
        " from companion.budget import BUDGETS, Budget;"
        " BUDGETS[None] = Budget(connections=16, silence=3);"
        f" connections.THREADS = {FEW};"
        " connections.WHOLE_REQUEST_SECONDS = connections.ANSWER_STALL_SECONDS = 3;"
        " raise SystemExit(companion.cli.main())",
    )


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Impatient]:
    """Return an impatient server without a camera that asks everybody for the code."""
    served = Impatient(tmp_path_factory.mktemp("impatient") / "data", "--ask-code-everywhere")
    served.wait()
    yield served
    served.kill()


def test_slow_clients_are_disconnected(impatient: Impatient) -> None:
    """This holds however often they send a byte; others are still answered."""
    for kind, words in KINDS.items():
        with socket.create_connection(("127.0.0.1", impatient.port)) as slow:
            slow.settimeout(0.3)
            slow.sendall(words.format("127.0.0.1").encode())
            drip = b"x" if "drips" in kind else b""

            def gone(slow: socket.socket = slow, drip: bytes = drip) -> bool:
                assert impatient.get("/health") == {"status": "ok"}
                with suppress(TimeoutError):
                    while slow.recv(1 << 16):
                        pass
                    return True
                with suppress(OSError):
                    slow.sendall(drip)
                return False

            assert until(gone), kind
    assert "Traceback" not in impatient.output.read_text()


def test_a_body_has_a_length_or_chunks_and_never_both(lasting: Served) -> None:
    """Otherwise a proxy in front could see another end of the request."""
    with socket.create_connection(("127.0.0.1", lasting.port)) as client:
        client.sendall(
            b"POST /api/access/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        )
        assert client.recv(12) == b"HTTP/1.1 400"


def test_one_address_has_few_idle_connections(lasting: Served) -> None:
    """With one too many, the oldest is closed; active ones are answered."""
    where = ("127.0.0.1", lasting.port)
    most = BUDGETS[None].connections
    with ExitStack() as open_:
        idle = [open_.enter_context(socket.create_connection(where)) for _ in range(3 * most)]
        assert lasting.get("/health")["status"] == "ok"
        for one in idle[: 2 * most]:
            assert one.recv(1) == b""
        idle[-1].sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert idle[-1].recv(12) == b"HTTP/1.1 200"


def test_a_strangers_large_body_is_refused(impatient: Impatient) -> None:
    """This is done in JSON before it is read, with a length or in chunks.

    Its content is never taken for another request.
    """
    head = POST.format("127.0.0.1").encode()
    ask = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for rest in (
        b"Content-Length: 200000\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n1388\r\n" + b"x" * 0x1388 + b"\r\n",
    ):
        with socket.create_connection(("127.0.0.1", impatient.port)) as stranger:
            stranger.sendall(head + rest + ask)
            with stranger.makefile("rb") as file:
                answer = file.read()
        assert answer.startswith(b"HTTP/1.1 413")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "too_large"


def test_a_malformed_request_is_answered_in_json(lasting: Served) -> None:
    """One without a Host header is refused, even on the machine itself."""
    for words, code in (
        (b"no request at all\r\n\r\n", "malformed"),
        (b"GET http://[ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "malformed"),
        (b"GET /health HTTP/1.0\r\n\r\n", "untrusted_host"),
        (b"GET /api/me HTTP/1.1\r\n\r\n", "untrusted_host"),
    ):
        with socket.create_connection(("127.0.0.1", lasting.port)) as one:
            one.sendall(words)
            with closing(HTTPResponse(one)) as answer:
                answer.begin()
                assert (answer.status, json.load(answer)["code"]) == (400, code)


def test_a_proxy_is_detected(lasting: Served) -> None:
    """Its requests are not this machine's own, whatever the server does with its headers."""
    for header in ("X-Forwarded-For", "Forwarded", "Via", "X-Forwarded-Proto"):
        with closing(HTTPConnection("127.0.0.1", lasting.port)) as passed_on:
            passed_on.request("GET", "/api/me", headers={header: "192.0.2.1"})
            assert json.load(passed_on.getresponse())["role"] is None


def test_idle_connections_stay_open_for_known_devices(
    impatient: Impatient,
) -> None:
    """Screens may be silent for long, kept connections for a while."""
    code = impatient.output.read_text().rpartition("for new devices: ")[2][:9]
    kept = HTTPConnection("127.0.0.1", impatient.port)
    json_ = {"Content-Type": "application/json"}
    kept.request("POST", "/api/access/join", json.dumps({"code": code}), json_)
    cookie = {"Cookie": kept.getresponse().headers["Set-Cookie"].partition(";")[0]}
    kept.close()
    screen = HTTPConnection("127.0.0.1", impatient.port)
    screen.request("GET", "/api/tables/main/events", headers=cookie)
    stream = screen.getresponse()
    assert stream.readline() == b"retry: 1000\n"
    for _ in range(2):
        kept.request("GET", "/health", headers=cookie)
        connection = kept.sock
        assert kept.getresponse().read()
        assert kept.sock is connection  # not a new one
        time.sleep(2.5)
    kept.request("POST", "/api/tables/main/actions", json.dumps(START), json_ | cookie)
    assert kept.getresponse().status == 200
    while b"id: 1\n" not in (line := stream.readline()):
        assert line
    kept.close()
    stream.close()
    screen.close()


def test_screens_that_read_nothing_hold_no_threads(tmp_path: Path) -> None:
    """There are more of them than threads, and each is closed once it stops reading."""
    served = Impatient(tmp_path / "data").wait()
    ask = b"GET /api/tables/main/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    try:
        with ExitStack() as open_:
            for round_ in range(3):
                for _ in range(FEW // 2):
                    one = open_.enter_context(socket.socket())
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
                    one.connect(("127.0.0.1", served.port))
                    one.sendall(ask)
                until(lambda: served.get("/health")["screens"] > 0)
                for n in range(60):
                    version = served.get("/health")["version"]
                    again = {**START, "id": f"start-{round_}-{n}", "version": version}
                    assert served.post("actions", again)[0] == 200
            until(lambda: served.get("/health")["screens"] == 0)
    finally:
        served.kill()


def test_a_closed_screen_is_noticed_at_once(lasting: Served) -> None:
    """The server does not wait for the next event."""
    screen = Listener(lasting)
    screen.next()
    until(lambda: lasting.get("/health")["screens"] == 1)  # those of other tests are gone
    screen.leave()
    until(lambda: lasting.get("/health")["screens"] == 0)


def test_a_client_that_stays_connected_stops_nobody(lasting: Served) -> None:
    """Others can connect and are answered."""
    ask = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    with ExitStack() as open_:
        where = ("127.0.0.1", lasting.port)
        staying = [open_.enter_context(socket.create_connection(where)) for _ in range(12)]
        for one in staying:
            one.sendall(ask)
        assert lasting.get("/health")["status"] == "ok"
        for one in staying:
            assert one.recv(12) == b"HTTP/1.1 200"


@pytest.mark.skipif(libc_ver()[0] != "glibc", reason="other C libraries have no arenas")
def test_threads_share_their_memory() -> None:
    """Sixteen threads that use memory at once use no more arenas than allowed."""
    program = """if True:
        import ctypes, threading
        from companion.web.server import limit_malloc_arenas
        limit_malloc_arenas()
        libc = ctypes.CDLL(None)
        meet = threading.Barrier(17)
        def hold():
            libc.malloc(1000)
            meet.wait()
        for _ in range(16):
            threading.Thread(target=hold).start()
        meet.wait()
        libc.malloc_stats()
    """
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert 1 <= told.stderr.count("Arena ") <= MAX_ARENAS


def test_dead_peers_do_not_hold_threads_for_long() -> None:
    """Accepted connections inherit the timeout for silent peers."""
    with open_listening_socket("127.0.0.1", 0) as listener:
        client = socket.create_connection(listener.getsockname())
        accepted, _ = listener.accept()
        with client, accepted:
            patience = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            asked_after = accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            idle = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE)
    assert (patience, asked_after) == (DEAD_PEER_MS, 1)
    assert idle < 15


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "0.0.0.0"])
def test_the_addresses_are_those_that_reach_the_server(host: str) -> None:
    """They are the address it listens on, or this machine's own address and loopback."""
    found = own_addresses(host)
    assert found == [host] if host != "0.0.0.0" else found[-1] == "127.0.0.1"


def eyes(served: Served) -> list[int]:
    """Return the eye processes of `served`, which starts others at times."""
    found = []
    for pid in served.children():
        with suppress(OSError):
            if b"\0eye\0" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def test_a_dead_eye_is_restarted(tmp_path: Path) -> None:
    """Meanwhile people play by hand; a killed table takes its eye along."""
    served = Served(tmp_path / "data", camera="demo").wait()
    try:
        until(lambda: served.get("/health")["eye"] != "lost")
        (eye,) = eyes(served)
        os.kill(eye, signal.SIGKILL)
        assert served.post("actions", START)[0] == 200
        (other,) = until(lambda: [pid for pid in eyes(served) if pid != eye])
    finally:
        served.kill()
    until(lambda: ended(other))
