"""The write-ahead log after a power cut: whole frames, or a torn one."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.log.log import has_torn_wal

ROWS = 20


@pytest.fixture
def after_power_cut(tmp_path: Path) -> Path:
    """Return a database as on the disk after a power cut: its rows are in the write-ahead log."""
    path, copy = tmp_path / "live.sqlite3", tmp_path / "cut.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE row (seq INTEGER PRIMARY KEY, text TEXT)")
        for seq in range(ROWS):
            with db:
                db.execute("INSERT INTO row VALUES (?, ?)", (seq, "x" * 700))
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
    return copy


def test_a_complete_write_ahead_log_raises_no_alarm(after_power_cut: Path) -> None:
    """Every row that was committed is read, so nothing is missing."""
    assert not has_torn_wal(after_power_cut)
    with closing(sqlite3.connect(after_power_cut)) as db:
        assert db.execute("SELECT count(*) FROM row").fetchone() == (ROWS,)


def test_a_changed_byte_in_a_frame_is_noticed(after_power_cut: Path) -> None:
    """SQLite drops that frame and all after it in silence."""
    wal = after_power_cut.with_name(f"{after_power_cut.name}-wal")
    data = bytearray(wal.read_bytes())
    data[len(data) // 2] ^= 1
    wal.write_bytes(data)
    assert has_torn_wal(after_power_cut)


def test_a_database_without_a_write_ahead_log_is_complete(tmp_path: Path) -> None:
    """Nothing was being written."""
    assert not has_torn_wal(tmp_path / "none.sqlite3")
