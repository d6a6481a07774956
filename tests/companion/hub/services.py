"""Real PostgreSQL and Mosquitto servers in temporary folders, to be started and killed."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

import psycopg

from companion.hub.programs import (
    HUB_USER,
    broker_command,
    make_certificates,
    program_path,
    set_password,
    write_broker_files,
)
from companion.hub.receive import BrokerConnection
from companion.mqtt.settings import CafeSettings
from tests.waiting import until


class Database:
    """A PostgreSQL in the empty `folder`; as root, it runs as another user."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.dsn = f"host={folder} user=croupier dbname=postgres"
        self.process: subprocess.Popen[bytes] | None = None
        self._as_user: Sequence[str] = ()
        if os.geteuid() == 0:  # PostgreSQL refuses root
            self._as_user = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups")
            shutil.chown(folder, "postgres", "postgres")
        folder.chmod(0o755)
        initdb = [*self._as_user, str(program_path("initdb")), "--no-sync", "-A", "trust"]
        made = [*initdb, "-U", "croupier", "-E", "UTF8", "--locale=C.UTF-8", "-D", f"{folder}/data"]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL, cwd="/")

    def start(self, *options: str) -> None:
        """Start it, and wait until it answers."""
        command = [*self._as_user, str(program_path("postgres")), "-D", f"{self.folder}/data"]
        own = ["-k", str(self.folder), "-c", "listen_addresses=", *options]

        def runs() -> bool:
            # It fails while a process of the killed server still holds its shared memory.
            if self.process is None or self.process.poll() is not None:
                with (self.folder / "log").open("ab") as log:
                    self.process = subprocess.Popen(
                        [*command, *own], stderr=log, stdout=log, cwd="/"
                    )
            return self.answers()

        until(runs)

    def answers(self) -> bool:
        """Return whether the database answers."""
        try:
            psycopg.connect(self.dsn, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def kill(self) -> None:
        """Kill it with all its processes."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)  # or it starts one more, which holds its memory
        for child in _children(self.process.pid):
            _kill(child)
        self.process.kill()
        self.process.wait()
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        """Stop it quickly but cleanly."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    return [int(child) for child in found]


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Broker:
    """A Mosquitto in the empty `folder`, configured like a hub's, for the hub and `tables`.

    Each password is the user's name, twice.
    """

    def __init__(self, folder: Path, tables: Sequence[str], host: str = "127.0.0.1") -> None:
        self.folder, self.host, self.port = folder, host, free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.ca = make_certificates(folder, [host]).read_text()
        write_broker_files(folder, self.port)
        if os.geteuid() == 0:  # or it drops its rights, and cannot read its key
            with (folder / "mosquitto.conf").open("a") as configuration:
                configuration.write("user root\n")
        for user in (HUB_USER, *tables):
            set_password(folder, user, 2 * user)

    def settings(self, table: str) -> CafeSettings:
        """Return the café settings of `table`."""
        return CafeSettings("Klee", "Table", self.host, self.port, table, 2 * table, self.ca)

    def connection(self, user: str) -> BrokerConnection:
        """Return the connection of `user`."""
        return BrokerConnection(self.host, self.port, user, 2 * user, self.ca)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log = (self.folder / "log").open("ab")
        with log:
            command = broker_command(self.folder)
            self.process = subprocess.Popen(command, stderr=log, stdout=log)
        until(self.answers)

    def answers(self) -> bool:
        """Return whether it listens."""
        with socket.socket() as client:
            return client.connect_ex((self.host, self.port)) == 0

    def kill(self) -> None:
        """Kill it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
