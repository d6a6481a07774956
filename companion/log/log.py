"""The log of a table: one SQLite file to which rows are appended, and the pictures of its rolls.

A row's number `seq` is the version of the table after it. Numbers start at 1 without gaps, so that
a second writer would violate the primary key instead of mixing two games. With WAL and
``synchronous=FULL`` a row survives a power cut once `Log.append` has returned (sqlite.org, "PRAGMA
synchronous"). Rows are read on demand, and verified then.
"""

import contextlib
import fcntl
import os
import sqlite3
import struct
import threading
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from companion.files import FileError, make_folder, unwritable_error, wrap_write_errors
from companion.log.pictures import Pictures
from companion.log.rows import LOST_GAME, Row, Rows
from companion.log.schema import (
    APPLICATION_ID,
    CHECKSUM_BEFORE_FIRST_ROW,
    INSERT,
    REPLACE,
    VERSION,
    make_tables,
    verified_rows,
    with_checksum,
    write_checksums,
)

_OLDEST_UNDO = (
    "SELECT min(iif(json_valid(body), body ->> '$.to', 0)) FROM row WHERE kind = 'undo' AND seq > ?"
)
LOCK_FILE = "lock"  # also holds the address of the running table, and a key to it
LOCK_TIMEOUT_SECONDS = 3.0  # for another process that has the log


def log_path(folder: Path) -> Path:
    """Return the file of the log in `folder`."""
    return folder / "table.sqlite3"


class Log:
    """The open log of the table in `folder`, created if there is none (then it `is_new`).

    Any thread may use it. A lock file keeps other processes out. If one has the log, this waits up
    to `patience` seconds for it to end. `is_torn`: the newest rows may be missing. Raises
    `FileError`.
    """

    def __init__(self, folder: Path, patience: float = LOCK_TIMEOUT_SECONDS) -> None:
        self.path = log_path(folder)
        self._lock = _hold(folder, patience)
        self._using = threading.Lock()
        try:
            self.pictures = Pictures(folder)
            self.is_new = not self.path.exists()
            self.is_torn = has_torn_wal(self.path)
            self._db = _open(self.path, self.pictures)
        except BaseException:
            os.close(self._lock)
            raise
        try:
            self._begin()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self.close()
            raise damaged_error(self.path, error) from error

    def _begin(self) -> None:
        """Find the end of the log."""
        (last,) = self._db.execute("SELECT max(seq) FROM row").fetchone()
        self.count: int = last or 0
        self._checksum = checksum_at(self._db, self.count)

    def rows(self) -> Rows:
        """Return all rows, oldest first; reading them may raise `FileError` ``log_damaged``."""
        return Rows(self.count, self._read, kept=lambda: self.count)

    def _read(self, first: int, last: int) -> list[Row]:
        with self._using:
            return rows_between(self._db, self.path, first, last)

    def checksum(self, seq: int) -> str | None:
        """Return the checksum of the rows up to `seq`; None if there is no such row."""
        with self._using:
            return checksum_at(self._db, seq)

    def append(self, *rows: Row) -> None:
        """Append `rows`, atomically and durably; raises `FileError` ``log_unwritable``."""
        checksum, all_values = self._checksum or CHECKSUM_BEFORE_FIRST_ROW, []
        for row in rows:
            values = with_checksum(row.to_columns(), checksum)
            all_values.append(values)
            checksum = values[-1]
        with wrap_write_errors(self.path), self._using, self._db:
            self._db.executemany(INSERT, all_values)
        self.count, self._checksum = rows[-1].seq, checksum

    def save_picture(self, jpeg: bytes) -> str:
        """Store a picture and return its name; raises `FileError` ``log_unwritable``."""
        with wrap_write_errors(self.pictures.folder):
            return self.pictures.save(jpeg)

    def replace_rows(self, path: Path) -> None:
        """Atomically replace all rows by those of the backup at `path`, and store its pictures.

        Raises `FileError` ``log_unwritable``.
        """
        with (
            wrap_write_errors(self.path),
            contextlib.closing(sqlite3.connect(path, timeout=5)) as other,
        ):
            for (jpeg,) in other.execute("SELECT jpeg FROM picture"):
                self.pictures.save(jpeg)
            with self._using, self._db:
                self._db.execute("DELETE FROM row")
                rows = other.execute("SELECT * FROM row ORDER BY seq")
                self._db.executemany(INSERT, rows)
            self._begin()

    def start_of_newest_game(self) -> int:
        """Return the first row that the game in progress needs; 0 if none has started.

        It is the start of that game, or of an earlier one to which an undo led.
        """
        last: int | None = self.count
        while True:
            start = self._value("SELECT max(seq) FROM row WHERE kind = 'start' AND seq <= ?", last)
            last = self._value(_OLDEST_UNDO, start)
            if start is None or last is None or last >= start:
                return start or 0

    def _value(self, select: str, seq: int | None) -> int | None:
        with self._using:
            (value,) = self._db.execute(select, (seq,)).fetchone()
        return cast("int | None", value)

    def leave_out_rows(self, lost: Sequence[int]) -> None:
        """Replace each of the `lost` rows, which cannot be read, by the start of `LOST_GAME`.

        Nobody can play that game, so the moves after such a row belong to no game; all other games
        stay as they are. Raises `FileError` ``log_unwritable``.
        """
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        rows = [Row(seq, LOST_GAME, "hand", "", now) for seq in lost]
        with wrap_write_errors(self.path), self._using, self._db:
            self._db.executemany(REPLACE, [(*row.to_columns(), "") for row in rows])
            write_checksums(self._db)
            self._begin()

    def close(self) -> None:
        """Close the file and release the lock."""
        with self._using:
            self._db.close()
        os.close(self._lock)


def read_rows(folder: Path) -> list[Row]:
    """Return all rows of the log in `folder`, even while a table has it open.

    Raises `FileError`; ``log_absent`` if there is none.
    """
    with open_log_to_read(folder) as (_, rows):
        return list(rows)


def connect_read_only(path: Path, more: str = "") -> sqlite3.Connection:
    """Open the database at `path` only for reading, for one thread at a time."""
    url = f"{path.absolute().as_uri()}?mode=ro{more}"
    return sqlite3.connect(url, uri=True, timeout=5, check_same_thread=False)


@contextlib.contextmanager
def open_log_to_read(folder: Path) -> Iterator[tuple[sqlite3.Connection, Rows]]:
    """Open the log in `folder` for reading, even while a table has it open, and provide its rows.

    Raises `FileError`; ``log_absent`` if there is none.
    """
    if not log_path(folder).exists():
        raise FileError("log_absent", f"There are no games in {folder}.")
    path = log_path(folder)
    try:
        with contextlib.closing(connect_read_only(path)) as db:
            yield db, rows_in_database(db, path)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise damaged_error(path, error) from error


def rows_in_database(db: sqlite3.Connection, path: Path) -> Rows:
    """Return all rows of the log `db`, which are read on demand.

    Raises `FileError`, now or then, unless it is a sound log that this program understands.
    """
    check_version(db, path)
    (last,) = db.execute("SELECT max(seq) FROM row").fetchone()
    return Rows(last or 0, lambda first, last: rows_between(db, path, first, last))


def rows_between(db: sqlite3.Connection, path: Path, first: int, last: int) -> list[Row]:
    """Return rows `first` to `last` of the log `db`; raises `FileError` ``log_damaged``."""
    query = "SELECT * FROM row WHERE seq BETWEEN ? AND ? ORDER BY seq"
    try:
        rows = db.execute(query, (first, last))
        before = checksum_at(db, first - 1) or CHECKSUM_BEFORE_FIRST_ROW
        found = list(verified_rows(rows, before, first - 1))
        if [values[0] for values in found] != list(range(first, last + 1)):
            raise ValueError("rows are missing")
        return [Row.from_columns(values[:-1]) for values in found]
    except (sqlite3.Error, ValueError, LookupError, RecursionError) as error:
        raise damaged_error(path, error) from error


def checksum_at(db: sqlite3.Connection, seq: int) -> str | None:
    """Return the checksum of row `seq` of the log `db`, if there is such a row."""
    found = db.execute("SELECT checksum FROM row WHERE seq = ?", (seq,)).fetchone()
    return found[0] if found else None


def note_address(folder: Path, url: str, key: str) -> None:
    """Store where the table with the log in `folder` is served, and a `key` that lets in."""
    with contextlib.suppress(OSError):  # a full disk is reported elsewhere
        (folder / LOCK_FILE).write_text(f"{url} {key}", encoding="utf-8")


def address_of_table(folder: Path) -> tuple[str, str]:
    """Return where the table that has the log in `folder` open is served, and a key; "": unknown.

    The key lets programs on this machine in, even where everybody else needs the code.
    """
    try:
        url, _, key = (folder / LOCK_FILE).read_text(encoding="utf-8").partition(" ")
    except (OSError, ValueError):
        return "", ""
    return url, key


def is_log_in_use(folder: Path) -> bool:
    """Return whether a table has the log in `folder` open."""
    try:
        lock = os.open(folder / LOCK_FILE, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


@contextlib.contextmanager
def keep_tables_out(folder: Path) -> Iterator[None]:
    """Keep tables from opening the log in `folder` meanwhile; raises `FileError` as `Log` does."""
    lock = _hold(folder, LOCK_TIMEOUT_SECONDS)
    try:
        yield
    finally:
        os.close(lock)


def _hold(folder: Path, patience: float) -> int:
    with wrap_write_errors(folder):
        make_folder(folder)
        lock = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        except OSError as error:
            if time.monotonic() >= deadline:
                os.close(lock)
                message = f"Another Croupier is using {folder}."
                raise FileError("log_in_use", message) from error
            time.sleep(0.05)


def _open(path: Path, pictures: Pictures) -> sqlite3.Connection:
    if path.exists() and not os.access(path, os.W_OK):
        raise unwritable_error(path, "it is read-only")
    try:
        db = sqlite3.connect(path, check_same_thread=False, timeout=5)
        try:
            # Before anything else is written: an interrupted start leaves an empty database.
            if _is_empty(db):
                make_tables(db)
            check_version(db, path)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            _move_pictures(db, pictures)
        except BaseException:
            db.close()
            raise
    except OSError as error:
        raise unwritable_error(path, error.strerror or error) from error
    except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite quotes a damaged name
        # Of SQLite's errors, only a plain DatabaseError says that the file itself is at fault.
        is_damaged = type(error) in (sqlite3.DatabaseError, UnicodeDecodeError)
        raise (damaged_error if is_damaged else unwritable_error)(path, error) from error
    return db


def _move_pictures(db: sqlite3.Connection, pictures: Pictures) -> None:
    """Move pictures to their own files, if somebody put a backup in the log's place."""
    for (jpeg,) in db.execute("SELECT jpeg FROM picture"):
        pictures.save(jpeg)
    with db:
        db.execute("DELETE FROM picture")


def _is_empty(db: sqlite3.Connection) -> bool:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    return not application and not db.execute("SELECT 1 FROM sqlite_schema").fetchone()


def check_version(db: sqlite3.Connection, path: Path) -> None:
    """Raise `FileError` unless the file is a log that this program understands."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise foreign_error(path)
    if version < VERSION:
        raise FileError(
            "log_foreign",
            f"{path} was written before the first release of Croupier (log version {version}),"
            f" and this program reads logs from version {VERSION} on. Nothing was changed.",
        )
    if version > VERSION:
        raise FileError(
            "log_newer",
            f"{path} was written by a newer version of Croupier (log version {version}, this"
            f" program knows {VERSION}). Nothing was changed; update Croupier to open it.",
        )


def foreign_error(path: Path) -> FileError:
    """Return the error for a file at `path` that is not a log."""
    return FileError("log_foreign", f"{path} is not a Croupier log or backup.")


def damaged_error(path: Path, why: object) -> FileError:
    """Return the error for a damaged log at `path`."""
    reason = " ".join(str(why).split())  # SQLite's messages may have several lines
    return FileError("log_damaged", f"{path} is damaged: {reason}.")


_WAL_HEADER, _WAL_FRAME = 32, 24  # in bytes; the page follows the header of its frame


def has_torn_wal(database: Path) -> bool:
    """Return whether the write-ahead log of `database` holds something that SQLite will not read.

    After a power cut the newest rows lie there. SQLite reads up to the first frame that is not
    whole, and silently ignores the rest (sqlite.org, "WAL-mode File Format").
    """
    try:
        data = database.with_name(f"{database.name}-wal").read_bytes()
    except OSError:
        return False
    if len(data) < _WAL_HEADER:
        return False
    magic, _, page, _, salt1, salt2, *stored = struct.unpack(">8I", data[:_WAL_HEADER])
    order = ">" if magic & 1 else "<"
    found = _wal_checksum(data[: _WAL_HEADER - 8], order, (0, 0))
    if magic >> 1 != 0x377F0682 >> 1 or found != tuple(stored) or page == 0:
        return any(data)
    whole = True
    for at in range(_WAL_HEADER, len(data) - _WAL_FRAME - page + 1, _WAL_FRAME + page):
        first, second, *stored = struct.unpack(">4I", data[at + 8 : at + _WAL_FRAME])
        if whole:
            found = _wal_checksum(data[at : at + 8], order, found)
            found = _wal_checksum(data[at + _WAL_FRAME : at + _WAL_FRAME + page], order, found)
            whole = found == tuple(stored) and (first, second) == (salt1, salt2)
        # Frames left over from before the last checkpoint have other salts.
        if not whole and (first == salt1 or second == salt2):
            return True
    return False


def _wal_checksum(data: bytes, order: str, start: tuple[int, int]) -> tuple[int, int]:
    one, two = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
