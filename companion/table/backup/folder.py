"""The folder with a table's backups: names, times, copies and leftovers."""

import contextlib
import os
import re
import secrets
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from companion.files import (
    FileError,
    make_folder,
    replace_atomically,
    sync,
    unwritable_error,
    wrap_write_errors,
)
from companion.log.log import connect_read_only, damaged_error, log_path
from engine.core.refusals import BadAction

FOLDER = "backups"  # next to the log
MAX_AUTOMATIC_BACKUPS = 2  # made for the same reason
TIME_STAMP_FORMAT = "%Y%m%d-%H%M%S-%f"  # of the names, in UTC
_LEFT = re.compile(  # names of unfinished copies, uploads and bug reports
    r"\.\.?[0-9a-f]{16}\.(copy|upload|bundle)(\.part|-journal|-wal|-shm)?"
    r"|\.table\.sqlite3\.unpacked",
    re.ASCII,
)


def kept_backups(folder: Path) -> list[Path]:
    """Return the backups of the log in `folder`, newest first.

    Those with a time in the future come last: the clock was ahead when they were made.
    """
    return _found(folder, "auto|replaced|upload")


def find_backup(folder: Path, name: str) -> Path:
    """Return the kept backup called `name`; a name is only compared, never used as a path.

    Raises `BadAction` ``no_such_backup``.
    """
    for path in kept_backups(folder):
        if path.name == name:
            return path
    raise BadAction("no_such_backup", "No such backup.", name=name)


def _found(folder: Path, why: str) -> list[Path]:
    name = re.compile(rf"({why})-\d{{8}}-\d{{6}}-\d{{6}}\.sqlite3", re.ASCII)
    found = [path for path in (folder / FOLDER).glob("*.sqlite3") if name.fullmatch(path.name)]
    made, now = {path: path.stem.partition("-")[2] for path in found}, time_stamp()
    return sorted(found, key=lambda path: (made[path] <= now, made[path]), reverse=True)


def backup_time(path: Path) -> datetime:
    """Return when the backup at `path` was made, according to its name."""
    return datetime.strptime(path.stem.partition("-")[2], TIME_STAMP_FORMAT).replace(tzinfo=UTC)


def time_stamp() -> str:
    """Return the present time (UTC) in the form of a file name."""
    return datetime.now(UTC).strftime(TIME_STAMP_FORMAT)


def new_backup_path(folder: Path, why: str) -> Path:
    """Return the path of a new backup of the log in `folder`; its name begins with `why`."""
    return ensure_folder(folder / FOLDER) / f"{why}-{time_stamp()}.sqlite3"


def remove_older_backups(folder: Path, why: str, newest: Path) -> None:
    """Remove older backups made for the same reason; `newest` stays, whatever the clock says."""
    others = [path for path in _found(folder, why) if path != newest]
    for old in others[MAX_AUTOMATIC_BACKUPS - 1 :]:
        for part in old.parent.glob(f"{old.name}*"):
            part.unlink(missing_ok=True)


def set_log_aside(folder: Path) -> Path:
    """Move a log that cannot be played into the backups, with the files that belong to it."""
    target = new_backup_path(folder, "broken")
    for ending in ("", "-wal", "-shm"):
        part = log_path(folder).with_name(log_path(folder).name + ending)
        if part.exists():
            os.replace(part, target.with_name(target.name + ending))
    remove_older_backups(folder, "broken", target)
    return target


def remove_leftovers(folder: Path) -> None:
    """Remove what interrupted backups left in `folder` and in its backups.

    No table may be running there that could be making one.
    """
    for place in (folder, folder / FOLDER):
        for path in place.glob(".*"):
            if _LEFT.fullmatch(path.name):
                with contextlib.suppress(OSError):
                    path.unlink()
    for journal in (folder / FOLDER).glob("*-journal"):
        # SQLite rolls back a half-finished write when the file is opened for writing.
        path = journal.with_name(journal.name.removesuffix("-journal"))
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("SELECT max(seq) FROM row").fetchone()


@contextlib.contextmanager
def temporary_file(folder: Path) -> Iterator[Path]:
    """Provide a new empty file in `folder`; it is removed afterwards, with SQLite's own files."""
    copy = folder / f".{secrets.token_hex(8)}.copy"
    try:
        with wrap_write_errors(folder):
            os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            yield copy
    finally:
        for left in folder.glob(f"{copy.name}*"):
            left.unlink(missing_ok=True)


def ensure_folder(folder: Path) -> Path:
    """Return `folder`, created if necessary; raises `FileError` ``log_unwritable``."""
    with wrap_write_errors(folder):
        make_folder(folder)
    return folder


def put_in_place(copy: Path, target: Path) -> None:
    """Move `copy` to `target`; raises `FileError` ``log_unwritable``."""
    with wrap_write_errors(target):
        replace_atomically(copy, target)


@contextlib.contextmanager
def open_source_and_copy(
    source: Path, copy: Path
) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    """Open both databases, to copy from one to the other; afterwards the copy is synced."""
    if not source.is_file():
        raise FileError("log_absent", f"No such file: {source}.")
    with (
        contextlib.closing(open_read_only(source)) as old,
        contextlib.closing(sqlite3.connect(copy, timeout=5)) as new,
    ):
        try:
            yield old, new
        except sqlite3.OperationalError as error:
            if "decode to UTF-8" in str(error):  # the source, and not the copy
                raise damaged_error(source, "it contains invalid text") from error
            raise unwritable_error(copy.parent, error) from error
        except (sqlite3.Error, ValueError) as error:
            raise damaged_error(source, error) from error
    sync(copy)


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open an untrusted file, even on a read-only medium.

    Raises `FileError` ``log_unwritable`` if that would miss the newest rows.
    """
    db = connect_read_only(path)
    try:
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA cell_size_check = ON")
        db.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError as error:
        db.close()
        wal = path.with_name(f"{path.name}-wal")
        if wal.exists() and wal.stat().st_size:
            why = f"its newest rows are in {wal.name}, which cannot be read ({error})"
            raise unwritable_error(path, why) from error
        db = connect_read_only(path, "&immutable=1")
    except (sqlite3.Error, UnicodeDecodeError):
        pass  # not a database; the next query will say so
    return db
