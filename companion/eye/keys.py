"""The keys by which tables know the eyes of this machine, in one file for its owner alone."""

import json
import logging
import os
from pathlib import Path

log = logging.getLogger(__name__)

FILE = "eye_keys.json"


def read_key(folder: Path, server: str) -> str:
    """Return the key for the table at the address `server`; nothing if none is kept in `folder`."""
    return _read(folder).get(server, "")


def save_key(folder: Path, server: str, key: str) -> None:
    """Keep `key` for the table at `server` in `folder`, where that can be written."""
    half = folder / f".{FILE}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open(os.open(half, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
            json.dump({**_read(folder), server: key}, file)
        half.replace(folder / FILE)
    except OSError as error:
        log.warning("the key is not kept, and the banker will be asked again: %s", error)


def _read(folder: Path) -> dict[str, str]:
    try:
        found = json.loads((folder / FILE).read_text())
    except (OSError, ValueError):
        return {}  # then a banker is asked once more
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}
