"""Finds damaged rows of a log, and restores them from a backup.

A row is sound if its checksum, which includes that of the row before, is right. A backup may be of
an earlier log: if a row is in both, so are all rows before it.
"""

import contextlib
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.files import FileError, sync
from companion.log.log import Log, check_version, connect_read_only, damaged_error, log_path
from companion.log.schema import (
    CHECKSUM_BEFORE_FIRST_ROW,
    REPLACE,
    Values,
    make_tables,
    with_checksum,
)
from companion.table.backup.folder import kept_backups
from companion.table.backup.save import keep_damaged_log

_SELECT = "SELECT * FROM row WHERE seq = ?"
DAMAGE_MARK_FILE = "damaged"  # the name of a file that marks a log as damaged outside its rows
MAX_MISSING_ROWS = 100_000  # rows; a larger gap in their numbers is itself damage


@dataclass(frozen=True, slots=True)
class RepairResult:
    """The `bad` rows that no backup has, and how many rows were `repaired`."""

    bad: tuple[int, ...]
    repaired: int


def check_and_repair(folder: Path) -> RepairResult:
    """Check all rows of the log in `folder`, and repair them, even while a table uses it.

    Raises `FileError` ``log_damaged`` if the file itself is damaged; it is rebuilt when a table
    next opens it.
    """
    path = log_path(folder)
    try:
        with (
            contextlib.closing(sqlite3.connect(path, timeout=5)) as db,
            _sources(folder, db) as sources,
        ):
            (result,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if result != "ok":
                raise damaged_error(path, result)
            found = dict(_look(db, sources[1:]))
            sound = [values for values in found.values() if values is not None]
            with db:
                db.executemany(REPLACE, sound)
    except (sqlite3.Error, UnicodeDecodeError, FileError) as error:
        with contextlib.suppress(OSError):
            (folder / DAMAGE_MARK_FILE).touch()
        raise damaged_error(path, error) from error
    return RepairResult(tuple(seq for seq, values in found.items() if values is None), len(sound))


def leave_out_lost_rows(log: Log, lost: Sequence[int]) -> bool:
    """Leave the `lost` rows out of `log` if all are of earlier games; return whether it did.

    A copy of the damaged log stays with the backups. People decide about a lost row of the newest
    game, when a table next opens the log. Raises `FileError` ``log_unwritable``.
    """
    if not lost or max(lost) >= log.start_of_newest_game():
        return False
    keep_damaged_log(log.path.parent)
    log.leave_out_rows(lost)
    return True


@dataclass(frozen=True, slots=True)
class _Source:
    """A log or a backup, opened as `db`; its rows up to `last` are those of this log."""

    db: sqlite3.Connection
    last: int


def _look(
    db: sqlite3.Connection, backups: Sequence[_Source]
) -> Iterator[tuple[int, Values | None]]:
    """Yield the number of each bad or missing row, and the row in a backup, if there is one."""
    before: str | None = CHECKSUM_BEFORE_FIRST_ROW
    expected = 1
    for values in db.execute("SELECT * FROM row ORDER BY seq"):
        for seq in range(expected, min(values[0], expected + MAX_MISSING_ROWS)):
            found = _find(backups, seq, before)
            yield seq, found
            before = None if found is None else found[-1]
        if before is not None and with_checksum(values[:-1], before) != values:
            found = _find(backups, values[0], before)
            yield values[0], found
            values = found or values
        before, expected = values[-1], values[0] + 1


def _find(sources: Sequence[_Source], seq: int, before: str | None) -> Values | None:
    """Return row `seq` from the first of `sources` where it follows the checksum `before`."""
    for source in sources:
        values = _row(source.db, seq) if seq <= source.last else None
        if values and before is not None and with_checksum(values[:-1], before) == values:
            return values
    return None


def _row(db: sqlite3.Connection, seq: int) -> Values | None:
    """Return row `seq` of `db`; None if there is none that can be read."""
    with contextlib.suppress(sqlite3.Error, ValueError):
        values = db.execute(_SELECT, (seq,)).fetchone()
        return values and tuple(values)
    return None


def _last_common(backup: sqlite3.Connection, log: sqlite3.Connection) -> int:
    """Return the last row up to which `backup` agrees with `log`."""
    most = min(_last(log) + MAX_MISSING_ROWS, sys.maxsize)  # SQLite knows no larger number
    last, is_another = _last(backup, most), False
    for seq in range(last, 0, -1):
        values, own, following = _row(backup, seq), _row(log, seq), _row(log, seq + 1)
        if values is not None and (own or following):
            if own and (own[-1] == values[-1] or own[:-1] == values[:-1]):
                break
            if following and with_checksum(following[:-1], values[-1]) == following:
                break
            is_another = True
        if is_another:  # the rows before it are of another log, too, up to one that is in both
            last = seq - 1
    return last


@contextlib.contextmanager
def _sources(folder: Path, log: sqlite3.Connection) -> Iterator[list[_Source]]:
    """Provide the `log` and then its backups, newest first."""
    with contextlib.ExitStack() as stack:
        found = [_Source(log, sys.maxsize)]
        for path in kept_backups(folder):
            db = stack.enter_context(contextlib.closing(connect_read_only(path)))
            with contextlib.suppress(sqlite3.Error, ValueError, FileError):
                check_version(db, path)
                found.append(_Source(db, _last_common(db, log)))
        yield found


@dataclass(frozen=True, slots=True)
class RebuiltLog:
    """A rebuilt log: how many `rows` it has, and whether it is `whole`."""

    rows: int
    whole: bool


def rebuild_log(folder: Path, copy: Path) -> RebuiltLog:
    """Write the rows that the damaged log in `folder` and its backups hold to the new file `copy`.

    It stops at the first row that none of them has. Raises `FileError`.
    """
    path = log_path(folder)
    with (
        contextlib.closing(sqlite3.connect(path, timeout=5)) as old,
        contextlib.closing(sqlite3.connect(copy)) as new,
        _sources(folder, old) as sources,
    ):
        known = [_last(source.db, source.last) for source in sources]
        make_tables(new)
        before, seq = CHECKSUM_BEFORE_FIRST_ROW, 0
        with new:
            while (values := _find(sources, seq + 1, before)) is not None:
                new.execute(REPLACE, values)
                before, seq = values[-1], seq + 1
    sync(copy)
    # A log whose rows cannot be counted may have had any number of them.
    return RebuiltLog(seq, whole=known[0] > 0 and seq >= max(known))


def count_rows(path: Path) -> int:
    """Return how many rows the backup at `path` has, as far as it can be read."""
    with contextlib.closing(connect_read_only(path)) as db:
        return _last(db)


def _last(db: sqlite3.Connection, most: int = sys.maxsize) -> int:
    """Return the last row of `db` with a number up to `most`; 0 if none can be read."""
    with contextlib.suppress(sqlite3.Error, ValueError):
        (last,) = db.execute("SELECT max(seq) FROM row WHERE seq <= ?", (most,)).fetchone()
        return last or 0
    return 0
