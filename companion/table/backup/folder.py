"""The backups that lie beside a table's log, by name: why each was made, and when."""

import contextlib
import os
import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from companion.log.log import log_path
from companion.table.backup.copying import ensure_folder
from engine.core.refusals import BadAction

FOLDER = "backups"  # beside the log
MAX_AUTOMATIC_BACKUPS = 2  # backups made for the same reason
TIME_STAMP_FORMAT = "%Y%m%d-%H%M%S-%f"  # of the names, in UTC
_LEFT = re.compile(  # what a copy, an upload and a bundle are called while they are made
    r"\.\.?[0-9a-f]{16}\.(copy|upload|bundle)(\.part|-journal|-wal|-shm)?"
    r"|\.table\.sqlite3\.unpacked",
    re.ASCII,
)


def kept_backups(folder: Path) -> list[Path]:
    """Return the backups beside the log in `folder`, newest first.

    Those with a time that has yet to come are the last: they were made while the clock ran ahead,
    nobody knows when.
    """
    return _found(folder, "auto|replaced|upload")


def find_backup(folder: Path, name: str) -> Path:
    """Return the kept backup called `name`; a name is only compared, never used as a path.

    Raises `BadAction` ``no_such_backup``.
    """
    for path in kept_backups(folder):
        if path.name == name:
            return path
    raise BadAction("no_such_backup", "There is no such backup here.", name=name)


def _found(folder: Path, why: str) -> list[Path]:
    name = re.compile(rf"({why})-\d{{8}}-\d{{6}}-\d{{6}}\.sqlite3", re.ASCII)
    found = [path for path in (folder / FOLDER).glob("*.sqlite3") if name.fullmatch(path.name)]
    made, now = {path: path.stem.partition("-")[2] for path in found}, time_stamp()
    return sorted(found, key=lambda path: (made[path] <= now, made[path]), reverse=True)


def backup_time(path: Path) -> datetime:
    """Return when the kept backup at `path` was made, as its name says."""
    return datetime.strptime(path.stem.partition("-")[2], TIME_STAMP_FORMAT).replace(tzinfo=UTC)


def time_stamp() -> str:
    """Return the time now as it stands in the name of a file, in UTC."""
    return datetime.now(UTC).strftime(TIME_STAMP_FORMAT)


def new_backup_path(folder: Path, why: str) -> Path:
    """Return where a backup of the log in `folder`, made now because of `why`, comes to lie."""
    return ensure_folder(folder / FOLDER) / f"{why}-{time_stamp()}.sqlite3"


def remove_older_backups(folder: Path, why: str, newest: Path) -> None:
    """Remove the older backups made for that reason; `newest` stays whatever the clock says."""
    others = [path for path in _found(folder, why) if path != newest]
    for old in others[MAX_AUTOMATIC_BACKUPS - 1 :]:
        for part in old.parent.glob(f"{old.name}*"):
            part.unlink(missing_ok=True)


def set_log_aside(folder: Path) -> Path:
    """Move a log that cannot be played out of the way, with the files that belong to it."""
    target = new_backup_path(folder, "broken")
    for ending in ("", "-wal", "-shm"):
        part = log_path(folder).with_name(log_path(folder).name + ending)
        if part.exists():
            os.replace(part, target.with_name(target.name + ending))
    remove_older_backups(folder, "broken", target)
    return target


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
