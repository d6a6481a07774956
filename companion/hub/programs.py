"""The programs that a hub needs: installed from Debian, configured, and kept running.

They are OpenSSL for the café's own certificate authority, Mosquitto as the broker (TLS, a password
for each table, and only its own topics), and PostgreSQL as the archive (a cluster of its own,
reachable only on this machine).
"""

import base64
import hashlib
import logging
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.address import is_address
from companion.files import replace_atomically, sync, write_atomically
from companion.mqtt.messages import ENTITIES

log = logging.getLogger(__name__)

_PACKAGES = {"mosquitto": "mosquitto", "postgres": "postgresql", "openssl": "openssl"}
_SYSTEM = ":/usr/local/sbin:/usr/sbin:/sbin"  # not in every user's PATH


class CannotSetUp(Exception):
    """The hub cannot be set up; the message is one clear line."""


def program_path(name: str) -> str | None:
    """Return the path of the program `name`; None if it is not installed."""
    if name in ("postgres", "initdb", "pg_dump", "pg_restore"):
        found = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
        newest = max(found, key=lambda path: int(path.parts[-3]), default=None)
        return str(newest) if newest else shutil.which(name)
    return shutil.which(name, path=os.environ.get("PATH", os.defpath) + _SYSTEM)


def required_program_path(name: str) -> str:
    """Return the path of the program `name`; raises `CannotSetUp` if it is not installed."""
    found = program_path(name)
    if found is None:
        raise CannotSetUp(f"{name} is not installed")
    return found


def run_program(name: str, *arguments: str, text: str = "") -> None:
    """Run the program `name` to its end, with `text` as its input; raises `CannotSetUp`."""
    command = [required_program_path(name), *arguments]
    ran = subprocess.run(command, input=text, capture_output=True, text=True)
    if ran.returncode:
        raise CannotSetUp(f"{name} failed: {ran.stderr.strip()[-300:]}")


def install_packages(say: Callable[[str], None]) -> None:
    """Install missing packages, reporting each step with `say`; raises `CannotSetUp`."""
    missing = [package for name, package in _PACKAGES.items() if program_path(name) is None]
    if not missing:
        return
    say(f"Installing {', '.join(missing)}")
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    # The hub starts its own services, so those of the system are disabled.
    units = [name for name in ("mosquitto", "postgresql") if name in missing]
    try:
        subprocess.run([*as_root, "apt-get", "update", "-qq"], check=False)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
        subprocess.run([*as_root, *install], check=True)
        if units and Path("/run/systemd/system").exists():
            subprocess.run([*as_root, "systemctl", "disable", "--now", *units], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        packages = " ".join(missing)
        raise CannotSetUp(f"install these first: apt-get install {packages} ({error})") from error


class Service:
    """A program that runs as long as the hub, restarted when it ends; `end` is its stop signal."""

    RESTART_DELAY_SECONDS, STOP_TIMEOUT_SECONDS = 1.0, 10.0

    def __init__(self, command: Sequence[str], end: signal.Signals = signal.SIGTERM) -> None:
        self._command, self._end = command, end
        self._ended = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._keep, name=command[0], daemon=True)

    def start(self) -> None:
        """Start it in the background."""
        self._thread.start()

    def reload(self) -> None:
        """Make it reload its configuration."""
        if self._process is not None:
            self._process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        """Stop it, and wait until it has ended."""
        self._ended.set()
        if self._process is not None:
            self._process.send_signal(self._end)
        self._thread.join(self.STOP_TIMEOUT_SECONDS)

    def _keep(self) -> None:
        # It ends with this thread, even if the hub is killed, so that the next hub can start.
        orphan = ("setpriv", "--pdeathsig", self._end.name)
        while not self._ended.is_set():
            # In its own session, so that Ctrl+C only reaches the hub, which stops it in order.
            self._process = subprocess.Popen([*orphan, *self._command], start_new_session=True)
            code = self._process.wait()
            if not self._ended.wait(self.RESTART_DELAY_SECONDS):
                log.warning("%s ended (%d) and is restarted.", self._command[0], code)


_CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
_AUTHORITY_DAYS, _SERVER_DAYS = "7300", "730"
_RENEW_SECONDS = str(60 * 86400)
_EARLIEST = 1767225600  # the start of 2026; a clock that shows an earlier time is wrong


def make_certificates(folder: Path, names: Sequence[str]) -> Path:
    """Return the certificate of the authority in `folder`, and certify the broker's `names`.

    ``server.pem`` and ``server.key`` are the broker's, renewed when its names change or they expire
    soon. The authority stays, since every table knows it. Raises `CannotSetUp`.
    """
    if time.time() < _EARLIEST:
        raise CannotSetUp("the clock of this machine is wrong: certificates would not hold")
    authority, key = folder / "ca.pem", folder / "ca.key"
    if not authority.exists():
        uses = ("basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign")
        _make_certificate("/CN=Croupier hub", key, authority, uses, "-days", _AUTHORITY_DAYS)
    elif not _is_valid_for_long(authority):
        lost = f"{authority} is damaged or has expired. Remove it and ca.key, start again,"
        raise CannotSetUp(f"{lost} and let each table join again")
    server, known, text = folder / "server.pem", folder / "server.names", "\n".join(names)
    is_known = known.exists() and known.read_text(encoding="utf-8") == text
    if not is_known or not _is_valid_for_long(server):
        alternatives = ",".join(f"{'IP' if is_address(name) else 'DNS'}:{name}" for name in names)
        uses = (f"subjectAltName={alternatives}", "basicConstraints=critical,CA:FALSE")
        signed = ("-CA", str(authority), "-CAkey", str(key), "-days", _SERVER_DAYS)
        _make_certificate("/CN=Croupier broker", folder / "server.key", server, uses, *signed)
        write_atomically(known, text.encode())
    return authority


def _make_certificate(
    subject: str, key: Path, certificate: Path, uses: Sequence[str], *more: str
) -> None:
    """Make `key` and `certificate`, each atomically."""
    parts = [path.with_name(f".{path.name}.part") for path in (key, certificate)]
    out = ("-subj", subject, "-keyout", str(parts[0]), "-out", str(parts[1]))
    added = [word for use in uses for word in ("-addext", use)]
    run_program("openssl", "req", "-x509", *_CURVE, *out, *more, *added)
    parts[0].chmod(0o600)
    for part, path in zip(parts, (key, certificate), strict=True):
        sync(part)
        replace_atomically(part, path)


def _is_valid_for_long(certificate: Path) -> bool:
    """Return whether `certificate` exists and does not expire soon."""
    try:
        run_program(
            "openssl", "x509", "-in", str(certificate), "-checkend", _RENEW_SECONDS, "-noout"
        )
    except CannotSetUp:
        return False
    return True


HUB_USER, HOME_ASSISTANT_USER = "hub", "homeassistant"
"""The users of the broker that are not tables; those have eight hexadecimal digits as names."""

_ROUNDS = "101"  # as in mosquitto_passwd: passwords of 32 random bytes need no more
_CONFIGURATION = """\
# Overwritten at each start of the hub.
listener {port}
certfile {folder}/server.pem
keyfile {folder}/server.key
allow_anonymous false
# Otherwise one user could take over the session of another by its client id.
use_username_as_clientid true
password_file {folder}/passwords
acl_file {folder}/acl
persistence true
persistence_location {folder}/broker/
autosave_interval 60
# Messages for a hub that is away; a table sends again what is lost.
max_inflight_messages 100
# Otherwise one user could fill the memory of the hub.
max_inflight_bytes 1048576
max_queued_messages 10000
max_queued_bytes 8388608
max_packet_size 2097152
log_dest stderr
log_type error
"""
_RIGHTS = f"""\
user {HUB_USER}
topic readwrite croupier/#
topic write homeassistant/#

user {HOME_ASSISTANT_USER}
topic read croupier/+/state
topic read croupier/+/available
topic readwrite homeassistant/#

pattern write croupier/%u/rows
pattern write croupier/%u/state
pattern write croupier/%u/available
pattern write croupier/%u/reports
pattern read croupier/%u/ask
pattern read croupier/news
"""
_RIGHTS += "".join(
    f"pattern write homeassistant/{kind}/%u/{name}/config\n" for kind, name in ENTITIES
)


def write_broker_files(folder: Path, port: int) -> None:
    """Write the configuration of a broker at `port` in `folder`; its passwords stay."""
    (folder / "broker").mkdir(exist_ok=True)
    text = _CONFIGURATION.format(folder=folder, port=port)
    write_atomically(folder / "mosquitto.conf", text.encode())
    write_atomically(folder / "acl", _RIGHTS.encode())
    if not (folder / "passwords").exists():
        write_atomically(folder / "passwords", b"")


def broker_command(folder: Path) -> list[str]:
    """Return the command of the broker; raises `CannotSetUp`."""
    return [required_program_path("mosquitto"), "-c", str(folder / "mosquitto.conf")]


def broker_users(folder: Path) -> dict[str, str]:
    """Return the users with a password, and its digest."""
    lines = (folder / "passwords").read_text(encoding="utf-8").splitlines()
    return {user: digest for user, _, digest in (line.partition(":") for line in lines)}


def set_password(folder: Path, user: str, password: str | None) -> None:
    """Set the password of `user`, from the broker's next reload (SIGHUP); None removes it."""
    known = broker_users(folder)
    known.pop(user, None)
    if password is not None:
        salt = os.urandom(12)
        digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, int(_ROUNDS))
        encoded = (base64.b64encode(part).decode() for part in (salt, digest))
        known[user] = "$".join(("", "7", _ROUNDS, *encoded))
    lines = "".join(f"{name}:{digest}\n" for name, digest in known.items())
    write_atomically(folder / "passwords", lines.encode())


_DATABASE = "croupier"


def make_database(folder: Path) -> None:
    """Create the database in `folder` unless it exists; raises `CannotSetUp`."""
    data, new = folder / "database", folder / "database.part"
    if data.exists():
        return
    shutil.rmtree(new, ignore_errors=True)  # of an interrupted run
    # The hub's user is the only one: the kernel authenticates it (peer), without a password.
    ways = ("--auth-local=peer", "--auth-host=reject", "--encoding=UTF8", "--locale=C.UTF-8")
    run_program("initdb", "-D", str(new), *ways)
    create = f"CREATE DATABASE {_DATABASE}"
    run_program("postgres", "--single", "-D", str(new), "postgres", text=create)
    new.rename(data)


def database_command(folder: Path) -> list[str]:
    """Return the command of the database server; raises `CannotSetUp`."""
    # The hub reports errors itself; a new admin's password must not be lost between other lines.
    options = ("-k", str(folder), "-c", "listen_addresses=", "-c", "log_min_messages=fatal")
    return [required_program_path("postgres"), "-D", str(folder / "database"), *options]


def postgres_connection_string(folder: Path) -> str:
    """Return what `psycopg.connect` takes to open the archive."""
    return f"host={folder} dbname={_DATABASE} application_name=croupier"
