"""The backup of a hub in one file (tar): its archive, users and keys.

Restored tables are known again and send the rows that the backup lacks; a table that joined after
it has to join again.
"""

import os
import shutil
import signal
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from companion.files import make_folder, wrap_write_errors
from companion.hub import programs
from companion.hub.access import FILE
from companion.hub.programs import CannotSetUp, Service

_KEPT = (FILE, "ca.pem", "ca.key", "passwords")  # all else is made again at the start of the hub
_DUMP = "archive.dump"
_PATIENCE_SECONDS = 60.0  # for the database to start


def back_up_hub(folder: Path, target: Path) -> None:
    """Write the hub in `folder`, which may run, to the new file `target`.

    Raises `CannotSetUp`, and `FileError` if `target` cannot be written.
    """
    if target.exists() or not (folder / FILE).exists():
        raise CannotSetUp(f"{target} exists" if target.exists() else f"no hub is in {folder}")
    with (
        wrap_write_errors(target),
        tempfile.TemporaryDirectory(dir=target.absolute().parent) as place,
    ):
        part, dump = Path(place) / "part", Path(place) / _DUMP
        with _running_database(folder) as address:
            programs.run_program("pg_dump", "--format=custom", f"--file={dump}", address)
        with tarfile.open(part, "w") as file:
            for path in (*(folder / name for name in _KEPT), dump):
                file.add(path, path.name)
        part.chmod(0o600)
        part.rename(target)


def restore_hub(folder: Path, source: Path) -> None:
    """Restore the backup `source` to `folder`, which must be new.

    Raises `CannotSetUp`, and `FileError` if `folder` cannot be written.
    """
    if folder.exists():
        raise CannotSetUp(f"stop the hub in {folder} and move that folder away first")
    part = folder.with_name(f"{folder.name}.part")  # no hub starts with half a backup
    with wrap_write_errors(folder):
        shutil.rmtree(part, ignore_errors=True)  # left by an interrupted run
        make_folder(part)
        part.chmod(0o700)
        try:
            with tarfile.open(source) as file:
                for name in (*_KEPT, _DUMP):
                    if (content := file.extractfile(name)) is not None:
                        with (part / name).open("wb") as copy:
                            os.fchmod(copy.fileno(), 0o600)
                            shutil.copyfileobj(content, copy)
        except (tarfile.TarError, KeyError, OSError) as error:
            raise CannotSetUp(f"{source} is not a hub's backup ({error})") from error
        programs.make_database(part)
        with _running_database(part) as address:
            programs.run_program("pg_restore", "--no-owner", f"-d{address}", str(part / _DUMP))
        (part / _DUMP).unlink()
        part.rename(folder)


@contextmanager
def _running_database(folder: Path) -> Iterator[str]:
    """Provide the address of the archive in `folder`; it runs during the block at least."""
    address, server = programs.postgres_connection_string(folder), None
    deadline = time.monotonic() + _PATIENCE_SECONDS
    try:
        while True:
            try:
                psycopg.connect(address, connect_timeout=2).close()
                break
            except psycopg.OperationalError as error:
                if time.monotonic() > deadline:
                    raise CannotSetUp(f"the archive does not start: {error}") from error
            if server is None:
                server = Service(programs.database_command(folder), signal.SIGINT)
                server.start()
            time.sleep(0.2)
        yield address
    finally:
        if server is not None:
            server.close()
