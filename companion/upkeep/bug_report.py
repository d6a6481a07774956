"""A bug report: one file, with which a game can be inspected and replayed elsewhere.

It is a zip file of

``bundle.json``    versions, findings, the eye, the last lines of the program's own log, and a
                   digest of what the table showed
``table.sqlite3``  the log with its last pictures; it can be run like any other
``preview.jpg``    the picture of the eye when the report was made, if there was one

It holds no code, cookie or address. Devices are numbered; players, too, unless names are wanted.
"""

import contextlib
import dataclasses
import hashlib
import json
import os
import re
import sqlite3
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from companion.budget import MAX_BACKUP_BYTES
from companion.files import FileError, wrap_write_errors
from companion.log.history import History
from companion.log.log import log_path, read_rows, rows_in_database
from companion.log.rows import ActionBody, Body, CorrectionBody, Row, StartBody
from companion.log.schema import write_checksums
from companion.table.backup.check import check_log
from companion.table.backup.folder import ensure_folder, temporary_file
from companion.table.backup.restore import restore_backup
from companion.table.backup.save import exported_copy
from companion.table.snapshot import export_lines, game_view
from engine.core.game import Games

VERSION = 1  # of the reports made here; newer programs make higher ones
MAX_PICTURES = 20  # the newest ones are kept
_ABOUT, _LOG, _PREVIEW = "bundle.json", "table.sqlite3", "preview.jpg"


@dataclass(frozen=True, slots=True)
class OpenedReport:
    """A replayed report: the content of its ``bundle.json``, and the game's `lines`.

    `same` is whether the table shows the same here as where the report was made.
    """

    about: Mapping[str, Any]
    lines: list[str]
    same: bool


def write_report(
    folder: Path,
    target: Path,
    games: Games,
    facts: Mapping[str, object],
    preview: bytes | None = None,
    *,
    names: bool = False,
) -> None:
    """Write a report of the table in `folder` to `target`, even while the table runs.

    It contains `facts` (JSON by name) and the eye's `preview` (JPEG). Raises `FileError`.
    """
    with exported_copy(folder, target.parent) as copy:
        anonymize_log(copy, names=names)
        check_log(copy, games, log_path(folder))
        with contextlib.closing(sqlite3.connect(copy)) as db:
            shown = _digest(History(games, rows_in_database(db, copy)))
        about = {
            "croupier": VERSION,
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "names": names,
            "shown": shown,
            **{name: without_addresses(fact) for name, fact in facts.items()},
        }
        _zip(target, about, copy, preview)


def _zip(target: Path, about: Mapping[str, object], log: Path, preview: bytes | None) -> None:
    with temporary_file(target.parent) as part:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr(_ABOUT, json.dumps(about, indent=2))
            file.write(log, _LOG)
            if preview is not None:
                file.writestr(_PREVIEW, preview)
        os.replace(part, target)


def _digest(history: History) -> str:
    text = json.dumps(game_view(history.head), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def open_report(path: Path, folder: Path, games: Games) -> OpenedReport:
    """Extract the log of the report at `path` into the new table `folder`, and replay it.

    Raises `FileError`: ``bundle_foreign``, ``bundle_newer``, ``folder_taken``, and those of
    `check_log`; then no table is made.
    """
    if log_path(folder).exists():
        raise FileError("folder_taken", f"{folder} already has a table.")
    about = _about(path)
    with _unpacked_log(path, folder) as file:
        restore_backup(folder, file, games)
    history = History(games, read_rows(folder))
    same = _digest(history) == about.get("shown")
    return OpenedReport(about, export_lines(history), same)


def _about(path: Path) -> Mapping[str, Any]:
    if not path.exists():
        raise FileError("log_absent", f"No such file: {path}.")
    try:
        with zipfile.ZipFile(path) as report, report.open(_ABOUT) as file:
            about: Mapping[str, Any] = json.loads(file.read(1 << 20))
        version = about["croupier"]
    except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise FileError("bundle_foreign", f"{path} is not a Croupier bug report.") from error
    if not isinstance(version, int) or version > VERSION:
        raise FileError("bundle_newer", f"{path} was written by a newer version of Croupier.")
    return about


@contextlib.contextmanager
def _unpacked_log(path: Path, folder: Path) -> Iterator[Path]:
    """Provide the log of the report at `path` as a file in `folder`."""
    with temporary_file(ensure_folder(folder)) as file:
        try:
            with zipfile.ZipFile(path) as report, report.open(_LOG) as log, file.open("wb") as out:
                while chunk := log.read(1 << 16):
                    out.write(chunk)
                    if out.tell() > MAX_BACKUP_BYTES:  # a small zip file can contain a huge one
                        raise FileError("bundle_foreign", f"{path} is too large for a bug report.")
        except (KeyError, zipfile.BadZipFile) as error:
            raise FileError("bundle_foreign", f"{path} is not a Croupier bug report.") from error
        yield file


_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]*://)\S+", re.ASCII | re.IGNORECASE)


def anonymize_log(log: Path, *, names: bool) -> None:
    """Replace devices with numbers in the file `log`, and players, too, unless `names` is set.

    Older pictures are removed, and the text of requests. Raises `FileError` ``log_unwritable``.
    """
    with wrap_write_errors(log.parent), contextlib.closing(sqlite3.connect(log)) as db:
        with db:
            _anonymize_rows(db, rows_in_database(db, log), names=names)
            write_checksums(db)
        db.execute("VACUUM")  # otherwise removed data could still be read


def _anonymize_rows(db: sqlite3.Connection, rows: Sequence[Row], *, names: bool) -> None:
    people: defaultdict[str, int] = defaultdict(count(1).__next__)
    devices: defaultdict[str, int] = defaultdict(count(1).__next__)
    for row in rows:
        body = row.body if names else _without_names(row.body, people)
        who = f"device {devices[row.who]}" if row.who else ""
        (_, _, text, *_) = dataclasses.replace(row, body=body).to_columns()
        db.execute("UPDATE row SET body = ?, who = ? WHERE seq = ?", (text, who, row.seq))
    db.execute("UPDATE row SET request = NULL, request_body = NULL")
    newest = "SELECT picture FROM row WHERE picture IS NOT NULL ORDER BY seq DESC LIMIT ?"
    db.execute(f"DELETE FROM picture WHERE name NOT IN ({newest})", (MAX_PICTURES,))


def _without_names(body: Body, people: defaultdict[str, int]) -> Body:
    """Return `body` with numbers for names: of a start, or of a player who joins or is renamed."""

    def numbered(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(f"Player {people[name.casefold()]}" for name in names)

    match body:
        case StartBody(setup=setup, sat_down_as=sat_down_as):
            setup = dataclasses.replace(setup, names=numbered(setup.names))
            return msgspec.structs.replace(body, setup=setup, sat_down_as=numbered(sat_down_as))
        case ActionBody(action) | CorrectionBody(action=action) if "name" in action:
            (name,) = numbered([str(action["name"])])
            return msgspec.structs.replace(body, action={**action, "name": name})
    return body


def without_addresses(fact: object) -> object:
    """Return `fact` (JSON) with each address reduced to its kind: ``rtsp://…``."""
    if isinstance(fact, Mapping):
        return {name: without_addresses(part) for name, part in fact.items()}
    if isinstance(fact, Sequence) and not isinstance(fact, str):
        return [without_addresses(part) for part in fact]
    if not isinstance(fact, str):
        return fact
    whole = _ADDRESS.match(fact)  # a camera's name may contain spaces
    return f"{whole[1]}…" if whole else _ADDRESS.sub(r"\1…", fact)
