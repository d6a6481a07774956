"""Which café a table belongs to: one file in its data folder, for its owner's eyes alone."""

from pathlib import Path

import msgspec

from companion.files import write_privately

FILE = "hub.json"


class CafeSettings(msgspec.Struct, frozen=True):
    """The café, what this table is called there, and how its broker is reached.

    `user` is the table's id, by which the café knows it; `ca` (PEM) vouches for the broker.
    """

    cafe: str
    name: str
    host: str
    port: int
    user: str
    password: str
    ca: str


def read_settings(folder: Path) -> CafeSettings | None:
    """Return the café of the table in `folder`; None: it belongs to none.

    Raises `msgspec.DecodeError` where the file says no such thing.
    """
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=CafeSettings)
    except FileNotFoundError:
        return None


def write_settings(folder: Path, settings: CafeSettings) -> None:
    """Let the table in `folder` belong to a café from its next start; raises `OSError`."""
    write_privately(folder / FILE, msgspec.json.encode(settings))
