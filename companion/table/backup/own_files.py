"""What a table has of its own beside the games, in its backups: boxes, and taught dice and cards.

In a backup that has any there is one more table, with each file by the name that it has in the data
folder. What is in them is looked at when they are used, as ever.
"""

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from companion.files import make_folder, unwritable_error, write_atomically

TABLE = "CREATE TABLE own_file (name TEXT NOT NULL, data BLOB NOT NULL) STRICT"
_FILES = ("boxes/*/*.json", "taught/*.taught")
_NAME = re.compile(r"boxes/\w+/[^/\0]+\.json|taught/[^/\0]+\.taught", re.ASCII)


def write_own_files(folder: Path, backup: sqlite3.Connection) -> None:
    """Write the files of the table in `folder` to a backup; raises `OSError`."""
    found = [path for pattern in _FILES for path in sorted(folder.glob(pattern))]
    if found:
        backup.execute(TABLE)
    for path in found:
        named = path.relative_to(folder).as_posix(), path.read_bytes()
        backup.execute("INSERT INTO own_file VALUES (?,?)", named)


def check_own_files(backup: sqlite3.Connection) -> None:
    """Raise `ValueError` where a file of a backup has a name that none of ours has."""
    if _has_files(backup):
        for (name,) in backup.execute("SELECT name FROM own_file"):
            if not _NAME.fullmatch(name):
                raise ValueError("a file in it has another name than ours have")


@contextlib.contextmanager
def put_back_own_files(backup: Path, folder: Path) -> Iterator[None]:
    """Give the table in `folder` the files of the checked `backup` that it has not, by their names.

    What it has stays as it is. They go again if anything fails, also within. Raises `FileError`
    ``log_unwritable``.
    """
    made: list[Path] = []
    try:
        with contextlib.closing(sqlite3.connect(backup)) as db:
            for name, data in db.execute("SELECT * FROM own_file") if _has_files(db) else ():
                path = folder / name
                if not path.exists():
                    made.append(path)
                    _write(path, data)
        yield
    except BaseException:
        for path in made:
            path.unlink(missing_ok=True)
        raise


def _write(path: Path, data: bytes) -> None:
    try:
        make_folder(path.parent)
        write_atomically(path, data)
    except OSError as error:
        raise unwritable_error(path, error.strerror or error) from error


def _has_files(db: sqlite3.Connection) -> bool:
    found = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'own_file'")
    return found.fetchone() is not None
