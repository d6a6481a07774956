"""Checks that a file is a sound log: only our schema, and rows that can be played again.

Files from outside are handled as sqlite.org advises in "Defense Against The Dark Arts". A backup
may hold the table's own files, too: boxes, and taught dice and cards. They are in a table of their
own, by their name in the data folder, and are validated when they are used.
"""

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.budget import MAX_BODY_BYTES, MAX_ROW_TEXT_LENGTH
from companion.files import FileError, make_folder, wrap_write_errors, write_atomically
from companion.log.history import REPLAY_ERRORS, History
from companion.log.log import check_version, damaged_error, foreign_error, rows_in_database
from companion.log.pictures import picture_name
from companion.log.rows import Rows
from companion.log.schema import actual_schema, empty_schema
from companion.table.backup.folder import open_read_only
from companion.table.state import state_of_rows
from engine.core.game import Games

OWN_FILE_TABLE_SQL = "CREATE TABLE own_file (name TEXT NOT NULL, data BLOB NOT NULL) STRICT"
OWN_FILE_SCHEMA = ("table", "own_file", "own_file", OWN_FILE_TABLE_SQL)  # as SQLite lists it


@dataclass(frozen=True, slots=True)
class LogContents:
    """The content of a log: `rows`, `games` on its path, the time of the `last` row, its `names`.

    `replayed_otherwise` are rows of finished or undone games that come out differently by today's
    rules; they are kept and do not matter for the present game. `names` are the players of the
    newest game.
    """

    rows: int
    games: int
    last: str | None
    names: tuple[str, ...]
    replayed_otherwise: tuple[int, ...] = ()


def check_log(path: Path, games: Games, known_as: Path | None = None) -> LogContents:
    """Return what the log at `path` contains, after checking all of it.

    Raises `FileError`: ``log_absent``, ``log_foreign``, ``log_newer``, ``log_damaged``. Messages
    name the file `known_as` if `path` is a copy of it.
    """
    name = known_as or path
    with _open_log(path, name) as db:
        _check_content(db, name)
        return _replay(rows_in_database(db, name), name, games)


def check_is_log(path: Path) -> None:
    """Check that the file at `path` has the tables of a log; raises `FileError` if not."""
    with _open_log(path, path):
        pass


@contextlib.contextmanager
def _open_log(path: Path, name: Path) -> Iterator[sqlite3.Connection]:
    if not path.is_file():
        raise FileError("log_absent", f"No such file: {name}.")
    try:
        with contextlib.closing(open_read_only(path)) as db:
            check_schema(db, name)
            yield db
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise foreign_error(name) from error
        raise damaged_error(name, error) from error


def check_schema(db: sqlite3.Connection, path: Path) -> None:
    """Raise `FileError` ``log_foreign`` unless `db`, at `path`, has exactly our tables."""
    check_version(db, path)
    found = [part for part in actual_schema(db) if part != OWN_FILE_SCHEMA]
    if found != empty_schema():
        raise foreign_error(path)


def _check_content(db: sqlite3.Connection, path: Path) -> None:
    (result,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if result != "ok":
        raise damaged_error(path, result)
    files = "SELECT name, length(data) FROM own_file"
    for name, size in db.execute(files) if _has_files(db) else ():
        if not _NAME.fullmatch(name):
            raise damaged_error(path, "it contains a file with an unexpected name")
        if name.startswith("boxes/") and size > MAX_BODY_BYTES:
            raise damaged_error(path, "it contains a game that is too large")
    if db.execute(_HUGE_ROW, (MAX_ROW_TEXT_LENGTH, 4 * MAX_BODY_BYTES)).fetchone():
        raise damaged_error(path, "a row is too large")
    if db.execute(_STRAY_PICTURE).fetchone():
        raise damaged_error(path, "a picture does not belong to any row")
    for name, jpeg in db.execute("SELECT * FROM picture"):
        if not jpeg.startswith(b"\xff\xd8\xff"):
            raise damaged_error(path, "a picture is not a JPEG")
        if picture_name(jpeg) != name:
            raise damaged_error(path, "a picture has changed")


# No row of ours is so large, and every page would load it; JSON may take more space when stored.
_SHORT = ("who", "at", "request", "eye", "picture", "checksum")
_HUGE_ROW = (
    f"SELECT 1 FROM row WHERE max({', '.join(f'ifnull(length({name}), 0)' for name in _SHORT)}) > ?"
    " OR length(body) + ifnull(length(request_body), 0) > ?"
)
_STRAY_PICTURE = (
    "SELECT 1 FROM picture WHERE name NOT IN (SELECT picture FROM row WHERE picture IS NOT NULL)"
)


def _replay(rows: Rows, path: Path, games: Games) -> LogContents:
    history, strange, start = History(games, rows), [], 0
    try:
        for row in rows:
            if datetime.fromisoformat(row.at).utcoffset() is None:
                raise ValueError(f"row {row.seq} has a time without a zone")
            moment = history.head_at(row.seq)
            try:
                _ = moment and moment.state
            except REPLAY_ERRORS:
                strange.append(row.seq)
            if row.kind == "start":
                history.forget_versions_before(start)
                start = row.seq
        state_of_rows(rows, games, path, 0.0)  # the present game must be playable
        starts = [head.started_with for head in history.heads_of_games()]
    except REPLAY_ERRORS as error:
        raise damaged_error(path, f"it cannot be played again: {error}") from error
    names = starts[0].setup.names if starts else ()
    last = rows[-1].at if rows else None
    return LogContents(len(rows), len(starts), last, names, tuple(strange))


_FILES = ("boxes/*/*.json", "taught/*.taught")
_NAME = re.compile(r"boxes/\w+/[^/\0]+\.json|taught/[^/\0]+\.taught", re.ASCII)


def back_up_table_files(folder: Path, backup: sqlite3.Connection) -> None:
    """Write the files of the table in `folder` to a backup; raises `OSError`."""
    found = [path for pattern in _FILES for path in sorted(folder.glob(pattern))]
    if found:
        backup.execute(OWN_FILE_TABLE_SQL)
    for path in found:
        named = path.relative_to(folder).as_posix(), path.read_bytes()
        backup.execute("INSERT INTO own_file VALUES (?,?)", named)


@contextlib.contextmanager
def restore_table_files(backup: Path, folder: Path) -> Iterator[None]:
    """Write the files of the checked `backup` whose names do not exist in the table's `folder`.

    Existing files stay as they are. New ones are removed if anything fails, even in the block.
    Raises `FileError` ``log_unwritable``.
    """
    made: list[Path] = []
    try:
        with contextlib.closing(sqlite3.connect(backup)) as db:
            for name, data in db.execute("SELECT * FROM own_file") if _has_files(db) else ():
                path = folder / name
                if not path.exists():
                    made.append(path)
                    with wrap_write_errors(path):
                        make_folder(path.parent)
                        write_atomically(path, data)
        yield
    except BaseException:
        for path in made:
            path.unlink(missing_ok=True)
        raise


def _has_files(db: sqlite3.Connection) -> bool:
    found = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'own_file'")
    return found.fetchone() is not None
