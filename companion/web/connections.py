"""The connections of the server: read completely before they cost a thread, with time limits.

Waitress reads headers and bodies in one thread and gives whole requests to the others, so that slow
clients block none of them. But it waits forever, for any number of clients, and speaks no TLS. This
server does not wait, and clients may speak TLS on the same port. Times are seconds of a monotonic
clock.
"""

import json
import logging
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from typing import Any, TypeAlias

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask

from companion.access.credentials import network_prefix
from companion.budget import BUDGETS, MAX_CONNECTIONS, MAX_WAITING, STRANGERS_THREADS, THREADS

HEAD_BYTES, PENDING_BYTES = 16 << 10, 64 << 10
# For a whole request; a body gets extra time at `MIN_BYTES_PER_SECOND`.
WHOLE_REQUEST_SECONDS = 8.0
MIN_BYTES_PER_SECOND = 20_000
ANSWER_STALL_SECONDS = 15.0  # for a client to take some more of an answer
ACCEPTED_AT_ONCE = 32
SHUTDOWN_SECONDS = 2.0  # for running answers to finish
TLS_HANDSHAKE = b"\x16"  # the first byte of a client that speaks TLS (RFC 8446, 5.1)
TLS_RECORD_BYTES = 16 << 10  # less would leave a part of one where poll does not see it

Identify: TypeAlias = Callable[[dict[str, Any]], tuple[str, str | None, int]]
"""Returns who sends a request (id and role) and the largest body in bytes that they may send.

From its WSGI environment without the body; a stranger has no role.
"""

_CODES = {413: "too_large", 500: "internal", 501: "not_implemented"}


class _NothingYet(Exception):
    """Only a part of a TLS record has arrived."""


class _Request(HTTPRequestParser):
    """A request that is refused after its header if its body is too large for the sender."""

    def __init__(self, adj: Any, connection: "Connection") -> None:
        super().__init__(adj)
        self._connection = connection

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the header; raises `ParsingError`."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # an address like http://[
            raise ParsingError(str(error)) from error
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("A body has either a length or chunks")
        environ = _Task(self._connection, self).get_environment()
        id_, role, most = self._connection.server.identify(environ)
        self._connection.note_caller(id_, role)
        if self.content_length > BUDGETS[None].body or self.chunked:
            self.adj: Any = copy(self.adj)
            self.adj.max_request_body_size = most + 1


class _Task(WSGITask):
    """A request that the application answers."""

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment."""
        environ: dict[str, Any] = super().get_environment()
        if isinstance(self.channel.socket, ssl.SSLSocket):
            environ["wsgi.url_scheme"] = "https"
        return environ


class _Mistake(ErrorTask):
    """A malformed request, answered in JSON like all others."""

    def execute(self) -> None:
        """Write the answer."""
        error = self.request.error
        problem = {"code": _CODES.get(error.code, "malformed"), "message": f"{error.body}."}
        body = json.dumps(problem).encode()
        self.status, self.content_length = f"{error.code} {error.reason}", len(body)
        self.response_headers.append(("Content-Type", "application/json"))
        self.set_close_on_finish()
        self.write(body)


class Connection(HTTPChannel):
    """A connection that is closed when it takes too long, or when others need its place."""

    task_class, error_task_class = _Task, _Mistake
    socket: Any

    def __init__(self, server: "Server", *rest: Any, **more: Any) -> None:
        self.began, self.since, self.is_answered = False, time.monotonic(), False
        self._is_new, self._tls_turn = True, threading.Lock()  # OpenSSL allows one thread at a time
        super().__init__(server, *rest, **more)
        self.note_caller("", None)
        server.make_room()

    def parser_class(self, adj: Any) -> _Request:
        """Return the parser of the next request."""
        return _Request(adj, self)

    def note_caller(self, id_: str, role: str | None) -> None:
        """Note who uses this connection; strangers are known by their network."""
        self.owner = id_ or network_prefix(str(self.addr[0]))
        self.budget = BUDGETS[role]

    def handle_read(self) -> None:
        """Read what has arrived."""
        with suppress(_NothingYet):
            super().handle_read()

    def recv(self, buffer_size: int) -> bytes:
        """Return what has arrived; raises `_NothingYet`. The first byte chooses TLS."""
        tls = self.server.tls
        if self._is_new and tls and self.socket.recv(1, socket.MSG_PEEK) == TLS_HANDSHAKE:
            self.socket = tls.wrap_socket(
                self.socket, server_side=True, do_handshake_on_connect=False
            )
        self._is_new = False
        try:
            with self._tls_turn:
                data: bytes = self.socket.recv(buffer_size)
        except ssl.SSLWantReadError:
            raise _NothingYet from None
        if not data:
            self.handle_close()
        return data

    def received(self, data: bytes) -> Any:
        """Receive `data`; a request's time starts at its first byte."""
        if not self.began:
            self.began, self.since = True, time.monotonic()
        return super().received(data)

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send `data`; return how many bytes were sent."""
        try:
            with self._tls_turn:  # closing needs another lock: the main thread does that
                sent: int = super().send(data, do_close=False)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return 0
        if sent:
            self.since = time.monotonic()
        return sent

    def service(self) -> None:
        """Answer a request; runs in its own thread."""
        self.is_answered = True
        with suppress(ClientDisconnected):
            super().service()
        self.began, self.since, self.is_answered = False, time.monotonic(), False

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Wait until the client has read enough; drop strangers, who have few threads."""
        if self.budget is BUDGETS[None] and self.total_outbufs_len > PENDING_BYTES:
            self.will_close = True
            raise ClientDisconnected
        super()._flush_outbufs_below_high_watermark()

    def is_stuck(self) -> bool:
        """Return whether the client has not read our whole answer, or has sent nothing more.

        On a busy machine, data that arrived in time may wait in the socket past the time limit.
        """
        if self.total_outbufs_len:
            return True
        try:
            raw = socket.socket.recv  # of the socket itself, not of TLS, which decrypts
            return not self.requests and not raw(self.socket, 1, socket.MSG_PEEK)
        except OSError:  # there is nothing to read
            return True

    def drop(self) -> None:
        """Close the connection now, whether the client reads or not."""
        self.will_close = True
        self.handle_close()

    @property
    def seconds_allowed(self) -> float:
        """The seconds after `since` at which the connection is closed."""
        if self.total_outbufs_len:
            return ANSWER_STALL_SECONDS
        if not self.began:
            return self.budget.silence
        length = 0 if self.request is None else self.request.content_length
        return WHOLE_REQUEST_SECONDS + length / MIN_BYTES_PER_SECOND


class Server(TcpWSGIServer):
    """Waitress around `application`; `body_limit` says how large a body may be.

    With `tls`, clients may speak TLS.
    """

    channel_class = Connection

    def __init__(
        self, application: Any, identify: Identify, tls: ssl.SSLContext | None, **more: Any
    ) -> None:
        self.identify, self.tls = identify, tls
        self._next_look, self._is_called = 0.0, False
        self._for_strangers = ThreadedTaskDispatcher()
        self._for_strangers.set_thread_count(STRANGERS_THREADS)
        super().__init__(application, **more)

    def readable(self) -> bool:
        """Return whether another client may connect; called at least once a second."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + 1.0
            for one in list(self.active_channels.values()):
                if now - one.since > one.seconds_allowed and one.is_stuck():
                    one.drop()
        return self.accepting and len(self._map) < MAX_CONNECTIONS

    def handle_accept(self) -> None:
        """Accept clients only when all events are handled.

        A new socket may have the number of one that was just closed, and would get its events.
        """
        self._is_called = True

    def accept_waiting(self) -> None:
        """Accept the clients that wait, several so that a device is not behind a crowd for long."""
        if self._is_called:
            self._is_called = False
            for _ in range(ACCEPTED_AT_ONCE):
                super().handle_accept()

    def add_task(self, task: Connection) -> None:
        """Queue a request; strangers have a queue and a few threads of their own."""
        queue = self._for_strangers if task.budget is BUDGETS[None] else self.task_dispatcher
        queue.add_task(task)

    def run(self, ended: Callable[[], bool] = lambda: False) -> None:
        """Serve until `shut_down`, a signal, or until `ended` (checked every second) is true."""
        with suppress(SystemExit, KeyboardInterrupt):
            while self._map and not ended():
                wasyncore.loop(timeout=1.0, use_poll=True, map=self._map, count=1)
                self.accept_waiting()

    def shut_down(self) -> None:
        """Let running answers finish, then close all connections."""
        for dispatcher in (self.task_dispatcher, self._for_strangers):
            dispatcher.shutdown(timeout=SHUTDOWN_SECONDS)
        wasyncore.close_all(self._map)

    def make_room(self) -> None:
        """Close a connection if somebody has too many, or else if there are too many in all.

        A connection that is being answered counts only for strangers, whose oldest is closed first.
        """
        strangers, everyone = BUDGETS[None], self.active_channels.values()
        counted = [one for one in everyone if one.budget is strangers or not one.is_answered]
        counts = Counter(one.owner for one in counted)
        crowd = [one for one in counted if counts[one.owner] > one.budget.connections]
        if crowd or len(counted) > MAX_WAITING:
            min(crowd or counted, key=lambda one: (one.budget is not strangers, one.since)).drop()


def make_server(app: Flask, listener: socket.socket, tls: ssl.SSLContext | None = None) -> Server:
    """Return a server of `app`, which listens on `listener` once it runs."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    # A proxy must be noticed (`is_own_display`), but waitress must not trust what it says.
    adjustments = Adjustments(
        sockets=[listener],
        threads=THREADS,
        max_request_header_size=HEAD_BYTES,
        recv_bytes=TLS_RECORD_BYTES,
        # A slow screen gets the newest event next, and not all that it has missed.
        outbuf_high_watermark=PENDING_BYTES,
        channel_request_lookahead=1,  # otherwise nobody would notice that a screen is gone
        clear_untrusted_proxy_headers=False,
        log_socket_errors=False,
        ident="Croupier",
    )
    where = (listener.family, listener.type, listener.proto, listener.getsockname())
    more = {"_sock": listener, "bind_socket": False, "sockinfo": where, "adj": adjustments}
    return Server(app, app.extensions["identify"], tls, **more)
