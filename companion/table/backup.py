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
from companion.log.history import MISTAKES, Games, History, Moment
from companion.log.log import (
    Log,
    LogError,
    check_version,
    checksum_at,
    damaged,
    log_path,
    rows_of,
    unwritable_error,
)
from companion.log.pictures import Pictures, name_of
from companion.log.rows import Rows
from companion.log.schema import (
    FIRST,
    INSERT,
    SCHEMA,
    checked,
    found_schema,
    make_tables,
    schema_of,
    stored_rows,
    version_of,
)
from companion.table.state import open_state
from engine.core.refusals import BadAction

FOLDER = "backups"  # beside the log
MIMETYPE = "application/vnd.sqlite3"
MAX_AUTOMATIC_BACKUPS = 2  # backups made for the same reason
TIME_STAMP_FORMAT = "%Y%m%d-%H%M%S-%f"  # of the names, in UTC
_LEFT = re.compile(  # what `staged`, an upload and a bundle are called while they are made
    r"\.\.?[0-9a-f]{16}\.(copy|upload|bundle)(\.part|-journal|-wal|-shm)?"
    r"|\.table\.sqlite3\.unpacked",
    re.ASCII,
)
MAX_BACKUP_BYTES = 1 << 30  # of a backup that comes from outside


@dataclass(frozen=True, slots=True)
class Summary:
    """What a log holds: `rows`, `games` on its path, the time of the `last` row, its `names`.

    `replayed_otherwise` are rows of games that are over or undone and that the rules of this
    program see otherwise; they are kept and do not matter for the game that is on. `names` are the
    players of the newest game.
    """

    rows: int
    games: int
    last: str | None
    names: tuple[str, ...]
    replayed_otherwise: tuple[int, ...] = ()


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
            _check_schema(db, name)
            _check_content(db, name)
            return _replay(rows_of(db, name), name, games)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise damaged(name, error) from error


def save(folder: Path, target: Path, games: Games, *, pictures: bool = True) -> Summary:
    """Write a checked backup of the log in `folder` to `target`, also while a table uses it.

    Without `pictures` the rows alone are kept, which is all that a game needs. Raises `LogError`;
    then what was at `target` is still there.
    """
    with exported(folder, target.parent, pictures=pictures) as copy:
        summary = check(copy, games, log_path(folder))
        _put(copy, target)
    return summary


@contextlib.contextmanager
def exported(folder: Path, where: Path, *, pictures: bool = True) -> Iterator[Path]:
    """Lend a backup of the log in `folder`, lying in the folder `where`; what is left of it goes.

    All its rows are what was written. Raises `LogError`.
    """
    with new_file(where) as copy:
        with _writing(log_path(folder), copy) as (old, new):
            _check_schema(old, log_path(folder))
            make_tables(new)
            with new:
                _write_all(old, new, Pictures(folder) if pictures else None)
        yield copy


def _write_all(old: sqlite3.Connection, new: sqlite3.Connection, pictures: Pictures | None) -> None:
    insert = "INSERT OR IGNORE INTO picture VALUES (?,?)"

    def keep(jpeg: bytes) -> str:
        name = name_of(jpeg)
        if pictures is not None:
            new.execute(insert, (name, jpeg))
        return name

    new.executemany(INSERT, checked(stored_rows(old, keep), FIRST, 0))
    if pictures is None:
        return
    rows = new.execute("SELECT DISTINCT picture FROM row WHERE picture IS NOT NULL").fetchall()
    kept = ((name, pictures.get(name)) for (name,) in rows)
    new.executemany(insert, (one for one in kept if one[1] is not None))


@contextlib.contextmanager
def staged_copy(source: Path, folder: Path, games: Games) -> Iterator[tuple[Path, Summary]]:
    """Lend a checked copy of the backup `source`, lying in `folder`; what is left of it goes.

    Raises `LogError` as `check` does, and ``log_unwritable``.
    """
    with new_file(folder) as copy:
        with _writing(source, copy) as (old, new):
            old.backup(new)
            new.execute("PRAGMA trusted_schema = OFF")
            new.execute("PRAGMA journal_mode = DELETE")
        yield copy, check(copy, games, source)


@contextlib.contextmanager
def new_file(folder: Path) -> Iterator[Path]:
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


@contextlib.contextmanager
def _writing(source: Path, copy: Path) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    """Lend both databases, to write from the one to the other; afterwards it is on the disk."""
    if not source.is_file():
        raise LogError("log_absent", f"There is no file {source}.")
    with (
        contextlib.closing(_open_read_only(source)) as old,
        contextlib.closing(sqlite3.connect(copy, timeout=5)) as new,
    ):
        try:
            yield old, new
        except sqlite3.OperationalError as error:
            raise unwritable_error(copy.parent, error) from error
        except (sqlite3.Error, ValueError) as error:
            raise damaged(source, error) from error
    sync(copy)


def _put(copy: Path, target: Path) -> None:
    try:
        replace(copy, target)
    except OSError as error:
        raise unwritable_error(target, error.strerror or error) from error


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
            kept = set_log_aside(folder)
            log = Log(folder)
        with contextlib.closing(log):
            log.take_over(copy)
    return summary, kept


def _open_kept(folder: Path, games: Games) -> tuple[Log, Path | None]:
    """Return the log in `folder`, opened, and the backup that was made of it unless it is empty."""
    log = Log(folder)
    try:
        if not log.count:
            return log, None
        check(log.path, games)
        return log, back_up_before_replacing(folder)
    except BaseException:
        log.close()
        raise


def back_up_before_replacing(folder: Path) -> Path:
    """Return the backup of the log in `folder` that is made before it is replaced.

    Its pictures stay where they are. Of such backups the last ones are kept.
    """
    target = _new_name(folder, "replaced")
    with exported(folder, target.parent, pictures=False) as copy:
        _put(copy, target)
    _keep_newest(folder, "replaced", target)
    return target


def save_automatically(folder: Path) -> Path:
    """Return a new backup, without pictures, of the log in `folder`.

    The oldest of these backups becomes the newest one: only the rows since are written.
    """
    target = _new_name(folder, "auto")
    older = [path for path in list_backups(folder) if path.name.startswith("auto-")][
        MAX_AUTOMATIC_BACKUPS - 1 :
    ]
    if older and _continued(older[0], log_path(folder)):
        _put(older[0], target)
    else:
        with exported(folder, target.parent, pictures=False) as copy:
            _put(copy, target)
    _keep_newest(folder, "auto", target)
    return target


def _continued(path: Path, source: Path) -> bool:
    """Bring the backup at `path` up to the log `source`; tell whether it is one of its past."""
    try:
        with _writing(source, path) as (log, new):
            new.execute("PRAGMA synchronous = EXTRA")
            (last,) = new.execute("SELECT max(seq) FROM row").fetchone()
            before = last and checksum_at(new, last)
            if before is None or before != checksum_at(log, last):
                return False
            _check_schema(new, path)
            rows = log.execute("SELECT * FROM row WHERE seq > ? ORDER BY seq", (last,))
            with new:
                new.executemany(INSERT, checked(rows, before, last))
    except (LogError, OSError):
        return False  # written anew: then it is told what is wrong
    return True


def _keep_newest(folder: Path, why: str, newest: Path) -> None:
    """Remove the older backups made for that reason; `newest` stays whatever the clock says."""
    others = [path for path in _found(folder, why) if path != newest]
    for old in others[MAX_AUTOMATIC_BACKUPS - 1 :]:
        for part in old.parent.glob(f"{old.name}*"):
            part.unlink(missing_ok=True)


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
    for journal in (folder / FOLDER).glob("*-journal"):
        # SQLite takes back what was half written as soon as the file is opened to be written.
        path = journal.with_name(journal.name.removesuffix("-journal"))
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("SELECT max(seq) FROM row").fetchone()


def list_backups(folder: Path) -> list[Path]:
    """Return the backups beside the log in `folder`, newest first.

    Those with a time that has yet to come are the last: they were made while the clock ran ahead,
    nobody knows when.
    """
    return _found(folder, "auto|replaced|upload")


def _found(folder: Path, why: str) -> list[Path]:
    name = re.compile(rf"({why})-\d{{8}}-\d{{6}}-\d{{6}}\.sqlite3", re.ASCII)
    found = [path for path in (folder / FOLDER).glob("*.sqlite3") if name.fullmatch(path.name)]
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


def set_log_aside(folder: Path) -> Path:
    """Move a log that cannot be played out of the way, with the files that belong to it."""
    target = _new_name(folder, "broken")
    for ending in ("", "-wal", "-shm"):
        part = log_path(folder).with_name(log_path(folder).name + ending)
        if part.exists():
            os.replace(part, target.with_name(target.name + ending))
    _keep_newest(folder, "broken", target)
    return target


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
    except (sqlite3.Error, UnicodeDecodeError):
        pass  # no database at all: who asks it next is told so
    return db


def _check_schema(db: sqlite3.Connection, path: Path) -> None:
    check_version(db, path)
    if found_schema(db) != schema_of(version_of(db)):
        raise LogError("log_foreign", f"{path} has tables that no log of Croupier has.")


def _check_content(db: sqlite3.Connection, path: Path) -> None:
    (result,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if result != "ok":
        raise damaged(path, result)
    old = version_of(db) < SCHEMA
    if db.execute(_STRAY_EVIDENCE if old else _STRAY_PICTURE).fetchone():
        raise damaged(path, "a picture belongs to no row")
    for name, jpeg in db.execute("SELECT * FROM evidence" if old else "SELECT * FROM picture"):
        if not jpeg.startswith(b"\xff\xd8\xff"):
            raise damaged(path, "a picture is no JPEG")
        if not old and name_of(jpeg) != name:
            raise damaged(path, "a picture is not what was kept")


_STRAY_EVIDENCE = "SELECT 1 FROM evidence WHERE seq NOT IN (SELECT seq FROM row)"
_STRAY_PICTURE = (
    "SELECT 1 FROM picture WHERE name NOT IN (SELECT picture FROM row WHERE picture IS NOT NULL)"
)


def _replay(rows: Rows, path: Path, games: Games) -> Summary:
    history, strange, start = History(games, rows), [], 0
    try:
        for row in rows:
            if datetime.fromisoformat(row.at).utcoffset() is None:
                raise ValueError(f"row {row.seq} does not say of where its time is")
            moment = history.at(row.seq)
            try:
                _ = moment and moment.state
            except MISTAKES:
                strange.append(row.seq)
            if row.kind == "start":
                history.forget(start)
                start = row.seq
        open_state(rows, games, path, 0.0)  # the game that is on must play
    except MISTAKES as error:
        raise damaged(path, f"it cannot be played again: {error}") from error
    starts = list(_starts(history))
    names = tuple(map(str, starts[0].names)) if starts else ()
    last = rows[-1].at if rows else None
    return Summary(len(rows), len(starts), last, names, tuple(strange))


def _starts(history: History) -> Iterator[Moment]:
    """Yield how each game on the path of `history` began, newest first."""
    version = len(history.rows)
    while (head := history.at(version)) is not None and head.start is not None:
        yield head.start
        history.forget(version)
        version = head.start.row - 1


def find_backup(folder: Path, name: str) -> Path:
    """Return the kept backup called `name`; a name is only compared, never used as a path.

    Raises `BadAction` ``no_such_backup``.
    """
    for path in list_backups(folder):
        if path.name == name:
            return path
    raise BadAction("no_such_backup", "There is no such backup here.", name=name)
