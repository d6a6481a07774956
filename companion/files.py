"""Files and folders that are there after a power cut, and the error of those that cannot be used.

What is written in a file is safe once the file was synced; that there is a file of that name, once
its folder was (Linux, fsync(2)).
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class FileError(Exception):
    """A file of the table cannot be used. `code` is stable, the message one clear line.

    Codes: ``log_absent``, ``log_lost``, ``log_in_use``, ``log_newer``, ``log_foreign``,
    ``log_damaged``, ``log_unwritable``; of what else a table keeps ``deck_unwritable``,
    ``box_unwritable``; of access control ``access_damaged``,
    ``access_unwritable``; of a bug report ``bundle_foreign``, ``bundle_newer``, ``folder_taken``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def unwritable_error(path: Path, why: object) -> FileError:
    """Return the error that nothing can be written at `path`."""
    return FileError("log_unwritable", f"Cannot write in {path}: {why}.")


def sync(path: Path) -> None:
    """Wait until what is in the file, or which names are in the folder, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def keep_private(folder: Path) -> None:
    """Let nobody else on this machine read the games, pictures and codes in `folder`.

    That is what this process makes from now on, and what older programs made.
    """
    os.umask(0o077)
    folders = ("backups", "boxes", "pictures", "taught")
    ours = (*folders, "access.", "camera.", "cards.", "games.", "settings.", "table.")
    for path in folder.iterdir():
        if path.name.startswith(ours):
            with suppress(OSError):  # somebody else's, who may do with it what he likes
                path.chmod(0o700 if path.is_dir() else 0o600)


def make_folder(folder: Path) -> None:
    """Make `folder` and all above it, for good, unless they are there."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync(folder.parent)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Wait for all others who lock `folder`, here or in other processes, and let none in within.

    Who locks it again within waits for ever. Raises `OSError`.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def write_atomically(path: Path, data: bytes) -> None:
    """Let `data` be what is in the file at `path`, for good: all of it, or what was there before.

    Any thread and process may. Raises `OSError`.
    """
    # One name for all who write the file: what a power cut left is written over by the next.
    part = path.with_name(f".{path.name}.part")
    with locked(path.parent):
        try:
            part.write_bytes(data)
            sync(part)
            replace_atomically(part, path)
        finally:
            part.unlink(missing_ok=True)


def write_privately(path: Path, data: bytes) -> None:
    """Write a file as `write_atomically` does, for its owner's eyes alone."""
    before = os.umask(0o077)
    try:
        write_atomically(path, data)
    finally:
        os.umask(before)


def replace_atomically(source: Path, target: Path) -> None:
    """Let the whole, synced file `source` be `target` from now on, for good, in its place."""
    os.replace(source, target)
    sync(target.parent)
