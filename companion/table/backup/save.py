"""Makes backups of a log while a table uses it."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from companion.files import FileError
from companion.log.log import checksum_at, log_path
from companion.log.pictures import Pictures
from companion.log.schema import (
    CHECKSUM_BEFORE_FIRST_ROW,
    INSERT,
    make_tables,
    verified_rows,
)
from companion.table.backup.check import LogContents, back_up_table_files, check_log, check_schema
from companion.table.backup.folder import (
    MAX_AUTOMATIC_BACKUPS,
    kept_backups,
    new_backup_path,
    open_source_and_copy,
    put_in_place,
    remove_older_backups,
    temporary_file,
)
from engine.core.game import Games


def save_backup(folder: Path, target: Path, games: Games) -> LogContents:
    """Write a checked backup of the table in `folder` to `target`, even while it is in use.

    Raises `FileError`; then `target` is unchanged.
    """
    with exported_copy(folder, target.parent, table_files=True) as copy:
        summary = check_log(copy, games, log_path(folder))
        put_in_place(copy, target)
    return summary


@contextlib.contextmanager
def exported_copy(
    folder: Path, where: Path, *, pictures: bool = True, table_files: bool = False
) -> Iterator[Path]:
    """Provide a backup of the log in `folder`, made in `where`; it is removed afterwards.

    All its rows are verified. It contains the table's `table_files` on request. Raises `FileError`.
    """
    with temporary_file(where) as copy:
        with open_source_and_copy(log_path(folder), copy) as (old, new):
            check_schema(old, log_path(folder))
            make_tables(new)
            with new:
                _write_all(old, new, Pictures(folder) if pictures else None)
                if table_files:
                    back_up_table_files(folder, new)
        yield copy


def _write_all(old: sqlite3.Connection, new: sqlite3.Connection, pictures: Pictures | None) -> None:
    rows = old.execute("SELECT * FROM row ORDER BY seq")
    new.executemany(INSERT, verified_rows(rows, CHECKSUM_BEFORE_FIRST_ROW, 0))
    if pictures is None:
        return
    names = new.execute("SELECT DISTINCT picture FROM row WHERE picture IS NOT NULL").fetchall()
    kept = ((name, pictures.get(name)) for (name,) in names)
    new.executemany("INSERT INTO picture VALUES (?,?)", (one for one in kept if one[1] is not None))


def back_up_before_replacing(folder: Path) -> Path:
    """Return a new backup of the log in `folder`, to be made before the log is replaced.

    Its pictures stay where they are. Only the newest of these backups are kept.
    """
    target = new_backup_path(folder, "replaced")
    with exported_copy(folder, target.parent, pictures=False) as copy:
        put_in_place(copy, target)
    remove_older_backups(folder, "replaced", target)
    return target


def keep_damaged_log(folder: Path) -> None:
    """Keep a copy of the log in `folder` as it is, for somebody who can read more of it."""
    target = new_backup_path(folder, "broken")
    with temporary_file(target.parent) as copy:
        with open_source_and_copy(log_path(folder), copy) as (old, new):
            old.backup(new)
        put_in_place(copy, target)
    remove_older_backups(folder, "broken", target)


def save_automatically(folder: Path) -> Path:
    """Return a new automatic backup, without pictures, of the log in `folder`.

    The oldest of these backups is brought up to date: only rows made since are written.
    """
    target = new_backup_path(folder, "auto")
    older = [path for path in kept_backups(folder) if path.name.startswith("auto-")][
        MAX_AUTOMATIC_BACKUPS - 1 :
    ]
    if older and _continued(older[0], log_path(folder)):
        put_in_place(older[0], target)
    else:
        with exported_copy(folder, target.parent, pictures=False) as copy:
            put_in_place(copy, target)
    remove_older_backups(folder, "auto", target)
    return target


def _continued(path: Path, source: Path) -> bool:
    """Bring the backup at `path` up to the log `source`; return False if it is of another log."""
    try:
        with open_source_and_copy(source, path) as (log, new):
            new.execute("PRAGMA synchronous = EXTRA")
            (last,) = new.execute("SELECT max(seq) FROM row").fetchone()
            before = last and checksum_at(new, last)
            if before is None or before != checksum_at(log, last):
                return False
            check_schema(new, path)
            rows = log.execute("SELECT * FROM row WHERE seq > ? ORDER BY seq", (last,))
            with new:
                new.executemany(INSERT, verified_rows(rows, before, last))
    except (FileError, OSError):
        return False  # a new backup will say what is wrong
    return True
