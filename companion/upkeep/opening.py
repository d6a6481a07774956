"""Opens the table in a folder, even if its files are damaged or lost.

A log that its backups can restore is moved to `backups/` and replaced. Otherwise people have to
decide: it raises `FileError`.
"""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Literal, TypeAlias

from companion.files import FileError, replace_atomically
from companion.log.history import REPLAY_ERRORS, History
from companion.log.log import Log, keep_tables_out, log_path
from companion.log.rows import Draft, UndoBody
from companion.table.backup.folder import kept_backups, set_log_aside, temporary_file
from companion.table.snapshot import game_view
from companion.table.table import Table
from companion.upkeep import repair
from engine.core.game import Games
from engine.core.refusals import Json

OpeningWay: TypeAlias = Literal["again", "sound", "anew"]
"""What people can decide: try again, go on with the sound rows, or start without rows."""


def open_table(folder: Path, games: Games) -> Table:
    """Return the table in `folder`; raises `FileError` if people have to decide.

    Codes: those of `Log`, and ``log_lost`` if the log is empty and there are backups.
    """
    if (folder / repair.DAMAGE_MARK_FILE).exists() and _rebuild(folder, whole=True):
        return _open(folder, games, {"repaired": 1})
    try:
        return _open(folder, games)
    except FileError as error:
        if error.code != "log_damaged":
            raise
        if _rebuild(folder, whole=True):
            found = {"repaired": 1}
        elif _leave_out_lost_rows(folder):
            found = {"left_out": True}
        else:
            raise
    return _open(folder, games, found)


def _leave_out_lost_rows(folder: Path) -> bool:
    """Leave lost rows of earlier games out of the log; return whether that repairs it."""
    try:
        lost = repair.check_and_repair(folder).bad
    except FileError:  # the damage is not only in rows
        return False
    with closing(Log(folder)) as log:
        return repair.leave_out_lost_rows(log, lost)


def open_table_as_chosen(way: OpeningWay, folder: Path, games: Games) -> Table:
    """Return the table in `folder`, opened as people chose; raises `FileError`."""
    if way == "sound":
        _rebuild(folder, whole=False)
    if way == "anew":
        with keep_tables_out(folder):
            set_log_aside(folder)
        return Table(Log(folder), games)
    return open_table(folder, games)


def count_sound_rows(folder: Path) -> int:
    """Return how many rows of the table in `folder` can be saved."""
    with keep_tables_out(folder), temporary_file(folder) as copy:
        return repair.rebuild_log(folder, copy).rows


def _open(folder: Path, games: Games, found: Mapping[str, Json] | None = None) -> Table:
    log = Log(folder)
    if not log.count and any(repair.count_rows(path) for path in kept_backups(folder)):
        log.close()
        raise FileError("log_lost", f"{log.path} is empty, but there are backups.")
    try:
        set_aside = _set_game_aside(log, games)
    except FileError:
        log.close()
        raise
    table = Table(log, games)
    torn = {"log_torn": True} if log.is_torn else {}
    table.housekeeping = {**(found or {}), **set_aside, **torn}
    return table


def _set_game_aside(log: Log, games: Games) -> Mapping[str, Json]:
    """Go back to before the newest games if today's rules refuse them; they stay in the log."""
    history = History(games, log.rows())
    version = len(history.rows)
    while not _plays(history, version):
        head = history.head_at(version)
        version = 0 if head is None else head.start.row - 1
    if version == len(history.rows):
        return {}
    log.append(Draft(UndoBody(version)).to_row(len(history.rows) + 1, "table"))
    return {"game_set_aside": len(history.rows)}


def _plays(history: History, version: int) -> bool:
    try:
        game_view(history.head_at(version))
    except REPLAY_ERRORS:
        return False
    return True


def _rebuild(folder: Path, *, whole: bool) -> bool:
    """Replace the log with the rows that it and its backups still hold; return whether it did.

    With `whole`, only if no row is missing.
    """
    # Held, since a running table would go on writing into the old file.
    with keep_tables_out(folder), temporary_file(folder) as copy:
        rebuilt = repair.rebuild_log(folder, copy)
        if whole and not rebuilt.whole:
            return False
        set_log_aside(folder)
        replace_atomically(copy, log_path(folder))
        (folder / repair.DAMAGE_MARK_FILE).unlink(missing_ok=True)
    return rebuilt.rows > 0
