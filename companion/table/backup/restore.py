"""Restores backups after a check; what was replaced is kept among the backups."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from companion.files import FileError
from companion.log.history import History
from companion.log.log import Log, keep_tables_out
from companion.table.backup.check import LogContents, check_is_log, check_log, restore_table_files
from companion.table.backup.folder import (
    ensure_folder,
    new_backup_path,
    open_source_and_copy,
    put_in_place,
    set_log_aside,
    temporary_file,
)
from companion.table.backup.save import back_up_before_replacing
from companion.table.boxes import EnteredCards
from engine.core.game import Games


@contextlib.contextmanager
def staged_copy(source: Path, folder: Path, games: Games) -> Iterator[tuple[Path, LogContents]]:
    """Provide a checked copy of the backup `source` in `folder`; it is removed afterwards.

    The folder is created if necessary. Raises `FileError` as `check_log` does, and
    ``log_unwritable``.
    """
    check_is_log(source)  # first: a bad file must not leave a folder behind
    with temporary_file(ensure_folder(folder)) as copy:
        with open_source_and_copy(source, copy) as (old, new):
            old.backup(new)
            new.execute("PRAGMA trusted_schema = OFF")
            new.execute("PRAGMA journal_mode = DELETE")
        yield copy, check_log(copy, games, source)


def keep_upload(folder: Path, source: Path, games: Games) -> tuple[Path, LogContents]:
    """Keep a checked copy of `source` among the backups of `folder`, in place of the last upload.

    Raises `FileError`; then nothing has changed.
    """
    target = new_backup_path(folder, "upload")
    with staged_copy(source, target.parent, games) as (copy, summary):
        before = list(target.parent.glob("upload-*.sqlite3"))
        put_in_place(copy, target)
    for old in before:
        old.unlink(missing_ok=True)
    return target, summary


def restore_backup(folder: Path, source: Path, games: Games) -> tuple[LogContents, Path | None]:
    """Replace the log in `folder`, which no table may be using, by the backup `source`.

    Returns its content and where the old log is kept (None: there was none). Raises `FileError`;
    then the old log is unchanged or, if it could not be played, may be among the backups.
    """
    with staged_copy(source, folder, games) as (copy, summary):
        try:
            log, kept = _open_kept(folder, games)
        except FileError as error:
            if error.code not in ("log_damaged", "log_foreign", "log_newer"):
                raise
            with keep_tables_out(folder):
                kept = set_log_aside(folder)
            log = Log(folder)
        with contextlib.closing(log):
            with restore_table_files(copy, folder):
                log.replace_rows(copy)
            EnteredCards(folder).remember_cards_of(History(games, log.rows()))
    return summary, kept


def _open_kept(folder: Path, games: Games) -> tuple[Log, Path | None]:
    """Return the opened log in `folder`, and a backup of it unless it is empty."""
    log = Log(folder)
    try:
        if not log.count:
            return log, None
        check_log(log.path, games)
        return log, back_up_before_replacing(folder)
    except BaseException:
        log.close()
        raise
