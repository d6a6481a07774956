"""A log with edited rows: the game can go on, or the log is reported as damaged."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.files import FileError
from companion.log import log
from companion.log.log import log_path
from companion.log.schema import write_checksums
from companion.table.backup.check import check_log
from tests.companion import tiny
from tests.companion.conftest import Played, seen


@pytest.mark.parametrize(
    "change",
    [
        {"reading": {"dice": [], "moved": [True], "thrown": True, "sure": True}},
        {"reading": {"dice": "none"}},
        {"verdict": {"outcome": "believed"}},
        {"reading": None, "verdict": None},
    ],
)
def test_an_unreadable_reading_is_damage(tmp_path: Path, change: dict[str, Any]) -> None:
    """It is reported when the table opens, not later."""
    played = Played(tmp_path / "data")
    played.start()
    played.read(seen(1, "1 2 3", sure=False))
    played.table.close()
    with sqlite3.connect(log_path(tmp_path / "data")) as db:
        (text,) = db.execute("SELECT body FROM row WHERE seq = 2").fetchone()
        db.execute(
            "UPDATE row SET body = ? WHERE seq = 2", (json.dumps(json.loads(text) | change),)
        )
        write_checksums(db)
    db.close()
    with pytest.raises(FileError) as damage:
        played.again()
    assert damage.value.code == "log_damaged"


@pytest.mark.parametrize(
    "change",
    [
        {"reading_row": 99},
        {"reading_row": "2"},
        {"dice": {"faces": "123"}},
        {"dice": {"faces": 3, "kept": []}},
        {"answers": 2},
        {"dice": {"faces": ["1", "2", float("nan")], "kept": []}},
        {"note": float("inf")},
    ],
)
def test_an_unreadable_answer_is_damage(tmp_path: Path, change: dict[str, Any]) -> None:
    """It is damage even if an undo hides it: the next dice would need it."""
    played = Played(tmp_path / "data")
    played.start()
    played.read(seen(1, "1 2 3", sure=False))
    played.do("dice", faces=["1", "2", "3"], number=1)
    played.do("undo")
    played.table.close()
    with sqlite3.connect(log_path(tmp_path / "data")) as db:
        (text,) = db.execute("SELECT body FROM row WHERE seq = 3").fetchone()
        body = json.dumps(json.loads(text) | change)
        db.execute("UPDATE row SET body = ? WHERE seq = 3", (body,))
        write_checksums(db)
    db.close()
    with pytest.raises(FileError) as damage:
        check_log(log_path(tmp_path / "data"), tiny.GAMES)
    assert damage.value.code == "log_damaged"
    with pytest.raises(FileError) as damage:
        played.again()
    assert damage.value.code == "log_damaged"


def test_a_game_goes_on_after_a_roll_with_an_unreadable_reading(tmp_path: Path) -> None:
    """The roll was played, but its dice are unknown, so the next ones are asked about."""
    played = Played(tmp_path / "data")
    played.start()
    played.read(seen(1, "1 2 3"))
    played.table.close()
    with sqlite3.connect(log_path(tmp_path / "data")) as db:
        db.execute("""UPDATE row SET body = json_set(body, '$.reading.dice', 'none')""")
        write_checksums(db)
    db.close()
    played.again()
    played.clock.t += 1
    still = seen(2, "1 2 3", moved=(False, True, True), sure=False)
    assert played.read(still)["outcome"] == "asked"
    played.table.close()


def test_a_question_after_an_act_that_is_now_refused_is_dropped(tmp_path: Path) -> None:
    """The act was undone, and today's rules refuse it."""
    played = Played(tmp_path / "data")
    played.start()
    played.do("open")
    for k in (1, 2, 3):
        played.do("count", k=k)
    played.read(seen(1, "1 2 3", sure=False))
    played.do("undo", to=1)
    played.table.close()
    with sqlite3.connect(log_path(tmp_path / "data")) as db:
        db.execute("""UPDATE row SET body = '{"action":{"type":"gone"}}' WHERE seq = 5""")
        write_checksums(db)
    db.close()
    played.again()
    assert played.shown["eye"]["question"] is None
    played.table.close()


def test_a_restore_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full; the game here is still there and can go on."""
    played, other = Played(tmp_path / "data"), Played(tmp_path / "other")
    played.start()
    other.start("Cleo", "Dan")
    other.table.close()
    monkeypatch.setattr(log, "INSERT", "INSERT INTO full VALUES (?,?,?,?,?,?,?,?,?,?,?,?)")
    with pytest.raises(FileError):
        played.table.store.log.replace_rows(log_path(tmp_path / "other"))
    monkeypatch.undo()
    played.do("dice", faces=["1", "2", "3"])
    played.again()
    assert played.cash() == [6, 0]
    played.table.close()
