"""Durable files and folders, and the error of those that cannot be used.

The content of a file is durable once the file was synced; its name, once its folder was (Linux,
fsync(2)).
"""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class FileError(Exception):
    """A file of the table cannot be used. `code` is stable, the message one clear line.

    Codes of the log: ``log_absent``, ``log_lost``, ``log_in_use``, ``log_newer``, ``log_foreign``,
    ``log_damaged``, ``log_unwritable``; of other files: ``deck_unwritable``, ``box_unwritable``,
    ``access_damaged``, ``access_unwritable``; of a bug report: ``bundle_foreign``,
    ``bundle_newer``, ``folder_taken``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def unwritable_error(path: Path, why: object) -> FileError:
    """Return the error for a `path` that cannot be written."""
    return FileError("log_unwritable", f"Cannot write to {path}: {why}.")


@contextmanager
def wrap_write_errors(path: Path) -> Iterator[None]:
    """Turn an `OSError` or an SQLite error of the block into `FileError` ``log_unwritable``."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise unwritable_error(path, getattr(error, "strerror", None) or error) from error


def sync(path: Path) -> None:
    """Wait until the content of a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def keep_private(folder: Path) -> None:
    """Keep other users of this machine from reading the games, pictures and codes in `folder`.

    That includes files that this process will create, and those that older versions left.
    """
    os.umask(0o077)
    folders = ("backups", "boxes", "pictures", "taught")
    ours = (*folders, "access.", "camera.", "cards.", "games.", "settings.", "table.")
    for path in folder.iterdir():
        if path.name.startswith(ours):
            with suppress(OSError):  # another owner's file
                path.chmod(0o700 if path.is_dir() else 0o600)


def make_folder(folder: Path) -> None:
    """Create `folder` and its parents durably, unless they exist."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync(folder.parent)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of `folder`, waiting for other threads and processes.

    It is not reentrant. Raises `OSError`.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the content of the file at `path` atomically and durably; only its owner can read it.

    Several threads and processes may do so at once. Raises `OSError`.
    """
    # All writers use one name, so that leftovers of a power cut are overwritten.
    part = path.with_name(f".{path.name}.part")
    with locked(path.parent):
        try:
            part.unlink(missing_ok=True)
            with os.fdopen(
                os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb"
            ) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            replace_atomically(part, path)
        finally:
            part.unlink(missing_ok=True)


def replace_atomically(source: Path, target: Path) -> None:
    """Move the synced file `source` to `target`, atomically and durably."""
    os.replace(source, target)
    sync(target.parent)
