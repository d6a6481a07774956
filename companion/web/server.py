"""`croupier run`: one table on the network, and the eye beside it.

One process with many threads owns the table. The socket is bound and the log is read first, so that
what is wrong is said in one line before anything starts.
"""

import logging
import resource
import signal
import socket
import sys
import tempfile
import threading
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NoReturn

import segno
from flask import Flask
from waitress.adjustments import Adjustments

from companion.access.control import AccessControl
from companion.access.join_code import in_groups
from companion.access.store import AccessStore
from companion.eye.keeper import EyeKeeper
from companion.files import keep_private
from companion.log.log import Log
from companion.table.backup import remove_leftovers
from companion.table.table import Table
from companion.upkeep.housekeeping import keep_house
from companion.web.address import own_addresses, url
from companion.web.app import create_app
from companion.web.connections import MOST_OPEN, Server
from engine import GAMES

THREADS = 64
# A phone that walks out of Wi-Fi sends no goodbye; the kernel would hold its thread for 15 minutes.
# Before this comes a heartbeat that nobody acknowledges, and after it the next one, which fails.
DEAD_PEER_MS = 15_000
# One that goes in the middle of what it sends leaves us nothing to say: the kernel asks after it.
KEEP_ALIVE_S = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}  # the last one: times
HEAD_BYTES = 16 << 10
FILES = 2 * MOST_OPEN  # an answer may be one, too
GRACE_S = 2  # in which what is being answered may come to its end


class CannotServe(Exception):  # noqa: N818 -- it reads as what it says
    """The server cannot start; the message is one clear line."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where a table is served and kept, through what it sees, and whom it asks for the code."""

    host: str
    port: int
    data: Path
    camera: str
    ask_everywhere: bool = False


def serve(settings: ServerSettings) -> None:
    """Serve the table of `settings` until the process is told to stop.

    Raises `CannotServe` (the port), `LogError` (the data folder).
    """
    listener = listen(settings.host, settings.port)
    port = int(listener.getsockname()[1])
    table = Table(Log(settings.data), GAMES)
    keep_private(settings.data)
    access = AccessControl(table, AccessStore(settings.data))
    remove_leftovers(settings.data)
    # Large bodies are kept here until they are whole; elsewhere that may be memory.
    tempfile.tempdir = str(settings.data)
    app = create_app(table, access, ask_everywhere=settings.ask_everywhere)
    server = make_server(app, listener)
    _allow_files()
    threading.Thread(target=table.run_clock, name="clock", daemon=True).start()
    keep_house(table)
    keeper = None
    if settings.camera != "none":
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
        here, saw = url(host, port), partial(_saw_camera, table)
        keeper = EyeKeeper(here, settings.camera, access.eye_key, saw)
        keeper.start()
    _announce(settings, port, access.code)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop)
    try:
        server.run()
    finally:
        if keeper is not None:
            keeper.close()
        table.screens.broadcaster.close()  # or the streams would never end
        server.task_dispatcher.shutdown(timeout=GRACE_S)
        table.close()
        access.close()


def make_server(app: Flask, listener: socket.socket) -> Server:
    """Return the server of `app`, which listens on `listener` when it is run."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    # Nobody in front of us may say who asks; that he is there must be seen (`is_own_display`).
    adjustments = Adjustments(
        sockets=[listener],
        threads=THREADS,
        max_request_header_size=HEAD_BYTES,
        channel_request_lookahead=1,  # or nobody would see that a screen went away
        clear_untrusted_proxy_headers=False,
        log_socket_errors=False,
        ident="Croupier",
    )
    where = (listener.family, listener.type, listener.proto, listener.getsockname())
    more = {"_sock": listener, "bind_socket": False, "sockinfo": where, "adj": adjustments}
    return Server(app, app.extensions["body_limit"], **more)


def _allow_files() -> None:
    """Let this process have as many connections as it may at most; 1024 files are the custom."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < FILES:
        most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _stop(number: int, frame: object) -> NoReturn:
    raise SystemExit(0)


def _saw_camera(table: Table) -> bool:
    """Tell whether the eye last heard of at `table` had a real camera."""
    eye = table.snapshot()["eye"]
    return eye["age_ms"] is not None and not eye["demo"]


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raises `CannotServe`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Inherited by every accepted connection.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in {"TCP_USER_TIMEOUT": DEAD_PEER_MS, **KEEP_ALIVE_S}.items():
        if hasattr(socket, name):
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise CannotServe(
            f"Cannot listen on {host} port {port}: {error.strerror or error}. Is another Croupier"
            " running? Try another one with --port."
        ) from error
    return listener


def _announce(settings: ServerSettings, port: int, code: str) -> None:
    urls = [url(host, port) for host in own_addresses(settings.host)]
    print(f"Croupier keeps the table in {settings.data}")
    print("Open " + " or ".join(urls) + " on a tablet. Ctrl+C ends it.")
    print(f"The code that lets a device in is {in_groups(code)}.")
    if sys.stdout.isatty():
        segno.make(f"{urls[0]}/#{code}", error="m").terminal(compact=True, border=2)
    sys.stdout.flush()
