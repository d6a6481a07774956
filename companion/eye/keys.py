"""The keys by which tables know the eyes of this machine, in one file for its owner alone."""

import json
from pathlib import Path

from companion.files import make_folder, write_privately

FILE = "eye_keys.json"


def read_key(folder: Path, server: str) -> str:
    """Return the key for the table at the address `server`; nothing if none is kept in `folder`."""
    return _read(folder).get(server, "")


def save_key(folder: Path, server: str, key: str) -> None:
    """Keep `key` for the table at `server` in `folder`; raises `OSError`."""
    make_folder(folder)
    write_privately(folder / FILE, json.dumps({**_read(folder), server: key}).encode())


def _read(folder: Path) -> dict[str, str]:
    try:
        found = json.loads((folder / FILE).read_text())
    except (OSError, ValueError):
        return {}  # then a banker is asked once more
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}
