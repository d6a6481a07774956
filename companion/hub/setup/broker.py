"""Mosquitto as a café's broker: TLS, a password for each table, and only its own topics."""

import base64
import hashlib
import os
from pathlib import Path

from companion.files import write_atomically
from companion.hub.setup.programs import CannotSetUp, program
from companion.mqtt.messages import ENTITIES

HUB, HOME_ASSISTANT = "hub", "homeassistant"
RESERVED = (HUB, HOME_ASSISTANT)
"""Users other than tables, whose names have eight digits."""

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
# What waits for a hub that is away; a table sends again what was not kept.
max_inflight_messages 100
# Otherwise one user could fill the memory of the hub.
max_inflight_bytes 1048576
max_queued_messages 10000
max_queued_bytes 8388608
max_packet_size 2097152
log_dest stderr
log_type error
log_type warning
"""
_RIGHTS = f"""\
user {HUB}
topic readwrite croupier/#
topic write homeassistant/#

user {HOME_ASSISTANT}
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
    """Write the configuration of a broker at `port` in `folder`; passwords are kept."""
    (folder / "broker").mkdir(exist_ok=True)
    text = _CONFIGURATION.format(folder=folder, port=port)
    write_atomically(folder / "mosquitto.conf", text.encode())
    write_atomically(folder / "acl", _RIGHTS.encode())
    if not (folder / "passwords").exists():
        write_atomically(folder / "passwords", b"")


def broker_command(folder: Path) -> list[str]:
    """Return the command of the broker; raises `CannotSetUp`."""
    found = program("mosquitto")
    if found is None:
        raise CannotSetUp("mosquitto is not installed")
    return [found, "-c", str(folder / "mosquitto.conf")]


def broker_users(folder: Path) -> list[str]:
    """Return the users with a password."""
    return list(_passwords(folder))


def set_password(folder: Path, user: str, password: str | None) -> None:
    """Set the password of `user`, from the broker's next reload (SIGHUP); None removes it."""
    known = _passwords(folder)
    known.pop(user, None)
    if password is not None:
        salt = os.urandom(12)
        digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, int(_ROUNDS))
        encoded = (base64.b64encode(part).decode() for part in (salt, digest))
        known[user] = "$".join(("", "7", _ROUNDS, *encoded))
    lines = "".join(f"{name}:{digest}\n" for name, digest in known.items())
    write_atomically(folder / "passwords", lines.encode())


def _passwords(folder: Path) -> dict[str, str]:
    lines = (folder / "passwords").read_text(encoding="utf-8").splitlines()
    return {user: digest for user, _, digest in (line.partition(":") for line in lines)}
