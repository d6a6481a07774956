"""`croupier run`: one table on the network, with its eye.

One process with many threads owns the table. The socket is bound and the log is read first, so that
errors are reported in one line before anything starts.
"""

import atexit
import ctypes
import errno
import logging
import resource
import shutil
import signal
import socket
import sqlite3
import ssl
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import segno
from flask import request

from companion.access.control import AccessControl
from companion.access.credentials import UPTIME, JoinCode, TokenSigner, grouped_digits, new_code
from companion.access.devices import MAX_IDLE_SECONDS
from companion.access.store import AccessStore, StoredAccess, open_or_replace_store
from companion.address import own_addresses, page_url, page_urls
from companion.budget import MAX_CONNECTIONS
from companion.eye.supervisor import EyeSupervisor
from companion.files import FileError, keep_private
from companion.log.log import note_address
from companion.table.backup.folder import remove_leftovers
from companion.table.table import Table
from companion.taught.learning import learn_in_background
from companion.upkeep.housekeeping import start_housekeeping
from companion.upkeep.opening import count_sound_rows, open_table, open_table_as_chosen
from companion.web import security
from companion.web.app import create_app
from companion.web.buttons import GpioButton, watch_buttons
from companion.web.callers import COOKIE
from companion.web.certificate import own_tls_context
from companion.web.connections import make_server
from companion.web.rescue import RescuePage
from companion.web.systemd import report_to_systemd
from engine.games import GAMES

log = logging.getLogger(__name__)

# How long data may stay unacknowledged: a phone that leaves the Wi-Fi says nothing, and by default
# the kernel would keep its thread for 15 minutes.
DEAD_PEER_MS = 15_000
# If a client disappears while it sends, only the kernel's probes notice.
KEEP_ALIVE_OPTIONS = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}  # s, s, count
MAX_OPEN_FILES = 2 * MAX_CONNECTIONS  # each connection may have a file open
# glibc's malloc arenas. By default there are eight for each core, and free memory in one is useless
# to the others: a table with many games took a quarter more.
MAX_ARENAS = 2
M_ARENA_MAX = -8  # glibc, malloc.h


class CannotServe(Exception):
    """The server cannot start; the message is one clear line."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a table is served and stored, its camera, and who needs the code.

    `dice` names the taught set in its tray, if any; `buttons` are those at its pins. `trust_first`:
    the first device needs no code (see `AccessControl`). `public_address` is where a proxy serves
    the table; then the code is asked for everywhere, since every request comes from the proxy.
    With `tls` the table also speaks TLS, with a certificate of its own. A camera that somebody just
    typed counts more than one chosen on the page; one that a service always gives does not.
    """

    host: str
    port: int
    data: Path
    camera: str
    ask_everywhere: bool = False
    dice: str = ""
    buttons: tuple[GpioButton, ...] = ()
    trust_first: bool = False
    public_address: str = ""
    tls: bool = False
    camera_was_typed: bool = False


def serve(settings: ServerSettings) -> None:
    """Serve the table of `settings` until the process is stopped.

    Raises `CannotServe` (the port, the certificate), `FileError` (the data folder).
    """
    limit_malloc_arenas()
    listener = open_listening_socket(settings.host, settings.port)
    port = int(listener.getsockname()[1])
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    here = page_url(host, port)
    end_on_signals()
    report_to_systemd(f"{here}/health")
    store, is_new_store = open_or_replace_store(settings.data)
    table = _open_table(settings, listener, store)
    table.housekeeping = {**table.housekeeping, "door_anew": is_new_store}
    keep_private(table.folder)
    access = AccessControl(table, store, trust_first=settings.trust_first)
    note_address(table.folder, here, access.callers.own_key)
    remove_leftovers(table.folder)
    # Large bodies are stored here while they arrive; the default may be memory.
    tempfile.tempdir = str(table.folder)
    app = create_app(
        table,
        access,
        ask_everywhere=settings.ask_everywhere,
        public_address=settings.public_address,
        tls=settings.tls,
        host=settings.host,
    )
    server = make_server(app, listener, _own_tls(settings) if settings.tls else None)
    _allow_files()
    threading.Thread(target=table.run_clock, name="clock", daemon=True).start()
    start_housekeeping(table)
    learn_in_background(table)
    keeper = _keep_eye(settings, here, table, access)
    if (table.folder / "hub.json").exists():
        from companion.mqtt.keeper import keep_sender_running  # only a table of a café needs it

        keep_sender_running(table)
    pins = _watch_buttons(table, settings.buttons)
    _announce(settings, port, access.code)
    try:
        server.run()
    finally:
        keeper.close()
        for pin in pins:
            pin.close()
        table.screens.broadcaster.close()  # otherwise the streams would never end
        server.shut_down()
        table.close()
        access.close()


def _keep_eye(
    settings: ServerSettings, here: str, table: Table, access: AccessControl
) -> EyeSupervisor:
    """Start the eye of `table`, which is served at `here`; choosing a camera restarts it."""
    table.settings.start_with(settings.camera, typed=settings.camera_was_typed)
    dice = ("--dice", settings.dice, "--data", str(settings.data)) if settings.dice else ()
    keeper = EyeSupervisor(table, here, access.callers.eye_key, dice)
    table.settings.camera_changed = keeper.restart
    keeper.start()
    return keeper


def _own_tls(settings: ServerSettings) -> ssl.SSLContext:
    hosts = ("localhost", socket.gethostname(), *own_addresses(settings.host))
    try:
        return own_tls_context(settings.data, hosts)
    except OSError as error:
        raise CannotServe(f"Cannot make a certificate ({error}). Is openssl installed?") from error


def _watch_buttons(table: Table, buttons: tuple[GpioButton, ...]) -> list[Any]:
    """Return the pins of `buttons`; none if they do not work, since a table needs no buttons."""
    try:
        return watch_buttons(table, buttons) if buttons else []
    except Exception as error:  # gpiozero and drivers raise many kinds of errors
        log.warning("The buttons do not work: %s", error)
        return []


def _open_table(
    settings: ServerSettings, listener: socket.socket, store: AccessStore | None
) -> Table:
    """Return the table of `settings`; people choose how to open it, if necessary.

    Raises `FileError` ``log_in_use``.
    """
    folder = settings.data
    try:
        return open_table(folder, GAMES)
    except FileError as error:
        fault = error
    stored = None if store is None else store.read()
    code = JoinCode(new_code() if stored is None else stored.code)
    address = " or ".join(page_urls(settings.host, listener.getsockname()[1]))
    while fault.code != "log_in_use":
        advice = f"Open {address} to choose what to do (code {grouped_digits(code.code)})."
        print(fault.message, advice, flush=True)
        is_banker = partial(_is_banker, stored, ask_everywhere=settings.ask_everywhere)
        rescue = RescuePage(fault, _rows(folder), code, is_banker)
        choice = rescue.serve_until_chosen(listener)
        try:
            if choice != "memory":
                return open_table_as_chosen(choice, folder, GAMES)
            table = open_table(_folder_in_memory(), GAMES)
            table.housekeeping = {"unsaved": fault.message}
            return table
        except FileError as error:
            fault = error
    raise fault


def _is_banker(stored: StoredAccess | None, *, ask_everywhere: bool) -> bool:
    """Return whether this request comes from the table's own display or a banker's device."""
    if not ask_everywhere and security.is_own_display(request):
        return True
    if stored is None:
        return False
    id_ = TokenSigner(stored.key, time.time, UPTIME).read(
        request.cookies.get(COOKIE, ""), MAX_IDLE_SECONDS
    )
    return any(device.id == id_ and device.banker for device in stored.devices)


def _rows(folder: Path) -> int:
    try:
        return count_sound_rows(folder)
    except (FileError, OSError, sqlite3.Error):  # the disk may be full
        return 0


def _folder_in_memory() -> Path:
    """Return a new folder that is removed when this program ends."""
    memory = Path("/dev/shm")
    folder = tempfile.mkdtemp(prefix="croupier-", dir=memory if memory.is_dir() else None)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def limit_malloc_arenas() -> None:
    """Limit all future threads to `MAX_ARENAS` malloc arenas, if the C library is glibc."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(M_ARENA_MAX, MAX_ARENAS)


def _allow_files() -> None:
    """Raise the limit of open files for this process as far as allowed; the default is 1024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < MAX_OPEN_FILES:
        most = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def end_on_signals() -> None:
    """Let SIGTERM and SIGHUP end this process in an orderly way."""

    def end(number: int, frame: object) -> NoReturn:
        raise SystemExit(0)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)


def open_listening_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket; raises `CannotServe`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Inherited by every accepted connection.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in {"TCP_USER_TIMEOUT": DEAD_PEER_MS, **KEEP_ALIVE_OPTIONS}.items():
        if hasattr(socket, name):
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        reason = f"Cannot listen on {host} port {port}: {error.strerror or error}."
        if error.errno == errno.EADDRINUSE:
            reason += " Is another Croupier running?"
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            reason += " Try another port with --port."
        raise CannotServe(reason) from error
    return listener


def _announce(settings: ServerSettings, port: int, code: str) -> None:
    public = [settings.public_address] if settings.public_address else []
    urls = [*public, *page_urls(settings.host, port, "https" if settings.tls else "http")]
    local = page_url("127.0.0.1", port)
    print(f"Games are saved in {settings.data}")
    where = [f"{url} on {'this computer' if url == local else 'a tablet'}" for url in urls]
    print("Open " + " or ".join(where) + ". Press Ctrl+C to stop.")
    print(f"Code for new devices: {grouped_digits(code)}")
    if settings.tls:
        print(
            "Each browser warns once: Croupier signs its own certificate. Tap Advanced, then go on."
        )
    if sys.stdout.isatty():
        segno.make(f"{urls[0]}/#{code}", error="m").terminal(compact=True, border=2)
    sys.stdout.flush()
