"""The data of access control that survives a restart: one small SQLite file next to the log.

It holds the secrets of the table: only its owner can read it, and no backup or bug report contains
it. Without it every device has to join again.
"""

import logging
import os
import secrets
import sqlite3
import threading
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from typing import Any, NoReturn

from companion.access.credentials import Clock, JoinCode, new_code
from companion.access.device import Device
from companion.access.devices import Devices
from companion.files import FileError, locked, make_folder

log = logging.getLogger(__name__)

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
_COLUMNS = ("id", "number", "joined", "seen", "banker", "seat", "eye", "approved")
_values = attrgetter(*_COLUMNS)


def open_or_replace_store(folder: Path) -> "tuple[AccessStore | None, bool]":
    """Return the store in `folder` (None: not writable), and whether it replaces a damaged one.

    A damaged one is renamed.
    """
    try:
        make_folder(folder)
        with locked(folder):  # or another process could rename the new file
            try:
                return AccessStore(folder), False
            except FileError as error:
                if error.code != "access_damaged":
                    raise
            for ending in ("", "-journal"):
                path = folder / f"{FILE}{ending}"
                with suppress(OSError):
                    os.replace(path, path.with_name(f"broken-{path.name}"))
            return AccessStore(folder), True
    except (OSError, FileError):
        return None, False


@dataclass(frozen=True, slots=True)
class StoredAccess:
    """The content of the file: the code, the key that signs cookies, and the devices."""

    code: str
    key: str
    devices: tuple[Device, ...]


def _device(id_: str, number: int, joined: float, seen: float, *rest: Any) -> Device:
    banker, seat, eye, approved = rest
    return Device(id_, number, joined, seen, bool(banker), seat, bool(eye), bool(approved))


class AccessStore:
    """The open store in `folder`, which is created if it does not exist.

    Raises `FileError`: ``access_damaged``, ``access_unwritable``. One thread at a time may use it.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        try:
            make_folder(folder)
            # Created here, so that nobody else on this machine can ever read it.
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            self._fail(error)
        self._db = sqlite3.connect(self.path, check_same_thread=False, timeout=5)
        try:
            # A removed device must not be back after a power cut: EXTRA also syncs the deletion of
            # the rollback journal (sqlite.org, "PRAGMA synchronous").
            self._db.execute("PRAGMA synchronous = EXTRA")
            self._db.executescript(_TABLES)
            columns = {row[1] for row in self._db.execute("PRAGMA table_info(device)")}
            if "approved" not in columns:  # as in files of older versions
                self._db.execute(
                    "ALTER TABLE device ADD COLUMN approved INTEGER NOT NULL DEFAULT 0"
                )
            self.read()
        except BaseException as error:
            self._db.close()
            if isinstance(error, sqlite3.Error | UnicodeDecodeError):  # SQLite quotes damaged names
                self._fail(error)
            raise

    def read(self) -> StoredAccess | None:
        """Return what is stored, if anything is."""
        try:
            found = dict(self._db.execute("SELECT name, value FROM secret"))
            rows = self._db.execute(f"SELECT {', '.join(_COLUMNS)} FROM device")
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
        """Replace what is stored."""
        values = [("code", stored.code), ("key", stored.key), ("checksum", _checksum(stored))]
        try:
            with self._db:
                self._db.executemany("INSERT OR REPLACE INTO secret VALUES (?,?)", values)
                self._db.execute("DELETE FROM device")
                rows = map(_values, stored.devices)
                self._db.executemany("INSERT INTO device VALUES (?,?,?,?,?,?,?,?)", rows)
        except sqlite3.Error as error:
            self._fail(error)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _fail(self, error: Exception) -> NoReturn:
        if type(error) in (sqlite3.DatabaseError, UnicodeDecodeError):
            raise self._damaged(error) from error
        raise FileError("access_unwritable", f"Cannot write {self.path}: {error}.") from error

    def _damaged(self, why: object) -> FileError:
        message = f"{self.path} is damaged; without it every device has to join again: {why}."
        return FileError("access_damaged", message)


def _checksum(stored: StoredAccess) -> str:
    """Return a checksum of `stored`: a flipped bit must not make a guest a banker."""
    devices = sorted(map(_values, stored.devices))
    text = repr((stored.code, stored.key, devices))
    return blake2b(text.encode(), digest_size=16).hexdigest()


class AccessState:
    """The `code`, the `key` that signs tokens and the `devices`, kept in `store` if there is one.

    `now` is the wall clock, `written` the time of the last write. Hold `lock` to change something;
    reading needs no lock, since `replace` puts changed copies in place: a disk that syncs slowly
    delays only those who join. Raises `FileError` if the store cannot be written.
    """

    def __init__(self, store: AccessStore | None, now: Clock) -> None:
        self._store, self._now = store, now
        self.lock = threading.RLock()
        known = store.read() if store is not None else None
        stored = known or StoredAccess(new_code(), secrets.token_hex(32), ())
        self.code, self.key = JoinCode(stored.code), stored.key
        self.devices = Devices(stored.devices)
        self.written = now()
        if known is None:
            try:
                self.write(self.devices, self.code)
            except FileError as error:  # the disk is full: until a restart it is kept in memory
                log.warning("%s", error)
                self.close()
                self._store = None

    def replace(self, devices: Devices, code: JoinCode, *, even_unstored: bool = False) -> None:
        """Store `devices` and `code`, then use them; raises `FileError` if they can't be stored.

        In that case they are used only with `even_unstored`: a restart would silently undo them.
        """
        try:
            self.write(devices, code)
            even_unstored = True
        finally:
            if even_unstored:
                self.devices, self.code = devices, code

    def write(self, devices: Devices, code: JoinCode) -> None:
        """Store `devices` and `code`."""
        self.written = self._now()
        if self._store is not None:
            self._store.write(StoredAccess(code.code, self.key, tuple(devices.all)))

    def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            self._store.close()
