"""The connections of the server: read to the end before they cost a thread, and for so long only.

Waitress reads heads and bodies in one thread and gives whole requests to the others, so that who is
slow holds none of them. It waits for ever, though, and for as many as there are; here it does not.
Times are seconds of a clock that runs evenly.
"""

import json
import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from typing import Any, TypeAlias

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, WSGITask

from companion.access.credentials import network_prefix

THREADS = 64
HEAD_BYTES, PENDING_BYTES = 16 << 10, 64 << 10
# From the first byte to the last; a body gets as much more as it takes at `LEAST_SPEED`.
WHOLE_REQUEST_S = 8.0
LEAST_SPEED = 20_000  # bytes a second
# Without a word, before the first request, and after an answer to a device that is known.
SILENT_S, SILENT_KNOWN_S = 5.0, 15.0
ANSWER_S = 15.0  # in which somebody takes no more of an answer
# Connections that ask nothing just now: of strangers with one address, and of all. One more, and
# the one that has said nothing for longest goes, a stranger's first.
MOST_OF_ONE, MOST_WAITING, MOST_OPEN = 16, 600, 800
GRACE_S = 2.0  # in which what is being answered may come to its end
SMALL_BODY = 4096  # bytes; for more it has to be known who asks

SET_KNOWN_KEY = "croupier.known"
"""In the WSGI environment: tells the connection whether a device that was let in uses it."""

BodyLimit: TypeAlias = Callable[[dict[str, Any]], int]
"""Returns how many bytes a body may have, from the WSGI environment without it."""

_CODES = {413: "too_large", 500: "internal", 501: "not_implemented"}


class _Request(HTTPRequestParser):
    """A request, refused by its head if its body is too large for who sends it."""

    def __init__(self, adj: Any, connection: "Connection") -> None:
        super().__init__(adj)
        self._connection = connection

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head; raises `ParsingError`."""
        super().parse_header(header_plus)
        if self.content_length > SMALL_BODY or self.chunked:
            environ = WSGITask(self._connection, self).get_environment()
            own = copy(self._connection.adj)
            own.max_request_body_size = self._connection.server.body_limit(environ) + 1
            self.adj = own


class _Task(WSGITask):
    """A request that is answered by the application."""

    def get_environment(self) -> dict[str, Any]:
        """Return what the application is told."""
        environ: dict[str, Any] = super().get_environment()
        environ[SET_KNOWN_KEY] = self.channel.mark_known_device
        return environ


class _Mistake(ErrorTask):
    """A request that is none, answered in JSON as all others are."""

    def execute(self) -> None:
        """Write the answer."""
        error = self.request.error
        told = {"code": _CODES.get(error.code, "malformed"), "message": f"{error.body}."}
        body = json.dumps(told).encode()
        self.status, self.content_length = f"{error.code} {error.reason}", len(body)
        self.response_headers.append(("Content-Type", "application/json"))
        self.set_close_on_finish()
        self.write(body)


class Connection(HTTPChannel):
    """A connection that is closed when it takes too long, or when others need its place."""

    task_class, error_task_class = _Task, _Mistake

    def __init__(self, server: "Server", *rest: Any, **more: Any) -> None:
        self.known, self.began, self.since = False, False, time.monotonic()
        super().__init__(server, *rest, **more)
        self.network = network_prefix(str(self.addr[0]))
        server.make_room(self.network)

    def parser_class(self, adj: Any) -> _Request:
        """Return what reads the next request."""
        return _Request(adj, self)

    def mark_known_device(self, known: bool) -> None:
        """Remember whether a device that was let in uses this connection."""
        self.known = known

    def received(self, data: bytes) -> Any:
        """Take in `data`; the time for a request runs from the first byte after an answer."""
        if not self.began:
            self.began, self.since = True, time.monotonic()
        return super().received(data)

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send `data`; return how many bytes of it went out."""
        sent: int = super().send(data, do_close=do_close)
        if sent:
            self.since = time.monotonic()
        return sent

    def service(self) -> None:
        """Answer a request; runs in a thread of its own."""
        super().service()
        self.began, self.since = False, time.monotonic()

    def nothing_moves(self) -> bool:
        """Tell whether it stands still: an answer is not taken, or nothing came that is unread yet.

        On a busy machine what came in time may wait here longer than it was allowed to take.
        """
        if self.total_outbufs_len:
            return True
        try:
            return not self.requests and not self.socket.recv(1, socket.MSG_PEEK)
        except OSError:  # nothing is there
            return True

    def drop(self) -> None:
        """Close it now, whether or not the other side reads."""
        self.will_close = True
        self.handle_close()

    @property
    def seconds_allowed(self) -> float:
        """The seconds after `since` at which it is closed."""
        if self.total_outbufs_len:
            return ANSWER_S
        if not self.began:
            return SILENT_KNOWN_S if self.known else SILENT_S
        length = 0 if self.request is None else self.request.content_length
        return WHOLE_REQUEST_S + length / LEAST_SPEED


class Server(TcpWSGIServer):
    """Waitress around `application`, which says by `body_limit` what it takes from whom."""

    channel_class = Connection

    def __init__(self, application: Any, body_limit: BodyLimit, **more: Any) -> None:
        self.body_limit = body_limit
        self._next_look = 0.0
        super().__init__(application, **more)

    def readable(self) -> bool:
        """Tell whether somebody may come in; asked at least once a second."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + 1.0
            for one in list(self.active_channels.values()):
                if now - one.since > one.seconds_allowed and one.nothing_moves():
                    one.drop()
        return self.accepting and len(self._map) < MOST_OPEN

    def run(self, ended: Callable[[], bool] = lambda: False) -> None:
        """Serve until `finish`, the process is told to stop, or, asked each second, it `ended`."""
        with suppress(SystemExit, KeyboardInterrupt):
            while self._map and not ended():
                wasyncore.loop(timeout=1.0, use_poll=True, map=self._map, count=1)

    def finish(self) -> None:
        """Let what is being answered come to its end, then close all connections."""
        self.task_dispatcher.shutdown(timeout=GRACE_S)
        wasyncore.close_all(self._map)

    def make_room(self, network: str) -> None:
        """Close who has waited for longest, where too many do after one more from `network`."""
        waiting = self._waiting()
        alike = [one for one in waiting if one.network == network and not one.known]
        if len(alike) > MOST_OF_ONE:
            waiting = alike
        elif len(waiting) <= MOST_WAITING:
            return
        min(waiting, key=lambda one: (one.known, one.since)).drop()

    def _waiting(self) -> list[Connection]:
        """Return the connections that are not being answered by a thread."""
        return [one for one in self.active_channels.values() if not one.requests]


def make_server(app: Flask, listener: socket.socket) -> Server:
    """Return the server of `app`, which listens on `listener` when it is run."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    # Nobody in front of us may say who asks; that he is there must be seen (`is_own_display`).
    adjustments = Adjustments(
        sockets=[listener],
        threads=THREADS,
        max_request_header_size=HEAD_BYTES,
        # A screen that is slow is told the newest next, and not all that it has missed.
        outbuf_high_watermark=PENDING_BYTES,
        channel_request_lookahead=1,  # or nobody would see that a screen went away
        clear_untrusted_proxy_headers=False,
        log_socket_errors=False,
        ident="Croupier",
    )
    where = (listener.family, listener.type, listener.proto, listener.getsockname())
    more = {"_sock": listener, "bind_socket": False, "sockinfo": where, "adj": adjustments}
    return Server(app, app.extensions["body_limit"], **more)
