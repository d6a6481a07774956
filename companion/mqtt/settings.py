"""The café that a table belongs to: one private file in its data folder."""

from contextlib import suppress
from pathlib import Path

import msgspec

from companion.files import replace_atomically, write_atomically

FILE, LEFT_FILE = "hub.json", "hub-left.json"


class CafeSettings(msgspec.Struct, frozen=True):
    """The café, the table's name there, and how to reach the broker.

    `user` is the table's id in the café; `ca` (PEM) is the broker's authority.
    """

    cafe: str
    name: str
    host: str
    port: int
    user: str
    password: str
    ca: str


def read_settings(folder: Path, file: str = FILE) -> CafeSettings | None:
    """Return the café of the table in `folder`, or None if it has none.

    Raises `msgspec.DecodeError` if the file is invalid.
    """
    try:
        return msgspec.json.decode((folder / file).read_bytes(), type=CafeSettings)
    except FileNotFoundError:
        return None


def leave_cafe(folder: Path) -> bool:
    """Leave the café if the table is in one, but keep its id; return whether it was."""
    with suppress(FileNotFoundError):
        replace_atomically(folder / FILE, folder / LEFT_FILE)
        return True
    return False


def write_settings(folder: Path, settings: CafeSettings) -> None:
    """Store the café that the table in `folder` joins at its next start; raises `OSError`."""
    write_atomically(folder / FILE, msgspec.json.encode(settings))
