"""Finds rows of a log that are not what was written, and takes them from a backup.

A row is what was written if its checksum, which is also one of the row before, says so: then the
same row of a backup is the very same, too.
"""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.files import sync
from companion.log.log import LogError, check_version, damaged_error, log_path
from companion.log.schema import (
    CHECKSUM_BEFORE_FIRST_ROW,
    SCHEMA,
    Values,
    make_tables,
    version_of,
    with_checksum,
)
from companion.table.backup.folder import kept_backups

_REPLACE = "INSERT OR REPLACE INTO row VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"
MARK = "damaged"  # a file that is there while the log is damaged where no row tells it
MOST_MISSING = 100_000  # rows; a row with a number beyond is none of ours


@dataclass(frozen=True, slots=True)
class RepairResult:
    """What a look at all rows has found: `bad` ones that no backup has, and how many it gave."""

    bad: tuple[int, ...]
    repaired: int


def check_and_repair(folder: Path) -> RepairResult:
    """Look at all rows of the log in `folder`, also while a table uses it, and repair them.

    Raises `LogError` ``log_damaged`` where the file itself is damaged; then it is put together
    anew when a table opens it next.
    """
    path = log_path(folder)
    try:
        with (
            contextlib.closing(sqlite3.connect(path, timeout=5)) as db,
            _backups(folder) as backups,
        ):
            (result,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if result != "ok":
                raise damaged_error(path, result)
            found = dict(_look(db, backups))
            sound = [values for values in found.values() if values is not None]
            with db:
                db.executemany(_REPLACE, sound)
    except (sqlite3.Error, UnicodeDecodeError, LogError) as error:
        with contextlib.suppress(OSError):
            (folder / MARK).touch()
        raise damaged_error(path, error) from error
    return RepairResult(tuple(seq for seq, values in found.items() if values is None), len(sound))


def _look(
    db: sqlite3.Connection, backups: Sequence[sqlite3.Connection]
) -> Iterator[tuple[int, Values | None]]:
    """Yield the number of each bad or missing row, and what a backup says there."""
    before: str | None = CHECKSUM_BEFORE_FIRST_ROW
    expected = 1
    for values in db.execute("SELECT * FROM row ORDER BY seq"):
        for seq in range(expected, min(values[0], expected + MOST_MISSING)):
            found = _of_backups(backups, seq, before)
            yield seq, found
            before = None if found is None else found[-1]
        if before is not None and with_checksum(values[:-1], before) != values:
            found = _of_backups(backups, values[0], before)
            yield values[0], found
            values = found or values
        before, expected = values[-1], values[0] + 1


def _of_backups(
    backups: Sequence[sqlite3.Connection], seq: int, before: str | None
) -> Values | None:
    """Return row `seq` of the first of `backups` that has it, where it follows `before`."""
    for db in backups:
        with contextlib.suppress(sqlite3.Error, ValueError):
            values = db.execute("SELECT * FROM row WHERE seq = ?", (seq,)).fetchone()
            if values and before is not None and with_checksum(values[:-1], before) == values:
                return tuple(values)
    return None


@contextlib.contextmanager
def _backups(folder: Path) -> Iterator[list[sqlite3.Connection]]:
    with contextlib.ExitStack() as stack:
        found = []
        for path in kept_backups(folder):
            db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)
            stack.callback(db.close)
            with contextlib.suppress(sqlite3.Error, ValueError, LogError):
                check_version(db, path)
                if version_of(db) == SCHEMA:
                    found.append(db)
        yield found


@dataclass(frozen=True, slots=True)
class RebuiltLog:
    """A log that was put together again: how many `rows` it has, and whether none is missing."""

    rows: int
    whole: bool


def rebuild_log(folder: Path, copy: Path) -> RebuiltLog:
    """Write to the new file `copy` what the damaged log in `folder` and its backups still hold.

    That is every row up to the first that none of them has. Raises `LogError`.
    """
    path = log_path(folder)
    with (
        contextlib.closing(sqlite3.connect(path, timeout=5)) as old,
        contextlib.closing(sqlite3.connect(copy)) as new,
        _backups(folder) as backups,
    ):
        known = [_last(db) for db in (old, *backups)]
        make_tables(new)
        before, seq = CHECKSUM_BEFORE_FIRST_ROW, 0
        with new:
            while (values := _of_backups((old, *backups), seq + 1, before)) is not None:
                new.execute(_REPLACE, values)
                before, seq = values[-1], seq + 1
    sync(copy)
    # What cannot even be counted may have had any number.
    return RebuiltLog(seq, whole=known[0] > 0 and seq >= max(known))


def count_rows(path: Path) -> int:
    """Return how many rows the backup at `path` has, as far as it can be read."""
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        return _last(db)


def _last(db: sqlite3.Connection) -> int:
    """Return the last row of `db` of which anything can be read."""
    with contextlib.suppress(sqlite3.Error, ValueError):
        (last,) = db.execute("SELECT max(seq) FROM row").fetchone()
        return last or 0
    return 0
