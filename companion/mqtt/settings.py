"""The café that a table belongs to: one private file in its data folder."""

from pathlib import Path

import msgspec

from companion.files import write_privately

FILE = "hub.json"


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


def read_settings(folder: Path) -> CafeSettings | None:
    """Return the café of the table in `folder`, or None if it has none.

    Raises `msgspec.DecodeError` if the file is invalid.
    """
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=CafeSettings)
    except FileNotFoundError:
        return None


def write_settings(folder: Path, settings: CafeSettings) -> None:
    """Store the café that the table in `folder` joins at its next start; raises `OSError`."""
    write_privately(folder / FILE, msgspec.json.encode(settings))
