"""Connections of one server, to an application of the test."""

import errno
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
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


def test_nothing_piles_up_for_who_reads_nothing() -> None:
    """Unread snapshots are not even made: a slow screen later gets the newest."""
    made = 0

    def endless() -> Iterator[bytes]:
        nonlocal made
        while made < 100:
            made += 1
            yield CHUNK

    app = Flask("endless")
    app.extensions["body_limit"] = lambda environ: 0
    app.add_url_rule("/", "endless", lambda: Response(endless()))
    listener = open_listening_socket("127.0.0.1", 0)
    server: Any = make_server(app, listener)
    threading.Thread(target=server.run, daemon=True).start()
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        slow.connect(listener.getsockname())
        slow.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        until(lambda: made)
        before = -1
        while before != made:  # until nothing more is sent
            before = made
            time.sleep(0.5)
        assert made < 12  # the kernel buffers some
    server.shut_down()


def test_who_waits_for_a_busy_server_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that came in time waited while others used the processor: nobody's fault."""
    monkeypatch.setitem(BUDGETS, None, Budget(connections=16, silence=0.1))
    allow = connections.Server.handle_accept

    def slowly(server: connections.Server) -> None:
        allow(server)
        time.sleep(1.5)

    monkeypatch.setattr(connections.Server, "handle_accept", slowly)
    app = Flask("busy")
    app.extensions["body_limit"] = lambda environ: 0
    app.add_url_rule("/", "word", lambda: "Here.")
    listener = open_listening_socket("127.0.0.1", 0)
    server: Any = make_server(app, listener)
    threading.Thread(target=server.run, daemon=True).start()
    host, port = listener.getsockname()
    with urlopen(f"http://{host}:{port}/", timeout=60) as answer:
        assert answer.read() == b"Here."
    server.shut_down()


def test_where_it_cannot_listen_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another Croupier, or another port, is only mentioned if that can be the reason."""
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
