"""`croupier hub`: broker, database, receiver and page of a café, started and stopped together.

Broker and database are separate processes, restarted when they end; meanwhile the receiver and the
page go on and say what is missing.
"""

import os
import secrets
import signal
import socket
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from companion.files import make_folder, unwritable_error
from companion.hub.access import HubAccess
from companion.hub.app import create_hub_app
from companion.hub.hub import Hub
from companion.hub.live_tables import LiveTables
from companion.hub.receive import BrokerConnection, Receiver
from companion.hub.setup import broker, database
from companion.hub.setup.certificates import make_certificates
from companion.hub.setup.programs import CannotSetUp, Service, install_packages
from companion.web.address import own_addresses, page_url
from companion.web.connections import make_server
from companion.web.server import CannotServe, limit_malloc_arenas, open_listening_socket


@dataclass(frozen=True, slots=True)
class HubSettings:
    """Where a hub is stored and served, and the name of its café.

    `reset_password` gives its user admin a new password.
    """

    folder: Path
    cafe: str
    host: str
    port: int
    broker_port: int
    reset_password: bool = False


@dataclass
class OwnBroker:
    """The broker in `folder`, as the page uses it."""

    folder: Path
    names: Sequence[str]
    port: int
    ca: str
    service: Service
    lock: threading.Lock = field(default_factory=threading.Lock)

    def users(self) -> list[str]:
        """Return the users that have access."""
        return broker.broker_users(self.folder)

    def allow(self, user: str, password: str) -> None:
        """Give `user` access by `password`."""
        with self.lock:
            broker.set_password(self.folder, user, password)
        self.service.reload()

    def disallow(self, user: str) -> None:
        """Take the access of `user` away."""
        with self.lock:
            broker.set_password(self.folder, user, None)
        self.service.reload()


def serve_hub(settings: HubSettings) -> None:
    """Serve the hub of `settings` until the process is stopped.

    Raises `CannotSetUp`, and `FileError` if its folder cannot be written.
    """
    if os.geteuid() == 0:
        raise CannotSetUp("start the hub as yourself, not as root: it serves a network")
    limit_malloc_arenas()
    folder = settings.folder
    try:
        listener = open_listening_socket(settings.host, settings.port)
    except CannotServe as error:
        raise CannotSetUp(str(error)) from error
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop)
    os.umask(0o077)
    try:
        make_folder(folder)
    except OSError as error:
        listener.close()
        raise unwritable_error(folder, error.strerror) from error
    install_packages(lambda line: print(line, flush=True))
    own = HubAccess(folder)
    brokers, receiver, services = _start_services(settings, own)
    hub = Hub(
        settings.cafe, own, receiver.live, receiver, brokers, database.database_address(folder)
    )
    server = make_server(create_hub_app(hub), listener)
    announce(settings, own)
    try:
        server.run()
    finally:
        server.finish()
        receiver.close()
        for service in services:
            service.close()


def _start_services(
    settings: HubSettings, own: HubAccess
) -> tuple[OwnBroker, Receiver, list[Service]]:
    folder, port = settings.folder, settings.broker_port
    name = socket.gethostname()
    names = [*own_addresses(settings.host), name, f"{name}.local", "localhost"]
    ca = make_certificates(folder, list(dict.fromkeys(names))).read_text(encoding="utf-8")
    broker.write_broker_files(folder, port)
    broker.set_password(folder, broker.HUB, own.broker_password)
    broker.set_password(folder, broker.HOME_ASSISTANT, own.home_assistant_password)
    database.make_cluster(folder)
    archive = Service(database.database_command(folder), signal.SIGINT)
    messages = Service(broker.broker_command(folder))
    archive.start()
    messages.start()
    connection = BrokerConnection("localhost", port, broker.HUB, own.broker_password, ca)
    receiver = Receiver(connection, database.database_address(folder), LiveTables())
    receiver.start()
    return OwnBroker(folder, names, port, ca, messages), receiver, [messages, archive]


def announce(settings: HubSettings, own: HubAccess) -> None:
    """Print where the hub is served and, for a new hub or on request, the admin's password."""
    urls = [page_url(host, settings.port) for host in own_addresses(settings.host)]
    print(f"Croupier runs the hub of {settings.cafe} in {settings.folder}")
    print("Open " + " or ".join(urls) + " in a browser. Press Ctrl+C to stop.")
    if settings.reset_password or not own.users:
        password = secrets.token_urlsafe(9)
        own.set_user("admin", "admin", password)
        print(f"Log in as admin with the password {password} (shown only once).")
    print(flush=True, end="")


def _stop(number: int, frame: object) -> NoReturn:
    raise SystemExit(0)
