"""What access control remembers across a restart: one small SQLite file beside the log.

It holds the secrets of the table and is for its owner's eyes alone; no backup or bug report takes
it along. Without it every device joins anew.
"""

import os
import sqlite3
from contextlib import suppress
from dataclasses import astuple, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, NoReturn

from companion.access.device import Device
from companion.files import FileError, locked, make_folder

FILE = "access.sqlite3"

_TABLES = """
CREATE TABLE IF NOT EXISTS secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS device (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL,
  joined REAL NOT NULL,
  seen REAL NOT NULL,
  banker INTEGER NOT NULL,
  seat TEXT,
  eye INTEGER NOT NULL,
  approved INTEGER NOT NULL DEFAULT 0
) STRICT;
"""


def open_store(folder: Path) -> "tuple[AccessStore | None, bool]":
    """Return the store in `folder`, and whether one had to be made because it was damaged.

    The damaged one is set aside. None: nothing can be written there.
    """
    try:
        make_folder(folder)
        with locked(folder):  # or another process would set aside what was just made
            return _open_or_replace(folder)
    except OSError:
        return None, False


def _open_or_replace(folder: Path) -> "tuple[AccessStore | None, bool]":
    for is_new in (False, True):
        try:
            store = AccessStore(folder)
            try:
                store.read()
            except FileError:
                store.close()
                raise
        except FileError as error:
            if error.code != "access_damaged" or is_new:
                break
            for ending in ("", "-journal"):
                path = folder / f"{FILE}{ending}"
                with suppress(OSError):
                    os.replace(path, path.with_name(f"broken-{path.name}"))
        else:
            return store, is_new
    return None, False


@dataclass(frozen=True, slots=True)
class StoredAccess:
    """What is kept: the code, the key that signs cookies, and the devices."""

    code: str
    key: str
    devices: tuple[Device, ...]


def _device(id_: str, number: int, joined: float, seen: float, *rest: Any) -> Device:
    banker, seat, eye, approved = rest
    return Device(id_, number, joined, seen, bool(banker), seat, bool(eye), bool(approved))


class AccessStore:
    """The open store in `folder`; made if there is none.

    Raises `FileError`: ``access_damaged``, ``access_unwritable``. One thread at a time may use it.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        try:
            make_folder(folder)
            # Made here, so that nobody else on this machine can ever read it.
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            self._fail(error)
        self._db = sqlite3.connect(self.path, check_same_thread=False, timeout=5)
        try:
            # Who was shown out must not be back after a power cut: the end of the rollback journal
            # is synced too (sqlite.org, "PRAGMA synchronous").
            self._db.execute("PRAGMA synchronous = EXTRA")
            self._db.executescript(_TABLES)
            self._add_approved()
        except UnicodeDecodeError as error:  # SQLite quotes a name that was damaged
            self._db.close()
            raise self._damaged(error) from error
        except sqlite3.Error as error:
            self._db.close()
            self._fail(error)

    def _add_approved(self) -> None:
        """Add the column that older programs did not have; nobody has approved of their eyes."""
        if "approved" not in {row[1] for row in self._db.execute("PRAGMA table_info(device)")}:
            self._db.execute("ALTER TABLE device ADD COLUMN approved INTEGER NOT NULL DEFAULT 0")

    def read(self) -> StoredAccess | None:
        """Return what was kept, if anything was."""
        try:
            found = dict(self._db.execute("SELECT name, value FROM secret"))
            rows = self._db.execute(
                "SELECT id, number, joined, seen, banker, seat, eye, approved FROM device"
            )
            devices = tuple(_device(*row) for row in rows)
        except (sqlite3.Error, ValueError) as error:
            raise self._damaged(error) from error
        if not found and not devices:
            return None
        if not {"code", "key"} <= set(found) <= {"code", "key", "checksum"}:
            raise self._damaged("the code or the key is missing")
        stored = StoredAccess(found["code"], found["key"], devices)
        if found.get("checksum", _checksum(stored)) != _checksum(stored):  # older ones have none
            raise self._damaged("it is not what was written")
        return stored

    def write(self, stored: StoredAccess) -> None:
        """Keep this instead of what was kept."""
        secrets = [("code", stored.code), ("key", stored.key), ("checksum", _checksum(stored))]
        try:
            with self._db:
                self._db.executemany("INSERT OR REPLACE INTO secret VALUES (?,?)", secrets)
                self._db.execute("DELETE FROM device")
                rows = [astuple(device) for device in stored.devices]
                self._db.executemany("INSERT INTO device VALUES (?,?,?,?,?,?,?,?)", rows)
        except sqlite3.Error as error:
            self._fail(error)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _fail(self, error: Exception) -> NoReturn:
        if type(error) is sqlite3.DatabaseError:
            raise self._damaged(error) from error
        raise FileError("access_unwritable", f"Cannot write {self.path}: {error}.") from error

    def _damaged(self, why: object) -> FileError:
        message = f"{self.path} is damaged; without it every device joins anew: {why}."
        return FileError("access_damaged", message)


def _checksum(stored: StoredAccess) -> str:
    """Return a checksum of all that is `stored`: a changed bit must not make a guest a banker."""
    devices = sorted(astuple(device) for device in stored.devices)
    text = repr((stored.code, stored.key, devices))
    return blake2b(text.encode(), digest_size=16).hexdigest()
