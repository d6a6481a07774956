"""The connections of one server, with a test's application."""

import errno
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any
from urllib.request import urlopen

import pytest
from flask import Flask, Response

from companion.budget import BUDGETS, Budget
from companion.web import connections
from companion.web.connections import make_server
from companion.web.server import CannotServe, open_listening_socket
from tests.waiting import until

CHUNK = b"x" * (1 << 20)
ASK = b"GET /%b HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: %b\r\n\r\n"


@contextmanager
def serve(app: Flask) -> Iterator[tuple[str, int]]:
    """Serve `app` at the yielded address. An `Authorization` header makes a spectator."""
    app.extensions["identify"] = lambda environ: (
        (environ["HTTP_AUTHORIZATION"], "spectator", 0)
        if environ.get("HTTP_AUTHORIZATION")
        else ("", None, 0)
    )
    with open_listening_socket("127.0.0.1", 0) as listener:
        server, over = make_server(app, listener), threading.Event()
        running = threading.Thread(target=server.run, args=[over.is_set], daemon=True)
        running.start()
        yield listener.getsockname()
        over.set()
        server.pull_trigger()
        running.join(60)
        server.shut_down()


def wait_until_same(count: Callable[[], int]) -> None:
    """Wait until `count` no longer grows."""
    before = -1
    while before != (before := count()):
        time.sleep(0.5)


def test_nothing_piles_up_for_a_silent_reader() -> None:
    """Unread snapshots are not even made; a slow screen later gets the newest."""
    made = 0

    def endless() -> Iterator[bytes]:
        nonlocal made
        while made < 100:
            made += 1
            yield CHUNK

    app = Flask("endless")
    app.add_url_rule("/", "endless", lambda: Response(endless()))
    with serve(app) as where, socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        slow.connect(where)
        slow.sendall(ASK % (b"", b"phone"))
        until(lambda: made)
        wait_until_same(lambda: made)
        assert made < 12  # the kernel buffers some


def test_strangers_take_no_threads_or_places_from_devices() -> None:
    """One address has 16 connections, busy ones included; their requests wait for each other."""
    app, may_answer = Flask("busy"), threading.Event()
    app.add_url_rule("/slow", "slow", lambda: str(may_answer.wait(60)))
    app.add_url_rule("/", "quick", lambda: "Here.")
    most = BUDGETS[None].connections
    with serve(app) as where, ExitStack() as open_:
        strangers = [open_.enter_context(socket.create_connection(where)) for _ in range(most + 4)]
        for one in strangers[4:]:
            one.sendall(ASK % (b"slow", b""))
        for one in strangers[:4]:
            assert one.recv(1) == b""
        with socket.create_connection(where) as phone:
            phone.sendall(ASK % (b"", b"phone"))
            assert phone.recv(15) == b"HTTP/1.1 200 OK"
        may_answer.set()
        assert strangers[-1].recv(15) == b"HTTP/1.1 200 OK"


def test_requests_that_wait_count_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """One phone cannot queue hundreds in front of others; requests being answered stay."""
    monkeypatch.setattr(connections, "THREADS", 1)
    app, begun, may_answer = Flask("busy"), threading.Event(), threading.Event()
    app.add_url_rule("/slow", "slow", lambda: begun.set() or str(may_answer.wait(60)))
    app.add_url_rule("/", "quick", lambda: "Here.")
    with serve(app) as where, ExitStack() as open_:
        asking = []
        for _ in range(BUDGETS["spectator"].connections + 2):
            asking.append(open_.enter_context(socket.create_connection(where, timeout=10)))
            asking[-1].sendall(ASK % (b"slow", b"phone"))
            assert begun.wait(60)  # the only thread has taken the first request
        for _ in range(2):  # all headers are read before the answer, and room is made after it
            with socket.create_connection(where, timeout=10) as other:
                other.sendall(ASK % (b"", b""))
                assert other.recv(15) == b"HTTP/1.1 200 OK"
        assert asking[1].recv(1) == b""
        may_answer.set()
        assert asking[0].recv(15) == asking[-1].recv(15) == b"HTTP/1.1 200 OK"


def test_a_stranger_who_reads_nothing_delays_no_other() -> None:
    """No thread makes a second answer for them before they have read the first."""
    app, made = Flask("large"), list[int]()
    app.add_url_rule("/large", "large", lambda: made.append(1) or CHUNK[: 1 << 19])
    app.add_url_rule("/", "quick", lambda: "Here.")
    with serve(app) as where, ExitStack() as open_:
        for _ in range(3):
            one = open_.enter_context(socket.socket())
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            one.connect(where)
            one.sendall(30 * (ASK % (b"large", b"")))
        wait_until_same(lambda: len(made))  # the kernel buffers some
        with socket.create_connection(where, timeout=connections.ANSWER_STALL_SECONDS / 2) as other:
            other.sendall(ASK % (b"", b""))
            assert other.recv(15) == b"HTTP/1.1 200 OK"


def test_a_client_of_a_busy_server_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its request came in time and waited only because others used the processor."""
    monkeypatch.setitem(BUDGETS, None, Budget(connections=16, silence=0.1))
    allow = connections.Server.accept_waiting

    def slowly(server: connections.Server) -> None:
        allow(server)
        time.sleep(1.5)

    monkeypatch.setattr(connections.Server, "accept_waiting", slowly)
    app = Flask("busy")
    app.add_url_rule("/", "word", lambda: "Here.")
    with serve(app) as (host, port), urlopen(f"http://{host}:{port}/", timeout=60) as answer:
        assert answer.read() == b"Here."


def test_a_client_who_comes_as_another_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its socket could get the number of the closed one, for which poll still has an event."""
    monkeypatch.setitem(BUDGETS, None, Budget(connections=16, silence=0.1))
    app = Flask("quick")
    app.extensions["identify"] = lambda _: ("", None, 0)
    app.add_url_rule("/", "quick", lambda: "Here.")
    with ExitStack() as open_:
        listener = open_.enter_context(open_listening_socket("127.0.0.1", 0))
        server, where = make_server(app, listener), listener.getsockname()
        silent = open_.enter_context(socket.create_connection(where, timeout=10))
        server.run(lambda: bool(server.active_channels))
        time.sleep(1.1)  # the server looks for silent clients once a second
        other = open_.enter_context(socket.create_connection(where, timeout=10))
        other.sendall(ASK % (b"", b""))
        server.run(lambda: other in select.select([other], [], [], 0)[0])
        assert other.recv(15) == b"HTTP/1.1 200 OK"
        assert silent.recv(1) == b""
        server.shut_down()


def test_a_server_that_cannot_listen_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another Croupier, or another port, is mentioned only if it can be the reason."""
    with (
        closing(open_listening_socket("127.0.0.1", 0)) as taken,
        pytest.raises(CannotServe, match="Is another Croupier running"),
    ):
        open_listening_socket("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(CannotServe) as refused:
        open_listening_socket("203.0.113.1", 0)
    assert "another" not in str(refused.value)

    class Forbidden(socket.socket):
        def bind(self, address: Any) -> None:
            raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "socket", Forbidden)
    with pytest.raises(CannotServe, match=r"Permission denied\. Try another port with --port\."):
        open_listening_socket("127.0.0.1", 80)
