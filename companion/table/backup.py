"""Copies of a table's log: made while it runs, and put back after they proved sound.

A backup is a log like any other, one SQLite file. It is made with SQLite's own backup interface,
so it is whole whenever it is taken. Nothing is replaced by a file that was not checked: that it is
a sound database with our schema and no more (a trigger would run with the next row), and that its
rows can be played again. What was replaced is kept beside the log.

A file from outside is handled as sqlite.org advises in "Defense Against The Dark Arts".
"""

import contextlib
import os
import re
import secrets
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.files import make_folder, replace, sync
from companion.log.chronicle import played_games
from companion.log.history import MISTAKES, Games, History
from companion.log.log import (
    Log,
    LogError,
    Row,
    damaged,
    log_path,
    make_tables,
    rows_of,
    schema_of,
    unwritable_error,
    version_of,
)
from companion.table.state import open_state
from engine.core.refusals import BadAction

FOLDER = "backups"  # beside the log
MIMETYPE = "application/vnd.sqlite3"
MAX_AUTOMATIC_BACKUPS = 5  # automatic backups
TIME_STAMP_FORMAT = "%Y%m%d-%H%M%S-%f"  # of the names, in UTC
_LEFT = re.compile(  # what `staged_copy`, an upload and a bundle are called while they are made
    r"\.\.?[0-9a-f]{16}\.(copy|upload|bundle)(\.part|-journal|-wal|-shm)?"
    r"|\.table\.sqlite3\.unpacked",
    re.ASCII,
)
_NAME = re.compile(r"(auto|replaced|upload)-\d{8}-\d{6}-\d{6}\.sqlite3", re.ASCII)
MAX_BACKUP_BYTES = 1 << 30  # of a backup that comes from outside


@dataclass(frozen=True, slots=True)
class Summary:
    """What a log holds: `rows`, `games` on its path, the time of the `last` row, its `names`.

    `strange` are rows of games that are over or undone and that the rules of this program see
    otherwise; they are kept and do not matter for the game that is on. `names` are the players of
    the newest game.
    """

    rows: int
    games: int
    last: str | None
    names: tuple[str, ...]
    strange: tuple[int, ...] = ()


def check(path: Path, games: Games, known_as: Path | None = None) -> Summary:
    """Return what the log at `path` holds, after looking at all of it.

    Raises `LogError`: ``log_absent``, ``log_foreign``, ``log_newer``, ``log_damaged``; it speaks of
    the file `known_as`, if `path` is but a copy of that.
    """
    name = known_as or path
    if not path.is_file():
        raise LogError("log_absent", f"There is no file {name}.")
    try:
        with contextlib.closing(_open_read_only(path)) as db:
            rows = rows_of(db, name)
            _check_schema(db, name)
            _check_content(db, name)
    except sqlite3.Error as error:
        raise damaged(name, error) from error
    return _replay(rows, name, games)


def save(folder: Path, target: Path, games: Games, *, pictures: bool = True) -> Summary:
    """Write a checked backup of the log in `folder` to `target`, also while a table uses it.

    Without `pictures` the rows alone are kept, which is all that a game needs. Raises `LogError`;
    then what was at `target` is still there.
    """
    with staged_copy(log_path(folder), target.parent, games, pictures=pictures) as (path, summary):
        try:
            replace(path, target)
        except OSError as error:
            raise unwritable_error(target, error.strerror or error) from error
    return summary


@contextlib.contextmanager
def staged_copy(
    source: Path, folder: Path, games: Games, *, pictures: bool = True
) -> Iterator[tuple[Path, Summary]]:
    """Lend a checked copy of the log at `source`, lying in `folder`; what is left of it goes.

    Raises `LogError` as `check` does, and ``log_unwritable``.
    """
    copy = folder / f".{secrets.token_hex(8)}.copy"
    try:
        _copy(source, copy, pictures=pictures)
        yield copy, check(copy, games, source)
    finally:
        for left in copy.parent.glob(f"{copy.name}*"):
            left.unlink(missing_ok=True)


def restore(folder: Path, source: Path, games: Games) -> tuple[Summary, Path | None]:
    """Put the backup `source` in place of the log in `folder`, which no table may be using.

    Returns what it holds, and where the old log is kept (None: there was none). Raises `LogError`;
    then the old log is as it was, or, if it could not be played, it may be among the backups.
    """
    with staged_copy(source, _made(folder), games) as (copy, summary):
        try:
            log, kept = _open_kept(folder, games)
        except LogError as error:
            if error.code not in ("log_damaged", "log_foreign", "log_newer"):
                raise
            kept = _set_aside(folder)
            log = Log(folder)
        with contextlib.closing(log):
            log.take_over(copy)
    return summary, kept


def _open_kept(folder: Path, games: Games) -> tuple[Log, Path | None]:
    """Return the log in `folder`, opened, and the backup that was made of it unless it is empty."""
    log = Log(folder)
    try:
        return log, back_up_before_replacing(folder, games) if log.rows() else None
    except BaseException:
        log.close()
        raise


def back_up_before_replacing(folder: Path, games: Games) -> Path:
    """Return the backup of the log in `folder` that is made before it is replaced."""
    target = _new_name(folder, "replaced")
    save(folder, target, games)
    return target


def save_automatically(folder: Path, games: Games) -> Path:
    """Return a new backup, without pictures, of the log in `folder`; old automatic ones go."""
    target = _new_name(folder, "auto")
    save(folder, target, games, pictures=False)
    automatic = (path for path in list_backups(folder) if path.name.startswith("auto-"))
    # The new one by itself: the clock may have been set back since it was named.
    others = [path for path in automatic if path != target]
    for old in others[MAX_AUTOMATIC_BACKUPS - 1 :]:
        old.unlink(missing_ok=True)
    return target


def keep_upload(folder: Path, source: Path, games: Games) -> tuple[Path, Summary]:
    """Keep a checked copy of `source` among the backups of `folder`; the last such one goes.

    Raises `LogError`; then nothing has changed.
    """
    target = _new_name(folder, "upload")
    with staged_copy(source, target.parent, games) as (copy, summary):
        before = list(target.parent.glob("upload-*.sqlite3"))
        try:
            replace(copy, target)
        except OSError as error:
            raise unwritable_error(target, error.strerror or error) from error
    for old in before:
        old.unlink(missing_ok=True)
    return target, summary


def remove_leftovers(folder: Path) -> None:
    """Remove what backups that were killed or unplugged left beside the log and its backups.

    Only while no table is at work there that may be making one.
    """
    for place in (folder, folder / FOLDER):
        for path in place.glob(".*"):
            if _LEFT.fullmatch(path.name):
                with contextlib.suppress(OSError):
                    path.unlink()


def list_backups(folder: Path) -> list[Path]:
    """Return the backups beside the log in `folder`, newest first.

    Those with a time that has yet to come are the last: they were made while the clock ran ahead,
    nobody knows when.
    """
    found = [path for path in (folder / FOLDER).glob("*.sqlite3") if _NAME.fullmatch(path.name)]
    made, now = {path: path.stem.partition("-")[2] for path in found}, stamp()
    return sorted(found, key=lambda path: (made[path] <= now, made[path]), reverse=True)


def made_at(path: Path) -> datetime:
    """Return when the kept backup at `path` was made, as its name says."""
    return datetime.strptime(path.stem.partition("-")[2], TIME_STAMP_FORMAT).replace(tzinfo=UTC)


def stamp() -> str:
    """Return the time now as it stands in the name of a file, in UTC."""
    return datetime.now(UTC).strftime(TIME_STAMP_FORMAT)


def _new_name(folder: Path, why: str) -> Path:
    return _made(folder / FOLDER) / f"{why}-{stamp()}.sqlite3"


def _made(folder: Path) -> Path:
    try:
        make_folder(folder)
    except OSError as error:
        raise unwritable_error(folder, error.strerror or error) from error
    return folder


def _set_aside(folder: Path) -> Path:
    """Move a log that cannot be played out of the way, with the files that belong to it."""
    target = _new_name(folder, "broken")
    for ending in ("", "-wal", "-shm"):
        part = log_path(folder).with_name(log_path(folder).name + ending)
        if part.exists():
            os.replace(part, target.with_name(target.name + ending))
    return target


def _copy(source: Path, copy: Path, *, pictures: bool) -> None:
    if not source.is_file():
        raise LogError("log_absent", f"There is no file {source}.")
    try:
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with (
            contextlib.closing(_open_read_only(source)) as old,
            contextlib.closing(sqlite3.connect(copy, timeout=5)) as new,
        ):
            _copy_database(old, new, source, copy, pictures=pictures)
        sync(copy)
    except OSError as error:
        raise unwritable_error(copy.parent, error.strerror or error) from error


def _copy_database(
    old: sqlite3.Connection, new: sqlite3.Connection, source: Path, copy: Path, *, pictures: bool
) -> None:
    try:
        if pictures:
            old.backup(new)
            new.execute("PRAGMA trusted_schema = OFF")
            new.execute("PRAGMA journal_mode = DELETE")
        else:
            rows_of(old, source)  # or tables that are not there would be looked for
            make_tables(new)
            with new:
                rows = old.execute("SELECT * FROM row")
                new.executemany("INSERT INTO row VALUES (?,?,?,?,?,?,?,?,?,?)", rows)
    except sqlite3.OperationalError as error:
        raise unwritable_error(copy.parent, error) from error
    except sqlite3.Error as error:
        raise damaged(source, error) from error


def _open_read_only(path: Path) -> sqlite3.Connection:
    """Open a file of which nothing is believed, also on a medium that cannot be written.

    Raises `LogError` ``log_unwritable`` where that would leave out the newest rows.
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
    except sqlite3.Error:
        pass  # no database at all: who asks it next is told so
    return db


def _check_schema(db: sqlite3.Connection, path: Path) -> None:
    found = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name")
    if found.fetchall() != schema_of(version_of(db)):
        raise LogError("log_foreign", f"{path} has tables that no log of Croupier has.")


def _check_content(db: sqlite3.Connection, path: Path) -> None:
    (result,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if result != "ok":
        raise damaged(path, result)
    if db.execute("PRAGMA foreign_key_check").fetchone():
        raise damaged(path, "a picture belongs to no row")
    if db.execute("SELECT 1 FROM evidence WHERE substr(jpeg, 1, 3) != x'ffd8ff'").fetchone():
        raise damaged(path, "a picture is no JPEG")


def _replay(rows: list[Row], path: Path, games: Games) -> Summary:
    history, strange = History(games), []
    try:
        for row in rows:
            datetime.fromisoformat(row.at)
            moment = history.after(row)
            history.add(row, moment)
            try:
                _ = moment and moment.state
            except MISTAKES:
                strange.append(row.seq)
        open_state(rows, games, path, 0.0)  # the game that is on must play
    except MISTAKES as error:
        raise damaged(path, f"it cannot be played again: {error}") from error
    on_path = list(played_games(history.head, rows))
    return Summary(
        len(rows),
        len(on_path),
        rows[-1].at if rows else None,
        on_path[0].names if on_path else (),
        tuple(strange),
    )


def find_backup(folder: Path, name: str) -> Path:
    """Return the kept backup called `name`; a name is only compared, never used as a path.

    Raises `BadAction` ``no_such_backup``.
    """
    for path in list_backups(folder):
        if path.name == name:
            return path
    raise BadAction("no_such_backup", "There is no such backup here.", name=name)
