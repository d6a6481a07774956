"""`croupier hub`: broker, database, receiver and page of a café, started and stopped together.

Broker and database are separate processes, restarted when they end; meanwhile the receiver and the
page go on and report what is missing.
"""

import os
import secrets
import signal
import socket
from dataclasses import dataclass
from pathlib import Path

from companion.address import own_addresses, page_urls
from companion.files import make_folder, unwritable_error
from companion.hub import programs
from companion.hub.access import HubAccess
from companion.hub.app import create_hub_app
from companion.hub.hub import Broker, Hub
from companion.hub.programs import CannotSetUp, Service
from companion.hub.receive import BrokerConnection, LiveTables, Receiver
from companion.web.connections import make_server
from companion.web.server import (
    CannotServe,
    end_on_signals,
    limit_malloc_arenas,
    open_listening_socket,
)


@dataclass(frozen=True, slots=True)
class HubSettings:
    """Where a hub is stored and served, and its café's name (None: the name it has).

    `reset_password` gives its user admin a new password; `public_address` is that of a proxy.
    """

    folder: Path
    cafe: str | None
    host: str
    port: int
    broker_port: int
    reset_password: bool = False
    public_address: str = ""


def serve_hub(settings: HubSettings) -> None:
    """Serve the hub of `settings` until the process is stopped.

    Raises `CannotSetUp`, and `FileError` if its folder cannot be written.
    """
    limit_malloc_arenas()
    folder = settings.folder
    try:
        listener = open_listening_socket(settings.host, settings.port)
    except CannotServe as error:
        raise CannotSetUp(str(error)) from error
    end_on_signals()
    os.umask(0o077)
    try:
        make_folder(folder)
        folder.chmod(0o700)  # an older version or another umask may have left it open
    except OSError as error:
        listener.close()
        raise unwritable_error(folder, error.strerror) from error
    programs.install_packages(lambda line: print(line, flush=True))
    own = HubAccess(folder)
    own.name_cafe(settings.cafe)
    broker, receiver, services = _start_services(settings, own)
    database = programs.postgres_connection_string(folder)
    hub = Hub(own, receiver.live, receiver, broker, database)
    server = make_server(create_hub_app(hub, settings.public_address), listener)
    print_address_and_password(settings, own)
    try:
        server.run()
    finally:
        server.shut_down()
        receiver.close()
        for service in services:
            service.close()


def _start_services(
    settings: HubSettings, own: HubAccess
) -> tuple[Broker, Receiver, list[Service]]:
    folder, port = settings.folder, settings.broker_port
    name = socket.gethostname()
    names = [*own_addresses(settings.host), name, f"{name}.local", "localhost"]
    ca = programs.make_certificates(folder, list(dict.fromkeys(names))).read_text(encoding="utf-8")
    programs.write_broker_files(folder, port)
    password = secrets.token_hex(32)
    programs.set_password(folder, programs.HUB_USER, password)
    programs.set_password(folder, programs.HOME_ASSISTANT_USER, own.home_assistant_password)
    programs.make_database(folder)
    archive = Service(programs.database_command(folder), signal.SIGINT)
    messages = Service(programs.broker_command(folder))
    archive.start()
    messages.start()
    connection = BrokerConnection("localhost", port, programs.HUB_USER, password, ca)
    receiver = Receiver(connection, programs.postgres_connection_string(folder), LiveTables())
    receiver.start()
    return Broker(folder, names, port, ca, messages), receiver, [messages, archive]


def print_address_and_password(settings: HubSettings, own: HubAccess) -> None:
    """Print where the hub is served and, for a new hub or on request, the admin's password."""
    urls = [*filter(None, [settings.public_address]), *page_urls(settings.host, settings.port)]
    print(f"Croupier runs the hub of {own.cafe} in {settings.folder}")
    print("Open " + " or ".join(urls) + " in a browser. Press Ctrl+C to stop.", flush=True)
    if settings.reset_password or not own.users:
        password = secrets.token_urlsafe(9)
        own.set_user("admin", "admin", password)
        print(f"Log in as admin with the password {password} (shown only once).", flush=True)
