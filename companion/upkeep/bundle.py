"""A bug report in one file: what happened at a table, to be looked at and played again elsewhere.

A bundle is a zip file of

``bundle.json``    what it is, versions, findings, the eye, the last lines of the program's own log,
                   and a digest of what the table showed
``table.sqlite3``  the log with its last pictures; it can be run like any other
``preview.jpg``    what the eye saw when it was made, if it had seen anything

It holds no code, cookie or address. Devices are numbered, and players too unless names are wanted.
"""

import contextlib
import hashlib
import json
import os
import re
import sqlite3
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.table import backup
from companion.table.backup import Summary
from companion.table.history import Games, History
from companion.table.log import LogError, Row, log_path, migrate, read_rows, rows_of, unwritable
from companion.table.snapshot import export_lines, game_view
from engine.core.refusals import Json

VERSION = 1  # what this program writes; a bundle with a higher number is from a newer one
PICTURES = 20  # the newest ones go along
_ABOUT, _LOG, _PREVIEW = "bundle.json", "table.sqlite3", "preview.jpg"
_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]*://)\S+", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known beside the log: JSON `facts` by name, and the eye's `preview` (JPEG)."""

    facts: Mapping[str, Json] = field(default_factory=dict)
    preview: bytes | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A bundle that was played again: `about` it, what its log holds, and the current game's lines.

    `same`: the table shows here what it showed there.
    """

    about: Mapping[str, Any]
    summary: Summary
    lines: list[str]
    same: bool


def make(
    folder: Path, target: Path, games: Games, scene: Scene | None = None, *, names: bool = False
) -> None:
    """Write the bundle of the table in `folder` to `target`, also while it runs.

    Raises `LogError`.
    """
    scene = scene or Scene()
    with backup.staged(log_path(folder), target.parent, games) as (copy, _):
        _strip(copy, names=names)
        backup.check(copy, games, log_path(folder))
        shown = _digest(_history(copy, games))
        about = {
            "croupier": VERSION,
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "names": names,
            "shown": shown,
            **{name: _without_addresses(fact) for name, fact in scene.facts.items()},
        }
        _write(target, about, copy, scene.preview)


def open_bundle(path: Path, folder: Path, games: Games) -> Opened:
    """Put the log of the bundle at `path` in `folder`, where no table is yet, and play it again.

    Raises `LogError`: ``bundle_foreign``, ``bundle_newer``, ``folder_taken``, and those of
    `backup.check`; then no table is made.
    """
    if log_path(folder).exists():
        raise LogError("folder_taken", f"There is a table in {folder} already.")
    about = _about(path)
    with _member(path, folder, _LOG) as file:
        summary, _ = backup.restore(folder, file, games)
    history = History(games, read_rows(folder))
    return Opened(about, summary, export_lines(history), _digest(history) == about.get("shown"))


# -- writing -----------------------------------------------------------------------------------


def _strip(copy: Path, *, names: bool) -> None:
    """Take out of the log at `copy` what nobody needs to see what happened."""
    try:
        _take_out(copy, names=names)
        with contextlib.closing(sqlite3.connect(copy)) as db:
            db.execute("VACUUM")  # or what was taken out could still be read
    except sqlite3.Error as error:
        raise unwritable(copy.parent, error) from error


def _take_out(copy: Path, *, names: bool) -> None:
    with contextlib.closing(sqlite3.connect(copy)) as db, db:
        migrate(db)
        rows = rows_of(db, copy)
        people, devices = _Numbered("Player"), _Numbered("device")
        for row in rows:
            body = row.body if names else _without_names(row, people)
            text = json.dumps(body, separators=(",", ":"))
            who = devices[row.who] if row.who else ""
            db.execute("UPDATE row SET body = ?, who = ? WHERE seq = ?", (text, who, row.seq))
        # What a page asked, word by word, may say names too.
        db.execute("UPDATE row SET request = NULL, request_body = NULL")
        newest = "SELECT seq FROM evidence ORDER BY seq DESC LIMIT ?"
        db.execute(f"DELETE FROM evidence WHERE seq NOT IN ({newest})", (PICTURES,))


def _without_addresses(fact: Json) -> Json:
    """Return `fact` with nothing but the kind of each address in it: ``rtsp://…``."""
    if isinstance(fact, Mapping):
        return {name: _without_addresses(part) for name, part in fact.items()}
    if isinstance(fact, Sequence) and not isinstance(fact, str):
        return [_without_addresses(part) for part in fact]
    if not isinstance(fact, str):
        return fact
    whole = _ADDRESS.match(fact)  # the name of a camera, with all blanks that may be in it
    return f"{whole[1]}…" if whole else _ADDRESS.sub(r"\1…", fact)


class _Numbered(dict[str, str]):
    """Gives each name, in upper or lower case, a number of its own: "Player 1"."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self._word = word

    def __missing__(self, name: str) -> str:
        key = name.casefold()
        if key not in self:
            self[key] = f"{self._word} {len(self) + 1}"
        return self[key]


def _without_names(row: Row, people: _Numbered) -> Mapping[str, Json]:
    setup = row.body.get("setup")
    if not isinstance(setup, Mapping):
        return row.body
    names = setup.get("names")
    assert isinstance(names, list)
    return {**row.body, "setup": {**setup, "names": [people[str(name)] for name in names]}}


def _history(path: Path, games: Games) -> History:
    with contextlib.closing(sqlite3.connect(path)) as db:
        return History(games, rows_of(db, path))


def _digest(history: History) -> str:
    text = json.dumps(game_view(history.head), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _write(target: Path, about: Mapping[str, Json], log: Path, preview: bytes | None) -> None:
    part = target.with_name(f".{target.name}.part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as bundle:
            bundle.writestr(_ABOUT, json.dumps(about, indent=2))
            bundle.write(log, _LOG)
            if preview is not None:
                bundle.writestr(_PREVIEW, preview)
        os.replace(part, target)
    except OSError as error:
        raise unwritable(target, error.strerror or error) from error
    finally:
        part.unlink(missing_ok=True)


# -- reading -----------------------------------------------------------------------------------


def _about(path: Path) -> Mapping[str, Any]:
    try:
        with zipfile.ZipFile(path) as bundle, bundle.open(_ABOUT) as file:
            about = json.loads(file.read(1 << 20))
        version = about["croupier"]
    except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise LogError("bundle_foreign", f"{path} is no bundle of Croupier.") from error
    if not isinstance(version, int) or version > VERSION:
        raise LogError("bundle_newer", f"{path} was written by a newer Croupier.")
    return about  # type: ignore[no-any-return]


@contextlib.contextmanager
def _member(path: Path, folder: Path, name: str) -> Any:
    """Lend the member `name` of the bundle at `path` as a file in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f".{name}.unpacked"
    try:
        with zipfile.ZipFile(path) as bundle, bundle.open(name) as packed:
            _unpack(packed, file, path)
        yield file
    except (KeyError, zipfile.BadZipFile) as error:
        raise LogError("bundle_foreign", f"{path} is no bundle of Croupier.") from error
    except OSError as error:
        raise unwritable(folder, error.strerror or error) from error
    finally:
        file.unlink(missing_ok=True)


def _unpack(packed: Any, file: Path, path: Path) -> None:
    left = backup.MOST_BYTES  # a small zip file can hold a huge one
    with file.open("wb") as out:
        while chunk := packed.read(1 << 16):
            left -= len(chunk)
            if left < 0:
                raise LogError("bundle_foreign", f"{path} holds too much for a bundle.")
            out.write(chunk)
