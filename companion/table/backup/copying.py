"""One SQLite file written from another, so that it is whole or gone."""

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from companion.files import FileError, make_folder, replace_atomically, sync, unwritable_error
from companion.log.log import damaged_error


@contextlib.contextmanager
def temporary_file(folder: Path) -> Iterator[Path]:
    """Lend a new empty file in `folder` that goes afterwards, with what SQLite lays beside it."""
    copy = folder / f".{secrets.token_hex(8)}.copy"
    try:
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield copy
    except OSError as error:
        raise unwritable_error(folder, error.strerror or error) from error
    finally:
        for left in folder.glob(f"{copy.name}*"):
            left.unlink(missing_ok=True)


def ensure_folder(folder: Path) -> Path:
    """Return `folder`, made if there was none; raises `FileError` ``log_unwritable``."""
    try:
        make_folder(folder)
    except OSError as error:
        raise unwritable_error(folder, error.strerror or error) from error
    return folder


def put_in_place(copy: Path, target: Path) -> None:
    """Let `copy` be what lies at `target`; raises `FileError` ``log_unwritable``."""
    try:
        replace_atomically(copy, target)
    except OSError as error:
        raise unwritable_error(target, error.strerror or error) from error


@contextlib.contextmanager
def open_source_and_copy(
    source: Path, copy: Path
) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    """Lend both databases, to write from the one to the other; afterwards it is on the disk."""
    if not source.is_file():
        raise FileError("log_absent", f"There is no file {source}.")
    with (
        contextlib.closing(open_read_only(source)) as old,
        contextlib.closing(sqlite3.connect(copy, timeout=5)) as new,
    ):
        try:
            yield old, new
        except sqlite3.OperationalError as error:
            if "decode to UTF-8" in str(error):  # what was read, and not what was written
                raise damaged_error(source, "a text in it is none") from error
            raise unwritable_error(copy.parent, error) from error
        except (sqlite3.Error, ValueError) as error:
            raise damaged_error(source, error) from error
    sync(copy)


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a file of which nothing is believed, also on a medium that cannot be written.

    Raises `FileError` ``log_unwritable`` where that would leave out the newest rows.
    """
    address = f"{path.absolute().as_uri()}?mode=ro"
    db = sqlite3.connect(address, uri=True, timeout=5)
    try:
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA cell_size_check = ON")
        db.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError as error:
        db.close()
        wal = path.with_name(f"{path.name}-wal")
        if wal.exists() and wal.stat().st_size:
            why = f"its newest rows are in {wal.name} beside it and cannot be read there ({error})"
            raise unwritable_error(path, why) from error
        db = sqlite3.connect(f"{address}&immutable=1", uri=True)
    except (sqlite3.Error, UnicodeDecodeError):
        pass  # no database at all: who asks it next is told so
    return db
