"""`croupier run`: gunicorn around one table, and the eye beside it.

One worker with many threads owns the table. The socket is bound and the log is tried here first, so
that what is wrong is said in one line before anything starts.
"""

import contextlib
import logging
import socket
import struct
import sys
import threading
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import segno
from gunicorn.app.base import BaseApplication
from gunicorn.util import close_graceful
from gunicorn.workers.gthread import ThreadWorker

from companion.access.control import AccessControl
from companion.access.join_code import in_groups
from companion.access.store import AccessStore
from companion.eye.keeper import EyeKeeper
from companion.log.log import Log
from companion.table.backup import sweep
from companion.table.table import Table
from companion.upkeep.automatic_backup import back_up_automatically
from companion.web.address import own_addresses, url
from companion.web.app import create_app
from engine import GAMES

THREADS = 64
# A phone that walks out of Wi-Fi sends no goodbye; the kernel would hold its thread for 15 minutes.
# Before this comes a heartbeat that nobody acknowledges, and after it the next one, which fails.
DEAD_PEER_MS = 15_000
# One that goes in the middle of what it sends leaves us nothing to say: the kernel asks after it.
KEEP_ALIVE_S = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}  # the last one: times
# Who sends half a request and no more would hold a thread for ever, and a few such all of them.
SILENT_S = 10


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


class _Worker(ThreadWorker):
    """A worker that ends its endless streams when it is told to stop."""

    table: Table | None = None
    keeper: EyeKeeper | None = None

    def handle(self, conn: Any) -> Any:
        """Answer one request of `conn`, and take leave of it here if it was the last one."""
        more = super().handle(conn)
        if more is False:
            _take_leave(conn.sock)
        return more

    def handle_exit(self, sig: Any, frame: Any) -> None:
        _close(type(self))
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: Any, frame: Any) -> None:
        _close(type(self))
        super().handle_quit(sig, frame)


def _close(worker: type[_Worker]) -> None:
    if worker.keeper is not None:
        worker.keeper.close()
    if worker.table is not None:
        worker.table.screens.hub.close()


def _take_leave(connection: socket.socket) -> None:
    """Tell the other side of `connection` that this was all, and wait a little until it goes.

    Gunicorn does so in the one thread that lets everybody in, for 2 s with each that does not go.
    Where this was done it finds nothing to wait for.
    """
    with contextlib.suppress(OSError):  # it is gone already
        close_graceful(connection.dup())
        connection.shutdown(socket.SHUT_RD)


def _worth_saying(record: logging.LogRecord) -> bool:
    """Tell whether `record` is more than that somebody sent half a request (see `SILENT_S`)."""
    return record.exc_info is None or not isinstance(record.exc_info[1], BlockingIOError)


class _Server(BaseApplication):
    def __init__(self, settings: ServerSettings, listener: socket.socket) -> None:
        self._settings = settings
        self._port = int(listener.getsockname()[1])
        self._fd = listener.detach()  # gunicorn closes it itself
        super().__init__()

    def load_config(self) -> None:
        config = {
            "bind": f"fd://{self._fd}",
            "worker_class": _Worker,
            "workers": 1,
            "threads": THREADS,
            "timeout": 120,  # a worker that replays a long log on a small machine is not dead
            "graceful_timeout": 2,
            "keepalive": 15,
            "loglevel": "warning",
            "control_socket_disable": True,
            "proc_name": "croupier",
            "forwarded_allow_ips": "",  # nobody in front of us may say who asks
        }
        for name, value in config.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Open the table; runs in the worker, which alone owns it."""
        logging.getLogger("gunicorn.error").addFilter(_worth_saying)
        settings = self._settings
        table = Table(Log(settings.data), GAMES)
        sweep(settings.data)
        threading.Thread(target=table.run_clock, name="clock", daemon=True).start()
        back_up_automatically(table)
        _Worker.table = table
        access = AccessControl(table, AccessStore(settings.data))
        if settings.camera != "none":
            host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
            here, saw = url(host, self._port), partial(_saw_camera, table)
            _Worker.keeper = EyeKeeper(here, settings.camera, access.eye_key, saw)
            _Worker.keeper.start()
        return create_app(table, access, ask_everywhere=settings.ask_everywhere)


def _saw_camera(table: Table) -> bool:
    """Tell whether the eye last heard of at `table` had a real camera."""
    eye = table.snapshot()["eye"]
    return eye["age_ms"] is not None and not eye["demo"]


def serve(settings: ServerSettings) -> None:
    """Serve the table of `settings` until the process is told to stop.

    Raises `CannotServe` (the port), `LogError` (the data folder).
    """
    listener = listen(settings.host, settings.port)
    # Tried before gunicorn starts, and given back: SQLite must not cross a fork.
    log = Log(settings.data)
    access = AccessControl(Table(log, GAMES), AccessStore(settings.data))
    access.close()
    log.close()
    _announce(settings, int(listener.getsockname()[1]), access.code)
    _Server(settings, listener).run()


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
    timeval = struct.pack("qq", SILENT_S, 0)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, timeval)
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
