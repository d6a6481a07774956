"""The log: stored rows stay, and what cannot be stored is refused with one clear line."""

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion.files import FileError
from companion.log.log import Log, is_log_in_use, read_rows
from companion.log.pictures import picture_name
from companion.log.rows import ActionBody, Row, StartBody, UndoBody
from companion.log.schema import APPLICATION_ID, VERSION, empty_schema
from engine.core.offered_game import Setup
from tests.companion.conftest import JPEG

ROWS = [
    Row(1, StartBody("tiny", Setup(("Zoë",))), "hand", "tablet", "at"),
    Row(2, ActionBody({"type": "open"}), "camera", "eye", "at", "id-2", "{}", "run", 7),
]


def fill(folder: Path) -> Log:
    """Return a log that holds `ROWS`."""
    log = Log(folder, patience=0)
    for row in ROWS:
        log.append(replace(row, picture=log.save_picture(JPEG)) if row.seq == 2 else row)
    return log


def test_a_log_is_in_use_until_it_is_closed(tmp_path: Path) -> None:
    """The lock file stays when a table ends."""
    assert not is_log_in_use(tmp_path)
    log = fill(tmp_path)
    assert is_log_in_use(tmp_path)
    log.close()
    assert not is_log_in_use(tmp_path)


def test_rows_and_pictures_come_back_as_they_were(tmp_path: Path) -> None:
    """Close, open: the same rows, the same picture."""
    fill(tmp_path).close()
    log = Log(tmp_path, patience=0)
    assert [replace(row, picture=None) for row in log.rows()] == ROWS
    assert [row.picture for row in log.rows()] == [None, picture_name(JPEG)]
    assert log.pictures.get(picture_name(JPEG)) == JPEG
    log.close()


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    """With WAL and synchronous=FULL (2), a power cut loses nothing that was acknowledged."""
    log = Log(tmp_path, patience=0)
    database = log._db  # the settings of a connection can only be asked of it
    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert database.execute("PRAGMA synchronous").fetchone() == (2,)
    log.close()


def test_no_row_is_stored_twice(tmp_path: Path) -> None:
    """A row whose number exists already is not written."""
    log = fill(tmp_path)
    with pytest.raises(FileError) as refused:
        log.append(Row(2, UndoBody(0), "hand", "", ""))
    assert refused.value.code == "log_unwritable"
    assert log.rows()[0] == ROWS[0]
    assert len(log.rows()) == 2
    log.close()


def test_full_disk_refuses_and_keeps_the_rest(tmp_path: Path) -> None:
    """Without a free page the whole row is refused; with room it is stored."""
    log = fill(tmp_path)
    # SQLite's own quota stands for a full disk: the same error at the same place.
    log._db.execute("PRAGMA max_page_count = 12")
    big = Row(3, ActionBody({"type": "x" * 20_000}), "hand", "", "")
    with pytest.raises(FileError, match="full") as refused:
        log.append(big)
    assert refused.value.code == "log_unwritable"
    assert [row.seq for row in log.rows()] == [1, 2]
    log._db.execute("PRAGMA max_page_count = 1000")
    log.append(big)
    assert [row.seq for row in log.rows()] == [1, 2, 3]
    log.close()


def test_rows_of_one_act_are_kept_together_or_not_at_all(tmp_path: Path) -> None:
    """If the last of them cannot be written, none is; the next rows follow the earlier ones."""
    log = fill(tmp_path)
    third, fourth = (Row(seq, UndoBody(0), "hand", "", "") for seq in (3, 4))
    with pytest.raises(FileError, match="UNIQUE"):
        log.append(third, fourth, fourth)
    assert len(log.rows()) == 2
    log.append(third, fourth)
    assert log.rows()[2:] == [third, fourth]
    log.close()


def test_torn_tail_of_the_wal_loses_only_what_was_torn(tmp_path: Path) -> None:
    """After a power cut in the middle of a write, every earlier commit is still there."""
    log = fill(tmp_path)
    sound = (tmp_path / "table.sqlite3-wal").stat().st_size
    log.append(Row(3, UndoBody(0), "hand", "", ""))
    whole = (tmp_path / "table.sqlite3-wal").read_bytes()
    main = (tmp_path / "table.sqlite3").read_bytes()
    log.close()
    for cut in range(sound, len(whole), 997):
        after = tmp_path / f"cut{cut}"
        after.mkdir()
        (after / "table.sqlite3").write_bytes(main)
        (after / "table.sqlite3-wal").write_bytes(whole[:cut])
        again = Log(after, patience=0)
        assert [row.seq for row in again.rows()] == [1, 2]
        again.append(Row(3, UndoBody(1), "hand", "", ""))
        again.close()


@pytest.mark.parametrize(
    ("version", "code", "says"),
    [
        (99, "log_newer", "newer version of Croupier"),
        (2, "log_foreign", "before the first release of Croupier .log version 2."),
        (1, "log_foreign", "this program reads logs from version 3 on"),
    ],
)
def test_log_of_another_version_is_left_alone(
    tmp_path: Path, version: int, code: str, says: str
) -> None:
    """One clear line, and the file is as it was."""
    fill(tmp_path).close()
    path = tmp_path / "table.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {version}")
    database.close()
    before = path.read_bytes()
    for attempt in (lambda: Log(tmp_path, patience=0), lambda: read_rows(tmp_path)):
        with pytest.raises(FileError, match=says) as refused:
            attempt()
        assert refused.value.code == code
    assert path.read_bytes() == before


@pytest.mark.parametrize("make", ["text", "other", "torn", "page"])
def test_foreign_and_damaged_files_are_not_used_as_a_log(tmp_path: Path, make: str) -> None:
    """Each is named and left alone: a text, another program's database, half a log, a lost page."""
    path = tmp_path / "table.sqlite3"
    if make == "text":
        path.write_bytes(b"dear diary " * 500)
    elif make == "other":
        database = sqlite3.connect(path)
        database.execute("CREATE TABLE film (name)")
        database.close()
    elif make == "page":
        fill(tmp_path).close()
        database = sqlite3.connect(path)
        (page,) = database.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'row'"
        ).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
        database.close()
        whole = path.read_bytes()
        path.write_bytes(whole[: size * (page - 1)] + b"\0" * size + whole[size * page :])
    else:
        fill(tmp_path).close()
        whole = path.read_bytes()
        path.write_bytes(whole[:1024] + b"\0" * (len(whole) - 1024))
    before = path.read_bytes()
    with pytest.raises(FileError) as refused:
        list(Log(tmp_path, patience=0).rows())
    assert refused.value.code in ("log_foreign", "log_damaged")
    assert refused.value.message.startswith(str(path))
    assert path.read_bytes() == before


def test_missing_rows_are_noticed(tmp_path: Path) -> None:
    """A gap in the numbers means that rows were lost, so the table must not go on silently."""
    fill(tmp_path).close()
    database = sqlite3.connect(tmp_path / "table.sqlite3")
    assert database.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    database.execute("DELETE FROM row WHERE seq = 1")
    database.commit()
    database.close()
    log = Log(tmp_path, patience=0)
    with pytest.raises(FileError, match="missing") as refused:
        list(log.rows())
    assert refused.value.code == "log_damaged"
    log.close()


def test_only_one_table_may_have_the_log(tmp_path: Path) -> None:
    """A second table would split the game in two; reading is allowed."""
    log = fill(tmp_path)
    with pytest.raises(FileError) as refused:
        Log(tmp_path, patience=0)
    assert refused.value.code == "log_in_use"
    assert [replace(row, picture=None) for row in read_rows(tmp_path)] == ROWS
    log.close()
    Log(tmp_path, patience=0).close()


def test_reading_without_a_log_makes_no_file(tmp_path: Path) -> None:
    """There are simply no rows."""
    with pytest.raises(FileError) as refused:
        read_rows(tmp_path)
    assert refused.value.code == "log_absent"
    assert list(tmp_path.iterdir()) == []


OPEN_LOG = """
import sys
from pathlib import Path
from companion.log.log import Log
from companion.files import FileError
try:
    Log(Path(sys.argv[1]), patience=0)
except FileError as error:
    print(error.code)
"""


@pytest.mark.parametrize("place", ["folder", "missing", "file", "nowhere"])
def test_read_only_folder_is_refused(tmp_path: Path, place: str) -> None:
    """An unwritable folder or log and an invalid path have one stable code."""
    if place == "file":
        fill(tmp_path).close()
        (tmp_path / "table.sqlite3").chmod(0o444)
    if place in ("folder", "missing"):
        tmp_path.chmod(0o555)
    folder = {"missing": tmp_path / "new", "nowhere": Path("/dev/null/x")}.get(place, tmp_path)
    try:
        code = _as_nobody([sys.executable, "-c", OPEN_LOG, str(folder)])
    finally:
        tmp_path.chmod(0o755)
    assert code == "log_unwritable"


def _as_nobody(command: list[str]) -> str:
    """Return what `command` prints when it is run by somebody who is not root."""

    def drop() -> None:
        # Root may write anywhere; without its capabilities it is a user like others.
        if os.geteuid() == 0:
            import ctypes

            keep_nothing = ctypes.CDLL(None)
            for capability in range(41):
                keep_nothing.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP

    result = subprocess.run(
        command, preexec_fn=drop, capture_output=True, text=True, check=True, timeout=60
    )
    return result.stdout.strip()


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_log_without_tables_is_started_again(tmp_path: Path, mode: str) -> None:
    """The power failed between creating the file and its tables, so nothing is in it."""
    db = sqlite3.connect(tmp_path / "table.sqlite3")
    db.execute(f"PRAGMA journal_mode = {mode}")
    db.execute("VACUUM")  # writes the file
    db.close()
    assert (tmp_path / "table.sqlite3").stat().st_size > 0
    fill(tmp_path).close()
    assert [replace(row, picture=None) for row in read_rows(tmp_path)] == ROWS


def test_the_schema_is_that_of_every_log_with_its_number() -> None:
    """Otherwise backups of older programs would be taken for foreign files."""
    text = json.dumps(empty_schema())
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert (VERSION, digest[:16]) == (3, "c7cea9e1fa053958")
