"""The memory of a table: one SQLite file of rows that are only ever appended.

A row's number `seq` is the version of the table after it; the first is 1 and there are no gaps, so
a second writer would collide with the primary key and not mix two games. WAL with
``synchronous=FULL`` makes a row survive a power cut from the moment `Log.append` returns
(sqlite.org, "PRAGMA synchronous").
"""

import contextlib
import fcntl
import json
import math
import os
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from companion.files import make_folder
from engine.core.refusals import Json

SCHEMA = 2  # what this program writes; a file with a higher number is from a newer one
APPLICATION_ID = 0x43524F55  # "CROU", so that another program's file is not taken for a log

Kind: TypeAlias = Literal["start", "action", "undo", "correct", "reading", "dismiss"]
Source: TypeAlias = Literal["camera", "hand", "correction", "clock", "draw"]

_ROW = """
CREATE TABLE row (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN {kinds}),
  body TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('camera', 'hand', 'correction', 'clock', 'draw')),
  who TEXT NOT NULL,
  at TEXT NOT NULL,
  request TEXT UNIQUE,
  {request_body} TEXT,
  eye TEXT,
  reading INTEGER,
  UNIQUE (eye, reading)
) STRICT;
CREATE TABLE evidence (
  seq INTEGER PRIMARY KEY REFERENCES row (seq),
  jpeg BLOB NOT NULL CHECK (length(jpeg) <= 40960)
) STRICT;
PRAGMA application_id = {application};
PRAGMA user_version = {version};
"""
_ACTS = ("start", "action", "undo", "correct")

# A backup is known as one of ours by this text, so that it never changes: another text is another
# SCHEMA.
_TABLES = {
    1: _ROW.format(kinds=_ACTS, request_body="asked", application=APPLICATION_ID, version=1),
    2: _ROW.format(
        kinds=(*_ACTS, "reading", "dismiss"),
        request_body="request_body",
        application=APPLICATION_ID,
        version=2,
    ),
}
_MIGRATE = f"""
BEGIN IMMEDIATE;
ALTER TABLE evidence RENAME TO old_evidence;
ALTER TABLE row RENAME TO old_row;
{_TABLES[SCHEMA]}
INSERT INTO row SELECT * FROM old_row;
INSERT INTO evidence SELECT * FROM old_evidence;
DROP TABLE old_evidence;
DROP TABLE old_row;
COMMIT;
"""


class LogError(Exception):
    """A file of the table cannot be used. `code` is stable, the message one clear line.

    Codes: ``log_absent``, ``log_in_use``, ``log_newer``, ``log_foreign``, ``log_damaged``,
    ``log_unwritable``; of access control ``access_damaged``, ``access_unwritable``; of a bug report
    ``bundle_foreign``, ``bundle_newer``, ``folder_taken``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Row:
    """One accepted act, or a reading of the eye.

    `body` by kind: ``start`` {game, setup} · ``action`` {action, dice?, reading?, reading_row?,
    answers?} · ``undo`` {to} · ``correct`` {row, action, dice?} · ``reading`` {reading, verdict} ·
    ``dismiss`` {row}, the row of a reading that was no throw. dice is {faces, kept}, reading the
    fields of `companion.throws.reading.Reading` but for those below, reading_row the row of the
    reading from which somebody told the dice, answers the rows of the readings that were asked
    about and are not any more.

    `who` is the device, `at` the time in UTC (ISO 8601), `request` the id of the POST and
    `request_body` its action in JSON, `eye` and `reading` the run of the eye that told this row and
    the number of its reading.
    """

    seq: int
    kind: Kind
    body: Mapping[str, Json]
    source: Source
    who: str
    at: str
    request: str | None = None
    request_body: str | None = None
    eye: str | None = None
    reading: int | None = None

    def __hash__(self) -> int:
        return self.seq


def log_path(folder: Path) -> Path:
    """Return the file of the log in `folder`."""
    return folder / "table.sqlite3"


def schema_of(version: int) -> list[tuple[str | None, ...]]:
    """Return type, name, table and SQL of everything in a log of that `version`, by name."""
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        make_tables(db, version)
        found = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name")
        return found.fetchall()


def make_tables(db: sqlite3.Connection, version: int = SCHEMA) -> None:
    """Make an empty log of the empty database `db`, at once or not at all."""
    db.executescript(f"BEGIN IMMEDIATE; {_TABLES[version]} COMMIT;")


def version_of(db: sqlite3.Connection) -> int:
    """Return the version of the log that is open as `db`."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection) -> None:
    """Bring a log of an older program, open as `db`, to our version, at once or not at all."""
    if version_of(db) < SCHEMA:
        db.executescript(_MIGRATE)


class Log:
    """The open log of one table in `folder`; made if there is none.

    Raises `LogError`. One thread at a time may use it; `Table` sees to that. A lock file keeps a
    second process out, which is waited for at most `patience` seconds (the last one may be dying).
    """

    def __init__(self, folder: Path, patience: float = 3.0) -> None:
        self.path = log_path(folder)
        self._lock = _hold(folder, patience)
        try:
            self._db = _open(self.path)
        except BaseException:
            os.close(self._lock)
            raise

    def rows(self) -> list[Row]:
        """Return all rows, oldest first. Raises `LogError` ``log_damaged``."""
        return _rows(self._db, self.path)

    def evidence_rows(self) -> frozenset[int]:
        """Return the numbers of the rows that have a picture."""
        return frozenset(seq for (seq,) in self._db.execute("SELECT seq FROM evidence"))

    def evidence(self, seq: int) -> bytes | None:
        """Return the JPEG kept with row `seq`, if there is one."""
        found = self._db.execute("SELECT jpeg FROM evidence WHERE seq = ?", (seq,)).fetchone()
        return found[0] if found else None

    def append(self, row: Row, jpeg: bytes | None = None) -> None:
        """Keep `row` (and its picture) for good; when this returns it is on the disk.

        Raises `LogError` ``log_unwritable``, and then nothing was kept.
        """
        body = json.dumps(row.body, separators=(",", ":"))
        values = (row.seq, row.kind, body, row.source, row.who, row.at)
        values += (row.request, row.request_body, row.eye, row.reading)  # type: ignore[assignment]
        try:
            # "with" commits, or takes back the row and its picture together.
            with self._db:
                self._db.execute("INSERT INTO row VALUES (?,?,?,?,?,?,?,?,?,?)", values)
                if jpeg is not None:
                    self._db.execute("INSERT INTO evidence VALUES (?,?)", (row.seq, jpeg))
        except sqlite3.Error as error:
            raise unwritable_error(self.path, error) from error

    def take_over(self, path: Path) -> None:
        """Replace all rows and pictures, at once or not at all, by those of the log at `path`.

        Raises `LogError` ``log_unwritable``.
        """
        try:
            with (
                contextlib.closing(sqlite3.connect(path, timeout=5)) as other,
                contextlib.closing(sqlite3.connect("")) as migrated,  # a file of SQLite's own
            ):
                if version_of(other) < SCHEMA:
                    other.backup(migrated)
                    migrate(migrated)
                    migrated.backup(self._db)
                else:
                    other.backup(self._db)
        except sqlite3.Error as error:
            raise unwritable_error(self.path, error) from error

    def close(self) -> None:
        """Close the file and let the next process have it."""
        self._db.close()
        os.close(self._lock)


def read_rows(folder: Path) -> list[Row]:
    """Return all rows of the log in `folder`, also while a table has it open; changes nothing.

    Raises `LogError`; ``log_absent`` if there is none.
    """
    if not log_path(folder).exists():
        raise LogError("log_absent", f"There is no log in {folder}.")
    return rows_at(log_path(folder))


def rows_at(path: Path) -> list[Row]:
    """Return all rows of the log at `path`; raises `LogError`."""
    try:
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)
        with contextlib.closing(db):
            return rows_of(db, path)
    except sqlite3.Error as error:
        raise damaged(path, error) from error


def rows_of(db: sqlite3.Connection, path: Path) -> list[Row]:
    """Return all rows of the log that is open as `db`.

    Raises `LogError` unless it is a sound log that this program understands.
    """
    _check(db, path)
    return _rows(db, path)


def _rows(db: sqlite3.Connection, path: Path) -> list[Row]:
    try:
        found = db.execute("SELECT * FROM row ORDER BY seq").fetchall()
        rows = [Row(r[0], r[1], _body(r[2]), *r[3:]) for r in found]
    except (sqlite3.Error, ValueError, RecursionError) as error:
        raise damaged(path, error) from error
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        raise damaged(path, "rows are missing")
    return rows


def _body(text: str) -> Mapping[str, Json]:
    """Return the JSON object `text`; raises `ValueError`, also for what no page could be told."""
    data = json.loads(text, parse_constant=_finite, parse_float=_finite)
    if not isinstance(data, dict):
        raise ValueError("a row is no JSON object")
    return data


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no number")
    return number


def is_log_in_use(folder: Path) -> bool:
    """Tell whether a table has the log in `folder` open."""
    try:
        lock = os.open(folder / "lock", os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


def _hold(folder: Path, patience: float) -> int:
    try:
        make_folder(folder)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise unwritable_error(folder, error.strerror or error) from error
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        except OSError as error:
            if time.monotonic() >= deadline:
                os.close(lock)
                message = f"Another Croupier is using {folder}."
                raise LogError("log_in_use", message) from error
            time.sleep(0.05)


def _open(path: Path) -> sqlite3.Connection:
    if path.exists() and not os.access(path, os.W_OK):
        raise unwritable_error(path, "it is read-only")
    try:
        db = sqlite3.connect(path, check_same_thread=False, timeout=5)
    except sqlite3.Error as error:
        raise unwritable_error(path, error) from error
    try:
        # The tables before anything else: what breaks off in between leaves an empty database.
        if _is_empty(db):
            make_tables(db)
        _check(db, path)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        migrate(db)
    except sqlite3.DatabaseError as error:
        db.close()
        # Only a plain DatabaseError says that the file itself is at fault.
        fault = damaged if type(error) is sqlite3.DatabaseError else unwritable_error
        raise fault(path, error) from error
    except LogError:
        db.close()
        raise
    return db


def _is_empty(db: sqlite3.Connection) -> bool:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    return not application and not db.execute("SELECT 1 FROM sqlite_schema").fetchone()


def _check(db: sqlite3.Connection, path: Path) -> None:
    """Raise `LogError` unless the file is a sound log that this program understands."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    version = version_of(db)
    if application != APPLICATION_ID or version < 1:
        raise LogError("log_foreign", f"{path} is not a log of Croupier.")
    if version > SCHEMA:
        raise LogError(
            "log_newer",
            f"{path} was written by a newer Croupier (log version {version}, this program knows"
            f" {SCHEMA}). Nothing was changed; update Croupier to go on with it.",
        )
    (result,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if result != "ok":
        raise damaged(path, result)


def unwritable_error(path: Path, why: object) -> LogError:
    """Return the error that nothing can be written at `path`."""
    return LogError("log_unwritable", f"Cannot write in {path}: {why}.")


def damaged(path: Path, why: object) -> LogError:
    """Return the error that the log at `path` is damaged."""
    reason = " ".join(str(why).split())  # SQLite tells it on several lines
    return LogError("log_damaged", f"{path} is damaged: {reason}.")
